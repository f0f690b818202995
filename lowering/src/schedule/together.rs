//! Loops in order of `kernels` around parallel ones that one launch goes through: all blocks share each parallel loop, and wait for each other
//! before the next one (`for (t …) { sweep; sweep; }`).
//!
//! The host could launch a kernel for each parallel loop in each iteration. That takes longer than a meeting of the blocks, by so many iterations as one block
//! goes through in that time (`launch - meeting` of the machine model); where each thread has more iterations than these, it hardly matters. The device must hold
//! all blocks at once, and how many it holds is known where the kernel runs. So the launch decides, and the host steps through the loop otherwise.
//!
//! Each block goes through the loops in order by itself. What stands between parallel loops and stores to memory, one thread does; what only
//! computes scalars, all do. Loops in order that go wave by wave (`wavefronts.rs`) are such kernels too, or part of one: these are launched in any case,
//! with a single block where the device can't have blocks wait. The passes of the loop tree place the meetings (`tree/barriers.rs`).

use super::blocked::nests::is_plain;
use super::extents::{self, Given, Known};
use super::kernel::{Variables, kernel_name, loops_in, site_of, unrestrict};
use super::nest::Node;
use super::place::leaves;
use super::planner::Planner;
use super::split::{Split, any_partitioned};
use super::widest;
use crate::analyse::{uses, work};
use crate::plan::{
    Axis, ComputeKind, Extent, Kernel, Mapping, Pass, Step, Together, Wavefront, arrange,
};
use accrs_frontend::region::{Canonical, Construct, LoopId, Stmt, StmtId, StmtKind, VarId};
use indexmap::{IndexMap, IndexSet};

/// How many iterations of a loop a thread may have for meetings to pay instead of launches.
pub fn turns(p: &Planner<'_>) -> u64 {
    let device = &p.options.machine.device;
    (device.launch.saturating_sub(device.meeting) / device.vector_length).max(1)
}

/// Whether one kernel can go through a statement in a loop in order: `nodes` are the loops in it.
pub fn fits(split: &Split, p: &Planner<'_>, s: &Stmt, nodes: &[Node<'_>]) -> bool {
    match &s.kind {
        StmtKind::Empty | StmtKind::Cache(_) => true,
        StmtKind::Block(all) => all.iter().all(|s| fits(split, p, s, nodes)),
        StmtKind::For(l) => match nodes.iter().find(|n| n.loop_.id == l.id) {
            Some(n) if n.is_partitioned() => is_nest(n) && !is_large(p, n),
            Some(n) if split.waves.contains(&n.loop_.id) => true,
            Some(n) if split.spreads(n) => {
                n.decision.order.device.is_empty()
                    && is_stepped(n)
                    && split.host_head(p, n).is_ok()
                    && fits(split, p, &l.body, &n.children)
            }
            _ => is_single(p, s),
        },
        StmtKind::If { cond, then, els } if split.holds_spread(s, nodes) => {
            split.host_condition(p, s, cond).is_ok()
                && fits(split, p, then, nodes)
                && els.as_deref().is_none_or(|e| fits(split, p, e, nodes))
        }
        _ => is_single(p, s),
    }
}

/// A loop in order that no clause asks more of.
pub fn is_stepped(n: &Node<'_>) -> bool {
    let plain = n.clauses.as_ref().is_none_or(|c| {
        !c.has_level()
            && c.depth() <= 1
            && c.tile.is_empty()
            && c.private.is_empty()
            && c.reductions.is_empty()
            && c.unroll.is_none()
    });
    plain && n.heads.len() == 1 && !n.decision.keeps() && !n.passed
}

/// Parallel loops that stand in each other with nothing between, and whose mapping is for the compiler to choose; nothing is summed up in them.
fn is_nest(n: &Node<'_>) -> bool {
    let d = &n.decision;
    let plain = n.clauses.as_ref().is_none_or(|c| c.is_bare())
        && n.heads.len() == 1
        && n.tile.is_none()
        && n.calls.is_none()
        && n.rows.is_none()
        && !n.passed
        && !d.keeps()
        && d.reductions.is_empty();
    let inside = match n.children.iter().any(any_partitioned) {
        false => true,
        true => {
            let [inner] = n.children.as_slice() else {
                return false;
            };
            n.tight && inner.is_partitioned() && is_nest(inner)
        }
    };
    plain && inside
}

/// Whether a nest is known to have more iterations than meetings pay for, on whatever device.
fn is_large(p: &Planner<'_>, n: &Node<'_>) -> bool {
    let mut trips = Some(1.0);
    n.each(&mut |n| {
        if n.is_partitioned() {
            let own = n.heads.first().and_then(|h| work::trips(p.unit, h));
            trips = trips.zip(own).map(|(all, own)| all * own);
        }
    });
    let most = (turns(p) * p.options.machine.device.threads) as f64;
    trips.is_some_and(|n| n > most)
}

/// A statement that one thread can run for all, or each for itself: it stores to memory, or assigns scalars.
pub fn is_single(p: &Planner<'_>, s: &Stmt) -> bool {
    let types = &p.unit.types;
    if let StmtKind::Decl(decls) = &s.kind
        && !decls.iter().all(|d| {
            let ty = p.unit.var(d.var).ty;
            types.is_arithmetic(ty) && !types.qualifiers(ty).is_volatile
        })
    {
        return false;
    }
    let used = uses::of_stmts(p.unit, [s]);
    let array = |v| types.is_array(p.unit.var(v).ty);
    let number = |v| types.is_arithmetic(p.unit.var(v).ty);
    let mut written = used.vars.iter().filter(|(_, u)| u.written.is_some());
    if used.declared.iter().any(|v| !number(*v)) || !written.all(|(v, _)| number(*v) || array(*v)) {
        return false;
    }
    let scalar = used
        .vars
        .iter()
        .any(|(v, u)| u.written.is_some() && !array(*v) && !used.declared.contains(v));
    let memory = used.vars.iter().any(|(v, u)| match array(*v) {
        true => u.any_write(),
        false => u.any_write() && u.written.is_none(),
    });
    is_plain(p.unit, s) && !(scalar && memory)
}

/// The kernel of a nest that [`fits`].
pub fn kernel(
    p: &mut Planner<'_>,
    c: &Construct,
    body: Vec<Stmt>,
    roots: &[Node<'_>],
    variables: Variables<'_>,
    given: &Given<'_>,
    mut waves: IndexMap<StmtId, Wavefront>,
) -> Kernel {
    let mine = loops_in(&body, roots);
    let mut params = variables.params;
    unrestrict(p, &mut params, &mine, &body);
    // Threads hand values to each other through all memory that is written.
    for param in &mut params {
        if let Pass::Address {
            restrict,
            read_only,
            ..
        } = &mut param.pass
        {
            *restrict &= *read_only;
        }
    }
    // Each thread counts the loops in order by itself.
    let mut private = variables.private;
    let counters = counters(&mine);
    params.retain(|param| {
        let own = counters.contains(&param.var) && param.pass == Pass::Value;
        if own && !private.contains(&param.var) {
            private.push(param.var);
        }
        !own
    });
    let mut nests = Vec::new();
    mine.iter().for_each(|n| outside(n, &waves, &mut nests));
    let mut chains: Vec<Vec<&Node<'_>>> = Vec::new();
    for n in nests {
        leaves(n, &mut Vec::new(), &mut chains);
    }
    for chain in &mut chains {
        for n in chain.clone() {
            arrange(chain, &n.decision.order.device, |n| n.loop_.id);
        }
    }
    let depth = chains.iter().map(Vec::len).max().unwrap_or(0);
    let mut axes: IndexMap<LoopId, Vec<Axis>> = IndexMap::new();
    for chain in &chains {
        for (n, own) in chain.iter().zip(placed(chain.len(), depth)) {
            axes.insert(n.loop_.id, own);
        }
    }
    chains.retain(|c| c.len() == depth);
    let only_waves = chains.is_empty();
    let (grid, block) = match only_waves {
        true => sizes_of_waves(p, &mine, waves.values(), &given.known),
        false => sizes(p, &mine, &chains, &given.known),
    };
    place_waves(&mut waves, [&grid, &block]);
    let site = site_of(
        p,
        c,
        given.among_others || given.kind == ComputeKind::Kernels,
        &mine,
        &body,
    );
    Kernel {
        name: kernel_name(p, &site),
        site,
        mapping: Some(if depth > 1 {
            Mapping::GvGv
        } else {
            Mapping::Gv
        }),
        grid,
        block,
        params,
        body,
        private,
        reductions: variables.reductions.to_vec(),
        redundant: false,
        resident: None,
        block_copies: Vec::new(),
        in_order: false,
        overlap: None,
        aligned: None,
        unaligned: false,
        plans: None,
        tiles: None,
        together: Some(Together {
            turns: (!only_waves).then(|| turns(p)),
            alone: p.options.machine.device.meeting,
            axes,
            waves,
        }),
        own: IndexMap::new(),
    }
}

/// The variables of loops in order that aren't declared in their heads.
fn counters(mine: &[&Node<'_>]) -> IndexSet<VarId> {
    let mut all = IndexSet::new();
    for n in mine {
        n.each(&mut |n| {
            let heads = n
                .heads
                .iter()
                .filter(|h| !h.declared && !n.is_partitioned());
            all.extend(heads.map(|h| h.var));
        });
    }
    all
}

/// The outermost of the loops that are spread, but for those in loops that go wave by wave.
fn outside<'n, 'a>(
    n: &'n Node<'a>,
    waves: &IndexMap<StmtId, Wavefront>,
    out: &mut Vec<&'n Node<'a>>,
) {
    match n.is_partitioned() {
        true => out.push(n),
        false if waves.values().any(|w| w.id == n.loop_.id) => {}
        false => n.children.iter().for_each(|c| outside(c, waves, out)),
    }
}

/// Has other steps take the place of a kernel whenever it would be launched.
pub fn without(kernel: usize, steps: &mut Vec<Step>) {
    let mut all = std::mem::take(steps);
    for s in &mut all {
        match s {
            Step::Ask { steps, .. } | Step::Loop { body: steps, .. } => without(kernel, steps),
            Step::If { then, els, .. } => {
                without(kernel, then);
                without(kernel, els);
            }
            Step::Together { .. } | Step::Launch(_) => {}
        }
    }
    let kept = |s| match s {
        Step::Together {
            kernel: k,
            otherwise,
        } if k == kernel => otherwise,
        s => vec![s],
    };
    steps.extend(all.into_iter().flat_map(kept));
}

/// The axes of the loops of a nest in a kernel whose deepest one has so many: all of the grid's are used.
fn placed(length: usize, depth: usize) -> Vec<Vec<Axis>> {
    use Axis::{BlockX, BlockY, ThreadX, ThreadY};
    let inner = vec![BlockX, ThreadX];
    match (length, depth) {
        (1, ..=1) => vec![inner],
        (1, _) => vec![vec![BlockY, BlockX, ThreadY, ThreadX]],
        (2, _) => vec![vec![BlockY, ThreadY], inner],
        (n, _) => {
            let mut all = vec![Vec::new(); n];
            all[0] = vec![BlockY];
            all[1] = vec![ThreadY];
            all[n - 1] = inner;
            all
        }
    }
}

/// Grid and block: as many threads as the first of the deepest nests asks for whose trips the host can count.
fn sizes(
    p: &Planner<'_>,
    mine: &[&Node<'_>],
    chains: &[Vec<&Node<'_>>],
    known: &Known,
) -> ([Extent; 3], [Extent; 3]) {
    let device = &p.options.machine.device;
    let cover = |n: &Node<'_>, per: u64| {
        let heads = widest::heads(p.unit, mine, n)?;
        let all = heads.iter().flat_map(|h| [&h.lower, &h.upper, &h.step]);
        let known = all
            .into_iter()
            .all(|e| extents::host_evaluable(p, e, known));
        (known && !heads.is_empty()).then(|| Extent::Cover {
            heads,
            tile: Vec::new(),
            per: vec![Extent::Fixed(per)],
            most: None,
            least: false,
        })
    };
    let one = || Extent::Fixed(1);
    let unknown = || Extent::Fixed(device.gangs);
    let first = |f: &dyn Fn(&Vec<&Node<'_>>) -> Option<Extent>| chains.iter().find_map(f);
    let deep = chains.iter().any(|c| c.len() > 1);
    if !deep {
        let x = first(&|c| cover(c.last()?, device.vector_length));
        let block = [Extent::Fixed(device.vector_length), one(), one()];
        return ([x.unwrap_or_else(unknown), one(), one()], block);
    }
    let x = first(&|c| cover(c.last()?, device.warp));
    let y = first(&|c| cover(c.first()?, if c.len() > 2 { 1 } else { device.rows }));
    let grid = [x.unwrap_or_else(one), y.unwrap_or_else(unknown), one()];
    (
        grid,
        [
            Extent::Fixed(device.warp),
            Extent::Fixed(device.rows),
            one(),
        ],
    )
}

/// Threads of a block that goes through waves: a few warps, since one block alone may do.
const THREADS_OF_WAVES: u64 = 256;

/// Grid and block of a kernel that has nothing else but loops that go wave by wave: as many threads as the first of them that the launch can count asks for.
fn sizes_of_waves<'w>(
    p: &Planner<'_>,
    mine: &[&Node<'_>],
    waves: impl Iterator<Item = &'w Wavefront> + Clone,
    known: &Known,
) -> ([Extent; 3], [Extent; 3]) {
    let device = &p.options.machine.device;
    let threads = THREADS_OF_WAVES.min(device.block).max(device.warp);
    let mut counters: IndexSet<VarId> = IndexSet::new();
    for n in mine {
        n.each(&mut |n| counters.extend(n.head_vars()));
    }
    let deep = waves.clone().any(|w| w.rows.is_some());
    let rows = if deep { threads / device.warp } else { 1 };
    let evaluable = |h: &Canonical| {
        [&h.lower, &h.upper, &h.step].into_iter().all(|e| {
            extents::host_evaluable(p, e, known) && !counters.iter().any(|v| e.mentions(*v))
        })
    };
    let cover = |w: &Wavefront| {
        let heads: Vec<Canonical> = w.width.iter().filter(|h| evaluable(h)).cloned().collect();
        let per = if w.rows.is_some() { rows } else { threads };
        (!heads.is_empty()).then(|| Extent::Cover {
            heads,
            tile: Vec::new(),
            per: vec![Extent::Fixed(per)],
            most: None,
            least: true,
        })
    };
    let one = || Extent::Fixed(1);
    let x = waves
        .clone()
        .find_map(cover)
        .unwrap_or(Extent::Fixed(device.gangs));
    let block = match deep {
        true => [Extent::Fixed(device.warp), Extent::Fixed(rows), one()],
        false => [Extent::Fixed(threads), one(), one()],
    };
    ([x, one(), one()], block)
}

/// Gives waves all axes along which the kernel has several blocks or threads; neighbouring threads follow each other.
fn place_waves(waves: &mut IndexMap<StmtId, Wavefront>, [grid, block]: [&[Extent; 3]; 2]) {
    use Axis::{BlockX, BlockY, BlockZ, ThreadX, ThreadY, ThreadZ};
    let several = |all: &[Extent; 3], at: usize| !matches!(all[at], Extent::Fixed(0 | 1));
    let blocks = [(2, BlockZ), (1, BlockY), (0, BlockX)];
    let threads = [(2, ThreadZ), (1, ThreadY)];
    let outer = blocks.into_iter().filter(|(at, _)| several(grid, *at));
    let rows = threads.into_iter().filter(|(at, _)| several(block, *at));
    let outer: Vec<Axis> = outer.chain(rows).map(|(_, axis)| axis).collect();
    for w in waves.values_mut() {
        w.axes = match w.rows {
            Some(_) => [outer.clone(), vec![ThreadX]],
            None => [Vec::new(), [outer.as_slice(), &[ThreadX]].concat()],
        };
    }
}
