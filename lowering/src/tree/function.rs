//! Takes the tree of a function that kernels call through all passes.
//!
//! A function without parallel loops is C as the user wrote it, run by each thread that calls it. A routine
//! with such loops is called by all threads of the block together, in one of two versions:
//!
//! - `f(x)`: nothing around the call is spread over the block's threads, so they all act as one;
//! - `accrs_f_where(x, active)`: rows of the block's threads (workers) call it, each row for itself, or only the first
//!   row does. Threads without `active` go along to the barriers and do nothing else.
//!
//! Where either version starts and where it ends, all threads of the block see each other's stores.

use super::build::build;
use super::calls::{ROWS_ELSEWHERE, threads};
use super::kernel::{Finish, Tree, finish, has_goto};
use super::node::Node;
use super::node::Trace;
use super::problems::Problems;
use super::sets::Threads;
use super::threads::{At, Pass, Routine};
use super::walk::end_here;
use super::{unread, unroll};
use crate::analyse::constant::is_constant;
use crate::names::Scope;
use crate::plan::{Extent, Plan, RoutinePlan};
use accrs_frontend::Unit;
use accrs_frontend::directive::DataKind;
use accrs_frontend::region::{
    Expr, ExprKind, Function, FunctionId, Stmt, StmtKind, Storage, VarId,
};
use std::collections::{BTreeSet, HashSet};

/// The parameter that tells whether a thread's row carries out a routine.
pub const ACTIVE: &str = "accrs_active";

/// A function's tree, and what the function's head needs.
pub struct FunctionTree {
    pub tree: Tree,
    /// It calls itself, directly or through other functions.
    pub recursive: bool,
    /// Parameters of which the threads have a shared copy.
    pub copied: Vec<VarId>,
    /// The version with a predicate.
    pub padded: bool,
    pub named: Named,
}

/// The variables of the unit that a function's body names.
#[derive(Default)]
pub struct Named {
    /// Variables of a file-scope `declare`, which it reaches through cells.
    pub cells: BTreeSet<VarId>,
    /// Constants, of which the device's text has copies for functions.
    pub constants: BTreeSet<VarId>,
}

/// A function that one thread runs by itself.
pub fn function(
    unit: &Unit,
    plan: &Plan,
    id: FunctionId,
    own: Option<&RoutinePlan>,
    trace: Trace<'_>,
) -> FunctionTree {
    let f = unit.function(id);
    let body = f.body.as_deref().unwrap_or(&[]);
    let (mut pass, nodes) = begin(unit, plan, f, own, body);
    let named = named(&mut pass, body);
    trace("build", &nodes);
    let nodes = unroll::pass(unit, nodes, trace);
    let mut out = Vec::new();
    for v in &f.params {
        pass.note_parameter(*v, body, &mut out);
    }
    pass.seq(nodes, &At::default(), &mut out);
    trace("threads", &out);
    let mut tree = finish(pass, out, Finish::default(), trace);
    (tree.split, tree.span) = (has_goto(body), f.span);
    FunctionTree {
        tree,
        recursive: reaches(unit, id, id),
        copied: Vec::new(),
        padded: false,
        named,
    }
}

/// A function with parallel loops. `padded` asks for the version that only some rows of the block carry out.
pub fn routine(
    unit: &Unit,
    plan: &Plan,
    id: FunctionId,
    own: &RoutinePlan,
    padded: bool,
    trace: Trace<'_>,
) -> FunctionTree {
    let f = unit.function(id);
    let all = threads(own.level);
    let written = f.body.as_deref().unwrap_or(&[]);
    let mut normal = padded.then(|| tail_returns(written, COPIES)).flatten();
    if let Some(stmts) = &mut normal {
        // A statement that was copied to several ends needs ids of its own at each.
        let mut ids = unit.ids;
        ids.renew(stmts);
    }
    let body = normal.as_deref().unwrap_or(written);
    let (mut pass, nodes) = begin(unit, plan, f, Some(own), body);
    let named = named(&mut pass, written);
    trace("build", &nodes);
    let nodes = unroll::pass(unit, nodes, trace);
    let recursive = reaches(unit, id, id);
    for v in &f.params {
        let ty = unit.var(*v).ty;
        if unit.types.is_pointer(ty) || unit.types.is_array(ty) {
            pass.storage.arrays.insert(*v);
        }
    }
    pass.find_crossing(&nodes, all);
    let scalar = |v: &VarId| unit.types.is_scalar(unit.var(*v).ty);
    let copied: Vec<VarId> = f
        .params
        .iter()
        .copied()
        .filter(|v| pass.crossing.contains(v) && scalar(v))
        .collect();
    pass.routine = Some(Routine {
        recursive,
        // Other files may call it too, with more rows than this unit has.
        rows: rows(plan).map(|n| match f.is_static {
            true => n,
            false => n.max(ROWS_ELSEWHERE),
        }),
    });
    let mut at = At {
        remaining: all,
        ..At::default()
    };
    if padded {
        at.consumed = Threads(7).without(all);
    }
    let mut out = Vec::new();
    for v in &copied {
        pass.copy_parameter(*v, false, &at, &mut out);
    }
    for v in &f.params {
        pass.note_parameter(*v, written, &mut out);
    }
    pass.seq(nodes, &at, &mut out);
    trace("threads", &out);
    let how = Finish {
        active: padded.then_some(ACTIVE),
        called: true,
        block: Threads(7),
        tails: normal.is_some(),
        ..Finish::default()
    };
    let mut tree = finish(pass, out, how, trace);
    (tree.split, tree.span) = (has_goto(written), f.span);
    FunctionTree {
        tree,
        recursive,
        copied,
        padded,
        named,
    }
}

fn begin<'a>(
    unit: &'a Unit,
    plan: &'a Plan,
    f: &'a Function,
    own: Option<&'a RoutinePlan>,
    body: &[Stmt],
) -> (Pass<'a>, Vec<Node>) {
    let mut pass = Pass::new(unit, plan, None);
    let nodes = build(body, own.map(|r| &r.loops));
    pass.span = f.span;
    let written = build(f.body.as_deref().unwrap_or(&[]), own.map(|r| &r.loops));
    pass.read = unread::read(unit, &written);
    let reduced = own.iter().flat_map(|r| r.loops.values());
    pass.reduced = reduced.flat_map(|l| &l.reductions).map(|r| r.var).collect();
    if f.variadic {
        pass.problems.refuse_call(
            f.span,
            format!(
                "'{}' takes a variable number of arguments: not supported on a device",
                f.name
            ),
        );
    }
    // The program's variables are reached through cells.
    for g in plan.globals.iter().filter(|g| g.in_functions) {
        if g.kind == DataKind::Deviceptr {
            continue;
        }
        if unit.types.is_array(unit.var(g.var).ty) {
            pass.storage.arrays.insert(g.var);
        } else {
            pass.storage.memory.insert(g.var);
        }
    }
    (pass, nodes)
}

/// The unit's variables that a body names. Other variables of the host are refused, since a device can't reach them.
fn named(pass: &mut Pass<'_>, body: &[Stmt]) -> Named {
    let (unit, plan) = (pass.unit, pass.plan);
    let mut named = Named::default();
    let mut note = |e: &Expr| {
        let ExprKind::Var(v) = e.kind else { return };
        let var = unit.var(v);
        if let Some(g) = plan.globals.iter().find(|g| g.var == v) {
            if g.in_functions {
                named.cells.insert(v);
            }
        } else if is_constant(unit, v) {
            named.constants.insert(v);
        } else if matches!(var.storage, Storage::Global { .. } | Storage::StaticLocal) {
            let message = format!(
                "'{}' is a variable of the host: a device function can't reach it without 'declare'",
                var.name
            );
            pass.problems.refuse(e.span, message);
        }
    };
    body.iter().for_each(|s| s.each_expr(&mut note));
    named
}

/// The largest number of rows of threads (along y and z) that a block of this unit has; `None` if that isn't known.
fn rows(plan: &Plan) -> Option<u64> {
    let mut most = 1;
    let all = plan.constructs.values().flat_map(|c| c.on_devices());
    for compute in all {
        for k in &compute.kernels {
            let [_, Extent::Fixed(y), Extent::Fixed(z)] = k.block else {
                return None;
            };
            most = most.max(y.max(1).saturating_mul(z.max(1)));
        }
    }
    Some(most)
}

/// Whether `from` calls `to`, directly or through other functions.
fn reaches(unit: &Unit, from: FunctionId, to: FunctionId) -> bool {
    let mut seen = vec![from];
    let mut next = 0;
    while let Some(f) = seen.get(next).copied() {
        next += 1;
        let Some(body) = &unit.function(f).body else {
            continue;
        };
        for callee in crate::analyse::uses::of_stmts(unit, body).calls.keys() {
            let callee = unit.on_device(*callee);
            if callee == to {
                return true;
            }
            if !seen.contains(&callee) {
                seen.push(callee);
            }
        }
    }
    false
}

/// How many levels deep the rest of a function may be copied into branches to move its `return`s to their ends.
const COPIES: u32 = 3;

/// The statements rewritten so that every `return` is the last one on its way through the function. `None` if a `return`
/// stands in a loop, a `switch` or behind a label, if that takes too many copies, and if there is no `return`.
fn tail_returns(stmts: &[Stmt], copies: u32) -> Option<Vec<Stmt>> {
    let at = stmts.iter().position(returns)?;
    let rest = &stmts[at + 1..];
    let mut out = stmts[..at].to_vec();
    let s = &stmts[at];
    match &s.kind {
        StmtKind::Return(_) => out.push(s.clone()),
        StmtKind::Block(inner) if rest.is_empty() => {
            out.push(block(s, tail_returns(inner, copies)?));
        }
        StmtKind::If { cond, then, els } => {
            let mut left = copies;
            let (yes, no) = (list(then), els.as_deref().map(list).unwrap_or_default());
            let (yes, no) = match (always(&yes), always(&no)) {
                (true, _) => (yes, [&no, rest].concat()),
                (false, true) => ([&yes, rest].concat(), no),
                (false, false) if rest.is_empty() => (yes, no),
                // Both branches may go on to what follows, so both get a copy of it.
                (false, false) if copies > 0 => {
                    left -= 1;
                    ([&yes, rest].concat(), [&no, rest].concat())
                }
                _ => return None,
            };
            let ended = |stmts: Vec<Stmt>| {
                if stmts.iter().any(returns) {
                    tail_returns(&stmts, left)
                } else {
                    Some(stmts)
                }
            };
            let kind = StmtKind::If {
                cond: cond.clone(),
                then: Box::new(block(then, ended(yes)?)),
                els: Some(Box::new(block(then, ended(no)?))),
            };
            out.push(Stmt::new(kind, s.span));
        }
        _ => return None,
    }
    Some(out)
}

fn block(like: &Stmt, stmts: Vec<Stmt>) -> Stmt {
    Stmt::new(StmtKind::Block(stmts), like.span)
}

fn list(s: &Stmt) -> Vec<Stmt> {
    inside(s).to_vec()
}

fn returns(s: &Stmt) -> bool {
    let mut found = matches!(s.kind, StmtKind::Return(_));
    s.children(&mut |c| found = found || returns(c));
    found
}

/// Whether every way through the statements ends in a `return`.
fn always(stmts: &[Stmt]) -> bool {
    stmts.last().is_some_and(|s| match &s.kind {
        StmtKind::Return(_) => true,
        StmtKind::Block(inner) => always(inner),
        StmtKind::If {
            then,
            els: Some(els),
            ..
        } => always(inside(then)) && always(inside(els)),
        _ => false,
    })
}

fn inside(s: &Stmt) -> &[Stmt] {
    match &s.kind {
        StmtKind::Block(stmts) => stmts,
        _ => std::slice::from_ref(s),
    }
}

/// The statements of a statement expression.
pub struct Statements {
    pub body: Vec<Node>,
    /// A jump, `break`, `continue` or `return` leads out of them.
    pub jumps_out: bool,
    pub split: bool,
    pub read: HashSet<VarId>,
    pub names: Scope,
    pub problems: Problems,
}

/// The tree of the statements of a statement expression, which a thread runs by itself.
pub fn statements(unit: &Unit, plan: &Plan, stmts: &[Stmt]) -> Statements {
    let mut pass = Pass::new(unit, plan, None);
    let nodes = build(stmts, None);
    let jumps_out = !end_here(&nodes);
    let read = unread::read(unit, &nodes);
    let body = pass.all_alone(nodes, &At::default());
    Statements {
        body,
        jumps_out,
        split: has_goto(stmts),
        read,
        names: pass.names,
        problems: pass.problems,
    }
}
