//! Loops in order of `kernels` that one gang goes through by itself, in one launch: its lanes share the parallel loops inside, and
//! meet between them.
//!
//! The other ways are launches from the host for each turn of such a loop, and one thread for all of it. A launch takes as long as some
//! thousand additions of one thread, and as long as a gang needs for a loop of some thousand iterations. So a gang does better where there
//! would be a launch for each turn of two loops or more, and where the loops inside are known to be no longer than that: those
//! of constant length, those that get longer with the loop around them (triangles), and rows whose ends stand in memory, for
//! which a warp is enough. Loops of unknown length inside of a single one may be worth the whole device: these are launched by the host,
//! as are nests whose iterations have loops of their own. What the host can't step through is a gang's rather than
//! a thread's in any case.
//!
//! Only levels change: the loops inside become vector loops, and the passes of the loop tree do the rest, as for `parallel num_gangs(1)`.
//! What a directive asks for it gets, so nests with parallel loops that have one go the other ways, as do those with clauses on the others. On the host's cores nothing changes.

use super::extents::{self, Known};
use super::levels;
use super::nest::Node;
use super::planner::Planner;
use super::split::any_partitioned;
use crate::analyse::work;
use crate::machine::Device;
use crate::plan::{InOrder, Levels, Order, Part, Stepper};
use accrs_frontend::region::verify::constant;
use accrs_frontend::region::{
    BinaryOp, Canonical, Expr, ExprKind, LocalDecl, Stmt, StmtKind, VarId,
};

/// Fewer iterations than that aren't worth a meeting.
const FEW: f64 = 8.0;
/// An iteration that itself goes around more often does too much for a lane.
const LIGHT: f64 = 32.0;
/// Longer loops are worth a launch each, however many there are.
const LONG: f64 = 16384.0;

/// A nest for one gang.
pub struct OneGang {
    /// How many lanes it has.
    lanes: u64,
    /// The variables of the loops in order for whose turns the host would launch kernels; empty where it can't.
    turns: Vec<VarId>,
}

/// Where a nest stands.
pub struct Around<'k> {
    pub known: &'k Known,
    /// The variables of loops around it that the host steps through.
    pub turns: &'k [VarId],
    /// The host could step through the nest's own outermost loop as well.
    pub host: bool,
}

/// How long a parallel loop in the nest is.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Length {
    Known(f64),
    /// It gets longer or shorter by one with each turn of a loop around it.
    Triangle,
    /// They stand in memory.
    Row,
    Unknown,
}

/// Whether the nest of `n`, a loop in order, is better off with one gang.
pub fn of_nest(p: &Planner<'_>, n: &Node<'_>, around: &Around<'_>) -> Option<OneGang> {
    if !fits(p, n) {
        return None;
    }
    let mut found = Found {
        p,
        known: around.known.clone(),
        turns: around.turns.to_vec(),
        own: Vec::new(),
        most: Vec::new(),
        lengths: Vec::new(),
    };
    found.nest(n);
    let device = &p.options.machine.device;
    if !pays(device, found.most.len(), &found.lengths, around.host) {
        return None;
    }
    Some(OneGang {
        lanes: lanes(device, &found.lengths),
        turns: match around.host {
            true => found.most,
            false => Vec::new(),
        },
    })
}

/// Whether all parallel loops below `n` are short for all that is known, and nobody asked for them: they have fewer iterations than a warp has
/// lanes, or start and end where it stands in memory, as the rows of a sparse matrix do. Then one thread is
/// through before the host has launched the next kernel.
pub fn are_short(p: &Planner<'_>, n: &Node<'_>, known: &Known) -> bool {
    fn trips(p: &Planner<'_>, n: &Node<'_>) -> Option<f64> {
        let own: Option<f64> = n.heads.iter().map(|h| work::trips(p.unit, h)).product();
        let mut inner = n.children.iter().map(|c| trips(p, c));
        Some(own? * inner.try_fold(1.0, |most: f64, t| Some(most.max(t?)))?)
    }
    let warp = p.options.machine.device.warp as f64;
    let mut known = known.clone();
    known.host_vars.extend(n.head_vars());
    let is_row = |c: &Node<'_>| match c.heads.as_slice() {
        [h] => [&h.lower, &h.upper]
            .into_iter()
            .all(|e| !extents::host_evaluable(p, e, &known)),
        _ => false,
    };
    let short = |c: &Node<'_>| match c.is_partitioned() {
        true => {
            let few = trips(p, c).is_some_and(|t| t < warp);
            c.loop_.directive.is_none()
                && (few || is_row(c) && !c.children.iter().any(any_partitioned))
        }
        false => c.decision.order.device.is_empty() && are_short(p, c, &known),
    };
    n.children.iter().all(short)
}

/// Whether one gang does better than launches from the host, if it can (`host`), or else than one thread. `turns`: so many loops in order
/// are around parallel ones of these lengths.
fn pays(device: &Device, turns: usize, lengths: &[Length], host: bool) -> bool {
    let at_most = |most: f64| move |l: &Length| matches!(l, Length::Known(n) if *n <= most);
    // Loops with fewer iterations than a warp has lanes are one thread's, if there are no others.
    if lengths.iter().all(at_most(device.warp as f64 - 1.0)) {
        return false;
    }
    if !host {
        return true;
    }
    let is_long = |l: &Length| matches!(l, Length::Known(n) if *n > LONG);
    // Where a loop saves one launch for each turn.
    let small = device.launch as f64;
    let is_short = |l: &Length| at_most(small)(l) || matches!(l, Length::Triangle | Length::Row);
    match turns {
        0 | 1 => lengths.iter().all(is_short),
        _ => !lengths.iter().any(is_long),
    }
}

/// As many lanes as the longest loops have use for, in whole warps. A single gang has more of them than one of many has by default: nobody else hides
/// the latency of its loads.
fn lanes(device: &Device, lengths: &[Length]) -> u64 {
    const WIDEST: u64 = 256;
    let (warp, default) = (device.warp, device.vector_length);
    let wide = default.max((2 * default).min(WIDEST.min(device.block)));
    let wanted = lengths.iter().map(|l| match l {
        Length::Known(n) => (*n as u64).next_multiple_of(warp),
        Length::Row => warp,
        Length::Triangle | Length::Unknown => wide,
    });
    wanted.max().unwrap_or(warp).clamp(warp, wide.max(warp))
}

/// Whether lanes of one gang can share the parallel loops of a nest, and none of them is worth more: no directive, no call of a routine
/// with loops of its own, no jumps but `break` and `continue`, nothing static or volatile, and sums of numbers alone.
fn fits(p: &Planner<'_>, n: &Node<'_>) -> bool {
    let mut fits = true;
    n.each(&mut |n| {
        fits &= n.calls.is_none() && !n.decision.keeps();
        fits &= match n.is_partitioned() {
            true => n.clauses.is_none() && is_light(p, n),
            false => n.clauses.as_ref().is_none_or(|c| c.is_bare()),
        };
    });
    let is_odd =
        |d: &LocalDecl| d.is_static || p.unit.types.qualifiers(p.unit.var(d.var).ty).is_volatile;
    let odd = |s: &Stmt| {
        matches!(
            s.kind,
            StmtKind::Goto(_)
                | StmtKind::Label { .. }
                | StmtKind::Return(_)
                | StmtKind::Switch { .. }
                | StmtKind::Atomic { .. }
        ) || matches!(&s.kind, StmtKind::Decl(all) if all.iter().any(is_odd))
    };
    fits && !n.loop_.body.any_stmt(odd)
}

/// A parallel loop whose iterations do little.
fn is_light(p: &Planner<'_>, n: &Node<'_>) -> bool {
    fn bounded(p: &Planner<'_>, n: &Node<'_>) -> Option<f64> {
        let inner = n.children.iter().map(|c| {
            let own = c.heads.first().and_then(|h| work::trips(p.unit, h))?;
            Some(own * bounded(p, c)?)
        });
        inner.sum::<Option<f64>>().map(|n| n.max(1.0))
    }
    let number = |v: VarId| p.unit.types.is_arithmetic(p.unit.var(v).ty);
    let mut sums = n.decision.reductions.iter();
    let mut below = false;
    n.children
        .iter()
        .for_each(|c| c.each(&mut |c| below |= c.is_partitioned()));
    let endless = |s: &Stmt| matches!(s.kind, StmtKind::While { .. } | StmtKind::DoWhile { .. });
    n.heads.len() == 1
        && n.tile.is_none()
        && !below
        && sums.all(|r| matches!(r.part, Part::Whole) && number(r.var))
        && !n.body.any_stmt(endless)
        && bounded(p, n).is_some_and(|n| n <= LIGHT)
}

/// The parallel loops of a nest.
struct Found<'a, 'n> {
    p: &'a Planner<'a>,
    known: Known,
    /// The variables of the loops in order around what is looked at, those that the host steps through among them.
    turns: Vec<VarId>,
    /// The heads of the nest's own.
    own: Vec<&'n Canonical>,
    /// The most of these around a parallel loop. Those with few turns don't count.
    most: Vec<VarId>,
    lengths: Vec<Length>,
}

impl<'n> Found<'_, 'n> {
    fn nest(&mut self, n: &Node<'n>) {
        if n.is_partitioned() {
            let length = self.length(n);
            self.lengths.push(length);
            if self.turns.len() >= self.most.len() {
                self.most.clone_from(&self.turns);
            }
            return;
        }
        // Loops in order that have moved into the threads ask for no launches.
        let moved = n.decision.order.device.len();
        if moved > 0
            && let Some(spread) = n.chain(moved).into_iter().find(|n| n.is_partitioned())
        {
            return self.nest(spread);
        }
        let trips = n.heads.first().map(|h| work::trips(self.p.unit, h));
        let warp = self.p.options.machine.device.warp as f64;
        let few = trips.flatten().is_some_and(|t| t < warp);
        let counted = n.heads.first().filter(|_| !few);
        let before = (self.turns.len(), self.own.len());
        self.turns.extend(counted.map(|h| h.var));
        self.own.extend(n.heads.iter().copied());
        self.known.host_vars.extend(n.head_vars());
        n.children.iter().for_each(|c| self.nest(c));
        self.turns.truncate(before.0);
        self.own.truncate(before.1);
    }

    fn length(&self, n: &Node<'_>) -> Length {
        let Some(head) = n.heads.first() else {
            return Length::Unknown;
        };
        if let Some(trips) = work::trips(self.p.unit, head) {
            return Length::Known(trips);
        }
        let bounds = [&head.lower, &head.upper];
        let known = |e: &&Expr| extents::host_evaluable(self.p, e, &self.known);
        let of_turn = |e: &&Expr| self.own.iter().any(|h| e.mentions(h.var));
        let grows = |h: &&Canonical| {
            let [from, to] = bounds;
            constant(&h.step) == Some(1)
                && (is_beside(from, h.var) && !to.mentions(h.var)
                    || is_beside(to, h.var) && !from.mentions(h.var))
        };
        match bounds.iter().filter(|e| known(e)).count() {
            2 if self.own.iter().any(grows) => Length::Triangle,
            2 => Length::Unknown,
            1 if !bounds.iter().any(|e| !known(e) && of_turn(e)) => Length::Unknown,
            _ => Length::Row,
        }
    }
}

/// Whether an expression is the variable, or at a distance from it that doesn't depend on it.
fn is_beside(e: &Expr, var: VarId) -> bool {
    match &e.kind {
        ExprKind::Var(v) => *v == var,
        ExprKind::Cast { operand, .. } => is_beside(operand, var),
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) => {
            is_beside(a, var) && !b.mentions(var) || is_beside(b, var) && !a.mentions(var)
        }
        _ => false,
    }
}

/// Gives the parallel loops of a nest to the lanes of one gang. `host`: their levels hold for the host's cores, which otherwise run them
/// in order.
pub fn take(p: &Planner<'_>, n: &mut Node<'_>, gang: OneGang, host: bool) {
    share(p, n, gang.lanes, host);
    n.decision.reason.by = Some(Stepper::Gang { turns: gang.turns });
}

fn share(p: &Planner<'_>, n: &mut Node<'_>, lanes: u64, host: bool) {
    if n.is_partitioned() {
        let mut trips = n.heads.iter().filter_map(|h| work::trips(p.unit, h));
        if trips.any(|t| t < FEW) {
            return levels::clear(n, InOrder::Few);
        }
        n.automatic = true;
        n.lanes = Some(lanes);
        n.decision.device_only |= !host;
        n.decision.levels = Levels {
            vector: true,
            ..Levels::default()
        };
        return;
    }
    n.children.iter_mut().for_each(|c| share(p, c, lanes, host));
    if !any_partitioned(n) {
        n.decision.order = Order::default();
    }
}

#[cfg(test)]
mod tests {
    use super::Length::{Known, Row, Triangle, Unknown};
    use super::{Device, lanes, pays};
    use crate::machine::Machine;

    fn device(vector_length: u64) -> Device {
        Device {
            vector_length,
            ..Machine::default().device
        }
    }

    #[test]
    fn a_gang_takes_what_would_be_launched_for_two_loops() {
        for lengths in [[Unknown, Unknown], [Known(16384.0), Row], [Triangle, Row]] {
            assert!(pays(&device(128), 2, &lengths, true), "{lengths:?}");
        }
        assert!(!pays(&device(128), 2, &[Known(16385.0), Triangle], true));
    }

    #[test]
    fn of_a_single_loop_it_takes_what_is_short() {
        for lengths in [
            [Known(1024.0), Known(3.0)],
            [Row, Row],
            [Triangle, Known(40.0)],
        ] {
            assert!(pays(&device(128), 1, &lengths, true), "{lengths:?}");
        }
        for lengths in [[Known(1025.0), Row], [Unknown, Row]] {
            assert!(!pays(&device(128), 1, &lengths, true), "{lengths:?}");
        }
    }

    #[test]
    fn it_beats_one_thread_but_where_all_is_short() {
        assert!(pays(&device(128), 0, &[Unknown], false));
        assert!(pays(&device(128), 0, &[Known(1e6)], false));
        for turns in 0..4 {
            for host in [false, true] {
                assert!(!pays(&device(128), turns, &[Known(31.0), Known(2.0)], host));
            }
        }
    }

    #[test]
    fn lanes_are_whole_warps() {
        assert_eq!(lanes(&device(128), &[Row, Row]), 32);
        assert_eq!(lanes(&device(128), &[Row, Known(33.0)]), 64);
        assert_eq!(lanes(&device(128), &[Known(1000.0)]), 256);
        assert_eq!(lanes(&device(128), &[Triangle, Row]), 256);
        assert_eq!(lanes(&device(64), &[Unknown]), 128);
        assert_eq!(lanes(&device(512), &[Unknown]), 512);
        assert_eq!(lanes(&device(1), &[Unknown]), 32);
    }
}
