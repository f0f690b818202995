//! The axes of a kernel's loops, from the levels along its nests.

use super::mapping::{self, Level};
use super::nest::Node;
use super::{Planner, code};
use crate::plan::{Axis, Mapping};
use accrs_frontend::Diagnostic;
use indexmap::IndexMap;

/// The kernel's strategy, and the axes of each loop by id. The longest nest of partitioned
/// loops gives the strategy; loops beside it take the axes of the same depth, where their
/// levels are the same, else the standard's.
pub fn axes(
    p: &mut Planner<'_>,
    roots: &[&Node<'_>],
) -> (Option<Mapping>, IndexMap<u32, Vec<Axis>>) {
    let mut out = IndexMap::new();
    let mut mapping = None;
    let mut chains: Vec<Vec<&Node<'_>>> = Vec::new();
    for n in roots {
        leaves(n, &mut Vec::new(), &mut chains);
    }
    chains.sort_by_key(|c| std::cmp::Reverse(c.len()));
    for chain in &chains {
        let levels: Vec<Level> = chain
            .iter()
            .map(|n| Level {
                levels: n.decision.levels,
                dim: n.decision.dim,
            })
            .collect();
        let placed = match mapping::map(&levels) {
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
        for (n, axes) in chain.iter().zip(placed.1) {
            let set = out.entry(n.loop_.id.0).or_insert(axes);
            if set.iter().any(|a| taken.contains(a)) {
                p.report(Diagnostic::error(
                    code::UNSUPPORTED_NEST,
                    n.span(),
                    "the loops in this construct are spread in ways that don't fit one grid",
                ));
            }
            taken.extend(set.iter());
        }
    }
    (mapping, out)
}

/// The partitioned loops from `n` down to each innermost one.
fn leaves<'n, 'a>(n: &'n Node<'a>, path: &mut Vec<&'n Node<'a>>, out: &mut Vec<Vec<&'n Node<'a>>>) {
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
