//! How well a plan runs statements on a device.

use super::Deep;
use crate::plan::{Action, Axis, ComputePlan, Extent, Kernel, Plan, Step, Wavefront};
use accrs_frontend::region::{ConstructId, LoopId, Stmt, StmtId, StmtKind};
use accrs_frontend::source::Span;
use indexmap::{IndexMap, IndexSet};

/// What a launch, or having few threads, counts beside sums that are combined and loops that aren't shared.
const STEP: u32 = 8;

/// How a plan runs a statement.
#[derive(Clone, Default)]
pub struct Place {
    /// Loops that the host steps through around its launch.
    stepped: u32,
    /// Loops in order of its kernel around those that threads share.
    inside: u32,
    /// Its kernel has several blocks, or one of several threads.
    blocks: bool,
    threads: bool,
    /// The loops around it that threads share.
    pub shared: IndexSet<LoopId>,
    /// One of them is shared by neighbouring threads.
    pub lanes: bool,
    /// One of them combines sums in memory, in an order that the program doesn't have.
    combined: bool,
    /// Blocks go through its nest in tiles.
    pub tiled: bool,
    /// Loops in order in whose turns blocks wait for each other: the one that goes in waves, and those of the kernel around it.
    pub waves: u32,
}

impl Place {
    /// One thread runs it, one block, or a launch for each turn of loops in each other.
    pub fn is_poor(&self) -> bool {
        !self.blocks || self.stepped > 1
    }

    /// A launch for each turn of a loop, or a meeting of all blocks.
    pub fn is_stepped(&self) -> bool {
        self.stepped > 0 || self.waves > 0
    }

    /// Better by launches or by threads, not only by the loops that are shared.
    pub fn is_clearly_better(&self, than: &Place) -> bool {
        self.cost() / STEP < than.cost() / STEP
    }

    /// Whether it has the several blocks, and the tiles, that it has in another plan.
    pub fn has_all_of(&self, other: &Place) -> bool {
        (self.blocks || !other.blocks) && (self.tiled || !other.tiled)
    }

    /// The larger, the worse: launches from the host for each turn of a loop, and few threads.
    pub fn cost(&self) -> u32 {
        let threads = match (self.blocks, self.threads) {
            (true, _) => 0,
            // A block that goes through loops in each other meets itself for each turn of the inner one.
            (_, true) if self.inside > 1 => 5,
            (_, true) => 3,
            _ => 4,
        };
        let alone = u32::from(self.stepped == 0 && !self.blocks && !self.threads);
        // One thread for all is worse than a launch for each turn of a loop, as long as that is one loop.
        // Less than a launch, but not nothing.
        let waves = (4 * self.waves).saturating_sub(1);
        let launches = 2 * (4 * self.stepped + waves + threads + 2 * alone);
        let shared = self.shared.len().min(2) as u32;
        STEP * launches + 4 * u32::from(self.combined) + 2 - shared
    }
}

/// Whether none of some statements is worse off in the second plan, and one of those that run most often is better off.
pub fn is_better(
    leaves: &[Deep],
    (before, after): (&IndexMap<Span, Place>, &IndexMap<Span, Place>),
) -> bool {
    let mut better = false;
    for (leaf, deep) in leaves {
        let (Some(before), Some(after)) = (before.get(leaf), after.get(leaf)) else {
            return false;
        };
        if after.cost() > before.cost() || !after.has_all_of(before) {
            return false;
        }
        better |= *deep && after.is_clearly_better(before);
    }
    better
}

/// A construct's plan, if it computes.
pub fn compute(plan: &Plan, id: ConstructId) -> Option<&ComputePlan> {
    match plan.constructs.get(&id).map(|c| &c.action) {
        Some(Action::Compute(c)) => Some(c),
        _ => None,
    }
}

/// How many kernels are launched, one in a loop that the host steps through counting as several.
pub fn launches(steps: &[Step]) -> u64 {
    const TURNS: u64 = 100;
    let of = |step: &Step| match step {
        Step::Launch(_) => 1,
        // What one kernel saves here counts as launches: its blocks wait for each other instead.
        Step::Together { otherwise, .. } => launches(otherwise),
        Step::Ask { steps, .. } => launches(steps),
        Step::Loop { body, .. } => TURNS.saturating_mul(launches(body)),
        Step::If { then, els, .. } => launches(then).saturating_add(launches(els)),
    };
    steps.iter().map(of).fold(0, u64::saturating_add)
}

/// Where each statement is, by its place in the text. `copies`: the loops that are copies of others.
pub fn places(plan: &ComputePlan, copies: &IndexMap<LoopId, LoopId>) -> IndexMap<Span, Place> {
    places_but(plan, copies, &IndexSet::new())
}

/// Likewise, without what is in these loops.
pub fn places_but(
    plan: &ComputePlan,
    copies: &IndexMap<LoopId, LoopId>,
    but: &IndexSet<LoopId>,
) -> IndexMap<Span, Place> {
    let mut walk = Walk {
        plan,
        copies,
        but,
        waves: None,
        found: IndexMap::new(),
    };
    walk.steps(&plan.steps, 0);
    walk.found
}

struct Walk<'w> {
    plan: &'w ComputePlan,
    copies: &'w IndexMap<LoopId, LoopId>,
    but: &'w IndexSet<LoopId>,
    /// The loops of the kernel that go in waves.
    waves: Option<&'w IndexMap<StmtId, Wavefront>>,
    found: IndexMap<Span, Place>,
}

impl<'w> Walk<'w> {
    fn steps(&mut self, steps: &'w [Step], stepped: u32) {
        for step in steps {
            match step {
                Step::Launch(k) => {
                    if let Some(kernel) = self.plan.kernels.get(*k) {
                        self.kernel(kernel, stepped);
                    }
                }
                Step::Together { otherwise, .. } => self.steps(otherwise, stepped),
                Step::Ask { steps, .. } => self.steps(steps, stepped),
                Step::Loop { id, .. } if self.but.contains(id) => {}
                Step::Loop { body, .. } => self.steps(body, stepped + 1),
                Step::If { then, els, .. } => {
                    self.steps(then, stepped);
                    self.steps(els, stepped);
                }
            }
        }
    }

    fn kernel(&mut self, kernel: &'w Kernel, stepped: u32) {
        let several = |all: &[Extent; 3]| all.iter().any(|e| !matches!(e, Extent::Fixed(1)));
        let place = Place {
            stepped,
            blocks: several(&kernel.grid),
            threads: several(&kernel.block),
            tiled: kernel.tiles.is_some(),
            ..Place::default()
        };
        self.waves = kernel.together.as_ref().map(|t| &t.waves);
        kernel.body.iter().for_each(|s| self.stmt(s, &place));
    }

    fn stmt(&mut self, s: &Stmt, place: &Place) {
        if matches!(&s.kind, StmtKind::For(l) if self.but.contains(&l.id)) {
            return;
        }
        self.found
            .entry(s.span)
            .and_modify(|p| {
                // What stands in several kernels is as well off as in the worst of them.
                if p.cost() < place.cost() {
                    *p = place.clone();
                }
            })
            .or_insert_with(|| place.clone());
        match &s.kind {
            StmtKind::For(l) => {
                let mut inside = place.clone();
                if self.waves.is_some_and(|w| w.contains_key(&s.id)) {
                    inside.waves = 1 + place.inside;
                }
                if let Some(own) = self.plan.loops.get(&l.id).filter(|l| !l.axes.is_empty()) {
                    let id = self.copies.get(&l.id).copied().unwrap_or(l.id);
                    inside.shared.insert(id);
                    inside.lanes |= own.axes.contains(&Axis::ThreadX);
                    inside.combined |=
                        own.reductions.iter().any(|r| r.careful) || !own.atomics.is_empty();
                } else if inside.shared.is_empty() {
                    inside.inside += 1;
                }
                self.stmt(&l.body, &inside);
            }
            StmtKind::Block(inner) => inner.iter().for_each(|s| self.stmt(s, place)),
            StmtKind::If { then, els, .. } => {
                self.stmt(then, place);
                els.iter().for_each(|s| self.stmt(s, place));
            }
            _ => {}
        }
    }
}
