//! Constructs of `parallel` in which loops without a directive get lanes if memory lies apart: the launch asks, and where memory overlaps, a
//! kernel runs in which nobody has given these loops lanes. The loops around them keep what their directives say.

use super::clauses::ComputeClauses;
use super::extents::Given;
use super::kernel::{self, Variables, loops_in};
use super::nest::{self, Node};
use super::planner::Planner;
use super::privates::Privates;
use super::{automatic, loops, params};
use crate::plan::*;
use accrs_frontend::region::{Construct, Stmt, VarId};
use indexmap::IndexMap;

/// The loops of a construct without these lanes.
pub struct WithoutLanes<'a> {
    roots: Vec<Node<'a>>,
    private: Privates,
}

/// Whether loops of a construct that are marked for lanes may ask at run time. Loops with `auto` that ask run on one thread where memory overlaps.
pub fn may_ask(kind: ComputeKind, roots: &[Node<'_>]) -> bool {
    let mut marked = false;
    for n in roots {
        n.each(&mut |n| marked |= n.automatic);
    }
    kind == ComputeKind::Parallel && marked && !has_auto(roots)
}

pub fn has_auto(roots: &[Node<'_>]) -> bool {
    let mut auto = false;
    for n in roots {
        n.each(&mut |n| auto |= n.clauses.as_ref().is_some_and(|c| c.auto));
    }
    auto
}

/// Whether a loop, or one inside of it, has lanes that rest on a question.
fn asks(n: &Node<'_>) -> bool {
    let own = match &n.decision.reason.kind {
        ReasonKind::ProvenApart { of, .. } => n.automatic && !of.asked.is_empty(),
        _ => false,
    };
    own || n.children.iter().any(asks)
}

/// The loops once more, without lanes that ask, where those of `roots` do. `settle` decides on them.
pub fn roots<'a>(
    p: &mut Planner<'_>,
    k: &ComputeClauses<'_>,
    stmts: &'a [Stmt],
    roots: &[Node<'a>],
    settle: impl FnOnce(&mut Planner<'_>, &mut Vec<Node<'a>>),
) -> Option<Vec<Node<'a>>> {
    roots.iter().any(asks).then_some(())?;
    let said = p.diagnostics.len();
    let mut plain = nest::build(p, stmts);
    automatic::mark(p, k, ComputeKind::Parallel, &mut plain);
    settle(p, &mut plain);
    // What there is to say has been said of the loops with lanes.
    p.diagnostics.truncate(said);
    Some(plain)
}

/// What a construct's kernels are made of.
pub struct Making<'m> {
    pub c: &'m Construct,
    pub host: &'m HostMode,
    pub homes: &'m IndexMap<VarId, params::Home>,
    pub cells: &'m IndexMap<VarId, usize>,
    pub items: &'m [DataItem],
    pub reductions: &'m [Reduction],
    pub given: &'m Given<'m>,
}

impl<'a> WithoutLanes<'a> {
    pub fn new(roots: Vec<Node<'a>>, private: Privates) -> Self {
        WithoutLanes { roots, private }
    }

    pub fn exposed(&self) -> crate::analyse::uses::Uses {
        self.private.all_exposed()
    }

    /// The kernel with the number `at` without these lanes. `roots`: the loops with them; `main`: its name with them.
    pub fn kernel(
        &self,
        p: &mut Planner<'_>,
        making: &Making<'_>,
        (at, body, main): (usize, &[Stmt], &str),
        roots: &[Node<'_>],
    ) -> Option<Kernel> {
        let mine = loops_in(body, roots);
        mine.iter().any(|n| asks(n)).then_some(())?;
        let Making {
            homes,
            cells,
            items,
            ..
        } = *making;
        let variables = Variables {
            params: params::of_kernel(p, &self.private.exposed[at], homes, cells, items),
            private: self.private.of_kernel[at].clone(),
            reductions: making.reductions,
            items,
        };
        let mut plans = loops::plans(p, &self.roots, &self.private.by_loop, making.host);
        let body = body.to_vec();
        let (c, given) = (making.c, making.given);
        let mut k = kernel::kernel(p, c, body, &self.roots, &mut plans, variables, given);
        p.kernel_names.shift_remove(&k.name);
        k.name = p.unique_kernel(format!("{main}_overlapping"));
        k.plans = Some(plans);
        Some(k)
    }
}
