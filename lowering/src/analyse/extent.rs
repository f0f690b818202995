//! The exact footprint of a pointer whose accesses stand under conditions, or in loops whose bounds depend on each other: the hull
//! of all that is touched, from isl, as an expression that the host evaluates.

use super::access::{Access, Part};
use super::facts::Facts;
use super::points::{Instance, Points, subscript};
use super::poly::{Poly, Sym};
use super::quasi::{Atom, Linear};
use super::questions::ask;
use super::{uses, values};
use accrs_frontend::Unit;
use accrs_frontend::region::{Canonical, Expr, TypeId};
use accrs_isl::{Hull, Op, Value};
use indexmap::{IndexMap, IndexSet};

/// An expression with more parts than this isn't worth having.
const MOST_PARTS: usize = 60;

/// Elements `[lower, upper)`.
pub struct Extent {
    pub lower: Expr,
    pub upper: Expr,
}

/// Whether bounds that are taken loop by loop may be wider than what an access touches.
pub fn is_irregular(unit: &Unit, a: &Access<'_>) -> bool {
    let depends = |e: &Expr| {
        let used = uses::of_expr(unit, e);
        a.loops.iter().any(|l| used.get(l.var).is_some())
    };
    a.guarded
        || a.loops
            .iter()
            .any(|l| depends(&l.lower) || depends(&l.upper) || goes_beyond(a, l))
}

/// Whether a subscript may be behind a loop's bound, but for the loop's step: `a[i + 1]` with steps of two.
fn goes_beyond(a: &Access<'_>, l: &Canonical) -> bool {
    let own = Poly::sym(Sym::Var(l.var, 0));
    let stepped = l.step.int_value().is_some_and(|n| n > 1);
    let other = |at: &Poly| *at != own && at.syms().any(|s| *s == Sym::Var(l.var, 0));
    stepped && a.parts.get(1).and_then(Part::element).is_some_and(other)
}

/// Whether two accesses are to one element, in the same iterations as far as their conditions are known.
fn is_same(a: &Access<'_>, b: &Access<'_>) -> bool {
    let in_same = a.loops.len() == b.loops.len()
        && a.loops
            .iter()
            .zip(&b.loops)
            .all(|(a, b)| std::ptr::eq(*a, *b));
    in_same && a.when == b.when && subscript(a, 1).is_some_and(|at| subscript(b, 1) == Some(at))
}

/// The hull of what these accesses by one pointer touch. `plain`: the least subscripts and the ends that were found loop by
/// loop, if they were. `None`: isl can't tell, or `plain` is no wider wherever the loops run whose bounds don't depend on others.
pub fn exact<'a>(
    facts: &Facts<'a>,
    all: &[&Access<'a>],
    plain: Option<(&[Poly], &[Poly])>,
    ty: TypeId,
) -> Option<Extent> {
    // A condition that isn't known may be what keeps the subscripts within the memory, unless the iteration uses the element anyway.
    let of_all = all.iter().copied();
    let (unsure, sure): (Vec<&Access<'a>>, Vec<_>) = of_all.partition(|a| a.guarded && a.unsure);
    if !unsure.iter().all(|a| sure.iter().any(|b| is_same(a, b))) {
        return None;
    }
    let mut touched = Touched::of(facts, &sure)?;
    let hull = match plain {
        Some((least, end)) if touched.is_covered(least, end)? => return None,
        _ => touched.hull()?,
    };
    let unit = facts.unit;
    let made = Made {
        unit,
        ty,
        params: &touched.points.params,
    };
    made.extent(&hull)
}

/// The elements that accesses touch.
struct Touched<'t, 'a> {
    points: Points<'t, 'a>,
    /// For each access: the names of its loops, and what must hold for element `e`.
    all: Vec<(Vec<String>, Vec<String>)>,
    /// That the loops have iterations whose bounds don't depend on others.
    entered: IndexSet<String>,
}

impl<'t, 'a> Touched<'t, 'a> {
    fn of(facts: &'t Facts<'a>, all: &[&Access<'a>]) -> Option<Self> {
        let mut points = Points::new(facts.context(), 0);
        // A bound ends what a loop's own variable selects, with steps too, and is easier to read and to compute.
        let beyond = |a: &&Access<'_>| a.loops.iter().any(|l| goes_beyond(a, l));
        points.steps = all.iter().any(beyond);
        let mut touched = Touched {
            points,
            all: Vec::new(),
            entered: IndexSet::new(),
        };
        for access in all {
            let i = Instance { access, tag: 'a' };
            let points = &mut touched.points;
            points.happens(&i);
            points.equals(&i, "e", &subscript(access, 1)?);
            touched.all.push((points.dims(&i), points.take()));
            for (k, l) in access.loops.iter().enumerate() {
                let used = [&l.lower, &l.upper].map(|e| uses::of_expr(facts.unit, e));
                let depends = access
                    .loops
                    .iter()
                    .any(|l| used.iter().any(|u| u.get(l.var).is_some()));
                touched.points.domain(&i, k);
                let domain = touched.points.take().join(" and ");
                if !depends {
                    let name = touched.points.dim(&i, k);
                    touched
                        .entered
                        .insert(format!("(exists {name} : {domain})"));
                }
            }
        }
        // The host computes with signed numbers.
        (!touched.points.divides_large).then_some(touched)
    }

    /// That `e` is among the elements.
    fn holds(&self) -> String {
        let each = self.all.iter().map(|(dims, conditions)| {
            let conditions = conditions.join(" and ");
            match dims.as_slice() {
                [] => format!("({conditions})"),
                dims => format!("(exists {} : {conditions})", dims.join(", ")),
            }
        });
        format!("({})", each.collect::<Vec<_>>().join(" or "))
    }

    /// Whether each element between these bounds has touched ones on both sides, where the loops run.
    fn is_covered(&mut self, least: &[Poly], end: &[Poly]) -> Option<bool> {
        let nothing = IndexSet::new();
        let mut bounds = |all: &[Poly], op: &str| -> Option<String> {
            let each = all.iter().map(|p| {
                let value = self.points.fixed(&Linear::of(p, &nothing)?);
                Some(format!("b {op} {value}"))
            });
            Some(format!(
                "({})",
                each.collect::<Option<Vec<_>>>()?.join(" or ")
            ))
        };
        let mut within = vec![bounds(least, ">=")?, bounds(end, "<")?];
        within.extend(self.entered.iter().cloned());
        let side = |op: &str| format!("(exists e : {} and e {op} b)", self.holds());
        let (b, below, above) = (["b".to_string()], [side("<=")], [side(">=")]);
        let wider = ask(|isl| {
            let set = |conditions: &[String]| self.points.set(isl, &b, conditions);
            let all = set(&within)?;
            let low = all.clone().subtract(set(&below)?)?.is_empty()?;
            Ok(low && all.subtract(set(&above)?)?.is_empty()?)
        });
        wider.ok()
    }

    fn hull(&self) -> Option<Hull> {
        let (dims, holds) = (["e".to_string()], [self.holds()]);
        let points = &self.points;
        ask(|isl| points.set(isl, &dims, &holds)?.hull(&points.context(isl)?)).ok()
    }
}

/// Makes expressions of isl's.
struct Made<'m> {
    unit: &'m Unit,
    ty: TypeId,
    params: &'m IndexMap<Atom, String>,
}

impl Made<'_> {
    fn extent(&self, hull: &Hull) -> Option<Extent> {
        if parts(&hull.least) + parts(&hull.most) + parts(&hull.when) > MOST_PARTS {
            return None;
        }
        let whole = |v: Value| match is_true(&hull.when) || v == Value::Number(0) {
            true => v,
            false => Value::Op(Op::Cond, vec![hull.when.clone(), v, Value::Number(0)]),
        };
        Some(Extent {
            lower: self.expr(&whole(hull.least.clone()))?,
            upper: self.expr(&whole(behind(&hull.most)))?,
        })
    }

    fn expr(&self, v: &Value) -> Option<Expr> {
        values::expr(v, self.unit, self.ty, &|name| {
            values::param(self.params, name, self.unit, self.ty)
        })
    }
}

/// How many parts an expression has.
fn parts(v: &Value) -> usize {
    match v {
        Value::Op(_, args) => 1 + args.iter().map(parts).sum::<usize>(),
        _ => 1,
    }
}

fn is_true(v: &Value) -> bool {
    match v {
        Value::Number(n) => *n != 0,
        Value::Op(Op::Or, args) => args.iter().any(is_true),
        Value::Op(Op::And, args) => args.iter().all(is_true),
        _ => false,
    }
}

/// The element behind one.
fn behind(v: &Value) -> Value {
    match v {
        Value::Number(n) => Value::Number(n + 1),
        Value::Op(Op::Sub, args) => match args.as_slice() {
            [a, Value::Number(1)] => a.clone(),
            [a, Value::Number(n)] => Value::Op(Op::Sub, vec![a.clone(), Value::Number(n - 1)]),
            _ => plus_one(v),
        },
        Value::Op(Op::Add, args) => match args.as_slice() {
            [a, Value::Number(n)] => Value::Op(Op::Add, vec![a.clone(), Value::Number(n + 1)]),
            _ => plus_one(v),
        },
        Value::Op(Op::Cond, args) => match args.as_slice() {
            [c, a, b] => Value::Op(Op::Cond, vec![c.clone(), behind(a), behind(b)]),
            _ => plus_one(v),
        },
        _ => plus_one(v),
    }
}

fn plus_one(v: &Value) -> Value {
    Value::Op(Op::Add, vec![v.clone(), Value::Number(1)])
}
