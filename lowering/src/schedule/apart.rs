//! Loops that are parallel if the memory that pointers reach lies apart, which nothing in the text tells: where it can be
//! told how far each of them reaches, the program asks when it runs. On a device the host asks before the launch, with the device's
//! addresses, and launches the kernel's version in order if memory overlaps. On the host's cores the loop asks when it starts.
//! Pointers that data clauses tell apart have a copy each on a device: these only the cores ask for.

use super::extents;
use super::globals;
use super::kernel::loops_in;
use super::nest::Node;
use super::planner::Planner;
use super::scope::{Scope, var_expr};
use super::{calls, data, without_lanes};
use crate::analyse::behind::{self, Level};
use crate::analyse::depend::{Aliases, Free};
use crate::analyse::uses::{Use, Uses};
use crate::analyse::verdict::{Unasked, Unbounded};
use crate::make::literal;
use crate::plan::{
    Apart, ComputeKind, DataItem, Kernel, Origin, Pass, Reach, ReasonKind, Row, Section,
};
use accrs_frontend::directive::DataKind;
use accrs_frontend::region::place::is_array_parameter;
use accrs_frontend::region::{
    BinaryOp, Construct, Expr, ExprKind, Stmt, StmtKind, Storage, Type, TypeId, VarId,
};
use indexmap::{IndexMap, IndexSet};

/// How far each pointer and each array of a construct reaches, as the host knows it before the construct.
pub type Reaches = IndexMap<VarId, Result<Reach, Unasked>>;

/// Empty for constructs none of whose loops are left to analysis, by `kernels` or `auto`, or could have lanes that nobody asked for.
pub fn reaches(
    p: &Planner<'_>,
    scope: &Scope<'_>,
    used: &Uses,
    items: &[DataItem],
    roots: &[Node<'_>],
) -> Reaches {
    let left = scope.kind == ComputeKind::Kernels
        || without_lanes::has_auto(roots)
        || without_lanes::may_ask(scope.kind, roots);
    match left {
        true => all_reaches(p, scope, used, items),
        false => Reaches::new(),
    }
}

fn all_reaches(p: &Planner<'_>, scope: &Scope<'_>, used: &Uses, items: &[DataItem]) -> Reaches {
    let types = &p.unit.types;
    let memory = |(v, _): &(&VarId, &Use)| {
        let ty = p.unit.var(**v).ty;
        types.is_pointer(ty) || types.is_array(ty)
    };
    let all = used.vars.iter().filter(memory);
    all.map(|(v, u)| (*v, reach(p, scope, used, items, *v, u)))
        .collect()
}

/// The same for tiles on the host's cores in a construct of `parallel`, whose loops themselves ask nothing: they stand behind the tiles as
/// they are, and run where memory overlaps.
pub fn of_tiles(
    p: &Planner<'_>,
    scope: &Scope<'_>,
    used: &Uses,
    items: &[DataItem],
    aliases: &Aliases,
) -> (Reaches, Aliases) {
    let reaches = all_reaches(p, scope, used, items);
    let aliases = Aliases {
        unasked: why_unasked(p, &reaches, None),
        rows: rows(&reaches),
        ..aliases.clone()
    };
    (reaches, aliases)
}

/// What the command line, the construct's clauses and a question at run time say of pointers. `alone`: where memory overlaps, one thread does
/// what gangs of `parallel` would.
pub fn aliases(
    p: &Planner<'_>,
    c: &Construct,
    items: &[DataItem],
    alone: bool,
    (stmts, used): (&[Stmt], &Uses),
    reaches: &Reaches,
) -> Aliases {
    let types = &p.unit.types;
    let is_inner = |v: VarId, u: &Use| {
        let var = p.unit.var(v);
        var.storage == Storage::Region && !types.is_pointer(var.ty) && u.address.is_none()
    };
    let inner = used.vars.iter().filter(|(v, u)| is_inner(**v, u));
    let mut aliases = Aliases {
        inner: inner.map(|(v, _)| *v).collect(),
        safe_pointers: p.options.safe_pointers,
        strict_aliasing: p.options.rules.strict_aliasing,
        unasked: unasked(p, alone, stmts, reaches),
        rows: rows(reaches),
        ..Aliases::default()
    };
    for v in data::visible(p.unit, c, items) {
        // These make a copy of their own where there is none yet; `present` may well name two
        // parts of one. In shared memory nothing has a copy.
        let copies = !p.options.memory.is_shared()
            && matches!(
                v.kind,
                DataKind::Copy | DataKind::Copyin | DataKind::Copyout | DataKind::Create
            );
        let bare = p.unit.types.is_pointer(v.item.base.ty) && v.item.sections.is_empty();
        // Rows, and what members point to, may be shared.
        if copies
            && !bare
            && !data::goes_behind(p.unit, v.item)
            && let ExprKind::Var(var) = v.item.base.kind
            && p.unit.var(var).member.is_none()
        {
            aliases.distinct.insert(var);
        }
    }
    aliases
}

/// Why a launch can't ask about a variable, if it can't.
fn unasked(
    p: &Planner<'_>,
    alone: bool,
    stmts: &[Stmt],
    reaches: &Reaches,
) -> IndexMap<VarId, Option<Unasked>> {
    // One thread does the work of all gangs only if they share it all out, and calls no routine that takes several.
    let all = if alone && !matches!(stmts, [one] if is_nest(one)) {
        Some(Unasked::Beside)
    } else if !calls::axes_of_calls(p, stmts).is_empty() {
        Some(Unasked::Routine)
    } else {
        None
    };
    why_unasked(p, reaches, all)
}

/// `all`: why nothing of what has a known reach can be asked.
fn why_unasked(
    p: &Planner<'_>,
    reaches: &Reaches,
    all: Option<Unasked>,
) -> IndexMap<VarId, Option<Unasked>> {
    let declared = globals::declared(p.unit);
    let of = |v: VarId, found: &Result<Reach, Unasked>| {
        let pointer = !p.unit.types.is_array(p.unit.var(v).ty);
        match found {
            Err(why) => Some(why.clone()),
            Ok(_) if pointer && declared.contains_key(&v) => Some(Unasked::OnDevice(v)),
            Ok(_) => all.clone(),
        }
    };
    reaches.iter().map(|(v, r)| (*v, of(*v, r))).collect()
}

/// The pointers to pointers among them.
fn rows(reaches: &Reaches) -> IndexSet<VarId> {
    let all = reaches.iter();
    let all = all.filter(|(_, found)| found.as_ref().is_ok_and(|r| !r.behind.is_empty()));
    all.map(|(v, _)| *v).collect()
}

/// A loop with a directive, and nothing beside it.
pub fn is_nest(s: &Stmt) -> bool {
    match &s.kind {
        StmtKind::For(l) => l.directive.is_some(),
        StmtKind::Block(stmts) => stmts.len() == 1 && is_nest(&stmts[0]),
        _ => false,
    }
}

/// Gives the loops under `roots` their questions for the host's cores, where all of them can be asked. `gangs`: the
/// construct is one parallel region, whose loops can't choose.
pub fn ask(reaches: &Reaches, roots: &mut [Node<'_>], gangs: bool) {
    ask_within(reaches, roots, (gangs, false));
}

/// `inside`: another loop is around these.
fn ask_within(reaches: &Reaches, roots: &mut [Node<'_>], (gangs, inside): (bool, bool)) {
    for n in roots {
        ask_within(reaches, &mut n.children, (gangs, true));
        // All rows would be looked at for each one that the loop goes through.
        let one_row = inside && n.children.is_empty() && n.heads.len() == 1;
        let d = &mut n.decision;
        let ReasonKind::ProvenApart { of, on_cores } = &mut d.reason.kind else {
            continue;
        };
        // In order there in any case.
        if d.device_only {
            continue;
        }
        let found = questions(reaches, of.by_clauses.union(&of.asked));
        let found = found.filter(|all| !(gangs || one_row && all.iter().any(Apart::is_of_rows)));
        d.apart = found.unwrap_or_default();
        *on_cores = Some(!d.apart.is_empty());
    }
}

/// The questions that pairs of pointers are asked for on the host's cores; `None` where one can't be.
pub fn questions<'a>(
    reaches: &Reaches,
    pairs: impl Iterator<Item = &'a (VarId, VarId)>,
) -> Option<Vec<Apart>> {
    let reach = |v: &VarId| reaches.get(v)?.as_ref().ok().cloned();
    let both = |(a, b): &(VarId, VarId)| {
        let (a, b) = (reach(a)?, reach(b)?);
        Some(Apart { a, b })
    };
    pairs.map(both).collect()
}

/// What the loops of a kernel rest on.
pub fn rests_on(kernel: &Kernel, roots: &[Node<'_>]) -> Free {
    let mut all = Free::default();
    for n in loops_in(&kernel.body, roots) {
        n.each(&mut |n| match &n.decision.reason.kind {
            ReasonKind::ProvenApart { of, .. } if n.is_partitioned() => all.extend((**of).clone()),
            _ => {}
        });
    }
    for wave in kernel.together.iter().flat_map(|t| t.waves.values()) {
        all.asked.extend(&wave.apart);
    }
    all
}

/// Whether what a variable reaches is the variable itself.
pub fn is_itself(reaches: &Reaches, v: VarId) -> bool {
    let reach = reaches.get(&v).and_then(|found| found.as_ref().ok());
    reach.is_some_and(|r| r.behind.is_empty() && r.upper.is_empty())
}

/// What a kernel asks before it is launched; `None`: it can't ask all that it would have to.
pub fn of_kernel(
    p: &Planner<'_>,
    reaches: &Reaches,
    kernel: &Kernel,
    roots: &[Node<'_>],
) -> Option<Vec<Apart>> {
    let pass = |v: &VarId| kernel.params.iter().find(|q| q.var == *v);
    let mut all = IndexSet::new();
    for (a, b) in rests_on(kernel, roots).asked {
        let mut copied = false;
        for v in [a, b] {
            let param = pass(&v)?;
            let array = p.unit.types.is_array(p.unit.var(v).ty) && is_itself(reaches, v);
            copied |= match param.pass {
                Pass::Value | Pass::Upload { .. } if array => true,
                Pass::Value | Pass::Raw | Pass::Address { .. } => false,
                _ => return None,
            };
        }
        // An array that the kernel is given by value overlaps nothing.
        if !copied {
            all.insert((a, b));
        }
    }
    questions(reaches, all.iter())
}

fn reach(
    p: &Planner<'_>,
    scope: &Scope<'_>,
    used: &Uses,
    items: &[DataItem],
    var: VarId,
    u: &Use,
) -> Result<Reach, Unasked> {
    let types = &p.unit.types;
    let v = p.unit.var(var);
    let base = var_expr(p, var, u);
    if v.storage == Storage::Region {
        return Err(Unasked::Changes(var));
    }
    let through = |why: Unbounded| {
        let found = rows_used(p, scope, var, &base, &why);
        let found = found.or_else(|| of_clause(p, scope, items, var, base.clone()));
        found.ok_or(Unasked::Reach(var, why))
    };
    let found = if types.is_array(v.ty) && !is_array_parameter(p.unit, var) {
        let all = &scope.written.accesses().found;
        match all.iter().find(|a| a.root == var && !a.is_direct()) {
            // Where pointers in it lead is somewhere else.
            Some(a) => through(Unbounded::Further(a.touch()))?,
            None => Reach {
                base: base.clone(),
                lower: Vec::new(),
                upper: Vec::new(),
                behind: Vec::new(),
            },
        }
    } else if scope.known.changed.contains(&var) {
        return Err(Unasked::Changes(var));
    } else {
        match scope.footprint(p, var, u) {
            Ok((Section::Inferred { lower, upper, .. }, _)) => Reach {
                base: base.clone(),
                lower,
                upper,
                behind: Vec::new(),
            },
            Ok(_) => return Err(Unasked::Reach(var, Unbounded::NotBefore)),
            Err(why) => through(why)?,
        }
    };
    // The question stands where the launch or the loop does: there the names must mean the same as before the construct.
    let hidden = |e: &Expr| match &e.kind {
        ExprKind::Var(v) => {
            let name = &p.unit.var(*v).name;
            used.declared.iter().any(|d| p.unit.var(*d).name == *name)
        }
        _ => false,
    };
    let behind = found.behind.iter().flat_map(|r| [&r.lower, &r.upper]);
    let any_hidden = std::iter::once(&found.base)
        .chain(&found.lower)
        .chain(&found.upper)
        .chain(behind)
        .any(|e| e.any_expr(hidden));
    match any_hidden {
        true => Err(Unasked::Reach(var, Unbounded::NotBefore)),
        false => Ok(found),
    }
}

/// So many pointers may follow each other.
const MOST_LEVELS: usize = 3;

/// The rows behind a pointer to pointers, where the construct uses the same elements of each of them.
fn rows_used(
    p: &Planner<'_>,
    scope: &Scope<'_>,
    var: VarId,
    base: &Expr,
    why: &Unbounded,
) -> Option<Reach> {
    if !matches!(why, Unbounded::Further(_)) {
        return None;
    }
    let evaluable = |e: &Expr| extents::host_evaluable(p, e, &scope.known);
    let found = behind::of_pointer(&scope.facts, var, &evaluable).ok()?;
    let length = |l: &Level| match found.counted {
        true => l.length.clone(),
        false => l.length_entered(),
    };
    let levels = found.levels.iter();
    let levels = levels.map(|l| row(Some(&l.lower), &length(l))).collect();
    is_plain(p, found.elem).then(|| in_levels(base.clone(), levels))?
}

/// The section that a clause of the construct gives a pointer to plain memory, or to pointers that lead there.
fn of_clause(
    p: &Planner<'_>,
    scope: &Scope<'_>,
    items: &[DataItem],
    var: VarId,
    base: Expr,
) -> Option<Reach> {
    let own = items
        .iter()
        .find(|i| i.var == var && i.is_of_variable() && matches!(i.origin, Origin::Clause(_)))?;
    let Section::Dims { dims, .. } = &own.section else {
        return None;
    };
    let depth = 1 + dims.iter().rposition(|d| d.behind).unwrap_or(0);
    let mut elem = p.unit.var(var).ty;
    for _ in 0..depth {
        elem = p.unit.types.pointee(elem)?;
    }
    let evaluable = |e: &Expr| extents::host_evaluable(p, e, &scope.known);
    let levels = dims.get(..depth)?.iter().enumerate().map(|(k, dim)| {
        let length = dim.length.as_ref().filter(|e| evaluable(e))?;
        let known = dim.behind == (k > 0) && dim.lower.iter().all(evaluable);
        known.then(|| row(dim.lower.as_ref(), length))
    });
    let levels: Option<Vec<Row>> = levels.collect();
    is_plain(p, elem).then(|| in_levels(base, levels?))?
}

/// The elements `[lower, lower + length)`.
fn row(lower: Option<&Expr>, length: &Expr) -> Row {
    let (ty, span) = (length.ty, length.span);
    let zero = || literal(0, "", ty);
    let upper = match lower.filter(|e| e.int_value() != Some(0)) {
        Some(lower) => {
            let sum = (Box::new(lower.clone()), Box::new(length.clone()));
            Expr::new(ExprKind::Binary(BinaryOp::Add, sum.0, sum.1), ty, span)
        }
        None => length.clone(),
    };
    Row {
        lower: lower.cloned().unwrap_or_else(zero),
        upper,
    }
}

fn in_levels(base: Expr, levels: Vec<Row>) -> Option<Reach> {
    let mut levels = levels.into_iter();
    let first = levels.next()?;
    let behind: Vec<Row> = levels.collect();
    (behind.len() < MOST_LEVELS).then(|| Reach {
        base,
        lower: vec![first.lower],
        upper: vec![first.upper],
        behind,
    })
}

/// Numbers, or arrays and structs of them: nothing is reached through them.
fn is_plain(p: &Planner<'_>, ty: TypeId) -> bool {
    let types = &p.unit.types;
    match (types.pointee(ty), types.canonical(ty)) {
        (Some(elem), _) if types.is_array(ty) => is_plain(p, elem),
        (_, Type::Record(r)) => {
            let mut fields = types.records[r.index()].fields.iter().flatten();
            fields.all(|f| is_plain(p, f.ty))
        }
        _ => types.is_arithmetic(ty),
    }
}
