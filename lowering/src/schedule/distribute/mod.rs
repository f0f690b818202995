//! Loops in order that become several, each with some of the statements, where threads can then share what they couldn't: loop
//! distribution.
//!
//! ```c
//! for (i = 0; i < n; i++) {                  for (i = 0; i < n; i++) {           // shared: i
//!     q[i] = 0;                                  q[i] = 0;
//!     for (j = 0; j < m; j++) {                  for (j = 0; j < m; j++)
//!         s[j] += r[i] * A[i][j];                    q[i] += A[i][j] * p[j];
//!         q[i] += A[i][j] * p[j];            }
//!     }                                      for (i = 0; i < n; i++)
//! }                                              for (j = 0; j < m; j++)         // shared: j
//!                                                    s[j] += r[i] * A[i][j];
//! ```
//!
//! Statements that depend on each other in a cycle stay together, whatever loops are around them; the others may be put into nests of
//! their own (`find`, by the graph of `analyse/graph.rs`). First each gets one, and a plan of that tells which loops would then be shared; those
//! that share the same loops, which nothing between them speaks against, are put together again (`grouped`). The result stays where no
//! statement is worse off, and some of those in the most loops are better off (`pays`). If it rests on pointers that lead apart, the kernels of all pieces ask
//! for that, and where memory overlaps one thread runs the loop as it stands in the text (`recast/whole.rs`).
//!
//! That is for devices; what the cores have of it is in `cores`.

pub mod cores;
mod find;
mod pays;
mod pieces;

use super::recast::first_plan;
use super::recast::rank;
use super::recast::trial::{Again, Trial, Tried};
use crate::analyse::depend::Free;
use crate::analyse::questions;
use crate::options::Options;
use crate::plan::Plan;
use accrs_frontend::region::{ConstructId, LoopId, StmtId, Unit};
use accrs_frontend::source::Span;
use find::Linked;
pub use find::is_shared_well;
use indexmap::IndexSet;
use pieces::Made;

/// Questions to isl that cost much and may be asked for the loops of a construct.
const OF_LOOPS: u32 = 40;

/// A loop that could become several.
struct Candidate {
    construct: ConstructId,
    id: LoopId,
    /// The statements that the loops' bodies consist of.
    leaves: Vec<Leaf>,
    /// Which of them form a nest, by their numbers, in the order of the nests.
    groups: Vec<Vec<usize>>,
    linked: Linked,
}

/// A statement that isn't a loop.
struct Leaf {
    id: StmtId,
    span: Span,
    /// Loops around it.
    depth: usize,
}

impl Candidate {
    /// The statements in the most loops.
    fn deepest(&self) -> impl Iterator<Item = &Leaf> {
        let most = self.leaves.iter().map(|l| l.depth).max();
        let deep = move |l: &&Leaf| Some(l.depth) == most;
        self.leaves.iter().filter(deep)
    }

    /// What it rests on that the groups may be apart.
    fn free(&self) -> Free {
        let mut all = Free::default();
        for (n, group) in self.groups.iter().enumerate() {
            for other in &self.groups[n + 1..] {
                for x in group {
                    other
                        .iter()
                        .for_each(|y| all.extend(self.linked.graph.free(*x, *y)));
                }
            }
        }
        all
    }
}

/// Rewrites the regions of `kernels` in which that pays. `text`: the unit before anything was rewritten, in which the loops become others
/// too; `again` does to constructs what has been done to all of them since. The unit's plan, if it has been made.
pub fn rewrite(
    unit: &mut Unit,
    text: &mut Unit,
    options: &Options,
    again: &Again<'_>,
) -> Option<Plan> {
    if !options.transform || !options.device() || options.check {
        return None;
    }
    let worth_a_look = text.constructs.iter().any(|c| find::may_have(text, c));
    if !worth_a_look {
        return None;
    }
    let mut before = first_plan(None, unit, options, (text, find::may_have));
    let mut all: Vec<Candidate> = Vec::new();
    for c in &text.constructs {
        if find::may_have(text, c) {
            let plan = rank::compute(&before, c.id);
            let is_shared = |id| {
                let own = plan.and_then(|p| p.loops.get(&id));
                own.is_some_and(is_shared_well)
            };
            let search = || find::of(text, options, c, &is_shared);
            all.extend(questions::within(OF_LOOPS, search).0);
        }
    }
    if all.is_empty() {
        return Some(before);
    }
    let trial = Trial {
        unit,
        text,
        options,
        again,
    };
    let (Tried { plan: finest, .. }, made) = tried(&trial, &all);
    let shared: Vec<_> = all
        .iter()
        .zip(&made)
        .map(|(c, made)| pays::shared(c, made, &finest))
        .collect();
    let components: Vec<_> = all.iter().map(|c| c.groups.clone()).collect();
    for (c, shared) in all.iter_mut().zip(&shared) {
        c.groups = grouped(c, &c.groups, shared, Alike::Outermost);
    }
    // Where the loops inside lose their threads by it, nests stay apart.
    let (Tried { plan, .. }, coarse) = tried(&trial, &all);
    for (n, c) in all.iter_mut().enumerate() {
        if !pays::keeps(c, (&made[n], &finest), (&coarse[n], &plan)) {
            c.groups = grouped(c, &components[n], &shared[n], Alike::All);
        }
    }
    all.retain(|c| c.groups.len() > 1);
    let pays = |c: &mut Candidate, made: &Made, after: &Plan| {
        pays::pays(c, made, &before, after).then_some(true)
    };
    let make = |unit: &mut Unit, c: &Candidate| pieces::on_devices(unit, c);
    if let Some(changed) = trial.until_all_pay(all, |c| c.construct, make, pays) {
        (*unit, *text) = (changed.unit, changed.text);
        before.constructs.extend(changed.plan.constructs);
    }
    Some(before)
}

/// Which of the loops that threads share must be the same for two nests to be one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Alike {
    Outermost,
    All,
}

/// Puts components together again that share the same loops and that nothing keeps apart (Kennedy and McKinley, "Typed Fusion with Applications
/// to Parallel and Sequential Code Generation", 1993).
fn grouped(
    c: &Candidate,
    components: &[Vec<usize>],
    shared: &[IndexSet<LoopId>],
    alike: Alike,
) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for component in components {
        let before = |group: &Vec<usize>| {
            let mut pairs = group
                .iter()
                .flat_map(|x| component.iter().map(move |y| (*x, *y)));
            pairs.any(|(x, y)| c.linked.graph.edges[x][y])
        };
        // None before the last one that has to come first.
        let first = groups.iter().rposition(before).unwrap_or(0);
        let fits = |group: &Vec<usize>| {
            let (a, b) = (common(shared, group), common(shared, component));
            let same = match alike {
                Alike::Outermost => a.first() == b.first(),
                Alike::All => a == b,
            };
            same && c
                .linked
                .may_join(group, component, &a.union(&b).copied().collect())
        };
        match (first..groups.len()).find(|n| fits(&groups[*n])) {
            Some(n) => {
                groups[n].extend(component);
                groups[n].sort_unstable();
            }
            None => groups.push(component.clone()),
        }
    }
    groups
}

/// The loops that all of some statements share.
fn common(shared: &[IndexSet<LoopId>], group: &[usize]) -> IndexSet<LoopId> {
    let mut sets = group.iter().map(|x| shared[*x].clone());
    let first = sets.next().unwrap_or_default();
    sets.fold(first, |all, own| {
        all.into_iter().filter(|l| own.contains(l)).collect()
    })
}

/// A trial with these candidates made.
fn tried(trial: &Trial<'_>, all: &[Candidate]) -> (Tried, Vec<Made>) {
    let ids = all.iter().map(|c| c.construct).collect();
    let mut made = Vec::new();
    let tried = trial.of(&ids, &mut |unit| {
        let made_of = |c| pieces::on_devices(unit, c).unwrap_or_default();
        made = all.iter().map(made_of).collect();
    });
    (tried, made)
}
