//! Slices: another order of a nest in which loops around all of it are shared, and each thread goes through its iterations alone. The text has a loop in
//! order there, in whose turns all threads wait for each other.
//!
//! ```c
//! for (i = 1; i < n; i++)                      for (c0 = 2 - m; c0 < n - 1; c0++)       // shared
//!     for (j = 1; j < m; j++)  // shared           for (c1 = max(1, c0 + 1); …; c1++)
//!         a[i][j] += a[i - 1][j - 1];                  i = c1, j = c1 - c0;
//! ```
//!
//! Such threads don't wait, which is worth it where they touch memory as those of the text do: neighbours take neighbouring iterations of the loop that
//! the text's threads share. (That is so for `j - i`, but not for `2*j + i`.)

use crate::analyse::depend::Question;
use crate::analyse::fronts::fronts;
use crate::analyse::partition::partition;
use crate::schedule::fronts::statements;
use accrs_frontend::region::{Canonical, Stmt};
use accrs_isl::{Code, Op, Order, Value};

/// Whether a loop with this head and body has slices of neighbours along the loops in it. That is told sooner than another order is found.
pub fn exist<'a>(q: &Question<'_, 'a>, head: &Canonical, body: &'a Stmt) -> bool {
    let parts = statements(body).and_then(|all| fronts(q.facts, head, &all));
    let found = parts.and_then(|parts| partition(q, &parts));
    found.is_some_and(|p| p.scale == 1)
}

/// Whether neighbouring threads are neighbours in the text, too. `shared`: for each statement, by its number, which loop around it the text's
/// threads share; `None`: it runs too seldom to count.
pub fn keep_neighbours(order: &Order, shared: &[Option<usize>]) -> bool {
    let Some((lane, body)) = lane(&order.code, order.outer) else {
        return false;
    };
    follows(body, lane, shared)
}

/// The variable of the innermost of so many loops around all, and what is in it.
fn lane(code: &Code, outer: usize) -> Option<(&str, &Code)> {
    match code {
        Code::For { name, body, .. } if outer == 1 => Some((name, body)),
        Code::For { body, .. } => lane(body, outer.checked_sub(1)?),
        _ => None,
    }
}

fn follows(code: &Code, lane: &str, shared: &[Option<usize>]) -> bool {
    match code {
        Code::For { body, .. } => follows(body, lane, shared),
        Code::Let { value, body, .. } => {
            multiple(value, lane) == Some(0) && follows(body, lane, shared)
        }
        Code::If { then, els, .. } => {
            let mut both = [Some(then), els.as_ref()].into_iter().flatten();
            both.all(|code| follows(code, lane, shared))
        }
        Code::Block(all) => all.iter().all(|code| follows(code, lane, shared)),
        Code::Statement(name, args) => {
            let number = name.strip_prefix('S').and_then(|n| n.parse().ok());
            let Some(at) = number.and_then(|n: usize| shared.get(n)) else {
                return false;
            };
            at.is_none_or(|at| {
                let mut args = args.iter().enumerate();
                args.all(|(k, value)| {
                    let by = multiple(value, lane);
                    by.is_some_and(|by| by.abs() == i64::from(k == at))
                })
            })
        }
    }
}

/// How much a value grows when a variable does by one. `None`: that isn't always the same, or not known.
fn multiple(value: &Value, name: &str) -> Option<i64> {
    match value {
        Value::Number(_) => Some(0),
        Value::Param(own) => Some(i64::from(own == name)),
        Value::Op(op, args) => {
            let each = args.iter().map(|v| multiple(v, name));
            let each: Vec<i64> = each.collect::<Option<_>>()?;
            match (op, each.as_slice(), args.as_slice()) {
                (Op::Add, all, _) => Some(all.iter().sum()),
                (Op::Minus, [by], _) => Some(-by),
                (Op::Sub, [a, b], _) => Some(a - b),
                (Op::Mul, [_, by], [Value::Number(n), _])
                | (Op::Mul, [by, _], [_, Value::Number(n)]) => n.checked_mul(*by),
                (_, all, _) => all.iter().all(|by| *by == 0).then_some(0),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(name: &str) -> Value {
        Value::Param(name.to_string())
    }

    fn along(i: Value, j: Value, outer: usize) -> Order {
        let inner = Code::Statement("S0".to_string(), vec![i, j]);
        let loop_ = |name: &str, body| Code::For {
            name: name.to_string(),
            from: Value::Number(0),
            cond: Value::Op(Op::Lt, vec![self::name(name), self::name("n")]),
            step: 1,
            body: Box::new(body),
        };
        let code = loop_("c0", loop_("c1", inner));
        Order { code, outer }
    }

    #[test]
    fn diagonals_keep_neighbours_and_steeper_lines_do_not() {
        let sum = |a, b| Value::Op(Op::Add, vec![a, b]);
        let minus = |a| Value::Op(Op::Minus, vec![a]);
        let twice = |a| Value::Op(Op::Mul, vec![Value::Number(2), a]);
        let (c0, c1) = (|| name("c0"), || name("c1"));
        let diagonal = || sum(minus(c0()), c1());
        assert!(keep_neighbours(&along(c1(), diagonal(), 1), &[Some(1)]));
        // By columns, as the text doesn't.
        assert!(!keep_neighbours(&along(c1(), diagonal(), 1), &[Some(0)]));
        let flat = sum(minus(c0()), twice(c1()));
        assert!(keep_neighbours(&along(c1(), flat, 1), &[Some(1)]));
        let steep = sum(c0(), twice(c1()));
        assert!(!keep_neighbours(&along(steep, minus(c1()), 1), &[Some(1)]));
        let apart = twice(c0());
        assert!(!keep_neighbours(&along(c1(), apart, 1), &[Some(1)]));
        // What runs seldom may lie anywhere.
        assert!(keep_neighbours(&along(c0(), minus(c0()), 1), &[None]));
    }

    #[test]
    fn nothing_is_around_all() {
        let order = along(name("c1"), name("c0"), 0);
        assert!(!keep_neighbours(&order, &[Some(1)]));
        let order = along(name("c1"), name("c0"), 3);
        assert!(!keep_neighbours(&order, &[Some(1)]));
    }
}
