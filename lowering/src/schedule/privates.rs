//! Which scalars are private to what: a loop's iterations, or a whole kernel.

use super::compute::Scope;
use super::nest::{self, Node};
use super::{Planner, decide};
use crate::analyse::flow;
use crate::analyse::uses::{self, Uses};
use crate::plan::ComputeKind;
use accrs_frontend::region::{LoopId, Stmt, Storage, VarId};
use indexmap::{IndexMap, IndexSet};

pub struct Privates {
    pub by_loop: IndexMap<LoopId, Vec<VarId>>,
    /// By kernel: private to it, declared outside of it.
    pub of_kernel: Vec<Vec<VarId>>,
    /// By kernel: the uses that are private nowhere.
    pub exposed: Vec<Uses>,
}

pub fn of_construct(
    p: &Planner<'_>,
    scope: &Scope<'_>,
    roots: &[Node<'_>],
    kernels: &[Vec<Stmt>],
    own: &IndexSet<VarId>,
    shared: &IndexSet<VarId>,
    live_out: &IndexSet<VarId>,
) -> Privates {
    let mut by_loop = IndexMap::new();
    for n in roots {
        of_loop(n, &mut Vec::new(), &mut by_loop);
    }
    let mut hidden = by_loop.clone();
    for n in nest::by_id(roots).values() {
        if n.is_partitioned() {
            hidden
                .entry(n.loop_.id)
                .or_insert_with(Vec::new)
                .extend(n.head_vars());
        }
    }
    let mut out = Privates {
        by_loop,
        of_kernel: Vec::new(),
        exposed: Vec::new(),
    };
    let read_first: Vec<_> = kernels
        .iter()
        .map(|k| flow::of_stmts(p.unit, k).exposed)
        .collect();
    for (i, k) in kernels.iter().enumerate() {
        let mut exposed = uses::exposed(p.unit, k, &hidden, &IndexSet::new());
        let mut private: Vec<VarId> = Vec::new();
        for (&var, u) in &exposed.vars {
            let v = p.unit.var(var);
            let by_clause = own.contains(&var);
            let candidate = u.written.is_some()
                && u.address.is_none()
                && matches!(
                    v.storage,
                    Storage::Local | Storage::Param | Storage::Global { .. } | Storage::StaticLocal
                )
                && p.unit.types.is_scalar(v.ty)
                && !shared.contains(&var)
                && !scope.firstprivate.contains(&var)
                && !scope.reduced.contains(&var)
                && !scope.by_value.contains(&var)
                && !read_first[i].contains_key(&var);
            let wanted_later = scope.kind == ComputeKind::Kernels
                && (live_out.contains(&var)
                    || read_first
                        .iter()
                        .enumerate()
                        .any(|(k, r)| k != i && r.contains_key(&var)));
            if by_clause || (candidate && !wanted_later) {
                private.push(var);
            }
        }
        // Copies of variable length are as long as their types say.
        exposed.lengths(p.unit, &private.iter().copied().collect());
        exposed.vars.retain(|v, _| !private.contains(v));
        out.of_kernel.push(private);
        out.exposed.push(exposed);
    }
    out
}

/// The private variables of a routine's loops.
pub fn of_routine(roots: &[Node<'_>]) -> IndexMap<LoopId, Vec<VarId>> {
    let mut by_loop = IndexMap::new();
    for n in roots {
        of_loop(n, &mut Vec::new(), &mut by_loop);
    }
    by_loop
}

/// Clauses hold where they stand; what needs no clause goes to the outermost partitioned
/// loop where it is assigned before it is read.
fn of_loop(n: &Node<'_>, around: &mut Vec<VarId>, out: &mut IndexMap<LoopId, Vec<VarId>>) {
    let mut mine: Vec<VarId> = Vec::new();
    if let Some(c) = &n.clauses {
        mine.extend(c.private.iter().filter_map(|r| decide::whole_var(r)));
    }
    if n.is_partitioned() {
        for v in &n.decision.privatisable {
            if !around.contains(v) && !mine.contains(v) {
                mine.push(*v);
            }
        }
    }
    let before = around.len();
    around.extend(&mine);
    if n.is_partitioned() {
        around.extend(n.head_vars());
    }
    if !mine.is_empty() {
        out.insert(n.loop_.id, mine);
    }
    for c in &n.children {
        of_loop(c, around, out);
    }
    around.truncate(before);
}
