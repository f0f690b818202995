//! Decides which threads run what.
//!
//! A block is a box of threads; each spread loop *consumes* the thread axes that it is spread over. The axes that remain
//! decide how a statement runs:
//!
//! - No axis remains: every thread has work of its own, and the statement is plain C.
//! - Some axes remain: the threads along them *act as one*. They keep identical copies of private scalars, so
//!   all of them run pure computation. Only the first of them makes a store, a call or an atomic
//!   ([`Together::first`]), and broadcasts the scalars that it has changed to the others. Private arrays, structs,
//!   and scalars that inner loops assign live in shared memory or in the launch's scratch memory (`storage`).
//!
//! Before: the tree of `build`, or of a transformation. After: every statement is in code that one thread runs by itself, or in a
//! [`Kind::Together`]; control flow around loops of other levels is marked as joint; private variables have homes; loops
//! have the copies of what they reduce. No thread waits for another yet.

use super::effects::{Effects, Storage, Watch};
use super::node::*;
use super::problems::Problems;
use super::scratch::Scratch;
use super::sets::{Threads, is_block};
use crate::names::{Scope, safe};
use crate::plan::{Kernel, Plan, Reduction};
use crate::print::Access;
use accrs_frontend::Unit;
use accrs_frontend::region::{Expr, Level, LocalDecl, StmtKind, VarId, VlaId};
use accrs_frontend::source::Span;
use std::collections::{HashMap, HashSet};

/// Where a node stands among the loops around it.
#[derive(Clone, Copy, Default, Debug)]
pub struct At {
    /// Thread axes along which threads still act as one.
    pub remaining: Threads,
    /// Thread axes that the loops around are spread over.
    pub consumed: Threads,
    /// The innermost loop around is spread over blocks, and so is a loop inside it.
    pub inner_gangs: bool,
    pub in_gang: bool,
}

/// A reduction that is in progress, each copy of which holds a part of the result.
#[derive(Clone, Debug)]
pub struct Partial {
    /// Of a gang's own copy: how the variable is spelled that gangs combine into, which has its value from before the loop until then.
    pub outside: Option<Access>,
    pub reduction: Reduction,
    /// Axes along which all threads have the same part.
    pub same: Threads,
}

/// What the pass must know of the callers of a function with parallel loops.
#[derive(Clone, Copy, Debug)]
pub struct Routine {
    /// It calls itself.
    pub recursive: bool,
    /// The largest number of rows of threads that call it at once, if that is known.
    pub rows: Option<u64>,
}

/// The pass, over one kernel or one routine.
pub struct Pass<'a> {
    pub unit: &'a Unit,
    pub plan: &'a Plan,
    pub kernel: Option<&'a Kernel>,
    /// Set in a function with parallel loops.
    pub routine: Option<Routine>,
    /// Whether the unit may call routines of other files that have parallel loops.
    pub externals: bool,
    pub storage: Storage,
    pub names: Scope,
    /// How variables are spelled here, for those that aren't spelled by their names.
    pub access: HashMap<VarId, Access>,
    pub partials: Vec<Partial>,
    /// The names of reduced sections' lengths that are known only at run time.
    pub lengths: HashMap<VarId, String>,
    /// Lengths of arrays that have a name already.
    pub dimensions: HashSet<VlaId>,
    /// Variables that a reduction anywhere in the kernel makes copies of.
    pub reduced: HashSet<VarId>,
    /// Arrays of which a loop over gangs reduces a section, and that the kernel names outside of it.
    pub beside: HashSet<VarId>,
    /// Private variables that must be in memory that threads share.
    pub crossing: HashSet<VarId>,
    pub scratch: Scratch,
    /// Variables whose value something reads.
    pub read: HashSet<VarId>,
    pub problems: Problems,
    /// The place of the statement that is looked at, for messages.
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
            beside: HashSet::new(),
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

    pub fn var(&self, v: VarId) -> Access {
        let own = || Access::Name(safe(&self.unit.var(v).name));
        self.access.get(&v).cloned().unwrap_or_else(own)
    }

    /// Whether a node holds spread loops, or calls of routines that have such loops.
    pub fn has_spread(&self, n: &Node) -> bool {
        n.has_loop() || self.calls_routine(n)
    }

    pub(super) fn any_spread(&self, nodes: &[Node]) -> bool {
        nodes.iter().any(|n| self.has_spread(n))
    }

    pub(super) fn has_gang_loop(&self, nodes: &[Node]) -> bool {
        let gang =
            |n: &Node| matches!(&n.kind, Kind::Loop(l) if l.axes.iter().any(|a| is_block(*a)));
        nodes
            .iter()
            .any(|n| n.any(&mut |n| gang(n)) || self.calls_gang(n))
    }

    /// Goes through a sequence of nodes. Neighbours that the same threads run become one [`Together`].
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

    /// Whether all blocks of a kernel are here that wait for each other.
    fn in_all_blocks(&self, at: &At) -> bool {
        !at.in_gang && self.kernel.is_some_and(|k| k.together.is_some())
    }

    fn is_structural(&self, n: &Node, e: &Effects) -> bool {
        e.exits || self.has_spread(n)
    }

    /// Adds nodes that all threads run or, with `once`, the first of those that act as one.
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
            one_block: once && self.in_all_blocks(at),
            touch: e.touch(),
            body,
            changed,
            guard: None,
        };
        out.push(Node::new(Kind::Together(Box::new(together)), span));
    }

    /// The private scalars that one thread changes on behalf of those that act as one with it. Arrays and structs are refused.
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

    /// Nodes that one thread runs by itself. Where a pointer to arrays of variable length is declared, the lengths are noted.
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

    /// A declaration where threads act as one.
    pub fn declare(&mut self, d: &LocalDecl, at: &At, span: Span, out: &mut Vec<Node>) {
        if d.is_static {
            // It is a constant table; printing refuses anything else.
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
            one_block: once && self.in_all_blocks(at),
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

    /// A statement that holds spread loops or leaves one around it.
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
            Kind::Wave(w) => self.wave((**w).clone(), span, out),
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

    /// What an expression accesses whose value must be the same for all threads; side effects are refused.
    pub fn uniform(&mut self, e: &Expr) -> Touch {
        let effects = self.watch().expr(e);
        if effects.once() {
            self.refuse_nest("a condition with side effects around loops of other levels");
        }
        effects.touch()
    }

    /// A `return` of a routine with parallel loops, which all threads that act as one reach.
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

    /// Refuses types that are too large for one thread to hand a value on to the others.
    pub fn check_broadcast(&mut self, ty: accrs_frontend::region::TypeId) {
        if self.unit.types.size_of(ty).is_none_or(|n| n > 8) {
            self.refuse_nest("a result of more than 8 bytes of a routine that workers share");
        }
    }

    pub fn level_of(&self, f: accrs_frontend::region::FunctionId) -> Level {
        if crate::print::name_elsewhere(self.unit, f).is_some() {
            return self.unit.function(f).level;
        }
        self.plan.routines.get(&f).map_or(Level::Seq, |r| r.level)
    }
}

/// Whether the unit knows of routines with parallel loops that other files define.
fn has_externals(unit: &Unit) -> bool {
    let level = |f: &accrs_frontend::region::Function| {
        let elsewhere = f.body.is_none() || f.bind.is_some();
        elsewhere && f.level > Level::Seq
    };
    unit.functions.iter().any(level)
}
