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
//! the predicate instead of guarding barriers; `break` and `continue` take a thread out of it
//! instead of past a barrier. Whether barriers are needed is found by emitting once
//! and looking.

use super::aggregate::{Elements, Spelling};
use super::effects::{Effects, Storage, Watch};
use super::lines::Lines;
use super::sets::{Threads, is_block};
use super::unread;
use crate::names::{Scope, safe};
use crate::plan::{Kernel, LoopPlan, Plan, Reduction};
use crate::print::{Access, Printer};
use accrs_frontend::region::{For, LocalDecl, LoopId, Stmt, StmtKind, VarId};
use accrs_frontend::source::Span;
use indexmap::IndexMap;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Who touched memory since the last barrier.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Hazard {
    pub all_read: bool,
    pub all_wrote: bool,
    pub one_read: bool,
    pub one_wrote: bool,
}

impl Hazard {
    pub(super) fn or(self, o: Hazard) -> Hazard {
        Hazard {
            all_read: self.all_read || o.all_read,
            all_wrote: self.all_wrote || o.all_wrote,
            one_read: self.one_read || o.one_read,
            one_wrote: self.one_wrote || o.one_wrote,
        }
    }

    /// Where another thread becomes the first of those that stand for one.
    pub(super) fn by_any(self) -> Hazard {
        Hazard {
            all_read: self.all_read || self.one_read,
            all_wrote: self.all_wrote || self.one_wrote,
            one_read: false,
            one_wrote: false,
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
    /// The predicates that a thread is out of by `break` and by `continue`, where these can't be jumps.
    pub on_break: Vec<String>,
    pub on_continue: Vec<String>,
    /// Loops inside the innermost partitioned loop are spread over blocks too.
    pub inner_gangs: bool,
    pub in_gang: bool,
}

impl Place {
    /// Under a further predicate.
    pub fn under(&self, active: String) -> Place {
        let with = |list: &[String]| -> Vec<String> {
            let mut list = list.to_vec();
            if !list.is_empty() {
                list.push(active.clone());
            }
            list
        };
        Place {
            on_break: with(&self.on_break),
            on_continue: with(&self.on_continue),
            active: Some(active),
            ..self.clone()
        }
    }
}

/// A reduction whose copies are partial along some thread axes.
#[derive(Clone, Debug)]
pub struct Partial {
    pub reduction: Reduction,
    /// Axes along which the copy is the same in all threads.
    pub same: Threads,
}

/// Emits one kernel, or one device function.
pub struct Body<'a> {
    pub p: Printer<'a>,
    pub loops: Option<&'a IndexMap<LoopId, LoopPlan>>,
    pub kernel: Option<&'a Kernel>,
    pub plan: &'a Plan,
    /// Whether functions of other files are called.
    pub externals: bool,
    /// In a function with parallel loops.
    pub in_routine: bool,
    pub recursive: bool,
    /// Every `return` stands at the end of its way through the function.
    pub tails: bool,
    /// The most rows of threads that call a routine at once.
    pub rows: Option<u64>,
    pub storage: Storage,
    pub names: Scope,
    pub trip_names: HashMap<VarId, String>,
    /// Constants that hold the first value of a loop's variable.
    pub start_names: HashMap<VarId, String>,
    pub out: Lines,
    pub hazard: Hazard,
    pub barriers: usize,
    pub partials: Vec<Partial>,
    /// Names of the reductions' lengths that are known only at run time.
    pub lengths: HashMap<VarId, String>,
    /// The gangs' copies of arrays and structs that are reduced over gangs.
    pub gang_copies: IndexMap<VarId, (Elements, Spelling)>,
    /// Private variables that must be in shared memory.
    pub crossing: HashSet<VarId>,
    pub scratch: super::scratch::Scratch,
    pub span: Span,
    pub(super) exits: Hazard,
    /// The function jumps over declarations: initialisers become assignments.
    pub split: bool,
    /// Variables declared before the statement that declares them.
    pub hoisted: HashSet<VarId>,
    /// Variables whose value something reads.
    pub read: HashSet<VarId>,
}

impl<'a> Body<'a> {
    pub fn new(
        mut p: Printer<'a>,
        plan: &'a Plan,
        loops: Option<&'a IndexMap<LoopId, LoopPlan>>,
        kernel: Option<&'a Kernel>,
    ) -> Self {
        p.statements = Some(Rc::new(move |p, stmts, value| {
            super::lambda::statements(p, plan, stmts, value)
        }));
        // What is made up here must not hide a variable of the user's.
        let mut names = Scope::default();
        for v in &p.unit.vars {
            names.reserve(&safe(&v.name));
        }
        Self {
            externals: has_externals(p.unit),
            p,
            loops,
            kernel,
            plan,
            in_routine: false,
            recursive: false,
            tails: false,
            rows: None,
            storage: Storage::default(),
            names,
            trip_names: HashMap::new(),
            start_names: HashMap::new(),
            out: Lines::at(1),
            hazard: Hazard::default(),
            barriers: 0,
            partials: Vec::new(),
            lengths: HashMap::new(),
            gang_copies: IndexMap::new(),
            crossing: HashSet::new(),
            scratch: super::scratch::Scratch::default(),
            span: Span::default(),
            exits: Hazard::default(),
            split: false,
            hoisted: HashSet::new(),
            read: HashSet::new(),
        }
    }

    pub fn refuse_nest(&self, message: &str) {
        self.p.refuse_nest(
            self.span,
            format!("{message}: not supported on a device yet"),
        );
    }

    pub(super) fn watch(&self) -> Watch<'_> {
        Watch {
            unit: self.p.unit,
            storage: &self.storage,
            depth: 0,
        }
    }

    /// The plan of a loop that is spread over something.
    pub(super) fn partitioned(&self, f: &For) -> Option<&'a LoopPlan> {
        self.loops?.get(&f.id).filter(|l| !l.axes.is_empty())
    }

    pub(super) fn has_partitioned(&self, s: &Stmt) -> bool {
        self.has_partitioned_loop(s) || self.calls_routine(s)
    }

    fn has_partitioned_loop(&self, s: &Stmt) -> bool {
        let mut found = matches!(&s.kind, StmtKind::For(f) if self.partitioned(f).is_some());
        s.children(&mut |c| found = found || self.has_partitioned_loop(c));
        found
    }

    pub(super) fn has_gang_loop(&self, s: &Stmt) -> bool {
        let mut found = matches!(&s.kind, StmtKind::For(f)
            if self.partitioned(f).is_some_and(|l| l.axes.iter().any(|a| is_block(*a))));
        s.children(&mut |c| found = found || self.has_gang_loop(c));
        found || self.calls_gang(s)
    }

    pub(super) fn barrier(&mut self) {
        self.out.line("__syncthreads();");
        self.barriers += 1;
        self.hazard = Hazard::default();
    }

    /// Runs `f` and forgets what it emitted: the hazards at its end, and how many barriers it set.
    pub(super) fn rehearse(&mut self, f: impl FnOnce(&mut Self)) -> (Hazard, usize) {
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

    pub(super) fn before_one(&mut self, e: &Effects) {
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
            if let Some(end) = self.joined(stmts, i) {
                self.jumping(&stmts[i..end], at);
                i = end;
                continue;
            }
            if self.calls_directly(s) {
                self.calling(s, at);
                i += 1;
                continue;
            }
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
                    && !e.jumps
                    && !self.calls_directly(next)
                    && !self.is_structural(next, &e)
                    && (e.once() && !at.remaining.is_empty()) == once;
                if !fits {
                    break;
                }
                all.join(e);
                end += 1;
            }
            self.together(&stmts[i..end], &all, once, at);
            i = end;
        }
    }

    pub(super) fn is_structural(&self, s: &Stmt, e: &Effects) -> bool {
        e.exits || self.has_partitioned(s)
    }

    /// Statements that all threads, or the first of those that stand for one, run.
    pub(super) fn together(&mut self, stmts: &[Stmt], e: &Effects, once: bool, at: &Place) {
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
    pub(super) fn broadcast(&mut self, assigned: &HashSet<VarId>, at: &Place) {
        let mut vars: Vec<VarId> = assigned.iter().copied().collect();
        vars.sort();
        for v in vars {
            let ty = self.p.unit.var(v).ty;
            if !self.p.unit.types.is_scalar(ty) {
                self.refuse_nest("a private struct or array changed between loops of other levels");
                continue;
            }
            self.p.helper("broadcast");
            self.slots(ty);
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
    pub(super) fn shared_decl(&mut self, d: &LocalDecl, at: &Place) {
        if d.is_static {
            // A constant table, or refused.
            return self.decl(d);
        }
        super::dimensions::note_declared(self, d.var);
        self.private(d.var, at);
        let Some(init) = &d.init else { return };
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
        let ty = self.p.unit.var(d.var).ty;
        let value = self.p.initialiser(ty, init);
        let assign = if self.p.unit.types.is_array(ty) {
            self.p.helper("array");
            let ty = self.p.type_name(self.p.unqualified(ty));
            format!("(accrs_array<{ty}> &){target} = accrs_array<{ty}>{{{value}}};")
        } else {
            format!("{target} = {value};")
        };
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

    /// Declares a private variable for the threads at `at`.
    pub fn private(&mut self, v: VarId, at: &Place) {
        let var = self.p.unit.var(v);
        let types = &self.p.unit.types;
        let name = safe(&var.name);
        if types.is_variably_modified(var.ty) && types.is_array(var.ty) {
            if at.remaining.is_empty() && at.active.is_none() {
                return self.variable_array(v, false);
            }
            self.p.refuse(
                self.span,
                format!(
                    "the array of variable length '{}' can't be shared by the threads of a gang or worker",
                    var.name
                ),
            );
        }
        if !at.remaining.is_empty() && types.is_pointer(var.ty) {
            self.storage.per_gang.insert(v);
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
        let line = self.marked(v, &format!("{declared}{init};"));
        self.out.line(line);
    }

    /// A declaration, marked where nothing reads the variable.
    pub(super) fn marked(&self, v: VarId, declaration: &str) -> String {
        if self.read.contains(&v) {
            declaration.to_string()
        } else {
            format!("[[maybe_unused]] {declaration}")
        }
    }

    /// The loop's private variables that its body names.
    pub(super) fn privates(&mut self, plan: &LoopPlan, body: &Stmt, at: &Place) {
        if !plan.private.is_empty() {
            let inside = unread::read(self.p.unit, std::slice::from_ref(body), self.loops);
            self.read.extend(inside); // the copies', which nothing outside reads
        }
        for v in &plan.private {
            if !is_index(plan, *v) && self.names_variable(body, *v) {
                self.private(*v, at);
            }
        }
    }

    /// Whether a statement uses a variable other than as the index of a partitioned loop in it.
    pub(super) fn names_variable(&self, s: &Stmt, v: VarId) -> bool {
        if let StmtKind::For(f) = &s.kind
            && let Some(plan) = self.partitioned(f)
            && is_index(plan, v)
        {
            return false;
        }
        let mut found = false;
        s.exprs(&mut |e| found = found || super::reduce::mentions(e, v));
        s.children(&mut |c| found = found || self.names_variable(c, v));
        found
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

/// Whether routines with parallel loops of other files may be called.
fn has_externals(unit: &accrs_frontend::Unit) -> bool {
    let level = |f: &accrs_frontend::region::Function| {
        let elsewhere = f.body.is_none() || f.bind.is_some();
        elsewhere && f.level > accrs_frontend::region::Level::Seq
    };
    unit.functions.iter().any(level)
}
