//! The axes of a kernel's loops, from the levels along its nests.

use super::mapping::{self, Level};
use super::nest::Node;
use super::planner::{Planner, code};
use crate::plan::{Axis, Levels, Mapping, arrange};
use accrs_frontend::Diagnostic;
use indexmap::IndexMap;

/// The axes of a loop: with `tile`, of its tile loops and of its element loops.
#[derive(Clone, Default, Debug)]
pub struct Placed {
    pub own: Vec<Axis>,
    pub elements: Vec<Axis>,
}

impl Placed {
    pub fn all(&self) -> Vec<Axis> {
        [self.own.as_slice(), &self.elements].concat()
    }
}

/// The kernel's strategy, and the axes of each loop by id. The longest nest of partitioned
/// loops gives the strategy; loops beside it take the axes of the same depth, where their
/// levels are the same, else the standard's. In a `routine` they are always the standard's.
pub fn axes(
    p: &mut Planner<'_>,
    roots: &[&Node<'_>],
    routine: bool,
) -> (Option<Mapping>, IndexMap<u32, Placed>) {
    let mut out = IndexMap::new();
    let mut mapping = None;
    let mut chains: Vec<Vec<&Node<'_>>> = Vec::new();
    for n in roots {
        leaves(n, &mut Vec::new(), &mut chains);
    }
    for chain in &mut chains {
        for n in chain.clone() {
            arrange(chain, &n.decision.order.device, |n| n.loop_.id);
        }
    }
    chains.sort_by_key(|c| std::cmp::Reverse(c.len()));
    for chain in &chains {
        let levels: Vec<Level> = chain.iter().flat_map(|n| levels_of(n)).collect();
        let placed = if routine {
            // Where a routine is called, the other axes may be taken.
            mapping::standard(&levels).map(|axes| (Mapping::Standard, axes))
        } else {
            mapping::map(&levels)
        };
        let placed = match placed {
            Ok(placed) => placed,
            Err(e) => {
                let span = chain.last().map(|n| n.span()).unwrap_or_default();
                p.report(
                    Diagnostic::error(
                        code::UNSUPPORTED_NEST,
                        span,
                        format!(
                            "more {} loops are nested here than a grid has dimensions",
                            e.level
                        ),
                    )
                    .help("leave the level out on one of the loops, or add seq"),
                );
                continue;
            }
        };
        mapping = mapping.or(Some(placed.0));
        let mut taken: Vec<Axis> = Vec::new();
        let mut placed = placed.1.into_iter();
        for n in chain {
            let mut next = |on: bool| on.then(|| placed.next()).flatten().unwrap_or_default();
            let (own, elements) = n.tile_levels();
            let axes = Placed {
                own: next(any(own)),
                elements: next(any(elements)),
            };
            let set = out.entry(n.loop_.id.0).or_insert(axes).all();
            if set.iter().any(|a| taken.contains(a)) {
                p.report(Diagnostic::error(
                    code::UNSUPPORTED_NEST,
                    n.span(),
                    "the loops in this construct are spread in ways that don't fit one grid",
                ));
            }
            taken.extend(set);
        }
    }
    (mapping, out)
}

fn any(l: Levels) -> bool {
    l.gang || l.worker || l.vector
}

/// What a partitioned loop is in the nest: one loop, or its tile and element loops.
fn levels_of(n: &Node<'_>) -> Vec<Level> {
    let (own, elements) = n.tile_levels();
    let own = Level {
        levels: own,
        dim: n.decision.dim,
    };
    let elements = Level {
        levels: elements,
        dim: None,
    };
    [own, elements]
        .into_iter()
        .filter(|l| any(l.levels))
        .collect()
}

/// The partitioned loops from `n` down to each innermost one.
pub fn leaves<'n, 'a>(
    n: &'n Node<'a>,
    path: &mut Vec<&'n Node<'a>>,
    out: &mut Vec<Vec<&'n Node<'a>>>,
) {
    let part = n.is_partitioned();
    if part {
        path.push(n);
    }
    let before = out.len();
    for c in &n.children {
        leaves(c, path, out);
    }
    if out.len() == before && !path.is_empty() && part {
        out.push(path.clone());
    }
    if part {
        path.pop();
    }
}
