//! Footprints: the part of a pointer's target that a construct touches, as bounds that the
//! host can evaluate before it.

use super::access::{Access, Part};
use super::affine::Context;
use super::facts::Facts;
use super::poly::{self, Poly, Range, Sym, bound_where};
use super::reached::Reached;
use super::show;
use super::verdict::Unbounded;
use accrs_frontend::Unit;
use accrs_frontend::region::{BinaryOp, Expr, ExprKind, IntKind, Type, TypeId, VarId};
use accrs_frontend::source::Span;
use indexmap::IndexSet;

/// Elements `[lower, upper)`, by candidates: the least and the greatest of them hold.
#[derive(Debug)]
pub struct Footprint {
    pub lower: Vec<Expr>,
    pub upper: Vec<Expr>,
    pub elem: TypeId,
    /// In words, from what: "reads A[i*m + j], 1 <= i < n - 1".
    pub words: String,
    /// Some of it is written.
    pub written: bool,
    /// The conditions under all of which the first and the last of the elements are used for certain; `None`: that
    /// can't be told.
    pub exact: Option<Vec<Expr>>,
}

/// The footprint of what `var` points to in a piece of code. `evaluable`: can the host evaluate it? `own`: what lies
/// behind further pointers (`s->p[i]`) is somebody else's matter.
pub fn of_pointer(
    facts: &Facts<'_>,
    var: VarId,
    own: bool,
    evaluable: &dyn Fn(&Expr) -> bool,
) -> Result<Footprint, Unbounded> {
    let (unit, cx, found) = (facts.unit, facts.context(), facts.accesses());
    // An access by another pointer that was made from this one has no subscript of this one.
    let used = facts.uses();
    let other = |a: &&Access<'_>| a.root != var && used.sources(a.root).contains(&var);
    if let Some(a) = found.found.iter().find(other).filter(|_| !own) {
        return Err(Unbounded::Derived(a.touch()));
    }
    let mut out: Option<Footprint> = None;
    let (mut least_of, mut end_of) = (Vec::new(), Vec::new());
    let mut chosen: Vec<BySign> = Vec::new();
    let mut reached = Reached::new(unit, &facts.code, evaluable);
    let mut words: Vec<String> = Vec::new();
    for a in found.found.iter().filter(|a| a.root == var) {
        let [Part::Deref, Part::Index(index, elem), rest @ ..] = a.parts.as_slice() else {
            return Err(Unbounded::NoSubscript(a.touch()));
        };
        let further = rest.iter().any(|p| matches!(p, Part::Deref));
        if further && !own {
            return Err(Unbounded::Further(a.touch()));
        }
        let index = index
            .as_ref()
            .map_err(|e| Unbounded::NotAffine(a.touch(), e.clone()))?;
        // A struct that the host itself reaches through the pointer is there, whatever the condition.
        if a.guarded && !(own && index.as_constant() == Some(0)) {
            return Err(Unbounded::Guarded(a.touch()));
        }
        let found = extremes(cx, a, index).ok_or_else(|| Unbounded::Loops(a.touch()))?;
        reached.add(a, &found);
        match found {
            Extremes::Known { least, end, facts } => {
                least_of.push((least, facts.clone()));
                end_of.push((end, facts));
            }
            Extremes::BySign(by_sign) if !chosen.contains(&by_sign) => chosen.push(by_sign),
            Extremes::BySign(_) => {}
        }
        note(unit, a, &mut words);
        let all = out.get_or_insert(Footprint {
            lower: Vec::new(),
            upper: Vec::new(),
            elem: *elem,
            words: String::new(),
            written: false,
            exact: None,
        });
        all.written |= a.write && !further;
    }
    let mut out = out.ok_or(Unbounded::Elsewhere)?;
    let int = long(unit, var);
    let (least_of, end_of) = (undominated(&least_of, false), undominated(&end_of, true));
    out.exact = reached.both_ends(&least_of, &end_of, &chosen);
    let build = |list: &[Poly]| -> Result<Vec<Expr>, Unbounded> {
        let mut exprs = Vec::new();
        for p in list {
            let e = expression(p, unit, int).filter(|e| evaluable(e));
            exprs.push(e.ok_or(Unbounded::NotBefore)?);
        }
        Ok(exprs)
    };
    out.lower = build(&least_of)?;
    out.upper = build(&end_of)?;
    for by_sign in &chosen {
        for (cases, list) in [
            (&by_sign.least, &mut out.lower),
            (&by_sign.end, &mut out.upper),
        ] {
            let e = conditional(&by_sign.coefficient, cases, unit, int).filter(|e| evaluable(e));
            list.push(e.ok_or(Unbounded::NotBefore)?);
        }
    }
    out.words = words.join("; ");
    Ok(out)
}

/// The first subscript over the loops around an access, and the one behind the last.
pub(super) enum Extremes {
    Known {
        least: Poly,
        end: Poly,
        facts: poly::Facts,
    },
    BySign(BySign),
}

/// They depend on the sign of a row's length: `a[i*nx + j]` where nothing says that `nx` is positive.
#[derive(Clone, PartialEq)]
pub(super) struct BySign {
    coefficient: Poly,
    /// Where the coefficient is at least 0, and where it is less.
    least: [Poly; 2],
    end: [Poly; 2],
}

fn extremes(cx: &Context<'_>, a: &Access<'_>, index: &Poly) -> Option<Extremes> {
    let mut seen: IndexSet<VarId> = IndexSet::new();
    let mut ranges: Vec<Range> = Vec::new();
    for l in &a.loops {
        ranges.push(cx.range(l, &seen));
        seen.insert(l.var);
    }
    let facts = cx.facts(&ranges, std::iter::once(index));
    ranges.reverse();
    let free = |p: &Poly| {
        !p.syms()
            .any(|s| matches!(s, Sym::Var(v, _) if seen.contains(v)))
    };
    let mut open: Option<Poly> = None;
    let mut with = |negative: bool, most: bool| -> Option<Poly> {
        let mut sign = |c: &Poly| match &open {
            Some(known) => (known == c).then_some(negative),
            None if free(c) => {
                open = Some(c.clone());
                Some(negative)
            }
            None => None,
        };
        let p = bound_where(index, &ranges, &facts, most, &mut sign)?;
        let p = if most { p.add_constant(1)? } else { p };
        free(&p).then_some(p)
    };
    let (least, end) = (with(false, false)?, with(false, true)?);
    let (low, high) = (with(true, false)?, with(true, true)?);
    Some(match open {
        None => Extremes::Known { least, end, facts },
        Some(coefficient) => Extremes::BySign(BySign {
            coefficient,
            least: [least, low],
            end: [end, high],
        }),
    })
}

/// `coefficient < 0 ? second : first`
fn conditional(coefficient: &Poly, cases: &[Poly; 2], unit: &Unit, ty: TypeId) -> Option<Expr> {
    let e = |kind| Expr::new(kind, ty, Span::default());
    let [first, second] = cases;
    let part = |p: &Poly| expression(p, unit, ty).map(Box::new);
    let zero = part(&Poly::default())?;
    let below = e(ExprKind::Binary(BinaryOp::Lt, part(coefficient)?, zero));
    Some(e(ExprKind::Conditional(
        Box::new(below),
        Some(part(second)?),
        part(first)?,
    )))
}

/// Drops candidates that another one always covers, given what is known where they arise.
fn undominated(list: &[(Poly, poly::Facts)], most: bool) -> Vec<Poly> {
    let covers = |q: &Poly, p: &Poly, facts: &poly::Facts| {
        q.minus(p).is_some_and(|d| {
            if most {
                d.is_at_least(0, facts)
            } else {
                d.is_at_most(0, facts)
            }
        })
    };
    let mut out: Vec<(Poly, &poly::Facts)> = Vec::new();
    for (p, facts) in list {
        if out.iter().any(|(q, _)| covers(q, p, facts)) {
            continue;
        }
        out.retain(|(q, known)| !covers(p, q, known));
        out.push((p.clone(), facts));
    }
    out.into_iter().map(|(p, _)| p).collect()
}

fn note(unit: &Unit, a: &Access<'_>, words: &mut Vec<String>) {
    if words.len() >= 2 {
        if words.len() == 2 {
            words.push("...".into());
        }
        return;
    }
    let verb = if a.write { "writes" } else { "reads" };
    let loops: Vec<String> = a.loops.iter().map(|h| show::interval(unit, h)).collect();
    let text = format!(
        "{verb} {}{}{}",
        show::touch(unit, &a.touch()),
        if loops.is_empty() { "" } else { ", " },
        loops.join(", ")
    );
    if !words.contains(&text) {
        words.push(text);
    }
}

/// The type that bounds are computed in.
fn long(unit: &Unit, var: VarId) -> TypeId {
    let find = |k| {
        let at = unit.types.types.get_index_of(&Type::Int(k));
        at.map(|i| TypeId(i as u32))
    };
    find(IntKind::Long)
        .or(find(IntKind::ULong))
        .or(find(IntKind::Int))
        .unwrap_or(unit.var(var).ty)
}

/// A polynomial as C.
fn expression(p: &Poly, unit: &Unit, ty: TypeId) -> Option<Expr> {
    let e = |kind| Expr::new(kind, ty, Span::default());
    let literal = |n: i128| {
        let value = u128::try_from(n).ok()?;
        Some(e(ExprKind::IntLit {
            value,
            text: n.to_string(),
        }))
    };
    let mut sum: Option<Expr> = None;
    // Products first, the constant last: n*m - 1.
    let mut terms: Vec<(&[Sym], i128)> = p.terms().collect();
    terms.sort_by_key(|(m, n)| (std::cmp::Reverse(*n > 0), std::cmp::Reverse(m.len())));
    for (m, n) in terms {
        let mut product: Option<Expr> = None;
        for s in m {
            let Sym::Var(v, 0) = s else { return None };
            let var = Expr::new(ExprKind::Var(*v), unit.var(*v).ty, Span::default());
            // In the type of bounds, so that a product can't overflow where the sum would not.
            let var = if unit.types.canonical_id(var.ty) == unit.types.canonical_id(ty) {
                var
            } else {
                e(ExprKind::Cast {
                    implicit: true,
                    operand: Box::new(var),
                })
            };
            product = Some(match product {
                None => var,
                Some(p) => e(ExprKind::Binary(BinaryOp::Mul, Box::new(p), Box::new(var))),
            });
        }
        let size = n.checked_abs()?;
        let term = match product {
            None => literal(size)?,
            Some(p) if size == 1 => p,
            Some(p) => e(ExprKind::Binary(
                BinaryOp::Mul,
                Box::new(literal(size)?),
                Box::new(p),
            )),
        };
        sum = Some(match sum {
            None if n < 0 => e(ExprKind::Unary(
                accrs_frontend::region::UnaryOp::Minus,
                Box::new(term),
            )),
            None => term,
            Some(s) => {
                let op = if n < 0 { BinaryOp::Sub } else { BinaryOp::Add };
                e(ExprKind::Binary(op, Box::new(s), Box::new(term)))
            }
        });
    }
    sum.or_else(|| literal(0))
}
