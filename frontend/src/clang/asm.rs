//! `asm` without instructions: a barrier for the host compiler's optimiser, written in benchmarks and macros.
//!
//! It does nothing but use its operands, so it becomes that: `asm volatile("" : "+r"(x) : "r"(p) : "memory")` reads `p`
//! and gives `x` its own value. With instructions in it, `asm goto`, or a result that comes from nowhere (`"=r"`), it has
//! no form on a device and is refused.

use super::build::{Builder, Res};
use super::cursor::Cursor;
use super::types::is_expression;
use crate::region::{Expr, ExprKind, Stmt, StmtKind, Type};

impl<'t> Builder<'t> {
    /// An `asm` statement, if it is one without instructions.
    pub(super) fn empty_asm(&mut self, c: Cursor<'t>) -> Res<StmtKind> {
        let (start, end) = c.extent();
        let text = self.weave.text.get(start as usize..end as usize);
        let Some(updated) = text.and_then(updated) else {
            return self.not_understood(c);
        };
        let operands: Vec<_> = c.children();
        if operands.len() != updated.len() || operands.iter().any(|o| !is_expression(o.kind())) {
            return self.not_understood(c);
        }
        let mut stmts = Vec::new();
        for (operand, updated) in operands.into_iter().zip(updated) {
            let used = self.expr(operand)?;
            let (span, ty) = (used.span, used.ty);
            let kind = match updated {
                true => StmtKind::Expr(Expr::new(
                    ExprKind::Assign(None, Box::new(used.clone()), Box::new(used)),
                    ty,
                    span,
                )),
                false => StmtKind::Expr(Expr::new(
                    ExprKind::Cast {
                        implicit: false,
                        operand: Box::new(used),
                    },
                    self.types.intern(Type::Void),
                    span,
                )),
            };
            stmts.push(Stmt::new(kind, span));
        }
        Ok(match stmts.len() {
            0 => StmtKind::Empty,
            _ => StmtKind::Block(stmts),
        })
    }
}

/// The operands of an `asm` without instructions: for each whether it is one that is updated (`"+r"`). `None` for any other.
fn updated(text: &str) -> Option<Vec<bool>> {
    let open = text.find('(')?;
    let words = text[..open].split_whitespace();
    let known = |w: &str| {
        let bare = w.trim_matches('_');
        bare == "asm" || bare == "volatile" || bare == "inline"
    };
    if !words.clone().all(known) {
        return None;
    }
    let inside = text[open + 1..].trim_end().trim_end_matches(';').trim_end();
    let parts = split(inside.strip_suffix(')')?, b':')?;
    if parts.len() > 4 || !is_empty_string(parts.first()?) {
        return None;
    }
    let mut found = Vec::new();
    for (section, part) in parts.iter().enumerate().skip(1).take(2) {
        for operand in split(part, b',')?
            .into_iter()
            .filter(|o| !o.trim().is_empty())
        {
            let constraint = operand[operand.find('"')? + 1..].trim_start();
            let is_updated = constraint.starts_with('+');
            if section == 1 && !is_updated {
                return None;
            }
            // The expressions are evaluated once, whatever is made of an update.
            if is_updated && operand.contains(['+', '-', '=', '(']) && has_effects(operand) {
                return None;
            }
            found.push(is_updated);
        }
    }
    Some(found)
}

/// Whether an updated operand's expression, in the parentheses behind its constraint, does more than name an object.
fn has_effects(operand: &str) -> bool {
    let expression = operand.rsplit_once('"').map_or("", |(_, e)| e);
    expression.contains("++")
        || expression.contains("--")
        || expression.contains('=')
        || expression.matches('(').count() > 1
}

/// Adjacent string literals without anything in them but blanks.
fn is_empty_string(text: &str) -> bool {
    text.contains('"')
        && text
            .replace('"', "")
            .replace("\\n", "")
            .replace("\\t", "")
            .trim()
            .is_empty()
}

/// The labels that an `asm goto` may jump to. libclang leaves them out of its tree.
pub(super) fn labels(text: &str) -> Vec<&str> {
    let Some((words, inside)) = text.split_once('(') else {
        return Vec::new();
    };
    if !words
        .split_whitespace()
        .any(|w| w.trim_matches('_') == "goto")
    {
        return Vec::new();
    }
    let inside = inside.trim_end().trim_end_matches(';').trim_end();
    let parts = inside.strip_suffix(')').and_then(|t| split(t, b':'));
    let labels = parts.and_then(|parts| parts.get(4).copied()).unwrap_or("");
    labels.split(',').map(str::trim).collect()
}

/// The parts between separators that are in no bracket and no string.
fn split(text: &str, by: u8) -> Option<Vec<&str>> {
    let (mut parts, mut from, mut depth) = (Vec::new(), 0, 0_usize);
    let (mut string, mut escaped) = (false, false);
    for (i, b) in text.bytes().enumerate() {
        match b {
            _ if escaped => escaped = false,
            b'\\' if string => escaped = true,
            b'"' => string = !string,
            _ if string => {}
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.checked_sub(1)?,
            _ if b == by && depth == 0 => {
                parts.push(&text[from..i]);
                from = i + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[from..]);
    (depth == 0 && !string).then_some(parts)
}

#[cfg(test)]
mod tests {
    use super::{labels, updated};

    #[test]
    fn only_what_has_no_instructions_and_no_results() {
        assert_eq!(
            updated("__asm__ volatile (\"\" ::: \"memory\")"),
            Some(vec![])
        );
        assert_eq!(updated("asm(\"\");"), Some(vec![]));
        assert_eq!(
            updated(
                "asm volatile(\" \" \"\" : \"+r\"(x), [n] \"+m\"(a[i]) : \"r\"(f(y, 1)) : \"memory\")"
            ),
            Some(vec![true, true, false])
        );
        for other in [
            "asm(\"nop\")",
            "asm volatile(\"\" : \"=r\"(x) : \"0\"(y))",
            "asm goto(\"\" ::: : label)",
            "asm volatile(\"\" : \"+r\"(*p++))",
            "asm(",
        ] {
            assert_eq!(updated(other), None, "{other}");
        }
    }

    #[test]
    fn labels_of_jumps() {
        let text = "asm volatile goto (\"jz %l[a]:\" :: \"r\"(x ? y : z) : \"cc\" : a,\n b);";
        assert_eq!(labels(text), ["a", "b"]);
        assert!(labels("asm(\"goto\" : : : : a)").is_empty());
    }
}
