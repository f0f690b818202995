//! Which threads run what.
//!
//! A block is a box of threads; each spread loop *consumes* the thread axes that it is spread over. What remains decides how
//! a statement runs:
//!
//! - nothing remains: every thread has work of its own; plain C;
//! - some axes remain: the threads along them stand for one. They keep identical copies of
//!   private scalars, so pure computation runs in all of them; a store, a call or an atomic runs
//!   in the first ([`Together::first`]), and scalars that it changed are broadcast. Private arrays,
//!   structs, and scalars that inner loops assign live in shared memory, or the launch's scratch (`storage`).
//!
//! Before: the tree that `build` made. After: every statement is in code that one thread runs by itself, or in a
//! [`Kind::Together`]; control flow around loops of other levels is marked as joint; private variables have homes; loops
//! have the copies of what they reduce. No thread waits for another yet.

use super::effects::{Effects, Storage, Watch};
use super::node::*;
use super::problems::Problems;
use super::scratch::Scratch;
use super::sets::{Threads, is_block};
use super::unread;
use crate::names::{Scope, safe};
use crate::plan::{Kernel, Plan, Reduction};
use crate::print::Access;
use accrs_frontend::Unit;
use accrs_frontend::region::{Expr, Level, LocalDecl, StmtKind, VarId, VlaId};
use accrs_frontend::source::Span;
use std::collections::{HashMap, HashSet};

/// Where a node stands.
#[derive(Clone, Copy, Default, Debug)]
pub struct At {
    /// Thread axes along which threads still stand for one.
    pub remaining: Threads,
    pub consumed: Threads,
    /// Loops inside the innermost spread loop are spread over blocks too.
    pub inner_gangs: bool,
    pub in_gang: bool,
}

/// A reduction whose copies are partial along some thread axes.
#[derive(Clone, Debug)]
pub struct Partial {
    pub reduction: Reduction,
    /// Axes along which the copy is the same in all threads.
    pub same: Threads,
}

/// How a variable was reached, and what kind of memory it was in.
#[derive(Clone, Debug)]
pub struct Hidden {
    pub var: VarId,
    access: Option<Access>,
    pub memory: bool,
    pub array: bool,
    pub own: bool,
    per_gang: bool,
}

/// A function with parallel loops, as far as its calls matter.
#[derive(Clone, Copy, Debug)]
pub struct Routine {
    /// It calls itself.
    pub recursive: bool,
    /// The most rows of threads that call it at once.
    pub rows: Option<u64>,
}

/// The pass, over one kernel or one routine.
pub struct Pass<'a> {
    pub unit: &'a Unit,
    pub plan: &'a Plan,
    pub kernel: Option<&'a Kernel>,
    /// In a function with parallel loops.
    pub routine: Option<Routine>,
    /// Whether functions of other files are called.
    pub externals: bool,
    pub storage: Storage,
    pub names: Scope,
    /// How variables are spelled here, where it isn't by their names.
    pub access: HashMap<VarId, Access>,
    pub partials: Vec<Partial>,
    /// Names of the reductions' lengths that are known only at run time.
    pub lengths: HashMap<VarId, String>,
    /// Names of the lengths of arrays.
    pub dimensions: HashSet<VlaId>,
    /// Variables of which a reduction, anywhere in the kernel, has copies of its own.
    pub reduced: HashSet<VarId>,
    /// Private variables that must be in memory that threads share.
    pub crossing: HashSet<VarId>,
    pub scratch: Scratch,
    /// Variables whose value something reads.
    pub read: HashSet<VarId>,
    pub problems: Problems,
    /// The statement that is looked at.
    pub span: Span,
}

impl<'a> Pass<'a> {
    pub fn new(unit: &'a Unit, plan: &'a Plan, kernel: Option<&'a Kernel>) -> Self {
        // What is made up here must not hide a variable of the user's.
        let mut names = Scope::default();
        for v in &unit.vars {
            names.reserve(&safe(&v.name));
        }
        Self {
            unit,
            plan,
            kernel,
            routine: None,
            externals: has_externals(unit),
            storage: Storage::default(),
            names,
            access: HashMap::new(),
            partials: Vec::new(),
            lengths: HashMap::new(),
            dimensions: HashSet::new(),
            reduced: HashSet::new(),
            crossing: HashSet::new(),
            scratch: Scratch::default(),
            read: HashSet::new(),
            problems: Problems::default(),
            span: Span::default(),
        }
    }

    pub fn refuse_nest(&mut self, message: &str) {
        self.problems.refuse_nest(self.span, message);
    }

    pub fn watch(&self) -> Watch<'_> {
        Watch {
            unit: self.unit,
            storage: &self.storage,
            depth: 0,
        }
    }

    /// How a variable is spelled.
    pub fn var(&self, v: VarId) -> Access {
        let own = || Access::Name(safe(&self.unit.var(v).name));
        self.access.get(&v).cloned().unwrap_or_else(own)
    }

    /// Whether a node has loops of other levels in it, or calls of routines that have some.
    pub fn has_spread(&self, n: &Node) -> bool {
        n.has_loop() || self.calls_routine(n)
    }

    fn any_spread(&self, nodes: &[Node]) -> bool {
        nodes.iter().any(|n| self.has_spread(n))
    }

    fn has_gang_loop(&self, nodes: &[Node]) -> bool {
        let gang =
            |n: &Node| matches!(&n.kind, Kind::Loop(l) if l.axes.iter().any(|a| is_block(*a)));
        nodes
            .iter()
            .any(|n| n.any(&mut |n| gang(n)) || self.calls_gang(n))
    }

    /// A sequence of nodes.
    pub fn seq(&mut self, nodes: Vec<Node>, at: &At, out: &mut Vec<Node>) {
        if at.remaining.is_empty() {
            return out.extend(self.all_alone(nodes, at));
        }
        let mut i = 0;
        while i < nodes.len() {
            let n = &nodes[i];
            self.span = n.span;
            if let Some(end) = self.joined(&nodes, i) {
                self.jumping(&nodes[i..end], at, out);
                i = end;
                continue;
            }
            i += 1;
            if self.calls_directly(n) {
                self.calling(n, at, out);
                continue;
            }
            if let Some(decls) = n.decls() {
                decls.iter().for_each(|d| self.declare(d, at, n.span, out));
                continue;
            }
            let effects = self.watch().node(n);
            if self.is_structural(n, &effects) {
                self.structural(n, at, out);
                continue;
            }
            let once = effects.once();
            let mut all = effects;
            let mut body = vec![n.clone()];
            while let Some(next) = nodes.get(i) {
                let e = self.watch().node(next);
                let fits = next.declared().is_empty()
                    && !e.jumps
                    && !self.calls_directly(next)
                    && !self.is_structural(next, &e)
                    && e.once() == once;
                if !fits {
                    break;
                }
                all.join(e);
                body.push(next.clone());
                i += 1;
            }
            self.together(body, &all, once, at, out);
        }
    }

    fn is_structural(&self, n: &Node, e: &Effects) -> bool {
        e.exits || self.has_spread(n)
    }

    /// Nodes that all threads, or the first of those that stand for one, run.
    pub fn together(
        &mut self,
        body: Vec<Node>,
        e: &Effects,
        once: bool,
        at: &At,
        out: &mut Vec<Node>,
    ) {
        if once && at.inner_gangs {
            self.refuse_nest("a store, call or atomic between nested gang loops");
        }
        let changed = if once {
            self.changed(&e.assigned)
        } else {
            Vec::new()
        };
        let first = if once { at.remaining } else { Threads::NONE };
        let alone = At::default();
        let span = body.first().map_or(self.span, |n| n.span);
        let body = self.all_alone(body, &alone);
        let together = Together {
            first,
            touch: e.touch(),
            body,
            changed,
            guard: None,
        };
        out.push(Node::new(Kind::Together(Box::new(together)), span));
    }

    /// Private scalars that one thread changes for those that it stands for.
    fn changed(&mut self, assigned: &HashSet<VarId>) -> Vec<VarId> {
        let mut vars: Vec<VarId> = assigned.iter().copied().collect();
        vars.sort();
        vars.retain(|v| {
            let scalar = self.unit.types.is_scalar(self.unit.var(*v).ty);
            if !scalar {
                self.problems.refuse_nest(
                    self.span,
                    "a private struct or array changed between loops of other levels",
                );
            }
            scalar
        });
        vars
    }

    /// A node that one thread runs by itself.
    fn alone(&mut self, mut n: Node, at: &At) -> Node {
        let mut hidden = Vec::new();
        match n.kind {
            Kind::Loop(l) => {
                let mut out = Vec::new();
                self.spread(*l, n.span, at, &mut out);
                return match out.len() {
                    1 => out.remove(0),
                    _ => Node::new(Kind::Block(out), n.span),
                };
            }
            Kind::For(ref mut l) => {
                let private: Vec<VarId> = l.own_private().collect();
                hidden = self.hide(private.iter().copied());
                let mut body = Vec::new();
                for v in private {
                    self.private(v, &At::default(), n.span, &mut body);
                }
                body.append(&mut l.body);
                l.body = body;
            }
            _ => {}
        }
        n.children_mut(&mut |body| *body = self.all_alone(std::mem::take(body), at));
        self.restore(hidden);
        n
    }

    /// Nodes that one thread runs by itself, with the lengths of arrays noted where pointers to them are declared.
    pub fn all_alone(&mut self, nodes: Vec<Node>, at: &At) -> Vec<Node> {
        let mut out = Vec::new();
        for n in nodes {
            let Some(decls) = n.decls() else {
                out.push(self.alone(n, at));
                continue;
            };
            let first = out.len();
            for d in decls {
                let array = self.unit.types.is_array(self.unit.var(d.var).ty);
                if !array {
                    self.note_declared(d.var, n.span, &mut out);
                }
                let kind = StmtKind::Decl(vec![d.clone()]);
                out.push(Node::statement(kind, n.span));
            }
            if out.len() - first == decls.len() {
                out.truncate(first);
                out.push(n);
            }
        }
        out
    }

    /// A declaration where threads stand for one.
    pub fn declare(&mut self, d: &LocalDecl, at: &At, span: Span, out: &mut Vec<Node>) {
        if d.is_static {
            // A constant table, or refused.
            let kind = StmtKind::Decl(vec![d.clone()]);
            return out.push(Node::statement(kind, span));
        }
        self.note_declared(d.var, span, out);
        self.private(d.var, at, span, out);
        let Some(init) = &d.init else { return };
        let e = self.watch().expr(init);
        let in_memory = self.storage.memory.contains(&d.var);
        let once = e.once() || in_memory;
        let mut touch = e.touch();
        touch.writes |= in_memory;
        let changed = HashSet::from([d.var]);
        let together = Together {
            first: if once { at.remaining } else { Threads::NONE },
            touch,
            body: vec![Node::new(Kind::Initial(d.var, init.clone()), span)],
            changed: if once && !in_memory {
                self.changed(&changed)
            } else {
                Vec::new()
            },
            guard: None,
        };
        out.push(Node::new(Kind::Together(Box::new(together)), span));
    }

    /// A construct that other levels of parallelism, or an exit, stand in.
    pub fn structural(&mut self, n: &Node, at: &At, out: &mut Vec<Node>) {
        self.span = n.span;
        let span = n.span;
        match &n.kind {
            Kind::Block(body) => {
                if body.iter().all(|n| n.declared().is_empty()) {
                    return self.seq(body.clone(), at, out);
                }
                let mut inner = Vec::new();
                self.seq(body.clone(), at, &mut inner);
                out.push(Node::new(Kind::Block(inner), span));
            }
            Kind::Loop(l) => self.spread((**l).clone(), span, at, out),
            Kind::For(l) => self.sequential((**l).clone(), span, at, out),
            Kind::If(i) => {
                let joint = Some(self.uniform(&i.cond));
                let (mut then, mut els) = (Vec::new(), i.els.as_ref().map(|_| Vec::new()));
                self.seq(i.then.clone(), at, &mut then);
                if let (Some(body), Some(els)) = (&i.els, &mut els) {
                    self.seq(body.clone(), at, els);
                }
                let cond = i.cond.clone();
                let joint = If {
                    cond,
                    then,
                    els,
                    joint,
                };
                out.push(Node::new(Kind::If(Box::new(joint)), span));
            }
            Kind::Switch { value, body } => self.parts(value, body, span, at, out),
            Kind::Leaf(s) => match &s.kind {
                StmtKind::Break => out.push(Node::new(Kind::Exit(Exit::Break), span)),
                StmtKind::Continue => out.push(Node::new(Kind::Exit(Exit::Continue), span)),
                StmtKind::Return(value) => self.leave(value.as_ref(), span, at, out),
                StmtKind::Atomic { .. } => {
                    self.refuse_nest("a routine with parallel loops called in an atomic statement")
                }
                _ => self.refuse_nest("a jump between loops of other levels"),
            },
            _ => self.refuse_nest("a jump between loops of other levels"),
        }
    }

    /// The accesses of an expression that all threads must agree on.
    pub fn uniform(&mut self, e: &Expr) -> Touch {
        let effects = self.watch().expr(e);
        if effects.once() {
            self.refuse_nest("a condition with side effects around loops of other levels");
        }
        effects.touch()
    }

    /// A sequential loop whose body has loops of other levels.
    fn sequential(&mut self, mut l: Sequential, span: Span, at: &At, out: &mut Vec<Node>) {
        let mut around = Vec::new();
        let is_for = matches!(l.form, Form::For(_));
        let private: Vec<VarId> = l.own_private().collect();
        let hidden = self.hide(private.iter().copied());
        self.privates(&private, &l.body, span, at, &mut around);
        if let Form::For(init) = &mut l.form
            && let Some(init) = init.take()
        {
            self.seq(vec![Node::leaf(*init)], at, &mut around);
        }
        l.joint = Some(Joint {
            test: l.cond.as_ref().map(|c| self.uniform(c)).unwrap_or_default(),
            step: l.inc.as_ref().map(|i| self.uniform(i)).unwrap_or_default(),
            ..Joint::default()
        });
        let mut body = Vec::new();
        self.seq(std::mem::take(&mut l.body), at, &mut body);
        l.body = body;
        self.restore(hidden);
        let node = Node::new(Kind::For(Box::new(l)), span);
        if !is_for {
            return out.push(node);
        }
        around.push(node);
        out.push(Node::new(Kind::Block(around), span));
    }

    /// A loop that is spread over blocks or threads.
    fn spread(&mut self, mut l: Loop, span: Span, at: &At, out: &mut Vec<Node>) {
        self.span = span;
        l.threads = Threads::of(&l.axes).and(at.remaining);
        let rest = at.remaining.without(l.threads);
        // Where the blocks are one thread wide along all that remains, a thread runs the loops inside by itself.
        let inner = self.any_spread(&l.body) && !rest.is_empty();
        let gang = l.axes.iter().any(|a| is_block(*a));
        let depth = self.partials.len();
        self.open_copies(&mut l, at);
        let mut bounds = Touch::default();
        for e in l.heads.iter().flat_map(|h| [&h.lower, &h.upper, &h.step]) {
            let e = Watch {
                unit: self.unit,
                storage: &self.storage,
                depth: 0,
            }
            .expr(e);
            bounds.reads |= e.reads;
            if e.once() {
                self.problems
                    .refuse_nest(self.span, "loop bounds with side effects");
            }
        }
        let place = At {
            remaining: if inner { rest } else { Threads::NONE },
            consumed: at.consumed.or(l.threads),
            inner_gangs: gang && self.has_gang_loop(&l.body),
            in_gang: at.in_gang || gang,
        };
        l.spread = if at.remaining.is_empty() {
            Spread::Alone
        } else if inner {
            Spread::Outer {
                bounds,
                consumed: place.consumed,
                // An iteration's shared variables are the next one's.
                kept: self.declares_shared(&l.private, &l.body, &place)
                    || (!place.remaining.is_empty() && self.names_per_gang(&l.body)),
            }
        } else {
            let touch = self.watch().nodes(&l.body).touch().or(bounds);
            Spread::Leaf { touch, rest }
        };
        l.named = l
            .heads
            .iter()
            .map(|h| names_variable(&l.body, h.var))
            .collect();
        let private: Vec<VarId> = l.own_private().collect();
        let heads = l.heads.iter().map(|h| h.var);
        let hidden = self.hide(heads.clone().chain(private.iter().copied()));
        for v in heads {
            self.access.remove(&v);
            self.storage.memory.remove(&v);
        }
        let mut body = Vec::new();
        let own = std::mem::take(&mut l.body);
        self.privates(&private, &own, span, &place, &mut body);
        self.seq(own, &place, &mut body);
        l.body = body;
        self.restore(hidden);
        self.close_copies(&mut l, depth);
        out.push(Node::new(Kind::Loop(Box::new(l)), span));
    }

    /// A loop's private variables that its body names.
    fn privates(&mut self, all: &[VarId], body: &[Node], span: Span, at: &At, out: &mut Vec<Node>) {
        if !all.is_empty() {
            // The copies', which nothing outside reads.
            let inside = unread::read(self.unit, body);
            self.read.extend(inside);
        }
        for v in all {
            if names_variable(body, *v) {
                self.private(*v, at, span, out);
            }
        }
    }

    /// What is known of variables that a loop has for itself: theirs again behind it.
    pub fn hide(&self, vars: impl IntoIterator<Item = VarId>) -> Vec<Hidden> {
        let hidden = |var| Hidden {
            var,
            access: self.access.get(&var).cloned(),
            memory: self.storage.memory.contains(&var),
            array: self.storage.arrays.contains(&var),
            own: self.storage.own.contains(&var),
            per_gang: self.storage.per_gang.contains(&var),
        };
        vars.into_iter().map(hidden).collect()
    }

    pub fn restore(&mut self, hidden: Vec<Hidden>) {
        fn put(set: &mut HashSet<VarId>, v: VarId, on: bool) {
            if on {
                set.insert(v);
            } else {
                set.remove(&v);
            }
        }
        for h in hidden {
            match h.access {
                Some(access) => self.access.insert(h.var, access),
                None => self.access.remove(&h.var),
            };
            put(&mut self.storage.memory, h.var, h.memory);
            put(&mut self.storage.arrays, h.var, h.array);
            put(&mut self.storage.own, h.var, h.own);
            put(&mut self.storage.per_gang, h.var, h.per_gang);
        }
    }

    /// Whether a body uses memory that its gang keeps from one iteration to the next.
    fn names_per_gang(&self, body: &[Node]) -> bool {
        let mut all = self.storage.per_gang.iter();
        all.any(|v| names_variable(body, *v))
    }

    fn declares_shared(&self, private: &[VarId], body: &[Node], place: &At) -> bool {
        let mut all: Vec<VarId> = private.to_vec();
        fn gather(n: &Node, all: &mut Vec<VarId>) {
            all.extend(n.declared());
            if let Kind::For(l) = &n.kind
                && let Form::For(Some(init)) = &l.form
                && let StmtKind::Decl(decls) = &init.kind
            {
                all.extend(decls.iter().map(|d| d.var));
            }
            n.children(&mut |c| gather(c, all));
        }
        body.iter().for_each(|n| gather(n, &mut all));
        let shared = |v: &VarId| {
            self.crossing.contains(v) || !self.unit.types.is_scalar(self.unit.var(*v).ty)
        };
        !place.remaining.is_empty() && all.iter().any(shared)
    }

    /// A `return` of a routine with parallel loops: all threads that stand for one come here.
    fn leave(&mut self, value: Option<&Expr>, span: Span, at: &At, out: &mut Vec<Node>) {
        if self.routine.is_none() {
            return self.refuse_nest("a jump between loops of other levels");
        }
        let returned = value.map(|e| {
            let effects = self.watch().expr(e);
            let once = effects.once().then(|| {
                self.check_broadcast(e.ty);
                (self.names.unique("accrs_value"), at.remaining)
            });
            Returned {
                value: e.clone(),
                touch: effects.touch(),
                once,
                behind: None,
            }
        });
        out.push(Node::new(Kind::Leave(returned), span));
    }

    /// A value of this type must fit what threads hand on.
    pub fn check_broadcast(&mut self, ty: accrs_frontend::region::TypeId) {
        if self.unit.types.size_of(ty).is_none_or(|n| n > 8) {
            self.refuse_nest("a result of more than 8 bytes of a routine that workers share");
        }
    }

    /// Private variables that an inner loop over threads assigns although an outer level owns them, and those whose address
    /// is taken: one place for all threads that stand for one.
    pub fn find_crossing(&mut self, nodes: &[Node], all: Threads) {
        for n in nodes {
            self.cross(n, all);
            escaping(self.unit, n, &mut self.crossing);
        }
    }

    fn cross(&mut self, n: &Node, all: Threads) {
        if let Kind::Loop(l) = &n.kind
            && !Threads::of(&l.axes).and(all).is_empty()
        {
            let e = self.watch().nodes(&l.body);
            let mut own: HashSet<VarId> = HashSet::new();
            owned(n, &mut own);
            own.extend(&self.reduced);
            self.crossing
                .extend(e.assigned.into_iter().filter(|v| !own.contains(v)));
        }
        let mut inner = Vec::new();
        n.children(&mut |c| inner.push(c));
        inner.into_iter().for_each(|c| self.cross(c, all));
    }

    pub fn level_of(&self, f: accrs_frontend::region::FunctionId) -> Level {
        if crate::print::name_elsewhere(self.unit, f).is_some() {
            return self.unit.function(f).level;
        }
        self.plan.routines.get(&f).map_or(Level::Seq, |r| r.level)
    }
}

/// Variables that loops in a node have copies of.
fn owned(n: &Node, own: &mut HashSet<VarId>) {
    match &n.kind {
        Kind::Loop(l) => {
            own.extend(&l.private);
            own.extend(l.heads.iter().map(|h| h.var));
        }
        Kind::For(l) => {
            own.extend(&l.private);
            own.extend(l.heads.iter().map(|h| h.var));
        }
        _ => {}
    }
    n.children(&mut |c| owned(c, own));
}

fn escaping(unit: &Unit, n: &Node, all: &mut HashSet<VarId>) {
    use accrs_frontend::region::{ExprKind, UnaryOp};
    let mut note = |e: &Expr| {
        crate::analyse::uses::visit_expr(e, &mut |e| {
            if let ExprKind::Unary(UnaryOp::AddrOf, a) = &e.kind
                && let Some(v) = super::effects::private_root(unit, a)
            {
                all.insert(v);
            }
        });
    };
    if let Kind::Loop(l) = &n.kind {
        l.bounds().for_each(&mut note);
    }
    n.exprs(&mut note);
    n.children(&mut |c| escaping(unit, c, all));
}

/// Whether nodes use a variable other than as the index of a spread loop in them.
pub fn names_variable(nodes: &[Node], v: VarId) -> bool {
    fn named(n: &Node, v: VarId) -> bool {
        let mut found = false;
        if let Kind::Loop(l) = &n.kind {
            if l.is_index(v) {
                return false;
            }
            found = l.bounds().any(|e| super::reductions::mentions(e, v));
        }
        n.exprs(&mut |e| found = found || super::reductions::mentions(e, v));
        n.children(&mut |c| found = found || named(c, v));
        found
    }
    nodes.iter().any(|n| named(n, v))
}

/// Whether routines with parallel loops of other files may be called.
fn has_externals(unit: &Unit) -> bool {
    let level = |f: &accrs_frontend::region::Function| {
        let elsewhere = f.body.is_none() || f.bind.is_some();
        elsewhere && f.level > Level::Seq
    };
    unit.functions.iter().any(level)
}
