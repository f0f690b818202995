//! Loops in order that a device's threads go through wave by wave, inside one kernel: all blocks wait for each other between the waves.
//!
//! ```text
//! for (t …)                     for each wave
//!     for (i …)                     for (t …, at once)                    one thread for each t
//!         body                          i = wave - by * t - shift
//!                                       if (i is one of the loop's) body
//!                                   barrier of all blocks
//! ```
//!
//! With three loops a thread has a `t` and an `i`, and `j` follows: `wave = by * t + rows * i + j + shift`. `schedule/wavefronts.rs` decides, and
//! `tree/wavefronts.rs` makes loops of it.

use super::Axis;
use crate::analyse::fronts::Front;
use crate::analyse::show;
use accrs_frontend::Unit;
use accrs_frontend::region::{Canonical, LoopId, StmtId, VarId};
use indexmap::{IndexMap, IndexSet};

/// A loop in order and those in it. Iterations of one wave don't depend on each other; a thread's own have the program's order.
#[derive(Clone, Debug)]
pub struct Wavefront {
    pub id: LoopId,
    pub head: Canonical,
    /// How much later waves are for each further iteration of the outer loop.
    pub by: i64,
    /// With three loops: how much later for each further iteration of the middle one.
    pub rows: Option<i64>,
    /// Of three loops, neighbouring threads have neighbouring iterations of the outer one, and rows of threads those of the middle one.
    pub along_outer: bool,
    /// The statements of the outer loop's body, in order.
    pub parts: IndexMap<StmtId, FrontPart>,
    /// Scalars that each thread has for itself.
    pub own: Vec<VarId>,
    /// Pointers whose targets must not overlap; otherwise another kernel is launched.
    pub apart: IndexSet<(VarId, VarId)>,
    /// The loops whose trips bound how many iterations a wave has, if the launch can count them: the fewest of one of them do.
    pub width: Vec<Canonical>,
    /// The axes that threads are spread over: of three loops, those of the loop that the rows of threads have, then those of the other one. Of two, only
    /// the second.
    pub axes: [Vec<Axis>; 2],
}

/// Where a statement stands in the waves.
#[derive(Clone, Debug)]
pub struct FrontPart {
    /// Of the middle loop, and how far its fronts are from what it counts.
    pub rows: Option<(Front<Canonical>, i64)>,
    /// Of the innermost one.
    pub own: (Front<Canonical>, i64),
}

impl Wavefront {
    /// The heads of all loops that waves are made of.
    pub fn heads(&self) -> impl Iterator<Item = &Canonical> {
        let fronts = self.parts.values().flat_map(|p| {
            let rows = p.rows.iter();
            rows.chain([&p.own]).filter_map(|(front, _)| match front {
                Front::Loop(head) => Some(head),
                _ => None,
            })
        });
        std::iter::once(&self.head).chain(fronts)
    }

    /// Whether a variable is that of one of these loops.
    pub fn counts(&self, v: VarId) -> bool {
        self.heads().any(|h| h.var == v)
    }

    /// What iterations of a wave have in common, but for shifts: "2*i + j".
    pub fn along(&self, unit: &Unit) -> String {
        let name = |h: &Canonical| show::name(unit, h.var).to_string();
        let times = |n: i64, of: String| match n {
            1 => of,
            n => format!("{n}*{of}"),
        };
        let mut terms = vec![times(self.by, name(&self.head))];
        let mut parts = self.parts.values();
        if let Some(part) = parts.find(|p| matches!(p.own.0, Front::Loop(_))) {
            if let (Some(by), Some((Front::Loop(head), _))) = (self.rows, &part.rows) {
                terms.push(times(by, name(head)));
            }
            if let Front::Loop(head) = &part.own.0 {
                terms.push(name(head));
            }
        }
        terms.join(" + ")
    }
}
