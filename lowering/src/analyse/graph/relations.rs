//! The iterations of a nest's statements, and which of them have to come before which others, as isl's scheduler reads them.

use super::{MOST_PAIRS, Nest, earlier, later};
use crate::analyse::access::Access;
use crate::analyse::depend::{Free, moves};
use crate::analyse::exact;
use crate::analyse::points::{Instance, Points};
use crate::analyse::quasi::{Atom, Cond};
use accrs_frontend::region::{Canonical, VarId};
use indexmap::IndexMap;
use std::fmt::Write;

/// All in isl's notation. Statement `n` is called `Sn`, and its dimensions are the variables of the nest's loops around it, outermost first.
pub struct Relations {
    pub domain: String,
    pub order: String,
    /// What is known of the parameters.
    pub context: String,
    /// isl's names for what doesn't change in the nest.
    pub params: IndexMap<Atom, String>,
    /// Likewise for what the loops around the nest count with.
    pub around: Vec<(String, VarId)>,
    /// What it rests on that no other iterations have to stay in order.
    pub free: Free,
}

/// What is written so far.
struct Writing<'w, 'a> {
    /// The nest's loops around each statement.
    loops: &'w [Vec<&'a Canonical>],
    params: IndexMap<Atom, String>,
    domain: String,
    order: String,
    free: Free,
}

impl<'a> Nest<'_, 'a> {
    /// The relations of the nest's statements. `loops`: those of the nest around each of them, outermost first. `None`: a bound or an access can't be
    /// said exactly enough, pointers may lead to the same memory, or there is too much to ask.
    pub fn relations(&self, loops: &[Vec<&'a Canonical>]) -> Option<Relations> {
        let mut writing = Writing {
            loops,
            params: IndexMap::new(),
            domain: String::new(),
            order: String::new(),
            free: Free::default(),
        };
        for x in 0..loops.len() {
            self.domain(x, &mut writing)?;
        }
        let mut asked = 0;
        for (n, a) in self.kinds.iter().enumerate() {
            for b in &self.kinds[n..] {
                let (a, b) = match self.at[*a] <= self.at[*b] {
                    true => (*a, *b),
                    false => (*b, *a),
                };
                if !(self.all[a].write || self.all[b].write) {
                    continue;
                }
                asked += 1;
                if asked > MOST_PAIRS {
                    return None;
                }
                self.add(a, b, &mut writing)?;
            }
        }
        let around = self.q.around.iter().enumerate();
        let around: Vec<(String, VarId)> = around.map(|(k, l)| (format!("s{k}"), l.var)).collect();
        let mut points = Points::new(self.q.facts.context(), self.q.around.len());
        points.params = writing.params;
        // The loops around are in an iteration of theirs.
        let outside = Access::of_iteration(self.q.facts.unit, self.q.around, Cond::always());
        if let Some(access) = &outside {
            points.happens(&Instance { access, tag: 'a' });
        }
        let (mut names, ranges) = points.parameters();
        let known = [vec![ranges], points.take()].concat().join(" and ");
        for (name, _) in &around {
            let comma = if names.is_empty() { "" } else { ", " };
            let _ = write!(names, "{comma}{name}");
        }
        Some(Relations {
            domain: format!("[{names}] -> {{ {} }}", writing.domain),
            order: format!("[{names}] -> {{ {} }}", writing.order),
            context: format!("[{names}] -> {{ : {known} }}"),
            params: points.params,
            around,
            free: writing.free,
        })
    }

    /// In which iterations of the nest's loops statement `x` is.
    fn domain(&self, x: usize, to: &mut Writing<'_, 'a>) -> Option<()> {
        let facts = self.q.facts;
        let loops = [self.q.around, to.loops[x].as_slice()].concat();
        let access = Access::of_iteration(facts.unit, &loops, Cond::always())?;
        let mut points = Points::new(facts.context(), self.q.around.len());
        points.params = std::mem::take(&mut to.params);
        let one = Instance {
            access: &access,
            tag: 'a',
        };
        points.happens(&one);
        let conditions = points.take();
        let dims: Vec<String> = points.dims(&one).split_off(self.q.around.len());
        // In a larger domain the statement would run more often.
        let exact = points.exact && !points.divides_large;
        to.params = points.params;
        let semicolon = if to.domain.is_empty() { "" } else { "; " };
        let _ = write!(
            to.domain,
            "{semicolon}S{x}[{}] : {}",
            dims.join(", "),
            conditions.join(" and ")
        );
        exact.then_some(())
    }

    /// Adds the pairs of iterations in which two accesses touch the same memory.
    fn add(&self, a: usize, b: usize, to: &mut Writing<'_, 'a>) -> Option<()> {
        let (Some(x), Some(y)) = (self.at[a], self.at[b]) else {
            return self.bound(a, b);
        };
        if self.all[a].root != self.all[b].root {
            let free = self.aliases(a, b)?;
            to.free.extend(free);
            return Some(());
        }
        let (first, second) = (&self.all[a], &self.all[b]);
        let pair = self.pair(first, second);
        let Some(compared) = pair.compared(moves(self.q, &self.all)).ok()? else {
            return Some(());
        };
        let exactly = exact::Pair {
            any: true,
            ..pair.exactly(0, &compared)
        };
        let mut question = exactly.question_with(std::mem::take(&mut to.params));
        let conditions = question.points.take().join(" and ");
        let around = self.q.around.len();
        let own = |access: &Access<'a>, at: usize| {
            let own = &to.loops[at];
            let inside = access.loops.get(around..around + own.len())?;
            let same = inside.iter().zip(own).all(|(l, m)| std::ptr::eq(*l, *m));
            same.then_some(around..around + own.len())
        };
        let (ka, kb) = (own(first, x)?, own(second, y)?);
        let names = |access: &Access<'a>, tag: char, at: std::ops::Range<usize>| {
            at.map(|k| question.points.dim(&Instance { access, tag }, k))
                .collect::<Vec<String>>()
        };
        let (from, to_) = (names(first, 'a', ka), names(second, 'b', kb));
        let shared = |d: &String| d.starts_with('s');
        let rest: Vec<String> = question
            .dims
            .iter()
            .filter(|d| !shared(d) && !from.contains(*d) && !to_.contains(*d))
            .cloned()
            .collect();
        let both = to.loops[x].iter().zip(&to.loops[y]);
        let common: Vec<(String, String, &Canonical)> = both
            .take_while(|(l, m)| std::ptr::eq::<Canonical>(**l, **m))
            .zip(from.iter().zip(&to_))
            .map(|((l, _), (f, t))| (f.clone(), t.clone(), *l))
            .collect();
        let some = match rest.is_empty() {
            true => String::new(),
            false => format!("exists {} : ", rest.join(", ")),
        };
        let (here, there) = (
            format!("S{x}[{}]", from.join(", ")),
            format!("S{y}[{}]", to_.join(", ")),
        );
        let ahead = format!(
            "{here} -> {there} : {some}({conditions} and {})",
            earlier(&common, x != y)
        );
        let behind = format!(
            "{there} -> {here} : {some}({conditions} and {})",
            later(&common)
        );
        to.params = question.points.params;
        for one in [ahead, behind] {
            let semicolon = if to.order.is_empty() { "" } else { "; " };
            let _ = write!(to.order, "{semicolon}{one}");
        }
        Some(())
    }
}
