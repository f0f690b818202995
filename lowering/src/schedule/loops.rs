//! The plan of every loop, as far as it doesn't depend on axes.

use super::nest::{self, Node};
use super::planner::Planner;
use super::{count, host, unroll};
use crate::plan::*;
use accrs_frontend::region::{Canonical, LoopId, VarId};
use indexmap::IndexMap;

/// What the iterations of a loop have copies of.
fn copied(private: &[VarId], n: &Node<'_>) -> Vec<VarId> {
    let reduced = n.decision.reductions.iter().map(|r| r.var);
    private.iter().copied().chain(reduced).collect()
}

/// The plan of every loop, without axes.
pub fn plans(
    p: &Planner<'_>,
    roots: &[Node<'_>],
    private: &IndexMap<LoopId, Vec<VarId>>,
    host: &HostMode,
) -> IndexMap<LoopId, LoopPlan> {
    let how = host::of_loops(p.unit, roots, *host == HostMode::Gangs);
    let mut out = IndexMap::new();
    for n in nest::by_id(roots).values() {
        let id = n.loop_.id;
        let private = private.get(&id).cloned().unwrap_or_default();
        let line = n.loop_.directive.as_ref().map_or(n.body.span, |d| d.span);
        let line = n.loop_.init.as_ref().map_or(line, |i| i.span);
        let note = |text: &String| Note::new(p.line(line), text.clone());
        let mut notes: Vec<Note> = n.decision.notes.iter().map(note).collect();
        let host = how.get(&id.0).copied().unwrap_or(HostLoop::Sequential);
        let unroll = unroll::decide(p.unit, n, host).map(|(unroll, text)| {
            notes.push(note(&text));
            unroll
        });
        out.insert(
            id,
            LoopPlan {
                id,
                line: p.line(line),
                heads: n.heads.iter().map(|h| (*h).clone()).collect(),
                axes: Vec::new(),
                levels: n.decision.levels,
                tile: n
                    .tile
                    .clone()
                    .filter(|_| n.is_partitioned())
                    .map(|sizes| Tile {
                        sizes,
                        element_axes: 0,
                    }),
                static_chunk: n
                    .clauses
                    .as_ref()
                    .and_then(|c| c.gang_static.map(|s| s.cloned())),
                unroll,
                turns: Turns::One,
                counted: match host {
                    HostLoop::Sequential => vec![None; n.heads.len()],
                    _ => {
                        let own = copied(&private, n);
                        let why = |h: &&Canonical| count::why_counted(p.unit, h, &own);
                        n.heads.iter().map(why).collect()
                    }
                },
                private,
                reductions: n.decision.reductions.clone(),
                atomics: match n.is_partitioned() {
                    true => n.decision.atomics.clone(),
                    false => Vec::new(),
                },
                on_cores: n.decision.on_cores.clone(),
                covered: n.decision.covered.clone(),
                kept: n.decision.kept.clone(),
                arrays: match n.decision.parallel {
                    true => n.decision.arrays.clone(),
                    false => Vec::new(),
                },
                updated: Vec::new(),
                host,
                worth: None,
                apart: n.decision.apart.clone(),
                automatic: n.automatic,
                order: n.decision.order.clone(),
                reason: n.decision.reason.clone(),
                notes,
                here: Vec::new(),
            },
        );
    }
    out
}
