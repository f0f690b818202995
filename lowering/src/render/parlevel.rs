//! gcc's `__builtin_goacc_parlevel_id` and `_size` on the host's cores: gcc knows them only where it compiles OpenACC
//! itself, clang not at all. A gang is a thread there, with one worker and one lane.

use super::text::Edit;
use accrs_frontend::source::{SourceMap, Span};

const THREADS: &str = include_str!("../../../templates/host/parlevel_threads.c");
const ALONE: &str = include_str!("../../../templates/host/parlevel_alone.c");

const NAMES: [(&str, &str); 2] = [
    ("__builtin_goacc_parlevel_id", "__accrs_parlevel_id"),
    ("__builtin_goacc_parlevel_size", "__accrs_parlevel_size"),
];

/// Puts our names in the builtins' places.
pub(super) fn edits(source: &SourceMap, range: Span) -> Vec<Edit> {
    let text = source.slice(range);
    let mut found = Vec::new();
    for (name, ours) in NAMES {
        for (at, _) in text.match_indices(name) {
            let start = range.start + at as u32;
            let end = start + name.len() as u32;
            found.push(Edit::replace(Span { start, end }, ours));
        }
    }
    found
}

/// The functions, if the program calls gcc's.
pub(super) fn helpers(source: &SourceMap, threads: bool) -> &'static str {
    let all = source.whole();
    match (edits(source, all).is_empty(), threads) {
        (true, _) => "",
        (false, true) => THREADS,
        (false, false) => ALONE,
    }
}
