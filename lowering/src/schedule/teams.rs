//! Whether a construct's loops fork, each for itself, or one team of threads, the gangs, runs all of it; and what loops and nests are then.
//!
//! A `parallel` construct that doesn't say how many gangs it has may have one (§2.5.10). Its statements outside of loops then run once, and threads share
//! its loops as they do in `kernels`. That is how nests in it come by tiles, for which a team of gangs has no place. So it is done where some nest
//! has them, and where threads share nothing that a gang has for itself: the iterations of a gang's loops follow each other, those of threads don't.

use super::clauses::ComputeClauses;
use super::compute::nests;
use super::forms::{self, Forms};
use super::nest::Node;
use super::planner::Planner;
use super::scope::Surroundings;
use super::{apart, calls, grouped, host, loops, worth};
use crate::analyse::uses::{self, Use};
use crate::plan::{ComputeKind, FusedLoops, HostMode, LoopPlan, MadeLoops, Worth};
use accrs_frontend::region::{Construct, LoopId, Stmt, StmtKind, VarId};
use indexmap::{IndexMap, IndexSet};

/// What a construct's plan for the cores is made of.
pub struct Teams<'t, 'a> {
    pub p: &'t Planner<'t>,
    pub c: &'t Construct,
    pub k: &'t ComputeClauses<'t>,
    /// As tiles see them.
    pub s: &'t Surroundings<'t, 'a>,
    /// What loops may ask of pointers.
    pub reaches: &'t apart::Reaches,
    /// What tiles may ask of them.
    pub of_tiles: &'t apart::Reaches,
    /// The statements that were planned, and as the cores run them.
    pub stmts: &'t [Stmt],
    pub text: &'t [Stmt],
    /// What loops have for themselves.
    pub by_loop: &'t IndexMap<LoopId, Vec<VarId>>,
    pub fused: &'t IndexMap<LoopId, FusedLoops>,
    pub made: &'t IndexMap<LoopId, MadeLoops>,
}

/// How the cores run a construct.
pub struct OnCores {
    pub host: HostMode,
    pub loops: IndexMap<LoopId, LoopPlan>,
    pub worth: Option<Worth>,
    pub forms: Forms,
}

impl<'a> Teams<'_, 'a> {
    /// The best that may be. Settles what the loops ask at run time.
    pub fn best(&self, roots: &mut [Node<'a>]) -> OnCores {
        let host = host::mode(self.p, self.s, self.k.num_gangs, self.stmts, roots);
        if host == HostMode::Gangs && self.may_be_one_gang(roots) {
            let forked = self.of(roots, HostMode::Fork);
            if !forked.forms.is_empty() {
                return forked;
            }
        }
        self.of(roots, host)
    }

    fn of(&self, roots: &mut [Node<'a>], host: HostMode) -> OnCores {
        let gangs = host == HostMode::Gangs;
        apart::ask(self.reaches, roots, gangs);
        let mut loops = loops::plans(self.p, roots, self.by_loop, &host);
        grouped::without_lanes(self.p.unit, self.s, roots, &mut loops);
        let code = (self.stmts, self.text);
        let worth = worth::decide(self.p, self.k, code, roots, &host, &mut loops);
        // The cores may have a plan of their own.
        let other = self.c.on_cores.as_ref().is_some_and(|o| o.text.is_some());
        let forms = match gangs || other {
            true => Forms::default(),
            false => {
                let mut nests = nests(self.p, self.k, self.s, self.of_tiles, roots);
                let heads = |m: &MadeLoops| {
                    let pieces = m.pieces;
                    m.heads.clone().into_iter().map(move |id| (id, pieces))
                };
                nests.made = self.made.values().flat_map(heads).collect();
                forms::of(&nests, self.text, self.fused, &mut loops)
            }
        };
        OnCores {
            host,
            loops,
            worth,
            forms,
        }
    }

    /// Whether a construct that would be a team of gangs may be one gang whose loops threads share.
    fn may_be_one_gang(&self, roots: &[Node<'_>]) -> bool {
        let unit = self.p.unit;
        let asked = !self.k.num_gangs.is_empty() || self.k.num_workers.is_some();
        let (mut sized, mut alone) = (false, true);
        for n in roots {
            n.each(&mut |n| {
                let clauses = n.clauses.as_ref();
                sized |= clauses.is_some_and(|c| {
                    c.gang_num.is_some() || c.gang_static.is_some() || c.worker.flatten().is_some()
                });
                alone &= !n.is_partitioned() || self.keeps_to_itself(n);
            });
        }
        let arrays = self.s.privates.iter().any(|v| {
            let ty = unit.var(*v).ty;
            !unit.types.is_arithmetic(ty) && !unit.types.is_pointer(ty)
        });
        self.s.kind == ComputeKind::Parallel
            && !asked
            && !sized
            && !arrays
            && alone
            && self.s.reduced.is_empty()
            && self.s.tangled.is_none()
            && calls::axes_of_calls(self.p, self.text).is_empty()
    }

    /// Whether a loop that threads share writes no variable that the gang has for itself, but those that each iteration has.
    fn keeps_to_itself(&self, n: &Node<'_>) -> bool {
        let used = uses::of_stmts(self.p.unit, [n.body]);
        let mut own: IndexSet<VarId> = n.head_vars().collect();
        n.each(&mut |n| own.extend(self.by_loop.get(&n.loop_.id).into_iter().flatten()));
        n.body.each_stmt(|s| {
            if let StmtKind::For(l) = &s.kind {
                own.extend(l.canonical.iter().map(|h| h.var));
            }
        });
        let kept = |(v, u): (&VarId, &Use)| {
            let touched = u.written.is_some() || u.address.is_some();
            !touched || own.contains(v) || used.declared.contains(v) || self.s.shared.contains(v)
        };
        used.indirect_call.is_none() && used.wild_write.is_none() && used.vars.iter().all(kept)
    }
}
