//! What the host does with a variable around a construct: it is text there, not IR.

use super::host_tokens::{Token, keyword, tokens};
use super::live::Walk;
use super::{flow, uses};
use accrs_frontend::Unit;
use accrs_frontend::region::{Construct, Expr, Stmt, Storage, VarId};
use indexmap::IndexSet;

/// Variables written in the construct whose value may be read later: by the function around it, behind it
/// or at its next turn in a loop around it; by any code where they are static, or a pointer may lead to them.
pub fn live_out(unit: &Unit, c: &Construct, stmts: &[Stmt]) -> IndexSet<VarId> {
    let used = uses::of_stmts(unit, stmts);
    let exposed = flow::of_stmts(unit, stmts).exposed;
    let (start, end) = function_body(unit, c);
    let text = unit.source.text.get(start..end).unwrap_or("");
    let here = |at: u32| at.saturating_sub(start as u32);
    let tokens = tokens(text, Some((here(c.span.start), here(c.span.end))));
    used.vars
        .iter()
        .filter(|(v, u)| u.written.is_some() && !used.declared.contains(*v))
        .filter(|(v, u)| {
            let name = &unit.var(**v).name;
            u.address.is_some()
                || uses::is_static_storage(unit, **v)
                || address_taken(&tokens, name)
                || Walk::reads(&tokens, name, exposed.contains_key(*v))
        })
        .map(|(v, _)| *v)
        .collect()
}

/// Whether the function may take the address of `name` anywhere.
fn address_taken(tokens: &[Token<'_>], name: &str) -> bool {
    let text = |i: usize| tokens.get(i).map_or("", |t| t.text);
    let taken = |at: usize| {
        let Some(i) = (0..at).rev().find(|i| text(*i) != "(") else {
            return false;
        };
        // Behind an operand `&` is the binary one; behind `)` it may stand after a cast.
        let operand = i > 0
            && !keyword(text(i - 1))
            && text(i - 1).ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ']');
        text(i) == "&" && !operand
    };
    (0..tokens.len()).any(|at| text(at) == name && taken(at))
}

/// From the brace that opens the function around a construct to the one that closes it.
fn function_body(unit: &Unit, c: &Construct) -> (usize, usize) {
    let text = &unit.source.text;
    let site = c.span.start as usize;
    let named = unit.functions.iter().filter(|f| f.name == c.function);
    let from = named
        .map(|f| f.span.start as usize)
        .filter(|s| *s <= site)
        .max()
        .unwrap_or(0);
    let (mut depth, mut open) = (0i32, from);
    for t in tokens(text.get(from..site).unwrap_or(""), None) {
        match t.text {
            "{" => {
                if depth == 0 {
                    open = t.text.as_ptr() as usize - text.as_ptr() as usize;
                }
                depth += 1;
            }
            "}" => depth -= 1,
            _ => {}
        }
    }
    let behind = text.get(c.span.end as usize..).unwrap_or("");
    for t in tokens(behind, None) {
        match t.text {
            "{" => depth += 1,
            "}" => {
                depth -= 1;
                if depth <= 0 {
                    return (open, t.text.as_ptr() as usize - text.as_ptr() as usize + 1);
                }
            }
            _ => {}
        }
    }
    (open, text.len())
}

/// Whether the value of `length` may be another than where the array `var` was declared with it.
pub fn may_change(unit: &Unit, var: VarId, length: &Expr) -> bool {
    let parts = uses::of_expr(unit, length);
    if !parts.calls.is_empty() {
        return true;
    }
    let text = &unit.source.text;
    // A typedef of the array's type stands before its variable.
    let start = unit.var(var).span.start.min(length.span.start);
    let later = text.get(start as usize..).unwrap_or("");
    // A parameter stands before its function's brace.
    let body = match unit.var(var).storage {
        Storage::Param => later.find('{').map_or(0, |at| at + 1),
        _ => 0,
    };
    let later = function_tail(&later[body..]);
    parts.vars.keys().any(|v| {
        let part = unit.var(*v);
        let own = matches!(
            part.storage,
            Storage::Param | Storage::Local | Storage::Region
        );
        let simple = own && unit.types.is_integer(part.ty);
        let fixed = unit.types.qualifiers(part.ty).is_const;
        // Its address may have been taken before.
        let head = text.get(..part.span.start as usize).map_or(0, str::len);
        let taken = mentions(&text[head..], &part.name).any(|(before, _)| addresses(before));
        let assigned = mentions(later, &part.name).any(|(before, after)| changes(before, after));
        !simple || (!fixed && (taken || assigned))
    })
}

/// Whether what stands around a variable's name, brackets apart, may give it a new value.
fn changes(before: &str, after: &str) -> bool {
    if ["++", "--"].iter().any(|op| before.ends_with(op)) || addresses(before) {
        return true;
    }
    if after.starts_with("++") || after.starts_with("--") {
        return true;
    }
    let op = after.trim_start_matches(['+', '-', '*', '/', '%', '&', '|', '^']);
    let op = op
        .strip_prefix("<<")
        .or(op.strip_prefix(">>"))
        .unwrap_or(op);
    op.starts_with('=') && !op.starts_with("==")
}

fn addresses(before: &str) -> bool {
    before.ends_with('&') && !before.ends_with("&&")
}

/// The text before and behind each mention of a variable, without brackets and blanks next to it.
fn mentions<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = (&'t str, &'t str)> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).filter_map(move |(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        if before.ends_with(is_word) || after.starts_with(is_word) {
            return None;
        }
        let blank = |c: char| c.is_whitespace();
        Some((
            before.trim_end_matches(|c| c == '(' || blank(c)),
            after.trim_start_matches(|c| c == ')' || blank(c)),
        ))
    })
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
