//! Another order of iterations for the cores, where the innermost loops go through memory as in the text.
//!
//! A loop in order is around those that threads share, no more: threads meet in each of its iterations. The text of the statements
//! stays the user's, in loops that are made (`render/openmp/loops/made.rs`).

use super::{Candidate, OF_LOOPS, find, write};
use crate::analyse::questions;
use crate::options::Options;
use crate::plan::Plan;
use crate::schedule::recast::cores::{
    Attempt, MOST_ASKED, Run, has_arrays, in_waves, is_recast, now, planned, runs, text_of, tiled,
};
use crate::schedule::recast::first_plan;
use crate::schedule::recast::loops;
use crate::schedule::recast::trial::Again;
use accrs_frontend::region::{ConstructId, LoopId, Stmt, Unit};
use accrs_frontend::source::Span;
use accrs_isl::{Code, Value, Way};
use indexmap::{IndexMap, IndexSet};

/// Threads meet for each turn of so many loops in each other.
const MOST_IN_ORDER: usize = 1;

/// Rewrites what the cores run of regions of `kernels` where that pays. `text`, `again` and `plan` as for devices; the plan comes back.
pub fn rewrite(
    unit: &mut Unit,
    text: &Unit,
    options: &Options,
    (again, plan): (&Again<'_>, Option<Plan>),
) -> Option<Plan> {
    let Some(text) = text_of(unit, text, options, find::may_have) else {
        return plan;
    };
    let before = first_plan(plan, unit, options, (&text, find::may_have));
    let mut done: IndexSet<ConstructId> = IndexSet::new();
    for way in [Way::Outer, Way::Inner] {
        let mut all = Vec::new();
        for c in text.constructs.iter().filter(|c| !done.contains(&c.id)) {
            if find::may_have(&text, c)
                && !is_recast(unit, c.id)
                && let Some(plan) = planned(&before, c.id)
            {
                let mut now = now(plan, MOST_IN_ORDER);
                now.shared.extend(in_waves(plan));
                let search = || find::of(&text, options, c, (&now, way));
                all.extend(questions::within(OF_LOOPS, search).0);
            }
        }
        all.retain(|c: &Candidate| {
            walks_as_before(c) && c.free.asked.len() + c.free.by_clauses.len() <= MOST_ASKED
        });
        let attempt = Attempt {
            text: &text,
            options,
            again,
        };
        done.extend(attempt.adopt(
            unit,
            all,
            |c| c.construct,
            write::on_cores,
            |c, id, after| pays(c, *id, &before, after).then_some(true),
        ));
    }
    Some(before)
}

/// Whether what runs most often goes through memory as in the text: in loops that stay as they are, or in a made one, inside of others, that is
/// the text's innermost.
fn walks_as_before(c: &Candidate) -> bool {
    let deep: Vec<Span> = c
        .leaves
        .iter()
        .filter(|(_, deep)| *deep)
        .map(|(span, _)| *span)
        .collect();
    let holds = |s: &Stmt| s.any_stmt(|s| deep.contains(&s.span));
    let here: Vec<bool> = c
        .items
        .iter()
        .map(|item| {
            let all = loops(&item.stmt);
            holds(&item.stmt) && !all.iter().any(|l| holds(&l.body))
        })
        .collect();
    let mut walk = Walk {
        here: &here,
        around: Vec::new(),
        named: IndexMap::new(),
    };
    walk.keeps(&c.code)
}

/// Which of isl's names values are made of.
struct Walk<'w> {
    /// Whether a made loop is to be the innermost one of each item.
    here: &'w [bool],
    around: Vec<&'w str>,
    named: IndexMap<&'w str, &'w Value>,
}

impl<'w> Walk<'w> {
    fn keeps(&mut self, code: &'w Code) -> bool {
        match code {
            Code::For { name, body, .. } => {
                self.around.push(name);
                let all = self.keeps(body);
                self.around.pop();
                all
            }
            Code::Let { name, value, body } => {
                self.named.insert(name, value);
                self.keeps(body)
            }
            Code::If { then, els, .. } => {
                self.keeps(then) && els.as_ref().is_none_or(|e| self.keeps(e))
            }
            Code::Block(all) => all.iter().all(|c| self.keeps(c)),
            Code::Statement(name, args) => {
                let at = name.strip_prefix('S').and_then(|n| n.parse::<usize>().ok());
                if !at.and_then(|at| self.here.get(at)).is_some_and(|h| *h) {
                    return true;
                }
                let (Some(inner), Some((last, others))) = (self.around.last(), args.split_last())
                else {
                    return false;
                };
                let around = self.around.len() > MOST_IN_ORDER + 1;
                around && self.names(last, inner) && !others.iter().any(|v| self.names(v, inner))
            }
        }
    }

    fn names(&self, v: &Value, name: &str) -> bool {
        match v {
            Value::Number(_) => false,
            Value::Param(own) => {
                let made_of = self.named.get(own.as_str());
                own == name || made_of.is_some_and(|v| self.names(v, name))
            }
            Value::Op(_, args) => args.iter().any(|v| self.names(v, name)),
        }
    }
}

/// Whether threads share what runs most often, without meeting too often, and no statement has lost threads or lanes.
fn pays(c: &Candidate, first: LoopId, before: &Plan, after: &Plan) -> bool {
    let (Some(before), Some(after)) = (planned(before, c.construct), planned(after, c.construct))
    else {
        return false;
    };
    let Some(made) = after.made.get(&first) else {
        return false;
    };
    let in_tiles = tiled(after);
    if made
        .heads
        .iter()
        .any(|id| in_tiles.contains(id) || has_arrays(after, *id))
    {
        return false;
    }
    let (had, has) = (runs(before), runs(after));
    c.leaves.iter().all(|(span, deep)| {
        let [had, has]: [Run; 2] = [&had, &has].map(|r| r.get(span).copied().unwrap_or_default());
        let threads = has.threads && has.in_order <= MOST_IN_ORDER || !deep && !had.threads;
        // Threads that share the loop around add up in order.
        threads && (has.lanes || !had.lanes || had.combined)
    })
}
