//! Sums of threads: a loop in order that sums up in one element of an array does so in a register, in kernels whose compiler can't see that
//! nothing else leads to the element.
//!
//! ```c
//! for (k = 0; k < i; k++)               if (0 < i) {
//!     a[i][j] -= a[i][k] * a[k][j];         double a_sum = a[i][j];
//!                                           for (k = 0; k < i; k++)
//!                                               a_sum -= a[i][k] * a[k][j];
//!                                           a[i][j] = a_sum;
//!                                       }
//! ```
//!
//! Otherwise each iteration stores the element and loads it again, and no load of the next iteration begins before: a thread waits for memory three
//! times an iteration. Where `__restrict__` says that pointers lead apart, CUDA's compiler does it by itself. Kernels whose blocks wait for
//! each other can't have that, since other blocks write what theirs read; nor can elements of one array say it.
//!
//! That nothing else in the loop touches the element is what the analysis of sums has found ([`super::sums`]). What it rests on, the kernel's launch must ask in
//! any case: kernels in order, for memory that overlaps, stay as they are. The scalars are declared before anything is planned, as planning declares nothing.

use super::apart;
use super::nest::{self, Node};
use super::planner::Planner;
use super::promote::{Held, declare, root, targets};
use super::region::is_simple;
use crate::analyse::depend::Free;
use crate::plan::{Axis, Kernel, LoopPlan, Pass};
use accrs_frontend::region::{Body, For, LoopId, Stmt, StmtKind, Unit, VarId, Visit, VisitMut};
use indexmap::IndexMap;

/// Declares a scalar for each element that a loop of a construct sums up in.
pub fn declare_all(unit: &mut Unit) {
    struct Search<'u>(&'u Unit, Vec<For>);
    impl<'a> Visit<'a> for Search<'_> {
        fn visit_for(&mut self, l: &'a For) {
            if is_simple(l) && !targets(self.0, l).is_empty() {
                self.1.push(l.clone());
            }
            self.walk_for(l);
        }
    }
    let mut search = Search(unit, Vec::new());
    for c in &unit.constructs {
        let Body::Compute(text) = &c.body else {
            continue;
        };
        let stmts = c.members.as_ref().map_or(text, |m| &m.body);
        stmts.iter().for_each(|s| search.visit_stmt(s));
    }
    for l in search.1 {
        let all = targets(unit, &l).into_iter();
        let all = all.map(|t| (declare(unit, &t), t)).collect();
        unit.sums.insert(l.id, all);
    }
}

/// Gives threads of kernels scalars for what they sum up in.
pub fn hold(
    p: &Planner<'_>,
    roots: &[Node<'_>],
    loops: &IndexMap<LoopId, LoopPlan>,
    kernels: &mut [Kernel],
) {
    let nodes = nest::by_id(roots);
    for k in kernels {
        if k.is_instead() || k.tiles.is_some() || !p.options.transform {
            continue;
        }
        let asked = apart::rests_on(k, roots);
        let mut body = std::mem::take(&mut k.body);
        let mut hold = Hold {
            p,
            nodes: &nodes,
            loops,
            k,
            asked,
            in_threads: false,
        };
        body.iter_mut().for_each(|s| hold.visit_stmt(s));
        k.body = body;
    }
}

struct Hold<'h, 'a> {
    p: &'h Planner<'h>,
    nodes: &'h IndexMap<u32, &'h Node<'a>>,
    loops: &'h IndexMap<LoopId, LoopPlan>,
    k: &'h Kernel,
    /// What the kernel's launch asks.
    asked: Free,
    /// A loop around is shared by a block's threads.
    in_threads: bool,
}

impl VisitMut for Hold<'_, '_> {
    fn visit_stmt(&mut self, s: &mut Stmt) {
        let StmtKind::For(l) = &s.kind else {
            return self.walk_stmt(s);
        };
        if self.in_threads
            && let Some(kind) = self.held(l, s)
        {
            s.kind = kind;
            return;
        }
        let waves = self.k.together.as_ref().map(|t| &t.waves);
        let wave = waves.is_some_and(|w| w.contains_key(&s.id));
        let around = self.in_threads;
        self.in_threads |= wave || self.axes(l.id).iter().any(is_thread);
        self.walk_stmt(s);
        self.in_threads = around;
    }
}

impl Hold<'_, '_> {
    fn axes(&self, id: LoopId) -> &[Axis] {
        let together = self.k.together.as_ref().and_then(|t| t.axes.get(&id));
        let own = self.loops.get(&id).map(|l| &l.axes);
        together.or(own).map_or(&[], Vec::as_slice)
    }

    fn held(&self, l: &For, s: &Stmt) -> Option<StmtKind> {
        let unit = self.p.unit;
        let found = self.nodes.get(&l.id.0)?.decision.summed.as_ref()?;
        let head = l.canonical.as_ref()?;
        let mut waves = self.k.together.iter().flat_map(|t| t.waves.values());
        let in_wave = waves.any(|w| w.parts.contains_key(&s.id) || w.counts(head.var));
        let pair = |(a, b): &(VarId, VarId)| {
            let asked = &self.asked.asked;
            asked.contains(&(*a, *b)) || asked.contains(&(*b, *a))
        };
        if in_wave || !self.axes(l.id).is_empty() || !found.free.asked.iter().all(pair) {
            return None;
        }
        let declared = unit.sums.get(&l.id)?;
        let targets = targets(unit, l);
        let roots = targets.iter().map(root).collect::<Option<Vec<_>>>()?;
        let sums = roots.iter().all(|v| found.of.contains(v));
        if !sums || !roots.iter().any(|v| self.is_plain(*v)) {
            return None;
        }
        let scalar = |t| {
            declared
                .iter()
                .find(|(_, of)| of.is_like(t))
                .map(|(v, _)| *v)
        };
        let scalars = targets.iter().map(scalar).collect::<Option<Vec<_>>>()?;
        let held = Held {
            targets: &targets,
            scalars: &scalars,
        };
        held.stmt(unit, l, s.span)
    }

    /// Whether nothing tells CUDA's compiler that no other pointer leads where this one does.
    fn is_plain(&self, v: VarId) -> bool {
        let mut params = self.k.params.iter().filter(|q| q.var == v);
        params.any(|q| match q.pass {
            Pass::Address { restrict, .. } => !restrict || self.k.together.is_some(),
            _ => true,
        })
    }
}

fn is_thread(axis: &Axis) -> bool {
    matches!(axis, Axis::ThreadX | Axis::ThreadY | Axis::ThreadZ)
}
