//! Which bytes of the text a construct, and the statement behind its directive, take; and what changes everywhere in
//! them.

use super::reduced;
use crate::render::parlevel;
use crate::render::text::{Edit, pragma_lines};
use accrs_frontend::Unit;
use accrs_frontend::region::Construct;
use accrs_frontend::source::{SourceMap, Span, blank};

/// A construct's bytes with the semicolon of its statement.
pub fn with_semicolon(source: &SourceMap, construct: &Construct) -> Span {
    let span = construct.span;
    if span.end <= construct.directive.span.end {
        return span;
    }
    Span {
        start: span.start,
        end: statement_end(source, span),
    }
}

/// The statement behind a construct's directive.
pub fn governed(source: &SourceMap, construct: &Construct) -> Span {
    let mut span = with_semicolon(source, construct);
    span.start = construct.directive.span.end.min(span.end);
    for line in source.slice(span).split_inclusive('\n') {
        let text = line.trim_start();
        if !text.is_empty() && !text.starts_with('#') {
            span.start += (line.len() - text.len()) as u32;
            break;
        }
        span.start += line.len() as u32;
    }
    span
}

/// The end of a statement whose semicolon may lie behind `span`.
pub fn statement_end(source: &SourceMap, span: Span) -> u32 {
    let text = source.slice(span).trim_end();
    if text.ends_with(['}', ';']) {
        return span.end;
    }
    // Blanks and comments may lie between, and line markers where a macro ended the statement.
    let mut at = span.end as usize;
    loop {
        at += blank(&source.text[at..]);
        let rest = &source.text[at..];
        match rest.chars().next() {
            Some(';') => return at as u32 + 1,
            Some('#') if at > span.end as usize => at += rest.find('\n').unwrap_or(rest.len()),
            _ => break,
        }
    }
    behind_fold(&source.text[span.end as usize..]).map_or(span.end, |n| span.end + n)
}

/// Where a statement ends whose last expression is a fold over a pack: of an instance, the last operand is all that clang has a place for (`(x + ...);`).
fn behind_fold(rest: &str) -> Option<u32> {
    let (fold, _) = rest.split_once(';')?;
    let ends = fold.contains("...") || fold.trim_start().starts_with(')');
    (ends && !fold.contains(['{', '}', '#'])).then_some(fold.len() as u32 + 1)
}

/// What changes everywhere in a construct's text: no directive stays that nothing took the place of, and pointers stand for members that are reduced.
pub fn leftovers(unit: &Unit, span: Span) -> Vec<Edit> {
    let mut edits = reduced::uses(unit, span, true);
    edits.extend(directives(&unit.source, span));
    edits
}

/// What changes in text that stays the user's, in order.
pub fn plain(unit: &Unit, span: Span) -> Vec<Edit> {
    let mut edits = reduced::uses(unit, span, false);
    edits.extend(directives(&unit.source, span));
    edits
}

/// The host compiler's hints between a directive and its loop: what takes the directive's place may not stand behind them.
pub fn hints(source: &SourceMap, span: Span) -> Vec<Edit> {
    let mut edits = Vec::new();
    let (mut at, mut below) = (span.start as usize, true);
    for line in source.slice(span).split_inclusive('\n') {
        let text = line.trim();
        let words = text.strip_prefix('#').map(str::trim_start);
        let pragma = words.and_then(|w| w.strip_prefix("pragma"));
        let mut words = pragma.unwrap_or_default().split_whitespace();
        let is_hint = match (words.next(), words.next()) {
            (Some("GCC"), word) => matches!(word, Some("ivdep" | "unroll")),
            (Some("ivdep" | "unroll"), _) => true,
            (Some("acc"), _) => {
                below = true;
                false
            }
            _ => {
                below &= text.is_empty() || text.starts_with('#');
                false
            }
        };
        if is_hint && below {
            let from = at + line.len() - line.trim_start().len();
            edits.push(Edit::replace(Span::new(from, from + text.len()), ""));
        }
        at += line.len();
    }
    edits
}

fn directives(source: &SourceMap, span: Span) -> Vec<Edit> {
    let mut edits = parlevel::edits(source, span);
    edits.extend(hints(source, span));
    for family in ["acc", "omp"] {
        let lines = pragma_lines(source, span, family).into_iter();
        edits.extend(lines.map(|l| Edit::replace(l, "")));
    }
    edits
}
