//! Combined constructs taken apart (§2.11).

use super::*;

impl<E: Clone> Directive<E> {
    /// The compute construct and the loop that a combined construct stands for; `None` if
    /// it isn't one. `private` goes to the loop, `reduction` to both (on the compute construct it stands
    /// for the implied `copy`), `device_type` to both; each other clause to the one half that takes
    /// it. Both halves keep id, span and written name.
    pub fn split(&self) -> Option<(Directive<E>, Directive<E>)> {
        let compute = match self.kind {
            DirectiveKind::ParallelLoop => DirectiveKind::Parallel,
            DirectiveKind::SerialLoop => DirectiveKind::Serial,
            DirectiveKind::KernelsLoop => DirectiveKind::Kernels,
            _ => return None,
        };
        let half = |kind, wanted: fn(ClauseId) -> bool| Directive {
            id: self.id,
            kind,
            clauses: self
                .clauses
                .iter()
                .filter(|clause| wanted(clause.kind.id()))
                .cloned()
                .collect(),
            span: self.span,
            name: self.name.clone(),
        };
        Some((
            half(compute, |id| on_compute(id) || on_both(id)),
            half(DirectiveKind::Loop, |id| !on_compute(id) || on_both(id)),
        ))
    }
}

fn on_both(id: ClauseId) -> bool {
    matches!(id, ClauseId::Reduction | ClauseId::DeviceType)
}

/// Whether the clause belongs to the compute half (or to both).
fn on_compute(id: ClauseId) -> bool {
    match id {
        ClauseId::If
        | ClauseId::SelfClause
        | ClauseId::Async
        | ClauseId::Wait
        | ClauseId::NumGangs
        | ClauseId::NumWorkers
        | ClauseId::VectorLength
        | ClauseId::Firstprivate
        | ClauseId::Data(_)
        | ClauseId::Default => true,
        ClauseId::Private
        | ClauseId::Reduction
        | ClauseId::DeviceType
        | ClauseId::Gang
        | ClauseId::Worker
        | ClauseId::Vector
        | ClauseId::Seq
        | ClauseId::Auto
        | ClauseId::Independent
        | ClauseId::Collapse
        | ClauseId::Tile
        | ClauseId::Cache
        | ClauseId::Unroll
        | ClauseId::Host
        | ClauseId::Kernel
        | ClauseId::Shortloop => false,
        // Not on combined constructs; the parser refuses them.
        ClauseId::IfPresent
        | ClauseId::Finalize
        | ClauseId::Bind
        | ClauseId::Nohost
        | ClauseId::DeviceNum
        | ClauseId::DefaultAsync
        | ClauseId::RoutineName => true,
    }
}
