//! Sizes of grid and block: the user's arguments, else from the trip counts.

use super::nest::{Node, Rows};
use super::place::Placed;
use super::planner::{Planner, code};
use super::widest;
use crate::analyse::work;
use crate::plan::{Axis, ComputeKind, Extent, RowLength, RowsOf};
use accrs_frontend::Diagnostic;
use accrs_frontend::region::{Canonical, Expr, ExprKind, Storage, UnaryOp, VarId};
use indexmap::{IndexMap, IndexSet};

/// Gangs in y and z of a loop whose trip count the host can't know before the launch. The loops are
/// grid-stride, so that any number is right; with the machine's own number in x it fills a large device.
const FALLBACK_GANGS: [u64; 2] = [16, 4];
/// Largest grid extents: CUDA's in y and z; in x what the rendered loops' strides allow for.
pub(super) const MAX_GRID: [u64; 3] = [1 << 20, 65535, 65535];

/// What the construct's own clauses say.
#[derive(Default, Clone)]
pub struct Given<'a> {
    pub num_gangs: &'a [Expr],
    pub num_workers: Option<&'a Expr>,
    pub vector_length: Option<&'a Expr>,
    pub kind: ComputeKind,
    /// The kernel is one nest of loops, or one call.
    pub alone: bool,
    /// The kernel's blocks leave parts of reductions: there are to be no more of them than the device holds at once.
    pub reduces: bool,
    /// Iterations that a block is to have at least, so that what it does at its beginning and its end pays.
    pub least: u64,
    /// The construct is several kernels.
    pub among_others: bool,
    pub known: Known,
}

impl Given<'_> {
    fn evaluable(&self, p: &Planner<'_>, e: &Expr) -> bool {
        // Those of `parallel` the host evaluates just before it launches, once: so they may be anything.
        self.kind == ComputeKind::Parallel || host_evaluable(p, e, &self.known)
    }
}

/// What the host knows while it runs a construct.
#[derive(Default, Clone)]
pub struct Known {
    /// Scalars that the device changes: the host's are old.
    pub changed: IndexSet<VarId>,
    /// Variables of loops that the host itself steps through.
    pub host_vars: IndexSet<VarId>,
}

/// Which loops use an axis, with their user-given size for it.
struct Claim<'n, 'a> {
    node: &'n Node<'a>,
    size: Option<&'a Expr>,
}

/// Grid and block extents for the partitioned loops of a kernel, and for the axes that routines
/// `called` in it use.
pub fn of_kernel(
    p: &mut Planner<'_>,
    roots: &[&Node<'_>],
    axes: &IndexMap<u32, Placed>,
    called: &[Axis],
    given: &Given<'_>,
) -> ([Extent; 3], [Extent; 3]) {
    let mut claims: IndexMap<Axis, Vec<Claim<'_, '_>>> = IndexMap::new();
    for axis in called {
        claims.entry(*axis).or_default();
    }
    for n in roots
        .iter()
        .flat_map(|r| super::nest::by_id(std::slice::from_ref(*r)).into_values())
    {
        for axis in axes.get(&n.loop_.id.0).map(Placed::all).unwrap_or_default() {
            claims.entry(axis).or_default().push(Claim {
                node: n,
                size: size_of(n, axis),
            });
        }
    }
    let threads = [Axis::ThreadX, Axis::ThreadY, Axis::ThreadZ];
    let used = threads.map(|a| claims.contains_key(&a));
    let mut block = [0, 1, 2].map(|i| block_extent(p, &claims, threads[i], i, used, given));
    fit_block(p, &claims, &mut block, threads);
    let blocks = [Axis::BlockX, Axis::BlockY, Axis::BlockZ];
    let grid = [0, 1, 2].map(|i| {
        let all = called.contains(&blocks[i]) || all_use(roots, axes, blocks[i]);
        // Gangs of `parallel` do what isn't shared out among them each for itself.
        if !all && given.kind != ComputeKind::Parallel {
            return Extent::Fixed(1);
        }
        let choose = all && (i == 0 || given.alone);
        grid_extent(p, roots, &claims, axes, blocks[i], i, &block, given, choose)
    });
    (grid, block)
}

fn size_of<'a>(n: &Node<'a>, axis: Axis) -> Option<&'a Expr> {
    let c = n.clauses.as_ref()?;
    match axis {
        Axis::BlockX | Axis::BlockY | Axis::BlockZ => c.gang_num,
        _ if n.decision.levels.vector && !n.decision.levels.worker => c.vector.flatten(),
        _ if n.decision.levels.worker && !n.decision.levels.vector => c.worker.flatten(),
        Axis::ThreadX => c.vector.flatten(),
        _ => c.worker.flatten(),
    }
}

fn constant(e: &Expr) -> Option<u64> {
    e.int_value().map(|v| u64::try_from(v.max(1)).unwrap_or(1))
}

fn extent(e: &Expr) -> Extent {
    match constant(e) {
        Some(n) => Extent::Fixed(n.min(MAX_GRID[0])),
        None => Extent::User(e.clone()),
    }
}

fn is_worker_axis(claims: &[Claim<'_, '_>]) -> bool {
    claims.is_empty() || claims.iter().any(|c| c.node.decision.levels.worker)
}

fn block_extent(
    p: &Planner<'_>,
    claims: &IndexMap<Axis, Vec<Claim<'_, '_>>>,
    axis: Axis,
    i: usize,
    used: [bool; 3],
    given: &Given<'_>,
) -> Extent {
    let Some(claims) = claims.get(&axis) else {
        return Extent::Fixed(1);
    };
    let evaluable = |e: &&Expr| host_evaluable(p, e, &given.known);
    if let Some(e) = claims.iter().filter_map(|c| c.size).find(evaluable) {
        return extent(e);
    }
    let worker = is_worker_axis(claims) && axis != Axis::ThreadX;
    let clause = if worker {
        given.num_workers
    } else {
        given.vector_length.filter(|_| axis == Axis::ThreadX)
    };
    if let Some(e) = clause.filter(|e| given.evaluable(p, e)) {
        return extent(e);
    }
    if let Some(volume) = tile_volume(p, claims, axis) {
        return Extent::Fixed(volume);
    }
    if let Some(rows) = claims.iter().find_map(|c| c.node.rows.as_deref()) {
        return of_rows(p, rows, axis == Axis::ThreadX, &given.known);
    }
    let count = used.iter().filter(|u| **u).count();
    if let Some(lanes) = claims.iter().filter_map(|c| c.node.lanes).max() {
        return Extent::Fixed(lanes);
    }
    let device = &p.options.machine.device;
    let default = device.vector_length;
    Extent::Fixed(match (count, i) {
        (1, 0) => automatic_lanes(p, claims).map_or(default, |n| n.min(default)),
        (1, _) => device.warp,
        // Rows (workers, or an outer vector loop) stand beside a warp.
        (_, 0) => device.warp,
        (2, _) | (_, 1) => device.rows,
        _ => 2,
    })
}

/// The lanes of a row, or the rows beside each other in a block.
fn of_rows(p: &Planner<'_>, rows: &Rows, lanes: bool, known: &Known) -> Extent {
    let evaluable = |e: &&RowLength| match &e.of {
        RowsOf::Memory { array, first, last } => [&first.0, &last.0, array]
            .into_iter()
            .all(|e| host_evaluable_address(p, e, known)),
        RowsOf::Loop { lower, upper, .. } => [lower, upper]
            .into_iter()
            .all(|e| host_evaluable(p, e, known)),
    };
    match (rows.ends.as_ref().filter(evaluable), lanes) {
        (Some(ends), true) => Extent::RowLanes(Box::new(ends.clone())),
        (Some(ends), false) => Extent::RowsBeside(Box::new(ends.clone())),
        (None, true) => Extent::Fixed(rows.lanes),
        (None, false) => Extent::Fixed(rows.beside),
    }
}

/// Whether the host can evaluate `e`, an array's address among what it may be.
fn host_evaluable_address(p: &Planner<'_>, e: &Expr, known: &Known) -> bool {
    match &e.strip_implicit().kind {
        ExprKind::Var(v) => {
            let var = p.unit.var(*v);
            !known.changed.contains(v) && var.storage != Storage::Region
        }
        _ => host_evaluable(p, e, known),
    }
}

/// As many lanes as loops that nobody asked them for have iterations, where these are few: whole warps.
fn automatic_lanes(p: &Planner<'_>, claims: &[Claim<'_, '_>]) -> Option<u64> {
    let trips = |c: &Claim<'_, '_>| {
        let head = c.node.heads.first().filter(|_| c.node.automatic)?;
        work::trips(p.unit, head)
    };
    let all: Option<Vec<f64>> = claims.iter().map(trips).collect();
    let most = all?.into_iter().reduce(f64::max)?;
    Some((most as u64).next_multiple_of(p.options.machine.device.warp))
}

/// The threads for a tile's elements: one for each, as far as a block goes.
fn tile_volume(p: &Planner<'_>, claims: &[Claim<'_, '_>], axis: Axis) -> Option<u64> {
    /// Threads of a tile that has more elements than a block holds.
    const SHARE: u64 = 256;
    let tile = claims.iter().find_map(|c| {
        let (_, elements) = c.node.tile_levels();
        let mine = elements.vector && axis == Axis::ThreadX || elements.worker;
        c.node.tile.as_ref().filter(|_| mine)
    })?;
    let volume = tile.iter().fold(1u64, |n, s| n.saturating_mul(*s));
    let most = p.options.machine.device.block;
    Some(if volume > most {
        SHARE.min(most)
    } else {
        volume
    })
}

/// A block holds so many threads: what was not asked for shrinks, what was asked for is an error.
fn fit_block(
    p: &mut Planner<'_>,
    claims: &IndexMap<Axis, Vec<Claim<'_, '_>>>,
    block: &mut [Extent; 3],
    threads: [Axis; 3],
) {
    let most = p.options.machine.device.block;
    let size = |e: &Extent| match e {
        Extent::Fixed(n) => *n,
        _ => 1,
    };
    let product = |b: &[Extent; 3]| b.iter().map(size).fold(1u64, u64::saturating_mul);
    for i in [2, 1, 0] {
        let asked = claims
            .get(&threads[i])
            .is_some_and(|c| c.iter().any(|c| c.size.is_some()));
        while !asked && product(block) > most && size(&block[i]) > 1 {
            block[i] = Extent::Fixed(size(&block[i]) / 2);
        }
    }
    if product(block) > most {
        let span = claims
            .values()
            .flatten()
            .find_map(|c| c.size.map(|e| e.span))
            .unwrap_or_default();
        let sizes: Vec<String> = block.iter().map(|b| size(b).to_string()).collect();
        p.report(
            Diagnostic::error(
                code::SIZE_LIMIT,
                span,
                format!(
                    "a gang of {} threads: a device's thread block holds at most {most}",
                    sizes.join(" x ")
                ),
            )
            .help("give smaller vector and worker numbers"),
        );
    }
}

/// Whether each nest is spread over this axis: what isn't is run by all blocks along it, as the standard says of
/// gangs; where nobody asked for several, there is one.
fn all_use(roots: &[&Node<'_>], axes: &IndexMap<u32, Placed>, axis: Axis) -> bool {
    let mut chains = Vec::new();
    for n in roots {
        super::place::leaves(n, &mut Vec::new(), &mut chains);
    }
    let uses = |n: &&Node<'_>| {
        axes.get(&n.loop_.id.0)
            .is_some_and(|a| a.all().contains(&axis))
    };
    chains.iter().all(|c| c.iter().any(uses))
}

/// The number of blocks along an axis. `choose`: from the loops' trips, where no clause gives it.
#[allow(clippy::too_many_arguments)]
fn grid_extent(
    p: &Planner<'_>,
    roots: &[&Node<'_>],
    claims: &IndexMap<Axis, Vec<Claim<'_, '_>>>,
    axes: &IndexMap<u32, Placed>,
    axis: Axis,
    i: usize,
    block: &[Extent; 3],
    given: &Given<'_>,
    choose: bool,
) -> Extent {
    let evaluable = |e: &&Expr| host_evaluable(p, e, &given.known);
    let own = claims.get(&axis);
    if let Some(e) = own
        .into_iter()
        .flatten()
        .filter_map(|c| c.size)
        .find(evaluable)
    {
        return extent(e);
    }
    if let Some(e) = given.num_gangs.get(i).filter(|e| given.evaluable(p, e)) {
        return extent(e);
    }
    let Some(claims) = own.filter(|_| choose) else {
        return Extent::Fixed(1);
    };
    let known = |h: &Canonical| {
        let all = [&h.lower, &h.upper, &h.step];
        all.into_iter().all(|e| evaluable(&e))
    };
    for c in claims {
        let heads = widest::heads(p.unit, roots, c.node).unwrap_or_default();
        if heads.is_empty() || !heads.iter().all(known) {
            continue;
        }
        let own = axes.get(&c.node.loop_.id.0).map(|a| a.own.as_slice());
        return Extent::Cover {
            heads,
            tile: c.node.tile.clone().unwrap_or_default(),
            per: per_block(own.unwrap_or_default(), block, given.least),
            most: (!given.reduces).then_some(MAX_GRID[i]),
            least: false,
        };
    }
    Extent::Fixed(match i {
        0 => p.options.machine.device.gangs,
        i => FALLBACK_GANGS[i - 1],
    })
}

/// The iterations that a block takes of a loop with these axes, at once or `least` in turn: the factors' product, without those that are 1.
fn per_block(axes: &[Axis], block: &[Extent; 3], least: u64) -> Vec<Extent> {
    let mut fixed = 1;
    let mut factors = Vec::new();
    for axis in axes {
        let extent = match axis {
            Axis::ThreadX => &block[0],
            Axis::ThreadY => &block[1],
            Axis::ThreadZ => &block[2],
            _ => continue,
        };
        match extent {
            Extent::Fixed(n) => fixed *= (*n).max(1),
            Extent::User(e) => factors.push(Extent::User(e.clone())),
            Extent::RowLanes(e) => factors.push(Extent::RowLanes(e.clone())),
            Extent::RowsBeside(e) => factors.push(Extent::RowsBeside(e.clone())),
            Extent::Cover { .. } => {}
        }
    }
    if fixed > 1 {
        // Whole turns of the block's threads.
        if factors.is_empty() && least > fixed {
            fixed *= least.div_ceil(fixed);
        }
        factors.push(Extent::Fixed(fixed));
    }
    factors
}

/// Whether the host can evaluate `e` before the construct: literals, and scalars and struct
/// members that the host holds and the device doesn't change. No memory behind pointers:
/// the device's copy may be newer.
pub fn host_evaluable(p: &Planner<'_>, e: &Expr, known: &Known) -> bool {
    let types = &p.unit.types;
    let ok = |e: &Expr| host_evaluable(p, e, known);
    match &e.kind {
        ExprKind::IntLit { .. }
        | ExprKind::FloatLit { .. }
        | ExprKind::CharLit { .. }
        | ExprKind::EnumConst { .. }
        | ExprKind::SizeofType(_)
        | ExprKind::SizeofExpr(_)
        | ExprKind::AlignofType(_)
        | ExprKind::Offsetof { .. } => true,
        ExprKind::Var(v) => {
            let var = p.unit.var(*v);
            known.host_vars.contains(v)
                || !known.changed.contains(v)
                    && var.storage != Storage::Region
                    && !types.is_array(var.ty)
        }
        ExprKind::Unary(UnaryOp::Plus | UnaryOp::Minus | UnaryOp::Not | UnaryOp::BitNot, a) => {
            ok(a)
        }
        ExprKind::Binary(_, a, b) => ok(a) && ok(b),
        ExprKind::Conditional(a, b, c) => ok(a) && b.as_deref().is_none_or(ok) && ok(c),
        ExprKind::Cast { operand, .. } => ok(operand),
        ExprKind::Member {
            base, arrow: false, ..
        } => ok(base),
        _ => false,
    }
}
