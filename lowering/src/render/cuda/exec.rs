//! From a kernel's statements to what each thread does.
//!
//! A block is a box of threads; each partitioned loop *consumes* the thread axes that it is
//! spread over. What remains decides how a statement runs:
//!
//! - nothing remains: every thread has work of its own; plain C ([`leaf`](Body::leaf));
//! - some axes remain: the threads along them stand for one. They keep identical copies of
//!   private scalars, so pure computation runs in all of them; a store, a call or an atomic runs
//!   in the first (`threadIdx.x == 0`), and scalars that it changed are broadcast. Private arrays,
//!   structs, and scalars that inner loops assign live in shared memory (or the launch's scratch).
//!
//! Barriers stand where memory could otherwise be seen too early or overwritten too soon: [`Hazard`]
//! remembers who read and wrote since the last one. They must be reached by all threads of the
//! block. Code around which only block axes are consumed runs the same in all of them, so a
//! plain `__syncthreads` does. Inside a loop over threads whose body needs barriers, the loop
//! is *padded*: all threads take the same trips and carry a predicate `active`; sequential loops
//! inside go on while any thread is active (`__syncthreads_or`), and conditions narrow
//! the predicate instead of guarding barriers. Whether barriers are needed is found by emitting once
//! and looking.

use super::effects::{Effects, Storage, Watch};
use super::lines::Lines;
use super::loops::innermost;
use super::sets::{Threads, is_block};
use crate::names::{Scope, safe};
use crate::plan::{Kernel, LoopPlan};
use crate::print::{Access, Printer};
use accrs_frontend::directive::ReductionOp;
use accrs_frontend::region::{Expr, For, LocalDecl, LoopId, Stmt, StmtKind, VarId};
use accrs_frontend::source::Span;
use indexmap::IndexMap;
use std::collections::{HashMap, HashSet};

/// Who touched memory since the last barrier.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Hazard {
    pub all_read: bool,
    pub all_wrote: bool,
    pub one_read: bool,
    pub one_wrote: bool,
}

impl Hazard {
    fn or(self, o: Hazard) -> Hazard {
        Hazard {
            all_read: self.all_read || o.all_read,
            all_wrote: self.all_wrote || o.all_wrote,
            one_read: self.one_read || o.one_read,
            one_wrote: self.one_wrote || o.one_wrote,
        }
    }
}

/// Where a statement stands.
#[derive(Clone, Default, Debug)]
pub struct Place {
    /// Thread axes along which threads still stand for one.
    pub remaining: Threads,
    pub consumed: Threads,
    /// The predicate of padded code.
    pub active: Option<String>,
    /// Loops inside the innermost partitioned loop are spread over blocks too.
    pub inner_gangs: bool,
    pub in_gang: bool,
}

/// A reduction whose copies are partial along some thread axes.
#[derive(Clone, Debug)]
pub struct Partial {
    pub var: VarId,
    pub op: ReductionOp,
    /// Axes along which the copy is the same in all threads.
    pub same: Threads,
}

/// Emits one kernel, or one device function.
pub struct Body<'a> {
    pub p: Printer<'a>,
    pub loops: Option<&'a IndexMap<LoopId, LoopPlan>>,
    pub kernel: Option<&'a Kernel>,
    pub storage: Storage,
    pub names: Scope,
    pub trip_names: HashMap<VarId, String>,
    pub out: Lines,
    pub hazard: Hazard,
    pub barriers: usize,
    pub partials: Vec<Partial>,
    /// Private variables that must be in shared memory.
    pub crossing: HashSet<VarId>,
    pub scratch: super::scratch::Scratch,
    pub span: Span,
    exits: Hazard,
    /// The function jumps over declarations: initialisers become assignments.
    pub split: bool,
}

impl<'a> Body<'a> {
    pub fn new(
        p: Printer<'a>,
        loops: Option<&'a IndexMap<LoopId, LoopPlan>>,
        kernel: Option<&'a Kernel>,
    ) -> Self {
        Self {
            p,
            loops,
            kernel,
            storage: Storage::default(),
            names: Scope::default(),
            trip_names: HashMap::new(),
            out: Lines::at(1),
            hazard: Hazard::default(),
            barriers: 0,
            partials: Vec::new(),
            crossing: HashSet::new(),
            scratch: super::scratch::Scratch::default(),
            span: Span::default(),
            exits: Hazard::default(),
            split: false,
        }
    }

    pub fn refuse_nest(&self, message: &str) {
        self.p.refuse_nest(
            self.span,
            format!("{message}: not supported on a device yet"),
        );
    }

    fn watch(&self) -> Watch<'_> {
        Watch {
            unit: self.p.unit,
            storage: &self.storage,
        }
    }

    /// The plan of a loop that is spread over something.
    pub(super) fn partitioned(&self, f: &For) -> Option<&'a LoopPlan> {
        self.loops?.get(&f.id).filter(|l| !l.axes.is_empty())
    }

    pub(super) fn has_partitioned(&self, s: &Stmt) -> bool {
        let mut found = matches!(&s.kind, StmtKind::For(f) if self.partitioned(f).is_some());
        s.children(&mut |c| found = found || self.has_partitioned(c));
        found
    }

    fn has_gang_loop(&self, s: &Stmt) -> bool {
        let mut found = matches!(&s.kind, StmtKind::For(f)
            if self.partitioned(f).is_some_and(|l| l.axes.iter().any(|a| is_block(*a))));
        s.children(&mut |c| found = found || self.has_gang_loop(c));
        found
    }

    pub(super) fn barrier(&mut self) {
        self.out.line("__syncthreads();");
        self.barriers += 1;
        self.hazard = Hazard::default();
    }

    /// Runs `f` and forgets what it emitted: the hazards at its end, and how many barriers it set.
    fn rehearse(&mut self, f: impl FnOnce(&mut Self)) -> (Hazard, usize) {
        let saved = (
            self.out.clone(),
            self.hazard,
            self.barriers,
            self.names.clone(),
            self.trip_names.clone(),
            self.partials.clone(),
            self.scratch.clone(),
            self.storage.clone(),
            self.exits,
        );
        let access = self.p.access.clone();
        let used = self.p.used.borrow().clone();
        let problems = self.p.problems.borrow().clone();
        f(self);
        let result = (self.hazard.or(self.exits), self.barriers - saved.2);
        (
            self.out,
            self.hazard,
            self.barriers,
            self.names,
            self.trip_names,
            self.partials,
            self.scratch,
            self.storage,
            self.exits,
        ) = saved;
        self.p.access = access;
        *self.p.used.borrow_mut() = used;
        *self.p.problems.borrow_mut() = problems;
        result
    }

    /// Everything before an access by all threads.
    pub(super) fn before_all(&mut self, e: &Effects) {
        let h = self.hazard;
        if (e.reads && (h.one_wrote || h.all_wrote))
            || (e.writes && (h.all_read || h.all_wrote || h.one_read || h.one_wrote))
        {
            self.barrier();
        }
        self.hazard.all_read |= e.reads;
        self.hazard.all_wrote |= e.writes;
    }

    fn before_one(&mut self, e: &Effects) {
        let h = self.hazard;
        if (e.reads && h.all_wrote) || (e.writes && (h.all_read || h.all_wrote)) {
            self.barrier();
        }
        self.hazard.one_read |= e.reads;
        self.hazard.one_wrote |= e.writes;
    }

    /// A sequence of statements.
    pub fn seq(&mut self, stmts: &[Stmt], at: &Place) {
        if at.remaining.is_empty() && at.active.is_none() {
            return stmts.iter().for_each(|s| self.leaf(s, at));
        }
        let mut i = 0;
        while i < stmts.len() {
            let s = &stmts[i];
            self.span = s.span;
            if let StmtKind::Decl(decls) = &s.kind {
                decls.iter().for_each(|d| self.shared_decl(d, at));
                i += 1;
                continue;
            }
            let effects = self.watch().stmt(s);
            if self.is_structural(s, &effects) {
                self.structural(s, at);
                i += 1;
                continue;
            }
            let once = effects.once() && !at.remaining.is_empty();
            let mut all = effects;
            let mut end = i + 1;
            while let Some(next) = stmts.get(end) {
                let e = self.watch().stmt(next);
                let fits = !matches!(next.kind, StmtKind::Decl(_))
                    && !self.is_structural(next, &e)
                    && (e.once() && !at.remaining.is_empty()) == once
                    // What a single thread changes must be broadcast before others use it.
                    && !(once && all.assigned.iter().any(|v| e.used.contains(v)) && all.assigned != e.assigned);
                if !fits {
                    break;
                }
                all.reads |= e.reads;
                all.writes |= e.writes;
                all.calls |= e.calls;
                all.assigned.extend(e.assigned);
                all.escaped.extend(e.escaped);
                end += 1;
            }
            self.together(&stmts[i..end], &all, once, at);
            i = end;
        }
    }

    fn is_structural(&self, s: &Stmt, e: &Effects) -> bool {
        e.exits || self.has_partitioned(s)
    }

    /// Statements that all threads, or the first of those that stand for one, run.
    fn together(&mut self, stmts: &[Stmt], e: &Effects, once: bool, at: &Place) {
        if once && at.inner_gangs {
            self.refuse_nest("a store, call or atomic between nested gang loops");
        }
        if once {
            self.before_one(e);
        } else {
            self.before_all(e);
        }
        let mut guards: Vec<String> = at.active.iter().cloned().collect();
        if once {
            guards.push(at.remaining.first());
        }
        let inner = Place::default();
        if guards.is_empty() {
            stmts.iter().for_each(|s| self.leaf(s, &inner));
        } else {
            self.out.open(format!("if ({}) {{", guards.join(" && ")));
            stmts.iter().for_each(|s| self.leaf(s, &inner));
            self.out.close("}");
        }
        if once {
            self.broadcast(&e.assigned, at);
        }
    }

    /// Private scalars that one thread changed, given to those that it stood for.
    fn broadcast(&mut self, assigned: &HashSet<VarId>, at: &Place) {
        let mut vars: Vec<VarId> = assigned.iter().copied().collect();
        vars.sort();
        for v in vars {
            let ty = self.p.unit.var(v).ty;
            if !self.p.unit.types.is_scalar(ty) {
                self.refuse_nest("a private struct or array changed between loops of other levels");
                continue;
            }
            self.p.helper("broadcast");
            let Access::Name(name) = self.p.var(v) else {
                continue;
            };
            self.out.line(format!(
                "{name} = accrs_broadcast<{}>({name});",
                at.remaining.argument()
            ));
            self.barriers += 2;
            self.hazard = Hazard::default();
        }
    }

    /// A declaration where threads stand for one.
    fn shared_decl(&mut self, d: &LocalDecl, at: &Place) {
        if d.is_static {
            self.p.refuse(self.span, "a static variable in device code");
        }
        self.private(d.var, at);
        let Some(init) = &d.init else { return };
        if !self.p.unit.types.is_scalar(self.p.unit.var(d.var).ty) {
            return self
                .refuse_nest("an initialised array or struct between loops of other levels");
        }
        let effects = self.watch().expr(init);
        let in_memory = self.storage.memory.contains(&d.var);
        let once = (effects.once() || in_memory) && !at.remaining.is_empty();
        let mut e = effects;
        e.writes |= in_memory;
        if once {
            self.before_one(&e);
        } else {
            self.before_all(&e);
        }
        let mut guards: Vec<String> = at.active.iter().cloned().collect();
        if once {
            guards.push(at.remaining.first());
        }
        let target = match self.p.var(d.var) {
            Access::Name(n) => n,
            Access::Deref(n) => format!("*{n}"),
        };
        let assign = format!("{target} = {};", self.init_value(d.var, init));
        if guards.is_empty() {
            self.out.line(assign);
        } else {
            self.out.open(format!("if ({}) {{", guards.join(" && ")));
            self.out.line(assign);
            self.out.close("}");
        }
        if once && !in_memory {
            self.broadcast(&HashSet::from([d.var]), at);
        }
    }

    pub(super) fn init_value(&self, var: VarId, init: &Expr) -> String {
        let _ = var;
        self.p.argument(init)
    }

    /// Declares a private variable for the threads at `at`.
    pub fn private(&mut self, v: VarId, at: &Place) {
        let var = self.p.unit.var(v);
        let types = &self.p.unit.types;
        let name = safe(&var.name);
        if types.is_variably_modified(var.ty) && types.is_array(var.ty) {
            self.p.refuse(
                self.span,
                format!(
                    "the array of variable length '{}' can't be private on a device",
                    var.name
                ),
            );
        }
        let shared =
            !at.remaining.is_empty() && (!types.is_scalar(var.ty) || self.crossing.contains(&v));
        if shared {
            return self.declare_shared(v, &name, at);
        }
        self.storage.memory.remove(&v);
        self.storage.arrays.remove(&v);
        self.p.access.insert(v, Access::Name(name.clone()));
        let init = if at.active.is_some() || (!at.remaining.is_empty() && types.is_scalar(var.ty)) {
            " = {}"
        } else {
            ""
        };
        let declared = self.p.declare_mutable(var.ty, &name);
        self.out.line(format!("{declared}{init};"));
    }

    /// A construct that other levels of parallelism, or an exit, stand in.
    fn structural(&mut self, s: &Stmt, at: &Place) {
        self.span = s.span;
        match &s.kind {
            StmtKind::Block(stmts) => {
                let names: Vec<VarId> = stmts.iter().flat_map(declared).collect();
                if names.is_empty() {
                    return self.seq(stmts, at);
                }
                self.out.open("{");
                self.seq(stmts, at);
                self.out.close("}");
            }
            StmtKind::For(f) => match self.partitioned(f) {
                Some(plan) => self.partition(f, plan, at),
                None => self.sequential(f, at),
            },
            StmtKind::If { cond, then, els } => self.condition(cond, then, els.as_deref(), at),
            StmtKind::While { cond, body } => self.repeat(Some(cond), None, body, false, at),
            StmtKind::DoWhile { body, cond } => self.repeat(Some(cond), None, body, true, at),
            StmtKind::Break | StmtKind::Continue => {
                if at.active.is_some() {
                    self.refuse_nest(
                        "leaving an iteration inside a worker loop that needs barriers",
                    );
                }
                self.exits = self.exits.or(self.hazard);
                self.out.line(if matches!(s.kind, StmtKind::Break) {
                    "break;"
                } else {
                    "continue;"
                });
            }
            StmtKind::Switch { value, body } => {
                if at.active.is_some() {
                    self.refuse_nest("'switch' inside a worker loop that needs barriers");
                }
                let e = self.uniform_expr(value);
                self.before_all(&e);
                self.out.open(format!("switch ({}) {{", self.p.expr(value)));
                self.exits = self.exits.or(self.hazard);
                match &body.kind {
                    StmtKind::Block(stmts) => self.seq(stmts, at),
                    _ => self.seq(std::slice::from_ref(&**body), at),
                }
                self.out.close("}");
                self.hazard = self.hazard.or(self.exits);
            }
            StmtKind::Case { low, high, body } => {
                if high.is_some() {
                    self.p
                        .refuse(s.span, "a range of cases is not supported on a device");
                }
                self.out.line(format!("case {}:", self.p.expr(low)));
                self.hazard = self.hazard.or(self.exits);
                self.seq(std::slice::from_ref(&**body), at);
            }
            StmtKind::Default(body) => {
                self.out.line("default:");
                self.hazard = self.hazard.or(self.exits);
                self.seq(std::slice::from_ref(&**body), at);
            }
            _ => self.refuse_nest("a jump between loops of other levels"),
        }
    }

    /// Effects of an expression that all threads must agree on.
    fn uniform_expr(&mut self, e: &Expr) -> Effects {
        let effects = self.watch().expr(e);
        if effects.once() {
            self.refuse_nest("a condition with side effects around loops of other levels");
        }
        effects
    }

    fn condition(&mut self, cond: &Expr, then: &Stmt, els: Option<&Stmt>, at: &Place) {
        let e = self.uniform_expr(cond);
        self.before_all(&e);
        let Some(outer) = &at.active else {
            self.out.open(format!("if ({}) {{", self.p.expr(cond)));
            let start = self.hazard;
            self.seq(inside(then), at);
            let end = std::mem::replace(&mut self.hazard, start);
            if let Some(els) = els {
                self.out.between("} else {");
                self.seq(inside(els), at);
            }
            self.out.close("}");
            self.hazard = self.hazard.or(end);
            return;
        };
        let yes = self.names.unique("active");
        self.out.line(format!(
            "const bool {yes} = {outer} && {};",
            self.p.operand(cond, 6)
        ));
        let inner = Place {
            active: Some(yes.clone()),
            ..at.clone()
        };
        self.out.open("{");
        self.seq(inside(then), &inner);
        self.out.close("}");
        if let Some(els) = els {
            let no = self.names.unique("active");
            self.out
                .line(format!("const bool {no} = {outer} && !{yes};"));
            self.out.open("{");
            self.seq(
                inside(els),
                &Place {
                    active: Some(no),
                    ..at.clone()
                },
            );
            self.out.close("}");
        }
    }

    fn sequential(&mut self, f: &For, at: &Place) {
        self.out.open("{");
        if let Some(plan) = self.loops.and_then(|l| l.get(&f.id)) {
            plan.private
                .iter()
                .filter(|v| !is_index(plan, **v))
                .for_each(|v| self.private(*v, at));
        }
        if let Some(init) = &f.init {
            self.seq(std::slice::from_ref(&**init), at);
        }
        self.repeat(f.cond.as_ref(), f.inc.as_ref(), &f.body, false, at);
        self.out.close("}");
    }

    /// A sequential loop whose body has loops of other levels.
    fn repeat(
        &mut self,
        cond: Option<&Expr>,
        inc: Option<&Expr>,
        body: &Stmt,
        last: bool,
        at: &Place,
    ) {
        let outer_exits = std::mem::take(&mut self.exits);
        let (end, barriers) = self.rehearse(|b| b.iteration(cond, inc, body, last, at, false));
        self.hazard = self.hazard.or(end);
        let barriers = barriers > 0 || {
            let (_, again) = self.rehearse(|b| b.iteration(cond, inc, body, last, at, false));
            again > 0
        };
        self.iteration(cond, inc, body, last, at, barriers);
        self.hazard = self.hazard.or(self.exits);
        self.exits = outer_exits;
    }

    fn iteration(
        &mut self,
        cond: Option<&Expr>,
        inc: Option<&Expr>,
        body: &Stmt,
        last: bool,
        at: &Place,
        padded: bool,
    ) {
        let effects = cond.map(|c| self.uniform_expr(c)).unwrap_or_default();
        let step = inc.map(|i| self.uniform_expr(i)).unwrap_or_default();
        let text = cond.map_or("true".to_string(), |c| self.p.expr(c));
        let inc = inc.map_or(String::new(), |i| self.p.expr(i));
        if let (Some(outer), true) = (&at.active, padded) {
            let on = self.names.unique("active");
            if last {
                self.refuse_nest("'do' inside a worker loop that needs barriers");
            }
            let cond = cond.map_or("true".to_string(), |c| self.p.operand(c, 6));
            self.before_all(&effects);
            self.out.open(format!(
                "for (bool {on} = {outer}; __syncthreads_or({on} = {on} && {cond}); ) {{"
            ));
            self.barriers += 1;
            self.hazard = Hazard::default();
            self.seq(
                inside(body),
                &Place {
                    active: Some(on.clone()),
                    ..at.clone()
                },
            );
            self.before_all(&step);
            if !inc.is_empty() {
                self.out.open(format!("if ({on}) {{"));
                self.out.line(format!("{inc};"));
                self.out.close("}");
            }
            self.before_all(&effects);
            self.out.close("}");
            return;
        }
        let guard = at.active.clone();
        if let Some(active) = &guard {
            self.out.open(format!("if ({active}) {{"));
        }
        let inner = Place {
            active: None,
            ..at.clone()
        };
        let reads = effects.reads || step.reads;
        if last {
            self.out.open("do {");
            self.seq(inside(body), &inner);
            self.before_all(&effects);
            self.out.close(format!("}} while ({text});"));
        } else if reads {
            // The condition is a read by all threads, after whatever the body wrote.
            self.out.open(format!("for (; ; {inc}) {{"));
            self.before_all(&effects);
            self.before_all(&step);
            self.out.line(format!("if (!({text})) break;"));
            self.seq(inside(body), &inner);
            self.out.close("}");
        } else {
            let head = if inc.is_empty() {
                format!("while ({text}) {{")
            } else {
                format!("for (; {text}; {inc}) {{")
            };
            self.out.open(head);
            self.seq(inside(body), &inner);
            self.out.close("}");
        }
        if guard.is_some() {
            self.out.close("}");
        }
    }

    /// A loop that is spread over blocks or threads.
    pub(super) fn partition(&mut self, f: &For, plan: &'a LoopPlan, at: &Place) {
        self.span = f.body.span;
        let outer_exits = std::mem::take(&mut self.exits);
        let body = innermost(f, plan.heads.len());
        let threads = Threads::of(&plan.axes).and(at.remaining);
        let inner = self.has_partitioned(body);
        let gang = plan.axes.iter().any(|a| is_block(*a));
        let copies = self.open_reductions(plan, body, threads, at);
        let mut bounds = Effects::default();
        for head in &plan.heads {
            for x in [&head.lower, &head.upper, &head.step] {
                let e = self.watch().expr(x);
                bounds.reads |= e.reads;
                if e.once() {
                    self.refuse_nest("loop bounds with side effects");
                }
            }
        }
        let place = Place {
            remaining: if inner {
                at.remaining.without(threads)
            } else {
                Threads::NONE
            },
            consumed: at.consumed.or(threads),
            active: None,
            inner_gangs: gang && self.has_gang_loop(body),
            in_gang: at.in_gang || gang,
        };
        if at.remaining.is_empty() && at.active.is_none() {
            self.dealt(plan, body, &place, None);
        } else if inner {
            self.before_all(&bounds);
            self.outer_loop(plan, body, &place, at);
        } else {
            let mut e = self.watch().stmt(body);
            e.reads |= bounds.reads;
            self.before_all(&e);
            let rest = at.remaining.without(threads);
            let mut guards: Vec<String> = at.active.iter().cloned().collect();
            if !rest.is_empty() {
                guards.push(rest.first());
            }
            let guard = (!guards.is_empty()).then(|| guards.join(" && "));
            self.dealt(plan, body, &place, guard);
            self.hazard.all_read |= e.reads;
            self.hazard.all_wrote |= e.writes;
        }
        self.close_reductions(copies, at);
        self.exits = outer_exits;
    }

    /// A partitioned loop around others: plain if nothing in it needs a barrier that not all
    /// threads would reach, padded otherwise.
    fn outer_loop(&mut self, plan: &'a LoopPlan, body: &Stmt, place: &Place, at: &Place) {
        let (end, barriers) = self.rehearse(|b| b.dealt(plan, body, place, None));
        // An iteration's shared variables are the next one's.
        let shared = self.declares_shared(plan, body, place);
        if shared {
            self.hazard = self.hazard.or(end);
        }
        let barriers = barriers
            + if shared {
                self.rehearse(|b| b.dealt(plan, body, place, None)).1
            } else {
                0
            };
        let uniform = place.consumed.is_empty() && at.active.is_none();
        if uniform || barriers == 0 {
            let guard = if uniform { None } else { at.active.clone() };
            return self.dealt(plan, body, place, guard);
        }
        let active = self.names.unique("active");
        let head = self.padded(plan, at.active.as_deref(), &active);
        head.before.iter().for_each(|l| self.out.line(l));
        let braces = head.open.len();
        head.open.iter().for_each(|l| self.out.open(l));
        if at.active.is_some() {
            self.barriers += 1;
            self.hazard = Hazard::default();
        }
        head.first.iter().for_each(|l| self.out.line(l));
        let place = Place {
            active: Some(active),
            ..place.clone()
        };
        plan.private
            .iter()
            .filter(|v| !is_index(plan, **v))
            .for_each(|v| self.private(*v, &place));
        self.seq(inside(body), &place);
        (0..braces).for_each(|_| self.out.close("}"));
        self.barriers += 1;
    }

    fn declares_shared(&self, plan: &LoopPlan, body: &Stmt, place: &Place) -> bool {
        let mut names: Vec<VarId> = plan.private.clone();
        fn gather(s: &Stmt, all: &mut Vec<VarId>) {
            all.extend(declared(s));
            s.children(&mut |c| gather(c, all));
        }
        gather(body, &mut names);
        !place.remaining.is_empty()
            && names.iter().any(|v| {
                self.crossing.contains(v) || !self.p.unit.types.is_scalar(self.p.unit.var(*v).ty)
            })
    }

    /// The loop with its iterations dealt out, under a guard if any.
    fn dealt(&mut self, plan: &'a LoopPlan, body: &Stmt, place: &Place, guard: Option<String>) {
        if let Some(guard) = &guard {
            self.out.open(format!("if ({guard}) {{"));
        }
        let head = self.head(plan);
        head.before.iter().for_each(|l| self.out.line(l));
        let braces = head.open.len();
        for (i, line) in head.open.iter().enumerate() {
            if i == 0 && self.kernel.is_some_and(|k| k.site.line != plan.line) {
                self.out.open(format!("{line} // line {}", plan.line));
            } else {
                self.out.open(line);
            }
        }
        head.first.iter().for_each(|l| self.out.line(l));
        plan.private
            .iter()
            .filter(|v| !is_index(plan, **v))
            .for_each(|v| self.private(*v, place));
        self.seq(inside(body), place);
        (0..braces).for_each(|_| self.out.close("}"));
        if guard.is_some() {
            self.out.close("}");
        }
    }
}

/// The statements in a body's braces.
pub fn inside(s: &Stmt) -> &[Stmt] {
    match &s.kind {
        StmtKind::Block(stmts) => stmts,
        _ => std::slice::from_ref(s),
    }
}

pub fn is_index(plan: &LoopPlan, v: VarId) -> bool {
    plan.heads.iter().any(|h| h.var == v)
}

/// Variables that a statement itself declares.
pub fn declared(s: &Stmt) -> Vec<VarId> {
    match &s.kind {
        StmtKind::Decl(decls) => decls.iter().map(|d| d.var).collect(),
        _ => Vec::new(),
    }
}
