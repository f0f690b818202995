//! Functions that kernels call.
//!
//! One without parallel loops is C as the user wrote it, run by each thread that calls it. A routine
//! with such loops is called by all threads of the block together, in one of two versions:
//!
//! - `f(x)`: nothing around the call is spread over the block's threads, so that they all stand for one;
//! - `accrs_f_where(x, active)`: the block's rows (workers) call it, each for itself, or only the first
//!   of them: those without `active` go along to the barriers and do nothing else.
//!
//! Both start and end with all of the block's memory accesses seen by all of its threads.

use super::exec::{Body, Hazard, Place};
use super::kernel::{Piece, crossing, escaping, has_goto};
use super::scratch::Scratch;
use super::sets::Threads;
use super::unread;
use crate::names::safe;
use crate::plan::{Action, Axis, Extent, Plan, RoutinePlan};
use crate::print::{Printer, Used};
use accrs_frontend::Unit;
use accrs_frontend::region::{Expr, Function, FunctionId, Level, Stmt, StmtKind, Type, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// The predicate of a routine's rows.
const ACTIVE: &str = "accrs_active";
/// What a routine returns, until its end is reached.
const RESULT: &str = "accrs_result";

/// The most rows of threads in which other files may call a routine.
pub const ROWS_ELSEWHERE: u64 = 32;

/// A routine's version that only some rows of the block carry out.
pub fn padded_name(name: &str) -> String {
    format!("accrs_{name}_where")
}

/// The threads that a routine of this level shares its loops out to.
pub fn threads(level: Level) -> Threads {
    match level {
        Level::Seq => Threads::NONE,
        Level::Vector => Threads::of(&[Axis::ThreadX]),
        Level::Worker | Level::Gang(_) => Threads::of(&[Axis::ThreadX, Axis::ThreadY]),
    }
}

/// The functions that the kernels call, and those that these call, callees first.
pub fn all<'p>(
    unit: &Unit,
    plan: &Plan,
    kernels: impl IntoIterator<Item = &'p Piece>,
) -> Vec<super::Function> {
    let mut wanted: BTreeSet<(FunctionId, bool)> = BTreeSet::new();
    let note = |wanted: &mut BTreeSet<(FunctionId, bool)>, used: &Used| {
        let plain = used.functions.iter().map(|f| (*f, false));
        wanted.extend(plain.chain(used.padded.iter().map(|f| (*f, true))));
    };
    for piece in kernels {
        note(&mut wanted, &piece.used);
    }
    let mut done: BTreeMap<(FunctionId, bool), super::Function> = BTreeMap::new();
    while let Some((id, padded)) = wanted.pop_first() {
        if done.contains_key(&(id, padded)) || unit.function(id).body.is_none() {
            continue;
        }
        let (prototype, piece) = match plan.routines.get(&id) {
            Some(r) if r.level > Level::Seq => routine(unit, plan, id, r, padded),
            r => function(unit, plan, id, r),
        };
        note(&mut wanted, &piece.used);
        let one = super::Function {
            id,
            prototype,
            piece,
        };
        done.insert((id, padded), one);
    }
    let both = |id: &FunctionId| [(*id, false), (*id, true)];
    let order = plan.device_functions.iter().flat_map(both);
    let mut out: Vec<super::Function> = order.filter_map(|key| done.remove(&key)).collect();
    // Those that only other files call.
    out.extend(done.into_values());
    out
}

/// A function that one thread runs by itself.
fn function(
    unit: &Unit,
    plan: &Plan,
    id: FunctionId,
    own: Option<&RoutinePlan>,
) -> (String, Piece) {
    let f = unit.function(id);
    let mut b = body_of(unit, plan, f, own);
    b.recursive = reaches(unit, id, id);
    let head = head(&mut b, id, &[]);
    let body = f.body.as_deref().unwrap_or(&[]);
    for v in &f.params {
        super::dimensions::note(&mut b, *v, body);
    }
    body.iter().for_each(|s| b.leaf(s, &Place::default()));
    finish(b, &head)
}

/// A function with parallel loops.
fn routine(
    unit: &Unit,
    plan: &Plan,
    id: FunctionId,
    own: &RoutinePlan,
    padded: bool,
) -> (String, Piece) {
    let f = unit.function(id);
    let mut b = body_of(unit, plan, f, Some(own));
    let all = threads(own.level);
    let written = f.body.as_deref().unwrap_or(&[]);
    let mut normal = padded.then(|| tail_returns(written, COPIES)).flatten();
    if let Some(stmts) = &mut normal {
        // The same statement may stand at several ends, and is another one at each.
        let mut ids = unit.ids;
        ids.renew(stmts);
    }
    b.tails = normal.is_some();
    let body = normal.as_deref().unwrap_or(written);
    // Other files may call it too.
    b.rows = rows(plan).map(|n| {
        if f.is_static {
            n
        } else {
            n.max(ROWS_ELSEWHERE)
        }
    });
    b.recursive = reaches(unit, id, id);
    for v in &f.params {
        let ty = unit.var(*v).ty;
        if unit.types.is_pointer(ty) || unit.types.is_array(ty) {
            b.storage.arrays.insert(*v);
        }
    }
    for s in body {
        crossing(&mut b, s, all);
        escaping(unit, s, &mut b.crossing);
    }
    let copied: Vec<VarId> = f
        .params
        .iter()
        .copied()
        .filter(|v| b.crossing.contains(v) && unit.types.is_scalar(unit.var(*v).ty))
        .collect();
    b.in_routine = true;
    let mut head = head(&mut b, id, &copied);
    let mut at = Place {
        remaining: all,
        ..Place::default()
    };
    let returns = !matches!(unit.types.canonical(f.ret), Type::Void);
    if padded {
        head = with_active(&head, &b.p.name_of_function(id));
        at.consumed = Threads(7).without(all);
        at.active = Some(ACTIVE.into());
        if returns {
            let declared = b.p.declare_mutable(f.ret, RESULT);
            b.out.line(format!("{declared} = {{}};"));
        }
    }
    for v in copied {
        b.copy_parameter(v, false, &at);
    }
    for v in &f.params {
        super::dimensions::note(&mut b, *v, written);
    }
    b.seq(body, &at);
    if b.hazard != Hazard::default() {
        b.barrier();
    }
    if padded && returns {
        b.out.line(format!("return {RESULT};"));
    }
    finish(b, &head)
}

fn body_of<'a>(
    unit: &'a Unit,
    plan: &'a Plan,
    f: &'a Function,
    own: Option<&'a RoutinePlan>,
) -> Body<'a> {
    let mut b = Body::new(Printer::new(unit), plan, own.map(|r| &r.loops), None);
    b.span = f.span;
    b.p.place.set(f.span);
    let body = f.body.as_deref().unwrap_or(&[]);
    b.read = unread::read(unit, body, b.loops);
    b.split = has_goto(body);
    if f.variadic {
        b.p.refuse_call(
            f.span,
            format!(
                "'{}' takes a variable number of arguments: not supported on a device",
                f.name
            ),
        );
    }
    super::globals::reach(&mut b, plan, body);
    b
}

/// `double f(double x, int n)`; parameters that get a copy are called `x_value`.
fn head(b: &mut Body<'_>, id: FunctionId, copied: &[VarId]) -> String {
    let f = b.p.unit.function(id);
    let mut params = Vec::new();
    for v in &f.params {
        let var = b.p.unit.var(*v);
        let name = safe(&var.name);
        b.names.reserve(&name);
        params.push(if copied.contains(v) {
            b.p.declare(var.ty, &format!("{name}_value"))
        } else {
            b.p.declare(var.ty, &name)
        });
    }
    let name = b.p.name_of_function(id);
    b.p.declare(f.ret, &format!("{name}({})", params.join(", ")))
}

/// The head of a padded version: another name, and one more parameter, the last.
fn with_active(head: &str, name: &str) -> String {
    let head = head.replacen(&format!("{name}("), &format!("{}(", padded_name(name)), 1);
    let (before, after) = head.rsplit_once(')').unwrap_or((&head, ""));
    let comma = if before.ends_with('(') { "" } else { ", " };
    format!("{before}{comma}const bool {ACTIVE}){after}")
}

fn finish(b: Body<'_>, head: &str) -> (String, Piece) {
    let problems = b.p.problems.take();
    let used = b.p.used.take();
    // The runtime looks for these words when it sets the stack's size (device/cuda/limits.rs).
    let depth = if b.recursive {
        "// recursion: how deep it goes is known at run time only\n"
    } else {
        ""
    };
    let text = format!(
        "{depth}static __device__ {head}\n{{\n{}}}\n",
        b.out.into_text()
    );
    let piece = Piece {
        text,
        used,
        problems,
        scratch: Scratch::default(),
        dimensions: Vec::new(),
    };
    (format!("static __device__ {head};\n"), piece)
}

/// The most rows of threads (along y and z) that a block of this unit has, where that is known.
fn rows(plan: &Plan) -> Option<u64> {
    let mut most = 1;
    for c in plan.constructs.values() {
        let Action::Compute(compute) = &c.action else {
            continue;
        };
        for k in &compute.kernels {
            let [_, Extent::Fixed(y), Extent::Fixed(z)] = k.block else {
                return None;
            };
            most = most.max(y.max(1).saturating_mul(z.max(1)));
        }
    }
    Some(most)
}

/// Whether `from` calls `to`, itself or through others.
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

/// How often, one in the other, the end of a function may be copied to get its `return`s to the ends.
const COPIES: u32 = 3;

/// The same statements with every `return` at the end of its way through the function; `None` where
/// one stands in a loop, in a `switch` or beside a jump, and where there is nothing to do.
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
                // What follows is needed on both ways.
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
    super::exec::inside(s).to_vec()
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
        } => always(super::exec::inside(then)) && always(super::exec::inside(els)),
        _ => false,
    })
}

impl Body<'_> {
    /// A `return` of a routine with parallel loops: all threads that stand for one come here.
    pub(super) fn leave(&mut self, value: Option<&Expr>, at: &Place) {
        if !self.in_routine {
            return self.refuse_nest("a jump between loops of other levels");
        }
        let Some(active) = at.active.clone() else {
            let mut text = value.map(|e| self.value_for_all(e, at));
            if let (Some(e), Some(value)) = (value, &text)
                && self.watch().expr(e).reads
            {
                // Threads that are ahead may call again, and write what this one has yet to read.
                let name = self.names.unique("accrs_value");
                let declared = self.p.declare_mutable(e.ty, &name);
                self.out.line(format!("{declared} = {value};"));
                text = Some(name);
            }
            if self.hazard != Hazard::default() {
                self.barrier();
            }
            return self.out.line(match text {
                Some(text) => format!("return {text};"),
                None => "return;".into(),
            });
        };
        if !self.tails {
            self.refuse_nest("a 'return' in a loop or a switch of a routine that workers call");
        }
        if let Some(e) = value {
            let text = self.value_for_all(e, at);
            self.out.open(format!("if ({active}) {{"));
            self.out.line(format!("{RESULT} = {text};"));
            self.out.close("}");
        }
    }

    /// An expression's value in all threads that stand for one, computed once if it does something.
    fn value_for_all(&mut self, e: &Expr, at: &Place) -> String {
        let effects = self.watch().expr(e);
        if !effects.once() {
            self.before_all(&effects);
            return self.p.argument(e);
        }
        self.before_one(&effects);
        let name = self.names.unique("accrs_value");
        let declared = self.p.declare_mutable(e.ty, &name);
        self.out.line(format!("{declared} = {{}};"));
        let mut guards: Vec<String> = at.active.iter().cloned().collect();
        guards.push(at.remaining.first());
        self.out.open(format!("if ({}) {{", guards.join(" && ")));
        let text = self.p.argument(e);
        self.out.line(format!("{name} = {text};"));
        self.out.close("}");
        self.broadcast_value(&name, e.ty, at.remaining);
        name
    }
}
