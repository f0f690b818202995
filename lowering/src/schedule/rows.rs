//! Rows of unknown length: loops whose bounds each iteration of the loop around reads from memory, as those along the rows of a sparse matrix. A row
//! with all lanes of a block, or of a warp, leaves most of them idle where rows are short; one thread for each row leaves neighbouring threads
//! far apart in memory. So several rows stand beside each other in a block, as workers, with a few lanes each: as many as the mean length of
//! the rows asks for at the launch, where the ends of the first and the last row show it. Rows of a few elements, whose number is known, stand
//! beside each other in the same way: those of a stencil's or an element's matrix. Where clauses give gangs the rows and lanes their elements, but say
//! neither how many workers nor how many lanes there are, both hold as well.

use super::nest::{Node, Rows};
use super::planner::Planner;
use crate::analyse::work;
use crate::plan::{RowLength, RowsOf};
use accrs_frontend::region::{BinaryOp, Canonical, Expr, ExprKind, LoopCmp, VarId};

/// Threads of a block that sums up columns: as many as leave room for a sum in registers.
const COLUMN_THREADS: u64 = 512;
/// A row that nobody knows the length of gets such a part of a warp's lanes.
const SHARE: u64 = 8;

/// The rows that `root` goes over, and that the loops `along` go along.
pub fn of(p: &Planner<'_>, root: &Node<'_>, along: &[&Node<'_>]) -> Option<Rows> {
    let device = &p.options.machine.device;
    let [head] = root.heads.as_slice() else {
        return None;
    };
    if root.tile.is_some() || along.is_empty() {
        return None;
    }
    let (threads, usual) = (device.vector_length, (device.warp / SHARE).max(1));
    let ends = along.iter().find_map(|n| match n.heads.as_slice() {
        [inner] => ends(p, head, inner),
        _ => None,
    });
    Some(Rows {
        ends: ends.map(|(array, first, last)| RowLength {
            of: RowsOf::Memory { array, first, last },
            threads,
            usual,
        }),
        lanes: usual,
        beside: (threads / usual).max(1),
    })
}

/// Notes the rows that a gang loop goes over whose vector loops have no more iterations than a warp has lanes, by constants.
pub fn short(p: &Planner<'_>, root: &mut Node<'_>) {
    let device = &p.options.machine.device;
    let levels = root.decision.levels;
    let free = levels.gang && !levels.worker && !levels.vector && root.rows.is_none();
    let plain = root.tile.is_none() && root.decision.arrays.is_empty() && root.calls.is_none();
    if !free || !plain || holds_arrays(p, root) {
        return;
    }
    let mut longest: Option<f64> = Some(0.0);
    let mut inside = |n: &Node<'_>| {
        let levels = n.decision.levels;
        let sized = n
            .clauses
            .as_ref()
            .is_some_and(|c| c.vector.flatten().is_some());
        let trips = match n.heads.as_slice() {
            [head] if !sized && n.tile.is_none() => work::trips(p.unit, head),
            _ => None,
        };
        if levels.gang || levels.worker || n.calls.is_some() {
            longest = None;
        } else if levels.vector {
            longest = longest.zip(trips).map(|(a, b)| a.max(b));
        }
    };
    root.children.iter().for_each(|c| c.each(&mut inside));
    let warp = device.warp;
    let Some(longest) = longest.filter(|n| (2.0..=warp as f64).contains(n)) else {
        return;
    };
    let lanes = (longest as u64).next_power_of_two().min(warp);
    let rows = Rows {
        ends: None,
        lanes,
        beside: (device.vector_length / lanes).max(1),
    };
    let along = |n: &mut Node<'_>| n.rows = Some(Box::new(rows.clone()));
    root.rows = Some(Box::new(rows.clone()));
    root.children.iter_mut().for_each(|c| with_lanes(c, &along));
}

/// Notes of a nest that `collapse` joined, and whose loops are spread one by one, that the innermost loop may be short: rows of its iterations then have
/// fewer lanes, and more of them stand beside each other in a block. Called once the nest's levels are known.
pub fn of_any_length(p: &Planner<'_>, root: &mut Node<'_>) {
    let device = &p.options.machine.device;
    let (threads, usual) = (device.vector_length, device.warp);
    let [around] = root.children.as_mut_slice() else {
        return;
    };
    let joined = |n: &Node<'_>| n.clauses.as_ref().is_some_and(|c| c.one_by_one);
    let spread = |n: &Node<'_>| joined(n) && n.decision.levels.vector && !n.decision.levels.worker;
    if !spread(around) {
        return;
    }
    let [lanes] = around.children.as_mut_slice() else {
        return;
    };
    let length = match lanes.heads.as_slice() {
        [head] if spread(lanes) => loop_length(p, head),
        _ => None,
    };
    let Some(of) = length else {
        return;
    };
    let rows = Rows {
        ends: Some(RowLength { of, threads, usual }),
        lanes: usual,
        beside: (threads / usual).max(1),
    };
    lanes.rows = Some(Box::new(rows.clone()));
    around.rows = Some(Box::new(rows));
}

/// Gives a nest that sums up columns its levels and its block: lanes over columns, workers over parts of each.
pub fn of_columns(p: &Planner<'_>, root: &mut Node<'_>) {
    let lanes = p.options.machine.device.warp;
    let [inner] = root.children.as_mut_slice() else {
        return;
    };
    let rows = Rows {
        ends: None,
        lanes,
        beside: (COLUMN_THREADS / lanes).max(1),
    };
    inner.rows = Some(Box::new(rows.clone()));
    root.rows = Some(Box::new(rows));
    (root.decision.levels.gang, root.decision.levels.vector) = (true, true);
    inner.decision.levels.worker = true;
}

/// The iterations of a loop that counts up by one, if they aren't a constant.
fn loop_length(p: &Planner<'_>, head: &Canonical) -> Option<RowsOf> {
    let (lower, upper, closed) = by_one(p, head)?;
    work::trips(p.unit, head).is_none().then_some(RowsOf::Loop {
        lower,
        upper,
        closed,
    })
}

/// The bounds of a loop that counts up by one, and whether the upper one is an iteration.
fn by_one(p: &Planner<'_>, head: &Canonical) -> Option<(Expr, Expr, bool)> {
    let types = &p.unit.types;
    let counts = types.is_integer(p.unit.var(head.var).ty);
    let closed = match head.cmp {
        LoopCmp::Lt => false,
        LoopCmp::Le => true,
        _ => return None,
    };
    let by_one = counts && !head.down && head.step.int_value() == Some(1);
    by_one.then(|| (head.lower.clone(), head.upper.clone(), closed))
}

/// Notes the rows of unknown length that a gang loop goes over, where all loops with lanes in it go along them.
pub fn asked(p: &Planner<'_>, root: &mut Node<'_>) {
    let levels = root.decision.levels;
    let sized = |n: &Node<'_>| {
        let c = n.clauses.as_ref();
        c.is_some_and(|c| c.worker.flatten().is_some() || c.vector.flatten().is_some())
    };
    let free = levels.gang && !levels.vector && root.rows.is_none() && !sized(root);
    let plain = root.decision.arrays.is_empty() && root.calls.is_none();
    if !free || !plain || holds_arrays(p, root) {
        return;
    }
    let (mut along, mut others) = (Vec::new(), false);
    let [head] = root.heads.as_slice() else {
        return;
    };
    for c in &root.children {
        c.each(&mut |n| {
            let levels = n.decision.levels;
            let ends = match n.heads.as_slice() {
                [inner] => n.tile.is_none() && ends(p, head, inner).is_some(),
                _ => false,
            };
            others |= levels.gang || levels.worker || n.calls.is_some();
            others |= levels.vector && (sized(n) || !ends);
        });
    }
    if others {
        return;
    }
    root.children.iter().for_each(|c| lanes_of(c, &mut along));
    let Some(rows) = of(p, root, &along) else {
        return;
    };
    let along = |n: &mut Node<'_>| n.rows = Some(Box::new(rows.clone()));
    root.rows = Some(Box::new(rows.clone()));
    root.children.iter_mut().for_each(|c| with_lanes(c, &along));
}

/// The loops with lanes.
fn lanes_of<'n, 'a>(n: &'n Node<'a>, out: &mut Vec<&'n Node<'a>>) {
    if n.decision.levels.vector {
        out.push(n);
    }
    n.children.iter().for_each(|c| lanes_of(c, out));
}

/// Whether each iteration has arrays of its own: a block has one copy of them for all of its threads.
fn holds_arrays(p: &Planner<'_>, root: &Node<'_>) -> bool {
    let types = &p.unit.types;
    let clauses = root.clauses.iter().flat_map(|c| &c.private);
    let found = root.decision.privatisable.iter();
    let mut own = clauses
        .map(|r| r.base.ty)
        .chain(found.map(|v| p.unit.var(*v).ty));
    own.any(|ty| !types.is_arithmetic(ty))
}

fn with_lanes(n: &mut Node<'_>, f: &dyn Fn(&mut Node<'_>)) {
    if n.decision.levels.vector {
        f(n);
    }
    n.children.iter_mut().for_each(|c| with_lanes(c, f));
}

/// Lets rows stand beside each other in the blocks of a nest that begins with a loop over them.
pub fn beside(root: &mut Node<'_>) {
    let levels = root.decision.levels;
    let free = levels.gang && !levels.vector && root.children.iter().any(has_lanes);
    match free && root.rows.is_some() {
        true => root.decision.levels.worker = true,
        false => forget(root),
    }
}

fn has_lanes(n: &Node<'_>) -> bool {
    n.rows.is_some() && n.decision.levels.vector || n.children.iter().any(has_lanes)
}

fn forget(n: &mut Node<'_>) {
    n.rows = None;
    n.children.iter_mut().for_each(forget);
}

/// An index: a number is added to an expression.
type Index = (Expr, i64);

/// Where the rows end: `for (k = start[i]; k < start[i + 1]; ...)` in a loop over `i` that counts by one. The array, the index of the first
/// row's beginning, that of the last row's end.
fn ends(p: &Planner<'_>, head: &Canonical, inner: &Canonical) -> Option<(Expr, Index, Index)> {
    let counts = !head.down && head.step.int_value() == Some(1);
    let closed = match head.cmp {
        LoopCmp::Lt => 0,
        LoopCmp::Le => 1,
        _ => return None,
    };
    let plain = counts && !inner.down && matches!(inner.cmp, LoopCmp::Lt);
    let (array, from) = element(&inner.lower, head.var).filter(|_| plain)?;
    let (other, to) = element(&inner.upper, head.var)?;
    let types = &p.unit.types;
    let size = types.pointee(array.ty).filter(|ty| types.is_integer(*ty));
    let fits = matches!(size.and_then(|ty| types.size_of(ty)), Some(4 | 8));
    let (first, last) = (head.lower.clone(), head.upper.clone());
    (fits && other.is_like(array) && to == from + 1)
        .then(|| (array.clone(), (first, from), (last, from + closed)))
}

/// `a[i + 1]`: the array, and 1.
fn element(e: &Expr, var: VarId) -> Option<(&Expr, i64)> {
    let ExprKind::Index(array, index) = &e.strip_implicit().kind else {
        return None;
    };
    let index = index.strip_implicit();
    let number = |e: &Expr| e.int_value().and_then(|n| i64::try_from(n).ok());
    let is_var = |e: &Expr| e.variable() == Some(var);
    let more = match &index.kind {
        ExprKind::Binary(BinaryOp::Add, a, b) if is_var(a) => number(b)?,
        ExprKind::Binary(BinaryOp::Add, a, b) if is_var(b) => number(a)?,
        ExprKind::Binary(BinaryOp::Sub, a, b) if is_var(a) => number(b)?.checked_neg()?,
        _ if is_var(index) => 0,
        _ => return None,
    };
    (more.unsigned_abs() < 1 << 20).then_some((array.strip_implicit(), more))
}
