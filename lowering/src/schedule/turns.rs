//! How many iterations of a loop over a device's threads each thread has, so that enough loads are under way at once.
//!
//! A thread waits for memory some hundred times as long as it computes, so what a loop of few loads reaches depends on how many are under way. Threads
//! with one iteration each have no more than it has. Where they have several, compilers unroll the loop if its head allows that
//! ([`Turns::Several`]), and fetch for several iterations ahead; but not past a store that may touch what they would fetch. Iterations that are
//! a constant number apart show that they don't meet, if what subscripts are made of can't wrap around. So light loops that run along the whole
//! grid give each thread a few of these at once ([`Turns::AtOnce`]): `y[i] += a * x[i]` has eight loads under way then, instead of two.

use super::calls;
use super::kernel::loops_in;
use super::nest::Node;
use super::planner::Planner;
use crate::analyse::work;
use crate::plan::{Axis, Extent, Kernel, LoopPlan, Param, Pass, Turns};
use accrs_frontend::region::verify::constant;
use accrs_frontend::region::{
    BinaryOp, Expr, ExprKind, LoopCmp, LoopId, Stmt, StmtKind, UnaryOp, Unit, VarId, Visit,
};
use indexmap::IndexMap;

/// With more loads in an iteration, enough of them are under way anyway.
const FEW_LOADS: usize = 3;
/// Loops with more operations in an iteration want threads more than loads: so many are a handful of multiplications.
const LIGHT: f64 = 24.0;
/// The iterations that a thread takes at once.
const EACH: u64 = 4;
/// Threads of a multiprocessor: so many as the smallest ones hold, which has registers for what is to be under way.
const RESIDENT: u64 = 1024;
/// Blocks that the smallest multiprocessors hold.
const MOST_BLOCKS: u64 = 16;
/// Loops that are known to be shorter don't fill a device as it is.
const LONG: f64 = 65536.0;

/// Decides for the loops of kernels, and makes grids smaller where threads take several iterations at once.
pub fn settle(
    p: &Planner<'_>,
    roots: &[Node<'_>],
    loops: &mut IndexMap<LoopId, LoopPlan>,
    kernels: &mut [Kernel],
) {
    for k in kernels.iter_mut().filter(|k| {
        !k.is_instead() && k.tiles.is_none() && k.together.is_none() && k.own.is_empty()
    }) {
        // Routines share out what they are called for by themselves.
        if calls::axes_of_calls(p, &k.body).is_empty() {
            of_kernel(p, &loops_in(&k.body, roots), loops, k);
        }
    }
}

fn of_kernel(
    p: &Planner<'_>,
    mine: &[&Node<'_>],
    loops: &mut IndexMap<LoopId, LoopPlan>,
    k: &mut Kernel,
) {
    let bounded = |e: &Extent| matches!(e, Extent::Cover { most: None, .. });
    let sums = k.grid.iter().any(bounded);
    for n in mine {
        several(p, n, loops, sums, &k.block);
    }
    let threads = k.block.iter().map(|e| match e {
        Extent::Fixed(n) => Some((*n).max(1)),
        _ => None,
    });
    // One gang that goes through many short loops would find out its place in the block for each of them again, to save registers.
    let covers = k.grid.iter().any(|e| matches!(e, Extent::Cover { .. }));
    let light = covers && mine.iter().all(|n| is_light(p, n, loops));
    let threads = threads.product::<Option<u64>>().filter(|_| light);
    let resident = threads.map(|n| RESIDENT / n);
    k.resident = resident.filter(|n| (2..=MOST_BLOCKS).contains(n));
    if let [n] = mine
        && let [Extent::Fixed(threads), Extent::Fixed(1), Extent::Fixed(1)] = &k.block
        && let [
            Extent::Cover {
                per, most: Some(_), ..
            },
            Extent::Fixed(1),
            Extent::Fixed(1),
        ] = &mut k.grid
        && let Some(plan) = loops.get_mut(&n.loop_.id)
        && along_the_grid(p, n, plan)
        && tells_apart(p, &k.params)
    {
        plan.turns = Turns::AtOnce {
            each: EACH,
            apart: *threads,
        };
        *per = vec![Extent::Fixed(EACH * threads)];
    }
}

/// The loops whose threads have several iterations one after the other: all of the innermost ones where the grid is no larger than what the
/// device holds (`sums`), and those over the threads of a block that may have more iterations than it has threads.
fn several(
    p: &Planner<'_>,
    n: &Node<'_>,
    loops: &mut IndexMap<LoopId, LoopPlan>,
    sums: bool,
    block: &[Extent; 3],
) {
    n.children
        .iter()
        .for_each(|c| several(p, c, loops, sums, block));
    if n.children.iter().any(is_spread) {
        return;
    }
    let Some(plan) = loops.get_mut(&n.loop_.id).filter(|l| !l.axes.is_empty()) else {
        return;
    };
    let blocks = plan.axes.iter().filter(|a| is_block(**a)).count();
    let threads = plan.axes.len() - blocks;
    let size = |axis: &Axis| match (axis, block) {
        (Axis::ThreadX, [Extent::Fixed(n), ..])
        | (Axis::ThreadY, [_, Extent::Fixed(n), _])
        | (Axis::ThreadZ, [.., Extent::Fixed(n)]) => Some(*n),
        _ => None,
    };
    let apart = plan.axes.iter().map(size).product::<Option<u64>>();
    let one_turn = || {
        let trips = n.heads.first().and_then(|h| work::trips(p.unit, h));
        trips.is_some_and(|trips| trips <= apart.unwrap_or(1) as f64)
    };
    let fetches = || Body::of(p.unit, n.body).is_some_and(|b| b.fetches());
    if threads > 0 && (sums && blocks > 0 || blocks == 0 && fetches() && !one_turn()) {
        let head = n.heads.first();
        let itself = head.is_some_and(|h| only_in_subscripts(p.unit, n.body, h.var));
        plan.turns = Turns::Several { apart, itself };
    }
}

/// Whether loops over a gang's lanes that fetch a few iterations ahead are nearly all that a nest does: few registers are enough for the rest.
fn is_light(p: &Planner<'_>, n: &Node<'_>, loops: &IndexMap<LoopId, LoopPlan>) -> bool {
    let cores = &p.options.machine.cores;
    let light = |body: &Stmt, but: &[LoopId]| {
        work::typical(p.unit, cores, body, but).is_some_and(|work| work <= LIGHT)
    };
    let (mut lanes, mut right) = (Vec::new(), true);
    n.each(&mut |c| {
        let plan = loops.get(&c.loop_.id);
        let several = plan.filter(|l| matches!(l.turns, Turns::Several { apart: Some(_), .. }));
        if several.is_some_and(|l| !l.axes.iter().any(|a| is_block(*a))) {
            right &= light(c.body, &[]);
            lanes.push(c.loop_.id);
        }
    });
    right && !lanes.is_empty() && !lanes.contains(&n.loop_.id) && light(n.body, &lanes)
}

/// Whether a loop is light, long, and all that blocks and threads along x do.
fn along_the_grid(p: &Planner<'_>, n: &Node<'_>, plan: &LoopPlan) -> bool {
    let [head] = n.heads.as_slice() else {
        return false;
    };
    let types = &p.unit.types;
    let ty = p.unit.var(head.var).ty;
    let steady = |e: &Expr| constant(e).is_some() || work::is_plain(e);
    let counts = types.is_integer(ty) && types.size_of(ty) >= Some(4) && !head.down;
    let plain = counts
        && matches!(head.cmp, LoopCmp::Lt | LoopCmp::Le)
        && head.step.int_value() == Some(1)
        && head.lower.int_value().is_some()
        && steady(&head.upper);
    let bare = plan.tile.is_none()
        && plan.static_chunk.is_none()
        && plan.unroll.is_none()
        && plan.reductions.is_empty()
        && plan.atomics.is_empty()
        && plan.kept.is_empty()
        && plan.arrays.is_empty()
        && n.children.is_empty();
    plain
        && bare
        && plan.axes == [Axis::BlockX, Axis::ThreadX]
        && work::trips(p.unit, head).is_none_or(|n| n >= LONG)
        && Body::of(p.unit, n.body).is_some_and(|b| b.fetches() && b.in_line)
        && (types.size_of(ty) > Some(4) || only_in_subscripts(p.unit, n.body, head.var))
        && work::typical(p.unit, &p.options.machine.cores, n.body, &[])
            .is_some_and(|work| work <= LIGHT)
}

/// Whether compilers see that no array of a kernel overlaps another one.
fn tells_apart(p: &Planner<'_>, params: &[Param]) -> bool {
    let unit = p.unit;
    let arrays = params.iter().filter(|param| match param.pass {
        Pass::Address { .. } => true,
        _ => unit.types.is_pointer(unit.var(param.var).ty),
    });
    let restrict = |param: &&Param| matches!(param.pass, Pass::Address { restrict: true, .. });
    arrays.clone().count() == 1 || arrays.clone().all(|param| restrict(&param))
}

/// Whether an `int` stands in subscripts alone, in sums, differences and products of `int`s: they have the same values if it is a `long`, since they
/// don't overflow.
fn only_in_subscripts(unit: &Unit, body: &Stmt, var: VarId) -> bool {
    let int = unit.types.canonical_id(unit.types.int());
    let ints = |e: &Expr| {
        let of_ints = unit.types.canonical_id(e.ty) == int;
        of_ints
            && matches!(
                e.kind,
                ExprKind::Var(_)
                    | ExprKind::IntLit { .. }
                    | ExprKind::Cast { implicit: true, .. }
                    | ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, ..)
            )
    };
    let (mut all, mut right) = (0, 0);
    body.each_expr(|e| match &e.kind {
        ExprKind::Var(v) if *v == var => all += 1,
        ExprKind::Index(_, i) if !i.strip_implicit().any_expr(|e| !ints(e)) => {
            i.any_expr(|e| {
                right += usize::from(e.is_var(var) && matches!(e.kind, ExprKind::Var(_)));
                false
            });
        }
        _ => {}
    });
    all == right && int == unit.types.canonical_id(unit.var(var).ty)
}

fn is_spread(n: &Node<'_>) -> bool {
    n.is_partitioned() || n.children.iter().any(is_spread)
}

fn is_block(axis: Axis) -> bool {
    matches!(axis, Axis::BlockX | Axis::BlockY | Axis::BlockZ)
}

/// What an iteration does that computes and stores, and nothing else.
struct Body<'a> {
    unit: &'a Unit,
    /// The elements that it reads, each once.
    loads: Vec<&'a Expr>,
    /// The target of the assignment that is looked at: it isn't read.
    stored: Option<&'a Expr>,
    /// Without branches, and atomic operations, which loads aren't moved across.
    in_line: bool,
    plain: bool,
}

impl<'a> Body<'a> {
    /// `None`: it does more.
    fn of(unit: &'a Unit, body: &'a Stmt) -> Option<Self> {
        let mut found = Body {
            unit,
            loads: Vec::new(),
            stored: None,
            in_line: true,
            plain: true,
        };
        found.visit_stmt(body);
        found.plain.then_some(found)
    }

    /// Whether it reads memory, and so little that more could be under way.
    fn fetches(&self) -> bool {
        (1..=FEW_LOADS).contains(&self.loads.len())
    }
}

impl<'a> Visit<'a> for Body<'a> {
    fn visit_stmt(&mut self, s: &'a Stmt) {
        match s.kind {
            StmtKind::If { .. } | StmtKind::Atomic { .. } => self.in_line = false,
            StmtKind::Expr(_) | StmtKind::Decl(_) | StmtKind::Block(_) | StmtKind::Empty => {}
            _ => self.plain = false,
        }
        self.walk_stmt(s);
    }

    fn visit_expr(&mut self, e: &'a Expr) {
        match &e.kind {
            ExprKind::Assign(None, to, _) => self.stored = Some(to),
            ExprKind::Call { callee, .. } => {
                self.plain &= matches!(callee.strip_implicit().kind, ExprKind::Function(_));
            }
            ExprKind::StmtExpr(_) => self.plain = false,
            ExprKind::Conditional(..) => self.in_line = false,
            ExprKind::Index(..) | ExprKind::Unary(UnaryOp::Deref, _) => {
                let row = self.unit.types.is_array(e.ty);
                let stored = self.stored.is_some_and(|to| std::ptr::eq(to, e));
                if !stored && !row && !self.loads.iter().any(|known| known.is_like(e)) {
                    self.loads.push(e);
                }
            }
            _ => {}
        }
        self.walk_expr(e);
    }
}
