//! What the host does with a variable behind a construct: it is text there, not IR, so that
//! this is a reading of tokens: the first mention up to the end of the function decides.

use super::uses;
use accrs_frontend::Unit;
use accrs_frontend::region::{Construct, Stmt, VarId};
use indexmap::IndexSet;

/// Variables written in the construct that the text behind it, up to the end of the function,
/// names other than to assign to them first.
pub fn live_out(unit: &Unit, c: &Construct, stmts: &[Stmt]) -> IndexSet<VarId> {
    let used = uses::of_stmts(unit, stmts);
    let tail = function_tail(unit.source.text.get(c.span.end as usize..).unwrap_or(""));
    used.vars
        .iter()
        .filter(|(v, u)| u.written.is_some() && !used.declared.contains(*v))
        .filter(|(v, _)| read_first(tail, &unit.var(**v).name))
        .map(|(v, _)| *v)
        .collect()
}

/// The text up to the brace that closes the function (functions start at column one in
/// preprocessed text only by habit, so that braces are counted).
fn function_tail(text: &str) -> &str {
    let mut depth = 0i32;
    let mut end = text.len();
    for (i, b) in text.bytes().enumerate() {
        match b {
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                // The body of a function may be some blocks out: stop where a line starts with it.
                let at_line_start = i == 0 || text.as_bytes()[i - 1] == b'\n';
                if depth < 0 && at_line_start {
                    end = i;
                    break;
                }
            }
            _ => {}
        }
    }
    &text[..end]
}

/// Whether the first mention of `name` is not a plain assignment to it.
fn read_first(text: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut from = 0;
    while let Some(at) = text[from..].find(name) {
        let start = from + at;
        let end = start + name.len();
        let before = text[..start].chars().next_back();
        let after = text[end..].chars().next();
        from = end;
        if before.is_some_and(is_word) || after.is_some_and(is_word) {
            continue;
        }
        if before == Some('.') || text[..start].ends_with("->") {
            continue;
        }
        let rest = text[end..].trim_start();
        return !rest.starts_with('=') || rest.starts_with("==");
    }
    false
}
