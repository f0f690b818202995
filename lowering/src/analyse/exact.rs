//! Two accesses and a loop, asked exactly: do two different iterations of the loop touch the same element?
//!
//! The question is a set of integer points, one for each pair of iterations that meet: the loops around and what counts in them,
//! the two iterations of the loop itself, what the loops inside count with in each of them, and the element. isl says
//! whether it is empty, or names a point. Bounds, steps and conditions that aren't known are left out, so the set may be too large,
//! never too small. Where that is asked, the iterations may also be the same one.

use super::access::{Access, Part};
use super::affine::Context;
use super::facts::Facts;
use super::points::{Given, Instance, Points, subscript};
use super::poly::Sym;
use super::quasi::{Atom, Cond, Linear, Quasi};
use super::rows;
use super::verdict::{Inexact, Meeting};
use super::within;
use accrs_frontend::region::VarId;
use indexmap::{IndexMap, IndexSet};

/// Loops are taken to have more iterations than this, where their number isn't known.
const SOON: i128 = 16;

/// Whether accesses meet.
pub enum Answer {
    Never,
    /// They do in a point of the set. `certain`: the set is exact, and they do so wherever the loops have iterations enough.
    Meet {
        certain: bool,
        /// All is known of when they happen, and that depends on nothing but loops.
        happens: bool,
        at: Meeting,
    },
}

/// The loop and the two accesses of a question.
pub struct Pair<'p, 'a> {
    pub cx: &'p Context<'a>,
    /// The construct around.
    pub whole: &'p Facts<'a>,
    pub a: &'p Access<'a>,
    pub b: &'p Access<'a>,
    /// All that the loop does.
    pub all: &'p [Access<'a>],
    /// The loop's place among the loops around the accesses.
    pub head: usize,
    /// They may be in one and the same iteration as well.
    pub any: bool,
    /// So many iterations lie between the two, if that is known in another way.
    pub distance: Option<i128>,
    /// Places of the subscripts that must be equal.
    pub dims: &'p [usize],
    /// Equal subscripts mean the same memory.
    pub exact: bool,
}

/// The set of the points where they meet.
pub(super) struct Question<'i, 'a> {
    pair: &'i Pair<'i, 'a>,
    pub points: Points<'i, 'a>,
    pub dims: IndexSet<String>,
    /// What the construct gives to variables in bounds and conditions.
    given: Given,
    /// A condition or the difference of two subscripts depends on parameters.
    parametric: bool,
    /// All is known of when the accesses happen.
    happens: bool,
}

impl<'a> Pair<'_, 'a> {
    /// # Errors
    /// Why there is no answer.
    pub fn ask(&self) -> Result<Answer, Inexact> {
        let mut q = self.question();
        let conditions = q.points.take();
        q.answer(&conditions)
    }

    /// The question, with its conditions.
    pub(super) fn question(&self) -> Question<'_, 'a> {
        self.question_with(IndexMap::new())
    }

    /// The same where other questions have given these names to parameters.
    pub(super) fn question_with(&self, params: IndexMap<Atom, String>) -> Question<'_, 'a> {
        let mut points = Points::new(self.cx, self.head);
        points.params = params;
        let mut q = Question {
            pair: self,
            points,
            dims: IndexSet::new(),
            given: Given::default(),
            parametric: false,
            happens: false,
        };
        q.build();
        q.points.exact &= self.exact;
        q
    }
}

/// Accesses that meet.
struct Met {
    /// Within few iterations, for values that parameters can have.
    soon: bool,
    /// For values that parameters can have.
    stands: bool,
    at: Meeting,
}

impl<'i, 'a> Question<'i, 'a> {
    /// Whether they meet where these hold.
    pub(super) fn answer(&mut self, conditions: &[String]) -> Result<Answer, Inexact> {
        let met = self.meet(conditions)?;
        let Some(Met { stands, soon, at }) = met else {
            return Ok(Answer::Never);
        };
        let certain = self.points.exact && !self.parametric && soon;
        Ok(Answer::Meet {
            certain,
            happens: self.happens && stands,
            at,
        })
    }

    /// `None`: they don't meet where these hold.
    fn meet(&mut self, conditions: &[String]) -> Result<Option<Met>, Inexact> {
        let dims: Vec<String> = self.dims.iter().cloned().collect();
        let params = self.points.params.len();
        let point = self.points.sample(&dims, conditions)?;
        let Some(point) = point else { return Ok(None) };
        let reached = [conditions, &self.reached()].concat();
        let possible = self.possible();
        let known = self.pair.distance.map(|n| self.between(n, n));
        let known: Vec<String> = known.into_iter().collect();
        let real = [&reached, possible.as_slice(), &known].concat();
        // Next to each other, where the loops may have few iterations for all that is known.
        let soon = self.between(1, if self.given.open { 1 } else { SOON });
        let soon = [real.as_slice(), &[soon]].concat();
        let is_any = |all: &[String]| Ok(!self.points.are_none(&dims, all)?);
        let found = || -> Result<Option<(bool, bool)>, Inexact> {
            if reached.len() > conditions.len() && !is_any(&reached)? {
                return Ok(None);
            }
            // A loop of unknown length may well be too short for what is far apart: `table[i % 257]`.
            let soon = params == 0 || is_any(&soon)?;
            let stands = params == 0
                || if self.given.open {
                    soon
                } else {
                    is_any(&real)?
                };
            Ok(Some((soon, stands)))
        };
        let Some((soon, stands)) = found().unwrap_or(Some((false, false))) else {
            return Ok(None);
        };
        // Points with small numbers are the ones to show, and without negative ones where possible.
        let mut least = [0, -9].into_iter();
        let shown = least.find_map(|least| self.points.first(&dims, &real, least).ok()?);
        let shown = shown.or_else(|| self.points.sample(&dims, &real).ok()?);
        let mut shown = shown.unwrap_or(point);
        shown.params.truncate(params);
        let value = |s: &Sym| {
            let at = self.points.params.get_index_of(&Atom::Sym(s.clone()))?;
            shown.params.get(at).map(|n| i128::from(*n))
        };
        let unit = self.pair.cx.unit;
        let can_be = params == 0 || within::can_be(&self.points, unit, self.pair.all, &value);
        let (soon, stands) = (soon && can_be, stands && can_be);
        Ok(Some(Met {
            soon,
            stands,
            at: self.meeting(&shown),
        }))
    }

    /// What holds around the loop where it is reached.
    fn reached(&mut self) -> Vec<String> {
        let before = self.points.take();
        for (access, tag) in [(self.pair.a, 'a'), (self.pair.b, 'b')] {
            let all = self.pair.whole.accesses().found.iter();
            let mut all = all.filter(|w| w.what.id == access.what.id).map(|w| &w.when);
            if let Some(when) = all.next()
                && all.all(|w| w == when)
                && *when != Cond::always()
            {
                self.points.holds(&Instance { access, tag }, when);
            }
        }
        let reached = self.points.take();
        for c in before {
            self.points.condition(c);
        }
        reached
    }

    /// That the parameters have values that they can have.
    fn possible(&mut self) -> Vec<String> {
        if self.points.params.is_empty() {
            return Vec::new();
        }
        let shared = self.points.shared;
        // What the construct changes may be another value in other iterations of the loops around.
        if !self.given.open && self.given.conditions.is_empty() {
            self.points.shared = 0;
        }
        let unit = self.pair.cx.unit;
        let possible = within::conditions(&mut self.points, unit, self.pair.all);
        self.points.shared = shared;
        possible
    }

    /// That so many iterations lie between the two, at least and at most.
    fn between(&self, least: i128, most: i128) -> String {
        let (a, b) = (self.pair.a, self.pair.b);
        let step = a.loops.get(self.pair.head).and_then(|h| h.step.int_value());
        let step = step.unwrap_or(1).clamp(1, 1 << 40);
        let [least, most] = [least, most].map(|n| n.min(1 << 40) * step);
        let x = self.points.dim(
            &Instance {
                access: a,
                tag: 'a',
            },
            self.pair.head,
        );
        let y = self.points.dim(
            &Instance {
                access: b,
                tag: 'b',
            },
            self.pair.head,
        );
        format!("({least} <= {x} - {y} <= {most} or {least} <= {y} - {x} <= {most})")
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
            self.dims.extend(self.points.dims(one));
            self.points.happens(one);
            let (points, parametric) = (&self.points, &mut self.parametric);
            let mut note = |s: &Sym| *parametric |= points.loop_of(one, s).is_none();
            one.access.when.syms(&mut note);
        }
        self.happens = self.points.exact && !self.parametric;
        self.given = self.points.given(pair.whole.context(), &a);
        let (x, y) = (
            self.points.dim(&a, pair.head),
            self.points.dim(&b, pair.head),
        );
        if !pair.any {
            self.points.condition(format!("{x} != {y}"));
        }
        for (k, at) in pair.dims.iter().enumerate() {
            let (f, g) = (subscript(pair.a, *at), subscript(pair.b, *at));
            let pairs = match (f, g) {
                (Some(f), Some(g)) if !rows::may_tell(pair.a, pair.b, *at) => {
                    self.equal((&a, &f), (&b, &g), format!("e{k}"));
                    continue;
                }
                _ => rows::apart(&self.points, [&a, &b], *at, pair.all),
            };
            let Some(pairs) = pairs else {
                self.points.exact = false;
                continue;
            };
            for (n, [f, g]) in pairs.into_iter().enumerate() {
                let (f, g) = (Quasi::linear(f), Quasi::linear(g));
                self.equal((&a, &f), (&b, &g), format!("e{k}_{n}"));
            }
        }
        let all = self.points.given(pair.whole.context(), &a);
        for c in all.conditions {
            self.points.condition(c);
        }
    }

    /// That a value is the same in both instances, and has this name.
    fn equal(
        &mut self,
        (a, f): (&Instance<'_, 'a>, &Quasi),
        (b, g): (&Instance<'_, 'a>, &Quasi),
        name: String,
    ) {
        self.parametric |= self.differ_by_parameters((a, f), (b, g));
        self.points.equals(a, &name, f);
        self.points.equals(b, &name, g);
        self.dims.insert(name);
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
                c.syms(&mut |s| any |= self.points.loop_of(i, s).is_none());
                l.syms(&mut |s| any |= self.points.loop_of(i, s).is_none());
            }
        }
        any
    }

    fn is_parameter(&self, i: &Instance<'_, 'a>, a: &Atom) -> bool {
        let mut any = false;
        match a {
            Atom::Sym(s) => any = self.points.loop_of(i, s).is_none(),
            Atom::Product(_) => any = true,
            Atom::Floor(l, _) => l.syms(&mut |s| any |= self.points.loop_of(i, s).is_none()),
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
        let params = self.points.params.keys().zip(&point.params);
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
