//! `register` forbids to take a variable's address, which the items of data clauses do. So the word is
//! left out for variables that constructs use; nothing else depends on it.

use accrs_frontend::Unit;
use accrs_frontend::source::Span;
use std::collections::BTreeSet;

const WORD: &str = "register";

/// The places of the word before variables that constructs use.
pub(super) fn words(unit: &Unit, range: Span) -> Vec<Span> {
    let found: BTreeSet<(u32, u32)> = unit
        .vars
        .iter()
        .filter(|v| v.span.start >= range.start && v.span.end <= range.end)
        .filter_map(|v| {
            let text = unit.source.slice(v.span);
            let at = text.split('=').next()?.find(WORD)?;
            let word = |c: char| c.is_alphanumeric() || c == '_';
            let alone = !text[..at].ends_with(word) && !text[at + WORD.len()..].starts_with(word);
            // The word stays if the user chose one of the machine's registers for the variable.
            let rest = unit.source.text.get(v.span.end as usize..)?;
            let chosen = rest.split(';').next()?.contains("asm") || text.contains("asm");
            let start = v.span.start + at as u32;
            (alone && !chosen).then_some((start, start + WORD.len() as u32))
        })
        .collect();
    let span = |(start, end)| Span { start, end };
    found.into_iter().map(span).collect()
}
