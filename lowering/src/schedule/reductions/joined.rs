//! Several parts of one variable in the reductions of one loop or construct: a thread has one copy, which spans them all.
//!
//! The variable has one name, and so one copy. Parts that follow each other, with one operator, are one part. Others keep their bounds
//! within the copy ([`Reduction::pieces`]), so that what lies between is neither read nor written.

use super::super::planner::Planner;
use crate::make::{binary, cast, int};
use crate::plan::{Combining, Part, Piece, Reduction};
use accrs_frontend::Unit;
use accrs_frontend::directive::{DataRef, Section};
use accrs_frontend::region::{BinaryOp, Expr, ExprKind, VarId};
use indexmap::IndexMap;

/// The reductions with those of one variable joined.
pub fn all(p: &mut Planner<'_>, reductions: Vec<Reduction>) -> Vec<Reduction> {
    let mut by_var: IndexMap<VarId, Vec<Reduction>> = IndexMap::new();
    for r in reductions {
        by_var.entry(r.var).or_default().push(r);
    }
    let joined = by_var.into_values().map(|mut parts| match parts.len() {
        1 => parts.remove(0),
        _ => one(p, parts),
    });
    joined.collect()
}

/// Likewise, of clauses of several loops, which may name the same elements.
pub fn of_loops(p: &mut Planner<'_>, reductions: Vec<Reduction>) -> Vec<Reduction> {
    let constant = |r: &Reduction| match &r.part {
        Part::Whole => true,
        Part::Elements { lower, length, .. } => {
            lower.int_value().is_some() && length.int_value().is_some()
        }
    };
    for (i, r) in reductions.iter().enumerate() {
        let other = reductions[..i].iter().find(|o| o.var == r.var);
        if let Some(o) = other.filter(|o| !constant(o) || !constant(r)) {
            let what = format!(
                "reductions of '{}' and '{}' in one loop around, which may have elements in common,",
                o.text, r.text
            );
            p.not_supported(r.span, what);
        }
    }
    all(p, reductions)
}

/// One reduction of all these parts.
fn one(p: &mut Planner<'_>, parts: Vec<Reduction>) -> Reduction {
    let (unit, first) = (p.unit, parts[0].clone());
    let mut bounds = Vec::new();
    for r in &parts {
        let Part::Elements { lower, length, .. } = &r.part else {
            let what = format!("a reduction of '{}' and of parts of it", r.text);
            p.not_supported(r.span, what);
            return first;
        };
        bounds.push((lower.clone(), add(unit, lower, length)));
    }
    let (mut lower, mut end) = bounds[0].clone();
    for (l, e) in &bounds[1..] {
        lower = extreme(unit, BinaryOp::Lt, lower, l.clone());
        end = extreme(unit, BinaryOp::Gt, end, e.clone());
    }
    let mut text = first.text.clone();
    for r in &parts[1..] {
        text.push_str(", ");
        if r.op != first.op {
            text.push_str(&format!("{}:", r.op.symbol()));
        }
        text.push_str(&r.text);
    }
    let merged = merged(p, &parts, &bounds);
    let rows = rows(&parts).filter(|_| merged.as_ref().is_some_and(|all| all.len() == 1));
    let pieces = match (merged, &rows) {
        (Some(_), Some(_)) => Vec::new(),
        (Some(all), None) => {
            let start = lower.int_value().unwrap_or(0);
            let at = |n: i128| int(unit, n - start);
            all.into_iter()
                .map(|(from, end, how)| Piece {
                    how,
                    from: at(from),
                    end: at(end),
                })
                .collect()
        }
        (None, _) => parts
            .iter()
            .zip(&bounds)
            .map(|(r, (from, to))| Piece {
                how: r.combining(),
                from: less(unit, from, &lower),
                end: less(unit, to, &lower),
            })
            .collect(),
    };
    let Part::Elements {
        elem, rows: own, ..
    } = &first.part
    else {
        return first;
    };
    let part = Part::Elements {
        elem: *elem,
        length: less(unit, &end, &lower),
        lower,
        rows: rows.unwrap_or_else(|| own.clone()),
    };
    Reduction {
        part,
        pieces,
        text,
        ..first
    }
}

/// Constant parts in their order, those with one operator that meet as one.
fn merged(
    p: &mut Planner<'_>,
    parts: &[Reduction],
    bounds: &[(Expr, Expr)],
) -> Option<Vec<(i128, i128, Combining)>> {
    let all = parts.iter().zip(bounds);
    let all = all.map(|(r, (l, e))| Some((l.int_value()?, e.int_value()?, r.combining())));
    let mut all: Vec<(i128, i128, Combining)> = all.collect::<Option<_>>()?;
    all.sort_by_key(|(from, end, _)| (*from, *end));
    let mut out: Vec<(i128, i128, Combining)> = Vec::new();
    for (from, end, how) in all {
        match out.last_mut() {
            Some(last) if last.2 == how && from <= last.1 => last.1 = last.1.max(end),
            Some(last) if from < last.1 => {
                let what = format!(
                    "elements of '{}' in reductions with two operators",
                    parts[0].text
                );
                p.not_supported(parts[0].span, what);
            }
            _ => out.push((from, end, how)),
        }
    }
    Some(out)
}

/// The constant rows that hold these parts.
fn rows(parts: &[Reduction]) -> Option<Box<(Expr, Expr)>> {
    let mut all = parts.iter().map(|r| match &r.part {
        Part::Elements { rows, .. } => {
            let (first, count) = (rows.0.int_value()?, rows.1.int_value()?);
            Some((&rows.0, first, first + count))
        }
        Part::Whole => None,
    });
    let mut least = all.next()??;
    for row in all {
        let (at, first, end) = row?;
        if first < least.1 {
            (least.0, least.1) = (at, first);
        }
        least.2 = least.2.max(end);
    }
    let (at, first, end) = least;
    let count = number(&parts[0], end - first)?;
    Some(Box::new((at.clone(), count)))
}

fn number(r: &Reduction, n: i128) -> Option<Expr> {
    let Part::Elements { length, .. } = &r.part else {
        return None;
    };
    let value = u128::try_from(n).ok()?;
    let text = value.to_string();
    let kind = ExprKind::IntLit { value, text };
    Some(Expr::new(kind, length.ty, length.span))
}

fn signed(unit: &Unit, e: &Expr) -> Expr {
    let long = unit.types.long();
    match unit.types.canonical_id(e.ty) == long {
        true => e.clone(),
        false => cast(false, long, e.clone()),
    }
}

fn add(unit: &Unit, a: &Expr, b: &Expr) -> Expr {
    match (a.int_value(), b.int_value()) {
        (Some(a), Some(b)) => int(unit, a + b),
        _ => binary(
            BinaryOp::Add,
            signed(unit, a),
            signed(unit, b),
            unit.types.long(),
        ),
    }
}

fn less(unit: &Unit, a: &Expr, b: &Expr) -> Expr {
    match (a.int_value(), b.int_value()) {
        (Some(a), Some(b)) => int(unit, a - b),
        (_, Some(0)) => a.clone(),
        _ => binary(
            BinaryOp::Sub,
            signed(unit, a),
            signed(unit, b),
            unit.types.long(),
        ),
    }
}

/// The one of two numbers that compares so with the other.
fn extreme(unit: &Unit, op: BinaryOp, a: Expr, b: Expr) -> Expr {
    if let (Some(x), Some(y)) = (a.int_value(), b.int_value()) {
        let first = if op == BinaryOp::Gt { x >= y } else { x <= y };
        return if first { a } else { b };
    }
    let (long, span) = (unit.types.long(), a.span);
    let (a, b) = (signed(unit, &a), signed(unit, &b));
    let cond = binary(op, a.clone(), b.clone(), unit.types.int());
    let kind = ExprKind::Conditional(Box::new(cond), Some(Box::new(a)), Box::new(b));
    Expr::new(kind, long, span)
}

/// Whether the elements of one reduction are among those of another one, for certain.
pub fn covers(outer: &Reduction, inner: &Reduction) -> bool {
    if outer.var != inner.var {
        return false;
    }
    let (
        Part::Elements { lower, length, .. },
        Part::Elements {
            lower: l,
            length: n,
            ..
        },
    ) = (&outer.part, &inner.part)
    else {
        return matches!(outer.part, Part::Whole);
    };
    let like = |a: &Expr, b: &Expr| {
        a.is_like(b) || a.int_value().is_some() && a.int_value() == b.int_value()
    };
    let among =
        |from: Option<i128>, end: Option<i128>| match (from, end, l.int_value(), n.int_value()) {
            (Some(from), Some(end), Some(l), Some(n)) => from <= l && l + n <= end,
            _ => false,
        };
    if outer.pieces.is_empty() {
        let end = lower
            .int_value()
            .zip(length.int_value())
            .map(|(l, n)| l + n);
        return like(lower, l) && like(length, n) || among(lower.int_value(), end);
    }
    let base = lower.int_value();
    outer.pieces.iter().any(|piece| {
        let at = |e: &Expr| base.zip(e.int_value()).map(|(b, e)| b + e);
        among(at(&piece.from), at(&piece.end))
    }) || outer.text == inner.text
}

/// Refuses a reduction of other elements than a loop around reduces of the same variable: the variable's name stands for that loop's copy.
pub fn check_around(p: &mut Planner<'_>, r: &Reduction, outer: &[Reduction]) {
    let around = outer.iter().find(|o| o.var == r.var);
    let Some(o) = around.filter(|o| !covers(o, r)) else {
        return;
    };
    let what = format!(
        "the reduction of '{}' in a loop around which '{}' is reduced",
        r.text, o.text
    );
    p.not_supported(r.span, what);
}

/// The section from the first to the last of several parts of a pointer's or an array's elements.
pub fn spanning(unit: &Unit, parts: &[&DataRef<Expr>]) -> Option<DataRef<Expr>> {
    let [first, rest @ ..] = parts else {
        return None;
    };
    if rest.is_empty() {
        return None;
    }
    let of = |r: &DataRef<Expr>| match r.sections.first()? {
        Section::Element(e) => Some((e.clone(), add(unit, e, &int(unit, 1)))),
        Section::Range { lower, length } => {
            let lower = lower.clone().unwrap_or_else(|| int(unit, 0));
            let end = add(unit, &lower, length.as_ref()?);
            Some((lower, end))
        }
    };
    let (mut lower, mut end) = of(first)?;
    for r in rest {
        let (l, e) = of(r)?;
        lower = extreme(unit, BinaryOp::Lt, lower, l);
        end = extreme(unit, BinaryOp::Gt, end, e);
    }
    let length = Some(less(unit, &end, &lower));
    let lower = Some(lower);
    Some(DataRef {
        sections: vec![Section::Range { lower, length }],
        ..(*first).clone()
    })
}
