//! The scalars of a loop: which can be private to its iterations, which are reduced, and which stand in the way.
//!
//! In `kernels` a scalar is private to the iterations only if each of them assigns it before it reads it, and nothing behind the loop may read it (`region/host/`; static
//! and volatile variables, and those whose address is taken, may always be read). If something may, and each iteration assigns it for certain, the last value is kept
//! (`kept.rs`). A scalar that only some iterations write is shared, as the standard's implicit `copy` says. One that they read as well, and whose last value is needed,
//! keeps even an `independent` loop in order (ACC0201).

use super::nest::Node;
use super::planner::Planner;
use super::scope::Surroundings;
use super::{data, decide, reductions};
use crate::analyse::facts::Facts;
use crate::analyse::uses::Uses;
use crate::analyse::{collect, covered, flow, heads, reduction};
use crate::plan::{Combining, ComputeKind, Extreme, Reduction};
use accrs_frontend::region::place;
use accrs_frontend::region::{
    Canonical, FloatKind, LoopId, Stmt, StmtId, Storage, Type, Unit, VarId,
};
use accrs_frontend::source::Span;
use indexmap::{IndexMap, IndexSet};
use std::collections::HashMap;

/// A loop around, and what its clauses make private to each of its iterations.
pub struct Owner<'a> {
    pub vars: IndexSet<VarId>,
    pub body: &'a Stmt,
}

pub fn clause_privates(n: &Node<'_>) -> IndexSet<VarId> {
    let clauses = n.clauses.iter().flat_map(|c| &c.private);
    clauses.filter_map(|r| data::whole_var(r)).collect()
}

/// A loop's scalars, sorted.
#[derive(Default)]
pub struct Scalars {
    pub privatisable: Vec<VarId>,
    /// Those of them that are assigned before they are read, though the text alone doesn't show it.
    pub covered: Vec<VarId>,
    pub reductions: Vec<Reduction>,
    /// All that have a copy in each thread: by clauses here and around.
    pub reduced: IndexSet<VarId>,
    /// Assigned in one iteration, and read (or asked for) in another or behind the loop.
    pub carried: Vec<(VarId, Span, Span)>,
    /// Only set, all to the same value; and the statements that do.
    pub flags: Vec<(VarId, Vec<StmtId>)>,
    /// Privatisable, but read behind the loop.
    pub last_value: Vec<(VarId, Span, Option<Span>)>,
}

/// Where what a loop leaves in variables is read behind it. Few loops need to know.
struct Behind<'b> {
    unit: &'b Unit,
    id: LoopId,
    owners: &'b [Owner<'b>],
    /// Of the construct.
    code: &'b [&'b Stmt],
    /// In the iterations of the loops around, and in all of the construct.
    found: HashMap<Option<usize>, IndexMap<VarId, Span>>,
}

impl<'b> Behind<'b> {
    fn new(unit: &'b Unit, id: LoopId, owners: &'b [Owner<'b>], code: &'b [&'b Stmt]) -> Self {
        Behind {
            unit,
            id,
            owners,
            code,
            found: HashMap::new(),
        }
    }

    /// The first read in the iteration of the loop around that owns the variable, or in all of the construct. `covered`: the loop's
    /// iterations read what they have assigned.
    fn read(&mut self, var: VarId, owner: Option<usize>, covered: bool) -> Option<Span> {
        let of = |own: &[VarId]| match owner.and_then(|o| self.owners.get(o)) {
            Some(o) => flow::after_loop(self.unit, [o.body], self.id, own).exposed,
            None => {
                let code = self.code.iter().copied();
                flow::after_loop(self.unit, code, self.id, own).exposed
            }
        };
        if covered {
            return of(&[var]).get(&var).copied();
        }
        let found = self.found.entry(owner).or_insert_with(|| of(&[]));
        found.get(&var).copied()
    }
}

/// The scalars of `n`. `around`: heads of the loops outside, outermost first; `outer`: reductions of these; `owners`: these loops.
pub fn of_loop<'a>(
    p: &mut Planner<'_>,
    n: &Node<'a>,
    around: &[&'a Canonical],
    (outer, owners): (&[Reduction], &[Owner<'_>]),
    s: &Surroundings<'_, 'a>,
) -> Scalars {
    let mut out = Scalars::default();
    let judged = n.automatic
        || s.kind == ComputeKind::Parallel && n.clauses.as_ref().is_some_and(|c| c.auto);
    let said = decide::is_independent(n, s.kind);
    let facts = s.facts.part(n.body);
    let used = facts.uses();
    let clause_private = by_clauses(p, n, outer, s, used, &mut out);
    let exposed = facts.exposed();
    let in_heads = heads::uses(p.unit, &n.heads);
    let left = judged || s.kind == ComputeKind::Kernels && !said;
    let mut behind = Behind::new(p.unit, n.loop_.id, owners, &s.facts.code);
    let counted: IndexSet<VarId> = n.head_vars().collect();
    out.last_value
        .extend(own_variable(n, &mut behind, owners, s));
    for (&var, u) in &used.vars {
        let Some(written) = u.written else { continue };
        // Threads read the head when they come by, and C reads the bound and the step before each iteration.
        let in_head = in_heads.get(var).and_then(|u| u.read).filter(|_| left);
        let skip = used.declared.contains(&var)
            || counted.contains(&var)
            || clause_private.contains(&var)
            || s.kept.contains(&(n.loop_.id, var))
            || out.reductions.iter().any(|r| r.var == var)
            || facts.updates().is_atomic(var) && in_head.is_none()
            || !is_plain(p, var);
        if skip {
            continue;
        }
        // What functions do with it they do with the one that all share, at any time of the call.
        if let Some(called) = u.called {
            let read = in_head.or(u.read).unwrap_or(called.span);
            let carried = !called.atomic || in_head.is_some();
            out.carried.extend(carried.then_some((var, written, read)));
            continue;
        }
        let reduction = || match said {
            // Iterations that the user calls independent come in any order.
            true => facts.updates().accumulation(p.unit, var).map(in_any_order),
            false => facts.updates().reduction(p.unit, var),
        };
        if let Some(r) = outer.iter().find(|r| r.var == var) {
            // Of what a clause reduces the order is open.
            let found = facts.updates().accumulation(p.unit, var);
            let same =
                |c: Combining| c == r.combining() || r.extreme == Extreme::Open && c.op == r.op;
            if judged && !found.is_some_and(same) {
                out.carried.push((var, written, u.read.unwrap_or(written)));
                continue;
            }
            // A reduction given on a loop around reaches updates in here.
            out.reductions.push(Reduction {
                inferred: true,
                ..r.clone()
            });
            continue;
        }
        // A copy that an iteration around has for itself ends with that iteration.
        let owner = owners.iter().rposition(|o| o.vars.contains(&var));
        let covered = exposed.contains_key(&var)
            && reduction().is_none()
            && u.address.is_none()
            && is_own(n, around, &facts, var);
        let in_construct = behind.read(var, owner, covered);
        let in_host = owner.is_none()
            && !s.privates.contains(&var)
            && s.live_out.contains(&var)
            && (s.kind == ComputeKind::Kernels || s.shared.contains(&var));
        let wanted = in_construct.is_some() || in_host;
        // What no iteration reads needs no copy: the write itself is what is asked for.
        let asked = u.read.is_none() && (wanted || s.shared.contains(&var));
        let lone = || {
            let shared =
                s.kind == ComputeKind::Kernels && owner.is_none() && !s.privates.contains(&var);
            let own = u.address.is_none() && p.unit.types.is_scalar(p.unit.var(var).ty);
            shared && own && is_lone(n, around, s, &facts, var)
        };
        let flag = || {
            let shared = s.kind == ComputeKind::Kernels
                && !said
                && owner.is_none()
                && !s.privates.contains(&var)
                && !s.reduced.contains(&var);
            let set = shared && in_head.is_none() && u.address.is_none();
            set.then(|| flag_writes(p.unit, n, var)).flatten()
        };
        match exposed.get(&var).filter(|_| !covered) {
            None if u.address.is_none() && !asked => {
                out.privatisable.push(var);
                out.covered.extend(covered.then_some(var));
                if wanted {
                    out.last_value.push((var, written, in_construct));
                }
            }
            // Members that are arrays are looked at like arrays.
            _ if place::holds_array(p.unit, p.unit.var(var).ty) => {}
            _ if let Some(all) = flag() => out.flags.push((var, all)),
            None => out.carried.push((var, written, written)),
            Some(read) => match reduction() {
                Some(_) if let Some(read) = in_head => out.carried.push((var, written, read)),
                Some(op) => out
                    .reductions
                    .push(reductions::inferred(p, op, var, written)),
                // What one iteration alone does with what all share needs no copy.
                None if in_head.is_none() && lone() => {}
                None => out.carried.push((var, written, *read)),
            },
        }
    }
    out
}

/// The statements that set a flag of the host's: iterations that do so at once leave what any order of them would.
fn flag_writes(unit: &Unit, n: &Node<'_>, var: VarId) -> Option<Vec<StmtId>> {
    let (types, v) = (&unit.types, unit.var(var));
    let number = match types.canonical(v.ty) {
        Type::Bool | Type::Float(FloatKind::Float | FloatKind::Double) => true,
        _ => types.is_integer(v.ty) && matches!(types.size_of(v.ty), Some(1 | 2 | 4 | 8)),
    };
    let known = number && v.storage != Storage::Region && !types.qualifiers(v.ty).is_volatile;
    known.then(|| reduction::flag_writes(n.body, var)).flatten()
}

fn in_any_order(c: Combining) -> Combining {
    match c.is_free() {
        true => c,
        false => c.op.into(),
    }
}

/// Notes what clauses reduce, here and inside; the variables that are private here, or in error.
fn by_clauses(
    p: &mut Planner<'_>,
    n: &Node<'_>,
    outer: &[Reduction],
    s: &Surroundings<'_, '_>,
    used: &Uses,
    out: &mut Scalars,
) -> IndexSet<VarId> {
    let mut clause_private = clause_privates(n);
    let mut refused: Vec<VarId> = Vec::new();
    if let Some(c) = &n.clauses {
        for (op, r) in &c.reductions {
            match reductions::of_clause(p, *op, r) {
                Some(r) if used.get(r.var).is_some() => out.reductions.push(r),
                // What no iteration changes keeps its value.
                Some(_) => {}
                // It had an error: that is enough.
                None => refused.extend(data::base_var(r)),
            }
        }
    }
    let given = reductions::joined::all(p, std::mem::take(&mut out.reductions));
    for r in &given {
        reductions::joined::check_around(p, r, outer);
    }
    out.reductions = given;
    let mut mine: IndexSet<VarId> = clause_private.union(s.privates).copied().collect();
    mine.extend(outer.iter().chain(&out.reductions).map(|r| r.var));
    out.reductions
        .extend(reductions::of_inner(p, n, used, &mine));
    let around = outer.iter().chain(&out.reductions).map(|r| r.var);
    let around = around.chain(s.reduced.iter().copied());
    out.reduced = around.chain(refused.iter().copied()).collect();
    clause_private.extend(refused);
    clause_private
}

/// Whether each iteration assigns a scalar before it reads it, though not on all ways through the text: under conditions that hold
/// wherever it is read, or in a loop that surely runs.
fn is_own<'a>(n: &Node<'a>, around: &[&'a Canonical], facts: &Facts<'a>, var: VarId) -> bool {
    let loops: Vec<&Canonical> = around.iter().chain(&n.heads).copied().collect();
    let all = collect::of_scalar(facts.context(), &facts.code, &loops, var);
    !n.heads.is_empty() && covered::is_own_scalar(facts.context(), &all, loops.len())
}

/// Whether one iteration at most touches a scalar.
fn is_lone<'a>(
    n: &Node<'a>,
    around: &[&'a Canonical],
    s: &Surroundings<'_, 'a>,
    facts: &Facts<'a>,
    var: VarId,
) -> bool {
    let loops: Vec<&Canonical> = around.iter().chain(&n.heads).copied().collect();
    let all = collect::of_scalar(facts.context(), &facts.code, &loops, var);
    n.heads.len() == 1 && covered::is_of_one_iteration(facts.context(), s.facts, &all, around.len())
}

/// A scalar or struct that can be private to a thread: no array, no volatile.
fn is_plain(p: &Planner<'_>, var: VarId) -> bool {
    let types = &p.unit.types;
    let ty = p.unit.var(var).ty;
    types.is_scalar(ty) || types.is_record(ty)
}

/// The variable of a loop without a directive, in `kernels` or automatic, that is read behind it, or by the host: threads have
/// copies of it, of which none leaves the last value.
fn own_variable(
    n: &Node<'_>,
    behind: &mut Behind<'_>,
    owners: &[Owner<'_>],
    s: &Surroundings<'_, '_>,
) -> Option<(VarId, Span, Option<Span>)> {
    let head = n.heads.first().filter(|h| !h.declared)?;
    let private = s.privates.contains(&head.var);
    let judged = s.kind == ComputeKind::Kernels || n.automatic;
    if !judged || n.clauses.is_some() || private && s.kind == ComputeKind::Kernels {
        return None;
    }
    let at = n.loop_.init.as_ref().map_or(n.body.span, |i| i.span);
    // A copy that an iteration around has for itself ends with that iteration.
    let owner = owners.iter().rposition(|o| o.vars.contains(&head.var));
    let in_construct = behind.read(head.var, owner, false);
    let by_host = match s.kind {
        _ if owner.is_some() || private => false,
        ComputeKind::Kernels => s.live_out.contains(&head.var),
        // The host sees what `parallel` does to data alone.
        _ => s.shared.contains(&head.var),
    };
    let wanted = in_construct.is_some() || by_host;
    wanted.then_some((head.var, at, in_construct))
}
