//! Two accesses and a loop, asked exactly: do two different iterations of the loop touch the same element?
//!
//! The question is a set of integer points, one for each pair of iterations that meet: the loops around and what counts in them,
//! the two iterations of the loop itself, what the loops inside count with in each of them, and the element. isl says
//! whether it is empty, or names a point. Bounds, steps and conditions that aren't known are left out, so the set may be too large,
//! never too small.

use super::access::{Access, Part};
use super::affine::Context;
use super::points::{Given, Instance, Points, ask, subscript};
use super::poly::Sym;
use super::quasi::{Atom, Linear, Quasi};
use super::verdict::{Inexact, Meeting};
use accrs_frontend::region::VarId;
use indexmap::IndexSet;

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
    /// What the construct around does.
    pub whole: &'p Context<'a>,
    pub a: &'p Access<'a>,
    pub b: &'p Access<'a>,
    /// The loop's place among the loops around the accesses.
    pub head: usize,
    /// Places of the subscripts that must be equal.
    pub dims: &'p [usize],
    /// Equal subscripts mean the same memory.
    pub exact: bool,
}

/// The set of the points where they meet.
struct Question<'i, 'a> {
    pair: &'i Pair<'i, 'a>,
    points: Points<'i, 'a>,
    dims: IndexSet<String>,
    /// What the construct gives to variables in bounds and conditions.
    given: Given,
    /// A condition or the difference of two subscripts depends on parameters.
    parametric: bool,
    /// All is known of when the accesses happen.
    happens: bool,
}

impl Pair<'_, '_> {
    /// # Errors
    /// Why there is no answer.
    pub fn ask(&self) -> Result<Answer, Inexact> {
        let mut q = Question {
            pair: self,
            points: Points::new(self.cx, self.head),
            dims: IndexSet::new(),
            given: Given::default(),
            parametric: false,
            happens: false,
        };
        q.build();
        q.points.exact &= self.exact;
        let conditions = q.points.take();
        let dims: Vec<String> = q.dims.iter().cloned().collect();
        let params = q.points.params.len();
        let real = [conditions.as_slice(), &q.given.conditions].concat();
        // Next to each other, where the loops may have few iterations for all that is known.
        let soon = if q.given.open { 1 } else { SOON };
        let soon = [real.as_slice(), &[q.within(soon)]].concat();
        // Points with small numbers are the ones to show, and without negative ones where possible.
        let small = |least: i32| {
            let names = q.points.params.values().chain(&dims);
            let small = names.map(|name| format!("{least} <= {name} <= 99"));
            real.iter().cloned().chain(small).collect::<Vec<_>>()
        };
        ask(|isl| {
            let set = q.points.set(isl, &dims, &conditions)?;
            let Some(point) = set.sample(params, dims.len())? else {
                return Ok(Answer::Never);
            };
            // A loop of unknown length may well be too short for what is far apart: `table[i % 257]`.
            let soon = params == 0 || !q.points.set(isl, &dims, &soon)?.is_empty()?;
            let stands = match q.given.open {
                true => soon,
                false => {
                    q.given.conditions.is_empty() || !q.points.set(isl, &dims, &real)?.is_empty()?
                }
            };
            let shown = [0, -9].into_iter().find_map(|least| {
                let set = q.points.set(isl, &dims, &small(least));
                set.and_then(|s| s.sample(params, dims.len())).ok()?
            });
            Ok(Answer::Meet {
                certain: q.points.exact && !q.parametric && soon,
                happens: q.happens && stands,
                at: q.meeting(&shown.unwrap_or(point)),
            })
        })
    }
}

impl<'i, 'a> Question<'i, 'a> {
    /// That so many iterations lie between the two at most.
    fn within(&self, distance: i128) -> String {
        let (a, b) = (self.pair.a, self.pair.b);
        let step = a.loops.get(self.pair.head).and_then(|h| h.step.int_value());
        let most = distance * step.unwrap_or(1).clamp(1, 1 << 40);
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
        format!("-{most} <= {x} - {y} <= {most}")
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
        self.given = self.points.given(pair.whole, &a);
        let (x, y) = (
            self.points.dim(&a, pair.head),
            self.points.dim(&b, pair.head),
        );
        self.points.condition(format!("{x} != {y}"));
        for (k, at) in pair.dims.iter().enumerate() {
            let (f, g) = (subscript(pair.a, *at), subscript(pair.b, *at));
            let (Some(f), Some(g)) = (f, g) else {
                self.points.exact = false;
                continue;
            };
            self.parametric |= self.differ_by_parameters((&a, &f), (&b, &g));
            let name = format!("e{k}");
            self.points.equals(&a, &name, &f);
            self.points.equals(&b, &name, &g);
            self.dims.insert(name);
        }
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
