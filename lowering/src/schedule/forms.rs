//! The forms in which the cores run nests of a construct: tiles of sums, tiles of steps, iterations and sums that go together. Each leaves alone what the ones
//! before it have taken.

use super::blocked::nests::{Nests, seek};
use super::{ahead, blocked, jam, waves};
use crate::plan::{Ahead, Blocked, FusedLoops, Jammed, LoopPlan, Waves};
use accrs_frontend::region::{LoopId, Stmt, StmtId};
use indexmap::IndexMap;

/// What the cores run in another form than that of the text.
#[derive(Default)]
pub struct Forms {
    pub blocked: IndexMap<StmtId, Blocked>,
    pub waves: IndexMap<StmtId, Waves>,
    pub jammed: IndexMap<StmtId, Jammed>,
    pub ahead: IndexMap<StmtId, Ahead>,
}

impl Forms {
    pub fn is_empty(&self) -> bool {
        self.blocked.is_empty()
            && self.waves.is_empty()
            && self.jammed.is_empty()
            && self.ahead.is_empty()
    }
}

pub fn of(
    nests: &Nests<'_, '_>,
    text: &[Stmt],
    fused: &IndexMap<LoopId, FusedLoops>,
    loops: &mut IndexMap<LoopId, LoopPlan>,
) -> Forms {
    seek(loops, |loops| {
        let text = blocked::without_cache(text);
        let blocked = blocked::decide(nests, &text, loops);
        let waves = waves::decide(nests, &text, &blocked, loops);
        let tiled = blocked.keys().chain(waves.keys()).copied().collect();
        let jammed = jam::decide(nests, &text, (&tiled, fused), loops);
        let taken = waves.keys().chain(jammed.keys()).copied().collect();
        let ahead = ahead::decide(nests, &text, (&blocked, &taken, fused), loops);
        Forms {
            blocked,
            waves,
            jammed,
            ahead,
        }
    })
}
