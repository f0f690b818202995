//! Warnings about the file as a whole: queues that nothing waits for, and OpenMP's directives inside of constructs.

use super::planner::{Planner, code};
use accrs_frontend::Diagnostic;
use accrs_frontend::directive::{ClauseKind, DirectiveKind};
use accrs_frontend::region::{Body, Unit};
use accrs_frontend::source::Span;
use indexmap::IndexSet;

pub fn check(p: &mut Planner<'_>) {
    if let Some(at) = never_waited(p.unit) {
        p.report(
            Diagnostic::warning(
                code::NEVER_WAITED,
                at,
                "nothing in this program waits for what this `async` starts",
            )
            .help("put `#pragma acc wait` before the results are used, or leave `async` out"),
        );
    }
    for span in openmp_inside(p.unit) {
        p.report(
            Diagnostic::warning(
                code::OPENMP_INSIDE,
                span,
                "`#pragma omp` has no effect inside an OpenACC construct",
            )
            .help("say it with OpenACC's directives: `loop`, `atomic`, `routine`"),
        );
    }
}

/// The first `async` of a program that is certain to wait nowhere: `main` is in this file, and all functions that are
/// called are either in it too, or the system's.
fn never_waited(unit: &Unit) -> Option<Span> {
    unit.main?;
    let mut first = None;
    for c in &unit.constructs {
        if matches!(c.directive.kind, DirectiveKind::Wait) {
            return None;
        }
        for clause in &c.directive.clauses {
            match &clause.kind {
                ClauseKind::Wait(_) => return None,
                ClauseKind::Async(queue) => {
                    // acc_async_sync is no queue.
                    let queue = queue.as_ref().and_then(|q| q.int_value());
                    if queue != Some(-2) {
                        first = first.or(Some(clause.span));
                    }
                }
                _ => {}
            }
        }
    }
    let names = Names::of(unit);
    let waits = |name: &&str| {
        ["acc_", "cuda", "cuStream", "cuCtx"]
            .iter()
            .any(|p| name.starts_with(p))
    };
    let known = |name: &&str| names.defined.contains(*name) || names.system.contains(*name);
    let mut called = names.called.iter().copied();
    first.filter(|_| called.all(|n| known(&n) && !waits(&n)))
}

/// The names of a text that something follows in parentheses.
struct Names<'t> {
    called: IndexSet<&'t str>,
    /// With a body.
    defined: IndexSet<&'t str>,
    /// All names in headers of the system.
    system: IndexSet<&'t str>,
}

impl<'t> Names<'t> {
    fn of(unit: &'t Unit) -> Self {
        let source = &unit.source;
        let mut names = Names {
            called: IndexSet::new(),
            defined: IndexSet::new(),
            system: IndexSet::new(),
        };
        // What may still turn out to be a definition: its name, and parentheses that are open.
        let mut head: Option<(&str, u32)> = None;
        let mut word: Option<&str> = None;
        let mut at = 0u32;
        for line in source.text.split_inclusive('\n') {
            let start = at;
            at += line.len() as u32;
            if line.trim_start().starts_with('#') {
                continue;
            }
            if source.in_system_header(start) {
                names.system.extend(words(line));
                continue;
            }
            for token in pieces(line) {
                match token {
                    "(" => match &mut head {
                        Some((_, depth)) if *depth > 0 => *depth += 1,
                        _ => head = word.map(|w| (w, 1)),
                    },
                    ")" => {
                        if let Some((_, depth)) = &mut head {
                            *depth = depth.saturating_sub(1);
                        }
                    }
                    "{" => {
                        if let Some((name, 0)) = head {
                            names.defined.insert(name);
                        }
                        head = None;
                    }
                    _ if token.trim().is_empty() => continue,
                    _ if head.is_some_and(|(_, depth)| depth == 0) => head = None,
                    _ => {}
                }
                if token == "("
                    && let Some(name) = word.filter(|w| !is_keyword(w))
                {
                    names.called.insert(name);
                }
                let is_name = token.starts_with(|c: char| c == '_' || c.is_alphabetic());
                word = is_name.then_some(token);
            }
        }
        names
    }
}

fn is_keyword(word: &str) -> bool {
    const KEYWORDS: [&str; 14] = [
        "if", "for", "while", "switch", "return", "sizeof", "typeof", "_Alignof", "_Generic",
        "case", "int", "void", "char", "do",
    ];
    KEYWORDS.contains(&word) || word.starts_with("__")
}

/// Words, blanks and single other characters; strings as a whole.
fn pieces(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        let part = |c: char| c == '_' || c.is_alphanumeric();
        let end = match c {
            '"' => 1 + rest[1..].find('"').map_or(rest.len() - 1, |e| e + 1),
            c if part(c) => rest.find(|c| !part(c)).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        let (piece, more) = rest.split_at(end);
        found.push(piece);
        rest = more;
    }
    found
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !(c == '_' || c.is_alphanumeric()))
        .filter(|w| !w.is_empty())
}

/// OpenMP's directives in compute constructs, but for those on a loop that has one of OpenACC's as well: such a program is
/// meant for either.
fn openmp_inside(unit: &Unit) -> Vec<Span> {
    let source = &unit.source;
    let constructs = unit.constructs.iter();
    let compute: Vec<Span> = constructs
        .filter(|c| matches!(c.body, Body::Compute(_)))
        .map(|c| c.span)
        .collect();
    let acc = |line: &str| {
        let words: Vec<&str> = words(line).take(2).collect();
        line.starts_with('#') && words == ["pragma", "acc"]
    };
    let shown = |l: &&str| !(l.is_empty() || l.starts_with("# "));
    let beside = |span: &Span| {
        let before = source.text[..span.start as usize].lines().rev();
        let behind = source.text[span.end as usize..].lines();
        before.map(str::trim).find(shown).is_some_and(acc)
            || behind.map(str::trim).find(shown).is_some_and(acc)
    };
    let pragmas = unit.omp_pragmas.iter();
    pragmas
        .filter(|s| compute.iter().any(|c| c.start < s.start && s.end <= c.end))
        .filter(|s| !beside(s))
        .copied()
        .collect()
}
