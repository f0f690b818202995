//! Which parallel regions of the host's cores have enough work for threads: decided by an estimate of it
//! (`analyse/work.rs`), at run time where it depends on trip counts. The user's number of gangs or workers decides before that.
//!
//! It is one thread or all of them, since libgomp ends threads that a smaller team leaves out. Where loops or calls may do any amount of work, there are threads. For most loops
//! this is the first guess only: what one thread and a team took decides (`cores/alone.rs`, `runtime/src/openmp/choice.rs`).

use super::clauses::ComputeClauses;
use super::nest::{self, Node};
use super::planner::Planner;
use crate::analyse::work;
use crate::machine::Cores;
use crate::plan::{HostLoop, HostMode, LoopPlan, Note, Worth};
use accrs_frontend::region::{Canonical, For, LoopId, Stmt, StmtKind, VarId};
use indexmap::{IndexMap, IndexSet};

/// Decides for the loops that fork; the value is for a construct that is one parallel region. `text`: the statements as the cores
/// run them.
pub fn decide(
    p: &Planner<'_>,
    clauses: &ComputeClauses<'_>,
    (stmts, text): (&[Stmt], &[Stmt]),
    roots: &[Node<'_>],
    host: &HostMode,
    loops: &mut IndexMap<LoopId, LoopPlan>,
) -> Option<Worth> {
    if !p.options.multicore {
        return None;
    }
    let cores = &p.options.machine.cores;
    let by_clause = !clauses.num_gangs.is_empty() || clauses.num_workers.is_some();
    let given = (by_clause.then(given_by_clause)).or_else(|| p.options.as_written.then(as_written));
    let nodes = nest::by_id(roots);
    let declared = declared(text);
    let of_nest = |n: &Node<'_>| {
        let (heads, body) = loops_of(&nodes, n);
        of_work(
            cores,
            work::of_loops(p.unit, cores, &heads, body, &declared),
        )
    };
    let threads = |plan: &LoopPlan| matches!(plan.host, HostLoop::Threads | HostLoop::ThreadsSimd);
    if *host == HostMode::Gangs {
        let worth = given.unwrap_or_else(|| of_work(cores, work::of_stmts(p.unit, cores, stmts)));
        if let Some(first) = first_loop(stmts, loops).and_then(|id| loops.get_mut(&id)) {
            tell(p, &worth, first);
        }
        // The threads are there already. What such loops sum up is made of parts, whose number follows from the work.
        for n in nodes.values() {
            let plan = loops.get_mut(&n.loop_.id);
            let sums = |plan: &&mut LoopPlan| threads(plan) && !plan.reductions.is_empty();
            if let Some(plan) = plan.filter(sums) {
                plan.worth = Some(of_nest(n));
            }
        }
        return Some(worth);
    }
    for n in nodes.values() {
        let Some(plan) = loops.get_mut(&n.loop_.id) else {
            continue;
        };
        if !threads(plan) {
            continue;
        }
        let own = n.clauses.as_ref();
        let sized = own.is_some_and(|c| sized(c.gang_num, c.worker));
        let given = given.clone().or_else(|| sized.then(given_by_clause));
        let worth = given.unwrap_or_else(|| of_nest(n));
        tell(p, &worth, plan);
        plan.worth = Some(worth);
    }
    None
}

/// Of a nest among the statements `text` that is one parallel region whatever the loops in it are, and does so many operations at once. `given`: a
/// clause gives the number of gangs or workers.
pub fn of_nest(p: &Planner<'_>, given: bool, text: &[Stmt], l: &For, at_once: u64) -> Worth {
    if given {
        return given_by_clause();
    }
    let heads: Vec<&Canonical> = l.canonical.iter().collect();
    let cores = Cores {
        wake: p.options.machine.cores.wake.saturating_mul(at_once),
        // These lanes are counted already.
        simd: 1,
        ..p.options.machine.cores
    };
    let declared = declared(text);
    of_work(
        &cores,
        work::of_loops(p.unit, &cores, &heads, &l.body, &declared),
    )
}

/// The heads of a loop, and of those that it has moved out of, with what they go around.
fn loops_of<'a>(nodes: &IndexMap<u32, &Node<'a>>, n: &Node<'a>) -> (Vec<&'a Canonical>, &'a Stmt) {
    for root in nodes.values() {
        let (chain, inner) = root.on_host();
        if let Some(at) = chain.iter().position(|c| c.loop_.id == n.loop_.id)
            && chain.len() > 1
        {
            let heads = chain[at..].iter().flat_map(|n| n.heads.iter().copied());
            return (heads.collect(), inner.body);
        }
    }
    (n.heads.clone(), n.body)
}

/// The variables that statements declare, and those that their loops count with.
fn declared(stmts: &[Stmt]) -> IndexSet<VarId> {
    let mut found = IndexSet::new();
    for s in stmts {
        s.each_stmt(|s| match &s.kind {
            StmtKind::Decl(all) => found.extend(all.iter().map(|d| d.var)),
            StmtKind::For(l) => found.extend(l.canonical.iter().map(|h| h.var)),
            _ => {}
        });
    }
    found
}

fn sized<T>(gangs: Option<T>, workers: Option<Option<T>>) -> bool {
    gangs.is_some() || workers.flatten().is_some()
}

fn given_by_clause() -> Worth {
    Worth::Always("a clause gives the number of gangs or workers")
}

/// With a second text for one thread, a debugger would stop in both.
fn as_written() -> Worth {
    Worth::Always("loops stay as they are written, for a debugger")
}

fn of_work(cores: &Cores, work: Option<work::Work>) -> Worth {
    let least = cores.wake as f64;
    match work {
        None => Worth::Unknown,
        Some(work) => Worth::Work { work, least },
    }
}

fn tell(p: &Planner<'_>, worth: &Worth, plan: &mut LoopPlan) {
    let line = plan.line;
    let note = worth.note(p.unit).map(|text| Note::new(line, text));
    plan.here.extend(note);
}

/// The first loop that there is a plan for.
fn first_loop(stmts: &[Stmt], loops: &IndexMap<LoopId, LoopPlan>) -> Option<LoopId> {
    let mut found = None;
    for s in stmts {
        s.each_stmt(|s| {
            if let StmtKind::For(l) = &s.kind
                && loops.contains_key(&l.id)
            {
                found.get_or_insert(l.id);
            }
        });
    }
    found
}
