//! Which scalars are private to what: a loop's iterations, or a whole kernel.

use super::data;
use super::kernel::loops_in;
use super::nest::{self, Node};
use super::planner::Planner;
use super::scope::Scope;
use crate::analyse::flow;
use crate::analyse::uses::{self, Uses};
use crate::plan::ComputeKind;
use accrs_frontend::Unit;
use accrs_frontend::region::{LoopId, Stmt, Storage, VarId};
use indexmap::{IndexMap, IndexSet};
use std::collections::HashSet;

pub struct Privates {
    pub by_loop: IndexMap<LoopId, Vec<VarId>>,
    /// By kernel: private to it, declared outside of it.
    pub of_kernel: Vec<Vec<VarId>>,
    /// By kernel: the uses that are private nowhere.
    pub exposed: Vec<Uses>,
}

impl Privates {
    /// The uses of all kernels.
    pub fn all_exposed(&self) -> Uses {
        let mut all = Uses::default();
        self.exposed.iter().for_each(|exposed| all.merge(exposed));
        all
    }
}

pub fn of_construct(
    p: &Planner<'_>,
    scope: &Scope<'_>,
    roots: &[Node<'_>],
    kernels: &[Vec<Stmt>],
    shared: &IndexSet<VarId>,
    live_out: &IndexSet<VarId>,
) -> Privates {
    let by_loop = of_loops(p.unit, scope.body, roots);
    let hidden = with_heads(&by_loop, roots);
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
        let mut moved: IndexSet<VarId> = IndexSet::new();
        for n in loops_in(k, roots) {
            n.each(&mut |n| moved.extend(n.moved_vars()));
        }
        let mut private: Vec<VarId> = Vec::new();
        for (&var, u) in &exposed.vars {
            let v = p.unit.var(var);
            let by_clause = scope.private.contains(&var);
            let outside = matches!(
                v.storage,
                Storage::Local | Storage::Param | Storage::Global { .. } | Storage::StaticLocal
            );
            let candidate = u.written.is_some()
                && u.address.is_none()
                && (outside || scope.between.contains(&var))
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
            if by_clause || moved.contains(&var) || (candidate && !wanted_later) {
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

/// The private variables of each loop under `roots`, the loops of `code`.
pub fn of_loops(unit: &Unit, code: &[Stmt], roots: &[Node<'_>]) -> IndexMap<LoopId, Vec<VarId>> {
    let mut by_loop = IndexMap::new();
    let mut around = vec![Owner {
        code,
        vars: IndexSet::new(),
    }];
    for n in roots {
        of_loop(unit, n, &mut around, &mut by_loop);
    }
    by_loop
}

/// Code that every iteration of a loop runs (at the start: that of all), and the variables that the
/// iteration has for itself.
struct Owner<'n> {
    code: &'n [Stmt],
    vars: IndexSet<VarId>,
}

/// Clauses hold where they stand. What needs no clause goes to each partitioned loop where it is assigned
/// before it is read, unless only loops inside use it, which then have their own: threads that share
/// an outer iteration must not share its scratch variables.
fn of_loop<'n>(
    unit: &Unit,
    n: &'n Node<'_>,
    around: &mut Vec<Owner<'n>>,
    out: &mut IndexMap<LoopId, Vec<VarId>>,
) {
    let mut mine: Vec<VarId> = Vec::new();
    if let Some(c) = &n.clauses {
        mine.extend(c.private.iter().filter_map(|r| data::whole_var(r)));
    }
    if !n.is_partitioned() {
        // What a loop in order counts with lasts from one iteration to the next, whatever a clause says.
        let head = head_uses(unit, n);
        mine.retain(|v| head.get(*v).is_none());
    }
    let mut free: Vec<VarId> = Vec::new();
    if n.is_partitioned() {
        free.extend(&n.decision.privatisable);
        let handed_out = handed_out(unit, n, around, &free);
        free.retain(|v| !mine.contains(v) && !handed_out.contains(v));
    }
    let code = std::slice::from_ref(n.body);
    let mut vars = uses::of_stmts(unit, code).declared;
    vars.extend(mine.iter().chain(&free));
    around.push(Owner { code, vars });
    for c in &n.children {
        of_loop(unit, c, around, out);
    }
    around.pop();
    let hidden = with_heads(out, std::slice::from_ref(n));
    let exposed = uses::exposed(unit, code, &hidden, &IndexSet::new());
    free.retain(|v| exposed.get(*v).is_some());
    mine.extend(free);
    if !mine.is_empty() {
        out.insert(n.loop_.id, mine);
    }
}

/// What stands between the parentheses of a loop.
fn head_uses(unit: &Unit, n: &Node<'_>) -> Uses {
    let mut head = uses::of_stmts(unit, n.loop_.init.as_deref());
    for e in n.loop_.cond.iter().chain(&n.loop_.inc) {
        head.merge(&uses::of_expr(unit, e));
    }
    head
}

/// The variables of which `n` leaves values that are read behind it by the threads that share the loop, in the iteration
/// around that owns the variable. Gangs have nothing that they share but data.
fn handed_out(unit: &Unit, n: &Node<'_>, around: &[Owner<'_>], vars: &[VarId]) -> HashSet<VarId> {
    let mut found = HashSet::new();
    if n.decision.levels.gang {
        return found;
    }
    let mut by_owner: IndexMap<usize, Vec<VarId>> = IndexMap::new();
    for v in vars {
        let owner = around.iter().rposition(|o| o.vars.contains(v));
        by_owner.entry(owner.unwrap_or(0)).or_default().push(*v);
    }
    for (owner, vars) in by_owner {
        let Some(owner) = around.get(owner) else {
            continue;
        };
        let read = flow::after_loop(unit, owner.code, n.loop_.id, &n.decision.covered).exposed;
        found.extend(vars.into_iter().filter(|v| read.contains_key(v)));
    }
    found
}

/// What loops have for themselves, with the variables that partitioned loops count with.
fn with_heads(
    by_loop: &IndexMap<LoopId, Vec<VarId>>,
    roots: &[Node<'_>],
) -> IndexMap<LoopId, Vec<VarId>> {
    let mut hidden = by_loop.clone();
    for n in nest::by_id(roots).values().filter(|n| n.is_partitioned()) {
        let own = hidden.entry(n.loop_.id).or_default();
        own.extend(n.head_vars());
    }
    hidden
}
