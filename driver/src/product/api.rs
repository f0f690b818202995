//! What a product uses of openacc.h, in place of its `#include`: the product needs no runtime of accrs's, and other
//! compilers may have no such header. On the host alone each function is a line or two.

use super::tokens::{Kind, tokens};
use std::collections::HashSet;

/// Stands where `#include <openacc.h>` stood.
pub const MARK: &str = "/*accrs: openacc.h*/";

/// The head, and then pieces that define names, each using those before it.
const PIECES: &str = include_str!("../../../templates/openmp/openacc.h");

/// Puts what defines `names` in the first mark's place, and nothing in the others'.
pub fn fill(text: &str, names: &HashSet<String>) -> String {
    let pieces = wanted(names);
    let mut out = String::with_capacity(text.len() + pieces.len());
    let mut first = true;
    for line in text.split_inclusive('\n') {
        if !line.contains(MARK) {
            out.push_str(line);
            continue;
        }
        let piece = if first { pieces.as_str() } else { "" };
        first = false;
        match line.trim() == MARK {
            true => out.push_str(piece),
            false => out.push_str(&line.replace(MARK, &format!("\n{piece}"))),
        }
    }
    out
}

/// The pieces that define the names, and what these use.
fn wanted(names: &HashSet<String>) -> String {
    let mut needed = names.clone();
    let mut known: HashSet<&str> = HashSet::new();
    let pieces: Vec<(&str, Vec<&str>)> = PIECES
        .split("\n\n")
        .skip(1)
        .map(|piece| {
            let all = tokens(piece).into_iter().filter(|t| t.kind == Kind::Name);
            let all = all.map(|t| t.text(piece)).filter(|n| n.starts_with("acc_"));
            let own: Vec<&str> = all.filter(|n| known.insert(n)).collect();
            (piece, own)
        })
        .collect();
    let mut kept = Vec::new();
    for (piece, own) in pieces.iter().rev() {
        if own.iter().any(|n| needed.contains(*n)) {
            let all = tokens(piece).into_iter().filter(|t| t.kind == Kind::Name);
            needed.extend(all.map(|t| t.text(piece).to_string()));
            kept.push(piece.trim_end());
        }
    }
    if kept.is_empty() {
        return String::new();
    }
    kept.push(PIECES.split("\n\n").next().unwrap_or("").trim_end());
    kept.reverse();
    let mut out = kept.join("\n");
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_used() {
        let names = ["acc_on_device", "acc_other"].map(str::to_string);
        let text = fill(
            &format!("a\n{MARK}\nb {MARK}\n"),
            &names.into_iter().collect(),
        );
        assert!(
            text.starts_with("a\n/* What") && text.ends_with("}\nb \n\n"),
            "{text}"
        );
        assert_eq!(text.matches("static __inline__").count(), 1);
        assert_eq!(text.matches("typedef enum").count(), 1);
        assert_eq!(fill(&format!("a\n{MARK}\nb\n"), &HashSet::new()), "a\nb\n");
    }
}
