//! Sets of iterations and of the elements that they touch, as isl reads them.
//!
//! The loops around an access are dimensions: those that two iterations have in common have one name (`s0`), the others one for each
//! instance (`a1`, `b1`). What doesn't change is a parameter (`p0`). Bounds, steps and conditions that can't be said are left out, so that a
//! set may be too large, never too small.

use super::access::{Access, Part};
use super::affine::Context;
use super::poly::{Poly, Range, Sym};
use super::quasi::{Atom, Cond, Linear, Quasi};
use super::questions;
use super::verdict::{Inexact, NotAffine};
use accrs_frontend::Unit;
use accrs_frontend::region::{BinaryOp, Canonical, Expr, LoopCmp, VarId};
use accrs_isl::{Error, Point, Set};
use indexmap::{IndexMap, IndexSet};
use std::fmt::Write;

/// An access in an iteration.
pub struct Instance<'i, 'a> {
    pub access: &'i Access<'a>,
    /// The first letter of the names of what it alone counts with.
    pub tag: char,
}

/// What a construct gives to variables that stay as they are in one of its loops.
#[derive(Default)]
pub struct Given {
    /// That they have these values.
    pub conditions: Vec<String>,
    /// It gives some of them values of which nothing is known.
    pub open: bool,
}

/// Conditions on dimensions.
pub struct Points<'p, 'a> {
    cx: &'p Context<'a>,
    /// So many of the loops around are in the same iteration for all instances.
    pub shared: usize,
    /// isl's names for what doesn't change.
    pub params: IndexMap<Atom, String>,
    conditions: Vec<String>,
    /// Nothing was left out.
    pub exact: bool,
    /// Whether loops' steps are among the conditions.
    pub steps: bool,
    /// Something is divided whose value may be too large for any signed type.
    pub divides_large: bool,
}

impl<'p, 'a> Points<'p, 'a> {
    pub fn new(cx: &'p Context<'a>, shared: usize) -> Self {
        Points {
            cx,
            shared,
            params: IndexMap::new(),
            conditions: Vec::new(),
            exact: true,
            steps: true,
            divides_large: false,
        }
    }

    pub fn unit(&self) -> &'a Unit {
        self.cx.unit
    }

    /// The same without conditions and parameters.
    pub fn afresh(&self) -> Self {
        Self::new(self.cx, self.shared)
    }

    /// What loop `k` around an access counts with.
    pub fn dim(&self, i: &Instance<'_, 'a>, k: usize) -> String {
        match k < self.shared {
            true => format!("s{k}"),
            false => format!("{}{k}", i.tag),
        }
    }

    pub fn dims(&self, i: &Instance<'_, 'a>) -> Vec<String> {
        let loops = 0..i.access.loops.len();
        loops.map(|k| self.dim(i, k)).collect()
    }

    /// That an access happens: in its loops, under its conditions.
    pub fn happens(&mut self, i: &Instance<'_, 'a>) {
        self.may_happen(i);
        self.exact &= !i.access.unsure;
    }

    /// The same, as far as its conditions are known.
    pub fn may_happen(&mut self, i: &Instance<'_, 'a>) {
        for k in 0..i.access.loops.len() {
            self.domain(i, k);
        }
        self.holds(i, &i.access.when);
    }

    /// That `name` is a value.
    pub fn equals(&mut self, i: &Instance<'_, 'a>, name: &str, value: &Quasi) {
        let cases = value.0.iter().map(|(c, l)| {
            let (value, when) = (self.linear(i, l), self.cond(i, c));
            format!("({when} and {name} = {value})")
        });
        let cases: Vec<String> = cases.collect();
        self.conditions.push(format!("({})", cases.join(" or ")));
    }

    /// What the `whole` construct gives to the parameters so far. Those are as good as any value for proofs, but what is certain for
    /// some of their values may never be, where the construct gives them others.
    pub fn given(&mut self, whole: &Context<'a>, i: &Instance<'_, 'a>) -> Given {
        let before = self.take();
        let around = i.access.loops.get(..self.shared).unwrap_or_default();
        let mut open = false;
        for (atom, name) in self.params.clone() {
            let changes = |s: &Sym| match s {
                Sym::Var(v, _) | Sym::Member(v, _) | Sym::Cast(v, _) => whole.is_written(*v),
                Sym::Behind(a, b) => whole.is_written(*a) || whole.is_written(*b),
                Sym::Distance => false,
            };
            let value = match &atom {
                Atom::Sym(s) if !changes(s) => continue,
                Atom::Product(all) if !all.iter().any(changes) => continue,
                Atom::Floor(..) => continue,
                Atom::Sym(Sym::Var(v, _)) => whole.definition(*v),
                _ => None,
            };
            match value.and_then(|e| whole.quasi(e, around)) {
                Some(value) => self.equals(i, &name, &value),
                None => open = true,
            }
        }
        let conditions = std::mem::replace(&mut self.conditions, before);
        Given { conditions, open }
    }

    pub fn condition(&mut self, text: String) {
        self.conditions.push(text);
    }

    /// The conditions so far; those to come start anew.
    pub fn take(&mut self) -> Vec<String> {
        std::mem::take(&mut self.conditions)
    }

    /// What loop `k` around an access makes of its variable.
    pub fn domain(&mut self, i: &Instance<'_, 'a>, k: usize) {
        let cx = self.cx;
        let around = &i.access.loops[..k];
        let h = i.access.loops[k];
        let vars: IndexSet<VarId> = around.iter().map(|l| l.var).collect();
        let x = Linear {
            terms: vec![(Atom::Sym(Sym::Var(h.var, 0)), 1)],
            constant: 0,
        };
        let range = cx.range(h, &vars);
        let plain = |p: &Poly| Linear::of(p, &vars).map(Quasi::linear);
        let integer = cx.unit.types.is_integer(cx.unit.var(h.var).ty);
        // Around the end of an unsigned type nothing is known but what `range` says.
        let around_end = h.cmp == LoopCmp::Ne && (range.least.is_none() || range.most.is_none());
        let open = matches!(h.cmp, LoopCmp::Lt | LoopCmp::Gt);
        let bound =
            |known: &Option<Poly>, (e, strict): (&Expr, bool), op: [BinaryOp; 2]| -> Option<Cond> {
                let x = Quasi::linear(x.clone());
                match known {
                    Some(p) => x.compare(op[0], &plain(p)?),
                    None if h.cmp == LoopCmp::Ne || !integer || e.mentions(h.var) => None,
                    None => x.compare(op[usize::from(strict)], &cx.quasi(e, around)?),
                }
            };
        let (low, high) = match h.down {
            true => ((&h.upper, open), (&h.lower, false)),
            false => ((&h.lower, false), (&h.upper, open)),
        };
        let conditions = [
            bound(&range.least, low, [BinaryOp::Ge, BinaryOp::Gt]),
            bound(&range.most, high, [BinaryOp::Le, BinaryOp::Lt]),
            step(cx, h, around, &x).filter(|c| c.is_always() || self.steps && !around_end),
        ];
        for c in conditions {
            match c {
                Some(c) => self.holds(i, &c),
                None => self.exact = false,
            }
        }
    }

    /// The values of a loop's variable, in terms of those of the loops around it.
    pub fn range_of(&self, around: &[&'a Canonical], h: &Canonical) -> Range {
        self.cx.range(h, &around.iter().map(|l| l.var).collect())
    }

    /// The last value of loop `k`'s variable, where it is a number.
    pub fn last(&self, i: &Instance<'_, 'a>, k: usize) -> Option<i128> {
        let h = i.access.loops[k];
        let range = self.cx.range(h, &IndexSet::new());
        let [least, most] = [range.least?.as_constant()?, range.most?.as_constant()?];
        let by = h.step.int_value().filter(|n| *n > 0)?;
        let steps = (most - least).div_euclid(by) * by;
        Some(if h.down { most - steps } else { least + steps })
    }

    pub fn holds(&mut self, i: &Instance<'_, 'a>, c: &Cond) {
        let text = self.cond(i, c);
        self.conditions.push(text);
    }

    /// The loop around an access that counts with a symbol.
    pub fn loop_of(&self, i: &Instance<'_, 'a>, s: &Sym) -> Option<usize> {
        match s {
            Sym::Var(v, _) => i.access.loops.iter().rposition(|l| l.var == *v),
            _ => None,
        }
    }

    fn atom(&mut self, i: &Instance<'_, 'a>, a: &Atom) -> String {
        if let Atom::Floor(l, by) = a {
            self.divides_large |= l.terms.iter().any(|(a, _)| self.is_large(i, a));
            return format!("floor(({})/{by})", self.linear(i, l));
        }
        if let Atom::Sym(s) = a
            && let Some(k) = self.loop_of(i, s)
        {
            return self.dim(i, k);
        }
        self.param(a)
    }

    /// Whether something that doesn't change is of an unsigned type with no larger signed one.
    fn is_large(&self, i: &Instance<'_, 'a>, a: &Atom) -> bool {
        let types = &self.cx.unit.types;
        let large = |s: &Sym| {
            s.ty(self.cx.unit)
                .is_none_or(|ty| types.is_unsigned(ty) && types.size_of(ty).is_none_or(|n| n >= 8))
        };
        match a {
            Atom::Sym(s) => self.loop_of(i, s).is_none() && large(s),
            Atom::Product(all) => all.iter().any(large),
            Atom::Floor(l, _) => l.terms.iter().any(|(a, _)| self.is_large(i, a)),
        }
    }

    /// The text of an expression outside of all loops, if it is linear.
    pub fn outside(&mut self, e: &Expr) -> Option<String> {
        let value = self.cx.quasi(e, &[])?;
        value.as_linear().map(|l| self.fixed(l))
    }

    /// The same, if it is a polynomial.
    pub fn poly(&self, e: &Expr) -> Option<Poly> {
        self.cx.poly(e, &IndexSet::new()).ok()
    }

    /// The text of a value in which no loop counts.
    pub fn fixed(&mut self, l: &Linear) -> String {
        let mut text = l.constant.to_string();
        for (a, n) in &l.terms {
            let _ = write!(text, " + {n}*{}", self.param(a));
        }
        text
    }

    fn param(&mut self, a: &Atom) -> String {
        let next = format!("p{}", self.params.len());
        self.params.entry(a.clone()).or_insert(next).clone()
    }

    /// The text of a value.
    pub fn linear(&mut self, i: &Instance<'_, 'a>, l: &Linear) -> String {
        let mut text = l.constant.to_string();
        for (a, n) in &l.terms {
            let atom = self.atom(i, a);
            let _ = write!(text, " + {n}*{atom}");
        }
        text
    }

    fn cond(&mut self, i: &Instance<'_, 'a>, c: &Cond) -> String {
        let mut joined = |all: &[Cond], word: &str| {
            let parts: Vec<String> = all.iter().map(|c| self.cond(i, c)).collect();
            format!("({})", parts.join(word))
        };
        match c {
            Cond::All(all) if all.is_empty() => "0 = 0".into(),
            Cond::Any(all) if all.is_empty() => "0 = 1".into(),
            Cond::All(all) => joined(all, " and "),
            Cond::Any(all) => joined(all, " or "),
            Cond::Zero(l) => format!("{} = 0", self.linear(i, l)),
            Cond::AtLeast(l) => format!("{} >= 0", self.linear(i, l)),
        }
    }

    /// The set of the points with these dimensions for which the conditions hold.
    pub fn set(
        &self,
        isl: &accrs_isl::Context,
        dims: &[String],
        conditions: &[String],
    ) -> Result<Set, Error> {
        isl.set(&self.text(dims, conditions))
    }

    /// Whether there is no such point.
    ///
    /// # Errors
    /// Why isl doesn't say.
    pub fn are_none(&self, dims: &[String], conditions: &[String]) -> Result<bool, Inexact> {
        questions::is_empty(self.text(dims, conditions))
    }

    /// One of these points, if there are any.
    ///
    /// # Errors
    /// Why isl doesn't say.
    pub fn sample(&self, dims: &[String], conditions: &[String]) -> Result<Option<Point>, Inexact> {
        let text = self.text(dims, conditions);
        questions::sample(&text, self.params.len(), dims.len())
    }

    /// The first of these points: the one to show, with the smallest numbers that are at least `least` and at most 99.
    ///
    /// # Errors
    /// Why isl doesn't say.
    pub fn first(
        &self,
        dims: &[String],
        conditions: &[String],
        least: i32,
    ) -> Result<Option<Point>, Inexact> {
        let names = self.params.values().chain(dims);
        let small = names.map(|name| format!("{least} <= {name} <= 99"));
        let all: Vec<String> = conditions.iter().cloned().chain(small).collect();
        let text = self.text(dims, &all);
        questions::first(&text, self.params.len(), dims.len())
    }

    fn text(&self, dims: &[String], conditions: &[String]) -> String {
        let (params, ranges) = self.parameters();
        let (dims, conditions) = (dims.join(", "), conditions.join(" and "));
        format!("[{params}] -> {{ [{dims}] : {ranges} and {conditions} }}")
    }

    /// The relation from the points with these dimensions, for which the conditions hold, to `target`: `a[a0 + 1]`.
    pub fn map(
        &self,
        isl: &accrs_isl::Context,
        dims: &[String],
        target: &str,
        conditions: &[String],
    ) -> Result<accrs_isl::Map, Error> {
        let (params, ranges) = self.parameters();
        let (dims, conditions) = (dims.join(", "), conditions.join(" and "));
        isl.map(&format!(
            "[{params}] -> {{ [{dims}] -> {target} : {ranges} and {conditions} }}"
        ))
    }

    /// What is known of the parameters.
    pub fn context(&self, isl: &accrs_isl::Context) -> Result<Set, Error> {
        let (params, ranges) = self.parameters();
        isl.set(&format!("[{params}] -> {{ : {ranges} }}"))
    }

    /// The parameters' names, the ranges of their types, and what is known of them.
    pub(super) fn parameters(&self) -> (String, String) {
        let names: Vec<&str> = self.params.values().map(String::as_str).collect();
        let mut ranges = vec!["0 = 0".to_string()];
        for (a, name) in &self.params {
            match a {
                Atom::Sym(s) => ranges.extend(self.range(s, name)),
                Atom::Product(all) if all.iter().all(|s| self.is_unsigned(s)) => {
                    ranges.push(format!("{name} >= 0"));
                }
                _ => {}
            }
        }
        let name = |v: VarId| self.params.get(&Atom::Sym(Sym::Var(v, 0)));
        for relation in self.cx.relations_of(|v| name(v).is_some()) {
            let mut text = relation.constant.to_string();
            for (v, n) in &relation.terms {
                name(*v)
                    .iter()
                    .for_each(|name| text.push_str(&format!(" + {n}*{name}")));
            }
            ranges.push(format!("{text} >= 0"));
        }
        (names.join(", "), ranges.join(" and "))
    }

    fn is_unsigned(&self, s: &Sym) -> bool {
        let types = &self.cx.unit.types;
        s.ty(self.cx.unit).is_some_and(|ty| types.is_unsigned(ty))
    }

    /// The values of a narrow or an unsigned type.
    fn range(&self, s: &Sym, name: &str) -> Option<String> {
        let (types, ty) = (&self.cx.unit.types, s.ty(self.cx.unit)?);
        if !types.is_integer(ty) {
            return None;
        }
        let unsigned = types.is_unsigned(ty);
        let narrow = types.size_of(ty).filter(|n| *n < 4).map(|n| 8 * n);
        Some(match (narrow, unsigned) {
            (Some(bits), true) => format!("0 <= {name} < {}", 1u64 << bits),
            (Some(bits), false) => {
                let half = 1u64 << (bits - 1);
                format!("-{half} <= {name} < {half}")
            }
            (None, true) => format!("{name} >= 0"),
            (None, false) => return None,
        })
    }
}

/// Whether no iteration of these loops, outermost first, is one in which this holds.
pub fn is_never<'a>(cx: &Context<'a>, loops: &[&'a Canonical], when: Cond) -> bool {
    let Some(access) = Access::of_iteration(cx.unit, loops, when) else {
        return false;
    };
    let mut points = Points::new(cx, 0);
    let i = Instance {
        access: &access,
        tag: 'a',
    };
    points.happens(&i);
    let (dims, conditions) = (points.dims(&i), points.take());
    points.are_none(&dims, &conditions).unwrap_or(false)
}

/// A subscript as a value by cases.
pub fn subscript(a: &Access<'_>, at: usize) -> Option<Quasi> {
    match a.parts.get(at)? {
        Part::Index(Ok(p), _) => {
            let vars: IndexSet<VarId> = a.loops.iter().map(|l| l.var).collect();
            Linear::of(p, &vars).map(Quasi::linear)
        }
        Part::Index(Err(NotAffine::Cases(_, q)), _) => Some(q.clone()),
        _ => None,
    }
}

/// That the variable is a whole number of steps from where it starts.
fn step(cx: &Context<'_>, h: &Canonical, around: &[&Canonical], x: &Linear) -> Option<Cond> {
    let by = h.step.int_value()?;
    if by == 1 {
        return Some(Cond::always());
    }
    if by < 1 {
        return None;
    }
    let first = match cx.unit.types.is_pointer(cx.unit.var(h.var).ty) {
        true => {
            let vars = around.iter().map(|l| l.var).collect();
            Quasi::linear(Linear::of(&cx.bounds(h, &vars).0?, &vars)?)
        }
        false if h.lower.mentions(h.var) => return None,
        false => cx.quasi(&h.lower, around)?,
    };
    let mut cases = Vec::new();
    for (c, from) in first.0 {
        let way = x.plus(-1, &from)?;
        let whole = Linear {
            terms: vec![(Atom::Floor(Box::new(way.clone()), by), by)],
            constant: 0,
        };
        cases.push(c.and(Cond::Zero(way.plus(-1, &whole)?)));
    }
    Some(Cond::Any(cases))
}
