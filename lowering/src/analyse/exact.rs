//! Two accesses and a loop, asked exactly: do two different iterations of the loop touch the same element?
//!
//! The question is a set of integer points, one for each pair of iterations that meet: the loops around and what counts in them,
//! the two iterations of the loop itself, what the loops inside count with in each of them, and the element. isl says
//! whether it is empty, or names a point. Bounds, steps and conditions that aren't known are left out, so the set may be too large,
//! never too small.

use super::access::{Access, Part};
use super::affine::Context;
use super::poly::{Poly, Sym};
use super::quasi::{Atom, Cond, Linear, Quasi};
use super::verdict::{Inexact, Meeting, NotAffine};
use accrs_frontend::region::{BinaryOp, Canonical, Expr, LoopCmp, VarId};
use accrs_isl::Error;
use indexmap::{IndexMap, IndexSet};
use std::fmt::Write;

/// isl's operations for one question: some hundredths of a second.
const LIMIT: u64 = 300_000;

thread_local! {
    static ISL: Result<accrs_isl::Context, accrs_isl::Error> = accrs_isl::Context::new(LIMIT);
}

/// Whether accesses meet.
pub enum Answer {
    Never,
    /// They do in a point of the set. `certain`: the set is exact, and they do so wherever the loops have iterations enough.
    Meet {
        certain: bool,
        at: Meeting,
    },
}

/// The loop and the two accesses of a question.
pub struct Pair<'p, 'a> {
    pub cx: &'p Context<'a>,
    pub a: &'p Access<'a>,
    pub b: &'p Access<'a>,
    /// The loop's place among the loops around the accesses.
    pub head: usize,
    /// Places of the subscripts that must be equal.
    pub dims: &'p [usize],
    /// Equal subscripts mean the same memory.
    pub exact: bool,
}

/// One of the two accesses, in one of the two iterations.
struct Instance<'i, 'a> {
    access: &'i Access<'a>,
    /// The first letter of the names of what it alone counts with.
    tag: char,
}

/// The text of the set.
struct Question<'i, 'a> {
    pair: &'i Pair<'i, 'a>,
    /// isl's names for what doesn't change.
    params: IndexMap<Atom, String>,
    dims: IndexSet<String>,
    conditions: Vec<String>,
    /// Nothing was left out.
    exact: bool,
    /// A condition or the difference of two subscripts depends on parameters.
    parametric: bool,
}

impl Pair<'_, '_> {
    /// # Errors
    /// Why there is no answer.
    pub fn ask(&self) -> Result<Answer, Inexact> {
        ISL.with(|isl| {
            let isl = isl.as_ref().map_err(|e| Inexact::Without(e.to_string()))?;
            let question = Question::new(self);
            question.asked_of(isl).map_err(|e| match e {
                Error::Limit => Inexact::Limit,
                e => Inexact::Without(e.to_string()),
            })
        })
    }
}

impl<'i, 'a> Question<'i, 'a> {
    fn new(pair: &'i Pair<'i, 'a>) -> Self {
        let mut question = Question {
            pair,
            params: IndexMap::new(),
            dims: IndexSet::new(),
            conditions: Vec::new(),
            exact: pair.exact,
            parametric: false,
        };
        question.build();
        question
    }

    fn asked_of(&self, isl: &accrs_isl::Context) -> Result<Answer, Error> {
        isl.reset();
        let (params, dims) = (self.params.len(), self.dims.len());
        let text = self.text();
        let set = isl.set(&text);
        debug_assert!(!matches!(set, Err(Error::Refused(_))), "{text}");
        let Some(point) = set?.sample(params, dims)? else {
            return Ok(Answer::Never);
        };
        let near = isl.set(&self.near()).and_then(|s| s.sample(params, dims));
        let point = near.ok().flatten().unwrap_or(point);
        Ok(Answer::Meet {
            certain: self.exact && !self.parametric,
            at: self.meeting(&point),
        })
    }

    fn build(&mut self) {
        let pair = self.pair;
        let a = Instance {
            access: pair.a,
            tag: 'a',
        };
        let b = Instance {
            access: pair.b,
            tag: 'b',
        };
        for one in [&a, &b] {
            for k in 0..one.access.loops.len() {
                let name = self.dim(one, k);
                self.dims.insert(name);
                self.domain(one, k);
            }
            self.exact &= !one.access.unsure;
            let when = &one.access.when;
            let mut parametric = self.parametric;
            when.syms(&mut |s| parametric |= self.loop_of(one, s).is_none());
            self.parametric = parametric;
            self.holds(one, when);
        }
        let (x, y) = (self.dim(&a, pair.head), self.dim(&b, pair.head));
        self.conditions.push(format!("{x} != {y}"));
        for (k, at) in pair.dims.iter().enumerate() {
            self.element(&a, &b, k, *at);
        }
    }

    /// Subscript `k` of the question, which is part `at` of the accesses: it is the element's.
    fn element(&mut self, a: &Instance<'_, 'a>, b: &Instance<'_, 'a>, k: usize, at: usize) {
        let (f, g) = (subscript(a.access, at), subscript(b.access, at));
        let (Some(f), Some(g)) = (f, g) else {
            self.exact = false;
            return;
        };
        let name = format!("e{k}");
        self.dims.insert(name.clone());
        self.parametric |= self.differ_by_parameters((a, &f), (b, &g));
        for (i, q) in [(a, f), (b, g)] {
            let cases: Vec<String> =
                q.0.iter()
                    .map(|(c, l)| {
                        let value = self.linear(i, l);
                        format!("({} and {name} = {value})", self.cond(i, c))
                    })
                    .collect();
            self.conditions.push(format!("({})", cases.join(" or ")));
        }
    }

    /// What loop `k` around an access makes of its variable.
    fn domain(&mut self, i: &Instance<'_, 'a>, k: usize) {
        let cx = self.pair.cx;
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
                    None if h.cmp == LoopCmp::Ne || !integer => None,
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
            step(cx, h, around, &x).filter(|_| !around_end),
        ];
        for c in conditions {
            match c {
                Some(c) => self.holds(i, &c),
                None => self.exact = false,
            }
        }
    }

    fn holds(&mut self, i: &Instance<'_, 'a>, c: &Cond) {
        let text = self.cond(i, c);
        self.conditions.push(text);
    }

    /// What loop `k` around an access counts with.
    fn dim(&self, i: &Instance<'_, 'a>, k: usize) -> String {
        match k < self.pair.head {
            true => format!("s{k}"),
            false => format!("{}{k}", i.tag),
        }
    }

    fn loop_of(&self, i: &Instance<'_, 'a>, s: &Sym) -> Option<usize> {
        match s {
            Sym::Var(v, _) => i.access.loops.iter().rposition(|l| l.var == *v),
            _ => None,
        }
    }

    fn is_parameter(&self, i: &Instance<'_, 'a>, a: &Atom) -> bool {
        let mut any = false;
        match a {
            Atom::Sym(s) => any = self.loop_of(i, s).is_none(),
            Atom::Product(_) => any = true,
            Atom::Floor(l, _) => l.syms(&mut |s| any |= self.loop_of(i, s).is_none()),
        }
        any
    }

    fn atom(&mut self, i: &Instance<'_, 'a>, a: &Atom) -> String {
        if let Atom::Floor(l, by) = a {
            return format!("floor(({})/{by})", self.linear(i, l));
        }
        if let Atom::Sym(s) = a
            && let Some(k) = self.loop_of(i, s)
        {
            return self.dim(i, k);
        }
        let next = format!("p{}", self.params.len());
        self.params.entry(a.clone()).or_insert(next).clone()
    }

    fn linear(&mut self, i: &Instance<'_, 'a>, l: &Linear) -> String {
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

    fn text(&self) -> String {
        self.with(&self.conditions.join(" and "))
    }

    /// The set's points with small numbers, which are the ones to show.
    fn near(&self) -> String {
        let small = self.params.values().chain(&self.dims);
        let small: Vec<String> = small.map(|name| format!("-9 <= {name} <= 99")).collect();
        self.with(&[self.conditions.as_slice(), &small].concat().join(" and "))
    }

    fn with(&self, conditions: &str) -> String {
        let params: Vec<&str> = self.params.values().map(String::as_str).collect();
        let dims: Vec<&str> = self.dims.iter().map(String::as_str).collect();
        format!(
            "[{}] -> {{ [{}] : {conditions} }}",
            params.join(", "),
            dims.join(", ")
        )
    }

    /// Whether what lies between two subscripts depends on parameters.
    fn differ_by_parameters(
        &self,
        (a, f): (&Instance<'_, 'a>, &Quasi),
        (b, g): (&Instance<'_, 'a>, &Quasi),
    ) -> bool {
        if let (Some(l), Some(m)) = (f.as_linear(), g.as_linear()) {
            // What both have in the same way says nothing.
            let own = |i: &Instance<'_, 'a>, l: &Linear| {
                let terms = l.terms.iter().filter(|(t, _)| self.is_parameter(i, t));
                let mut own: Vec<_> = terms.cloned().collect();
                own.sort();
                own
            };
            return own(a, l) != own(b, m);
        }
        let mut any = false;
        for (i, q) in [(a, f), (b, g)] {
            for (c, l) in &q.0 {
                c.syms(&mut |s| any |= self.loop_of(i, s).is_none());
                l.syms(&mut |s| any |= self.loop_of(i, s).is_none());
            }
        }
        any
    }

    /// The array's element, where there is nothing but an array and its subscripts.
    fn element_of(&self, value: &dyn Fn(&str) -> Option<i64>) -> Option<(VarId, Vec<i64>)> {
        let a = self.pair.a;
        let array = |p: &Part| matches!(p, Part::Deref | Part::Index(..));
        let plain = a.parts.iter().all(array) && a.root == self.pair.b.root;
        let subscripts = (0..self.pair.dims.len()).map(|k| value(&format!("e{k}")));
        let subscripts: Option<Vec<i64>> = subscripts.collect();
        subscripts
            .filter(|e| plain && !e.is_empty())
            .map(|e| (a.root, e))
    }

    /// A point of the set, as the user sees it.
    fn meeting(&self, point: &accrs_isl::Point) -> Meeting {
        let value = |name: &str| {
            self.dims
                .get_index_of(name)
                .and_then(|k| point.dims.get(k).copied())
        };
        let side = |access: &Access<'_>, tag: char| {
            let loops = access.loops.iter().enumerate();
            let values = loops.filter_map(|(k, l)| {
                let shared = value(&format!("s{k}"));
                Some((l.var, shared.or_else(|| value(&format!("{tag}{k}")))?))
            });
            values.collect()
        };
        let params = self.params.keys().zip(&point.params);
        Meeting {
            first: side(self.pair.a, 'a'),
            second: side(self.pair.b, 'b'),
            params: params
                .filter_map(|(a, n)| match a {
                    Atom::Sym(Sym::Var(v, _)) => Some((*v, *n)),
                    _ => None,
                })
                .collect(),
            element: self.element_of(&value),
        }
    }
}

/// That the variable is a whole number of steps from where it starts.
fn step(cx: &Context<'_>, h: &Canonical, around: &[&Canonical], x: &Linear) -> Option<Cond> {
    let by = h.step.int_value()?;
    if by == 1 {
        return Some(Cond::always());
    }
    if by < 1 || !cx.unit.types.is_integer(cx.unit.var(h.var).ty) {
        return None;
    }
    let mut cases = Vec::new();
    for (c, from) in cx.quasi(&h.lower, around)?.0 {
        let way = x.plus(-1, &from)?;
        let whole = Linear {
            terms: vec![(Atom::Floor(Box::new(way.clone()), by), by)],
            constant: 0,
        };
        cases.push(c.and(Cond::Zero(way.plus(-1, &whole)?)));
    }
    Some(Cond::Any(cases))
}

/// A subscript as a value by cases.
fn subscript(a: &Access<'_>, at: usize) -> Option<Quasi> {
    match a.parts.get(at)? {
        Part::Index(Ok(p), _) => {
            let vars: IndexSet<VarId> = a.loops.iter().map(|l| l.var).collect();
            Linear::of(p, &vars).map(Quasi::linear)
        }
        Part::Index(Err(NotAffine::Cases(_, q)), _) => Some(q.clone()),
        _ => None,
    }
}
