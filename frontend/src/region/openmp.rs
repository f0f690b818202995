//! The user's own OpenMP directives beside OpenACC's: a public code may keep a line of each on one loop.

use super::{Body, Construct};
use crate::source::{SourceMap, Span};

/// Those right ahead of a construct that begins at `construct`, with nothing but lines of `#` in between.
pub fn ahead(source: &SourceMap, pragmas: &[Span], construct: u32) -> Vec<Span> {
    let mut found = Vec::new();
    let mut next = construct;
    for pragma in pragmas.iter().rev() {
        if pragma.end > next {
            continue;
        }
        let between = source.slice(Span {
            start: pragma.end,
            end: next,
        });
        let only_lines = |l: &str| l.trim().is_empty() || l.trim_start().starts_with('#');
        if !between.lines().all(only_lines) {
            break;
        }
        found.push(*pragma);
        next = pragma.start;
    }
    found
}

/// Those that mean nothing to the host's code, since compute constructs stand in the place of what they are about: directives for loops right ahead of
/// one, and all inside.
pub fn inert<'c>(
    source: &SourceMap,
    pragmas: &[Span],
    constructs: impl Iterator<Item = &'c Construct>,
) -> Vec<Span> {
    let mut found = Vec::new();
    for c in constructs.filter(|c| matches!(c.body, Body::Compute(_))) {
        let Span { start, end } = c.span;
        let inside = pragmas.iter().filter(|p| start <= p.start && p.end <= end);
        found.extend(inside.copied());
        let before = ahead(source, pragmas, c.directive.span.start);
        found.extend(
            before
                .into_iter()
                .filter(|p| is_for_loops(source.slice(*p))),
        );
    }
    found
}

/// `#pragma omp parallel for simd …`
fn is_for_loops(pragma: &str) -> bool {
    let name = |c: char| c.is_alphanumeric() || c == '_' || c == '#';
    let own = pragma.split('(').next().unwrap_or_default();
    let mut words = own.split(|c| !name(c));
    words.any(|w| matches!(w, "for" | "simd" | "loop" | "distribute" | "taskloop"))
}

#[cfg(test)]
mod tests {
    use super::is_for_loops;

    #[test]
    fn only_some_directives_are_for_loops() {
        for yes in [
            "#pragma omp parallel for private(i, j)",
            "#pragma omp for",
            "# pragma omp target teams distribute map(to: a)",
            "#pragma omp simd",
        ] {
            assert!(is_for_loops(yes), "{yes}");
        }
        for no in [
            "#pragma omp parallel",
            "#pragma omp single",
            "#pragma omp task firstprivate(simd)",
            "#pragma omp parallel private(loop)",
        ] {
            assert!(!is_for_loops(no), "{no}");
        }
    }
}
