//! The values that integer variables can have, by constants and types alone: what tells that a conversion to a narrower type keeps a value.
//!
//! A loop's variable lies between its bounds, and a bound that was converted to a wider type has the values of the narrower one
//! (`for (long i = 0; i < n; i++)` with an `int n`).

use super::poly::{Poly, Sym};
use accrs_frontend::Unit;
use accrs_frontend::region::{
    Canonical, Expr, ExprKind, For, LoopCmp, Stmt, Type, TypeId, VarId, Visit,
};
use std::collections::HashMap;

/// The least and the greatest value.
type Span = (i128, i128);

/// Of the variables that loops count with.
#[derive(Clone, Default)]
pub struct Spans {
    of: HashMap<VarId, Span>,
    /// The ways of pointers that loops count with; `None`: loops with one pointer go several ways.
    walks: HashMap<VarId, Option<Walk>>,
}

/// Where a pointer goes through memory.
#[derive(Clone)]
pub struct Walk {
    pub start: Expr,
    /// The bound, if that is the least value.
    pub down_to: Option<Expr>,
}

impl Walk {
    fn is_like(&self, other: &Walk) -> bool {
        let ends = match (&self.down_to, &other.down_to) {
            (Some(a), Some(b)) => a.is_like(b),
            (a, b) => a.is_none() && b.is_none(),
        };
        ends && self.start.is_like(&other.start)
    }
}

impl Spans {
    /// With those of the loops in a piece of code.
    pub fn with(mut self, unit: &Unit, code: &[&Stmt]) -> Self {
        let mut heads = Heads(Vec::new());
        code.iter().for_each(|s| heads.visit_stmt(s));
        for h in heads.0 {
            let ty = unit.var(h.var).ty;
            if unit.types.is_pointer(ty) {
                let walk = Walk {
                    start: h.lower.clone(),
                    down_to: h.down.then(|| h.upper.clone()),
                };
                let known = self.walks.entry(h.var).or_insert(Some(walk.clone()));
                *known = known.take().filter(|k| k.is_like(&walk));
            }
            let Some(one) = of_type(unit, ty).map(|ty| of_head(unit, h, ty)) else {
                continue;
            };
            let all = self.of.entry(h.var).or_insert(one);
            *all = (all.0.min(one.0), all.1.max(one.1));
        }
        self
    }

    /// The way of a pointer that loops count with.
    pub fn walk(&self, pointer: VarId) -> Option<&Walk> {
        self.walks.get(&pointer)?.as_ref()
    }

    /// Whether an integer type can hold each value of a polynomial. `inside`: variables of loops around it.
    pub fn fits(&self, unit: &Unit, p: &Poly, ty: TypeId, inside: &dyn Fn(VarId) -> bool) -> bool {
        let of = |s: &Sym| match s {
            Sym::Var(v, _) if inside(*v) => self.of.get(v).copied(),
            s => of_type(unit, s.ty(unit)?),
        };
        let values = p.terms().try_fold((0, 0), |sum: Span, (product, n)| {
            let mut term: Span = (n, n);
            for s in product {
                term = times(term, of(s)?)?;
            }
            Some((sum.0.checked_add(term.0)?, sum.1.checked_add(term.1)?))
        });
        match (values, of_type(unit, ty)) {
            (Some(v), Some(t)) => t.0 <= v.0 && v.1 <= t.1,
            _ => false,
        }
    }
}

fn times(a: Span, b: Span) -> Option<Span> {
    let mut all = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)].map(|(x, y)| x.checked_mul(y));
    all.sort_unstable();
    // One that overflows sorts first.
    Some((all[0]?, all[3]?))
}

/// What an integer type holds.
fn of_type(unit: &Unit, ty: TypeId) -> Option<Span> {
    let types = &unit.types;
    let bits = 8 * types.size_of(ty).filter(|n| *n <= 8)?;
    match types.canonical(ty) {
        _ if !types.is_integer(ty) => None,
        Type::Bool => Some((0, 1)),
        _ if types.is_unsigned(ty) => Some((0, (1 << bits) - 1)),
        _ => Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1)),
    }
}

/// What an expression can be, before it was converted to a type that holds all of that.
fn of_bound(unit: &Unit, e: &Expr) -> Option<Span> {
    if let Some(n) = e.int_value() {
        return Some((n, n));
    }
    let own = of_type(unit, e.ty)?;
    if let ExprKind::Cast { operand, .. } = &e.kind
        && let Some(narrow) = of_bound(unit, operand)
        && own.0 <= narrow.0
        && narrow.1 <= own.1
    {
        return Some(narrow);
    }
    Some(own)
}

/// The values of a loop's variable in its body: all of its type where it may run around the end of that. A signed one may not, so
/// it meets the bound that it must not reach.
fn of_head(unit: &Unit, h: &Canonical, ty: Span) -> Span {
    let ends = (of_bound(unit, &h.lower), of_bound(unit, &h.upper));
    let around = h.cmp == LoopCmp::Ne && ty.0 == 0;
    let (Some(from), Some(to), false) = (ends.0, ends.1, around) else {
        return ty;
    };
    let open = i128::from(!matches!(h.cmp, LoopCmp::Le | LoopCmp::Ge));
    let found = match h.down {
        true => (to.0 + open, from.1),
        false => (from.0, to.1 - open),
    };
    (found.0.max(ty.0), found.1.min(ty.1))
}

struct Heads<'a>(Vec<&'a Canonical>);

impl<'a> Visit<'a> for Heads<'a> {
    fn visit_for(&mut self, l: &'a For) {
        self.0.extend(&l.canonical);
        self.walk_for(l);
    }
}
