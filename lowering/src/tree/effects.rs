//! The effects of statements and expressions, as far as they matter to threads that run them together.

use super::node::{Kind, Node, Touch};
use super::walk::end_here;
use accrs_frontend::region::{
    self, Expr, ExprId, ExprKind, FunctionId, Stmt, StmtKind, UnaryOp, Unit, VarId,
};
use std::collections::HashSet;

/// Which variables live in memory that threads share, and what is known of pointers.
#[derive(Clone, Default, Debug)]
pub struct Storage {
    /// Variables that live in memory shared by threads (`__shared__`, scratch, or behind a reference).
    pub memory: HashSet<VarId>,
    /// Pointers and arrays whose elements the kernel never changes.
    pub read_only: HashSet<VarId>,
    /// Variables shared by threads that act as one, and private pointers of such threads: what an iteration does to their
    /// memory, the next iteration of the same gang meets.
    pub per_gang: HashSet<VarId>,
    /// Calls that are made by nodes of their own, before their statement.
    pub hoisted: HashSet<ExprId>,
    /// Arrays and pointers whose elements are in device memory, such as a kernel's parameters.
    pub arrays: HashSet<VarId>,
    /// Pointers to a thread's own copies of reduced sections, which no other thread sees.
    pub own: HashSet<VarId>,
}

/// The effects of a statement or expression, as seen from outside it.
#[derive(Clone, Default, Debug)]
pub struct Effects {
    pub reads: bool,
    pub writes: bool,
    /// It makes a call that may do anything, so only one thread may run it.
    pub calls: bool,
    /// Private variables that it assigns but doesn't declare.
    pub assigned: HashSet<VarId>,
    /// Variables whose address is taken or that decay to a pointer outside a subscript.
    pub escaped: HashSet<VarId>,
    pub declared: HashSet<VarId>,
    pub used: HashSet<VarId>,
    /// Control may leave it by `break`, `continue`, `return` or `goto`.
    pub exits: bool,
    pub labels: bool,
    /// Has a `goto` or a label.
    pub jumps: bool,
}

impl Effects {
    /// Whether one thread must do it for all those that act as one.
    pub fn once(&self) -> bool {
        self.writes || self.calls
    }

    pub fn touch(&self) -> Touch {
        Touch {
            reads: self.reads,
            writes: self.writes,
        }
    }

    /// Adds the effects of a further statement.
    pub fn join(&mut self, e: Effects) {
        self.reads |= e.reads;
        self.writes |= e.writes;
        self.calls |= e.calls;
        self.assigned.extend(e.assigned);
        self.escaped.extend(e.escaped);
    }
}

/// Finds the effects of statements, given where variables live.
pub struct Watch<'a> {
    pub unit: &'a Unit,
    pub storage: &'a Storage,
    /// How many calls deep the statements are, which ends the search in functions that call themselves.
    pub depth: u32,
}

impl Watch<'_> {
    pub fn node(&self, n: &Node) -> Effects {
        self.nodes(std::slice::from_ref(n))
    }

    /// The effects of several statements, one after the other.
    pub fn nodes(&self, nodes: &[Node]) -> Effects {
        let mut e = Effects::default();
        nodes.iter().for_each(|n| self.visit(n, &mut e));
        e.exits = !end_here(nodes);
        let declared = e.declared.clone();
        e.assigned.retain(|v| !declared.contains(v));
        e
    }

    pub fn expr(&self, x: &Expr) -> Effects {
        let mut e = Effects::default();
        self.visit_expr(x, &mut e);
        // Variables that statement expressions declare are their own.
        let declared = e.declared.clone();
        e.assigned.retain(|v| !declared.contains(v));
        e
    }

    fn visit(&self, n: &Node, e: &mut Effects) {
        match &n.kind {
            Kind::Leaf(s) => return self.visit_stmt(s, e),
            Kind::Label { .. } => (e.labels, e.jumps) = (true, true),
            Kind::Loop(l) => {
                for h in &l.heads {
                    if h.declared {
                        e.declared.insert(h.var);
                    }
                    e.used.insert(h.var);
                    if self.storage.memory.contains(&h.var) {
                        (e.reads, e.writes) = (true, true);
                    } else {
                        e.assigned.insert(h.var);
                    }
                }
                l.bounds().for_each(|x| self.visit_expr(x, e));
            }
            Kind::For(l) => {
                if let super::node::Form::For(Some(init)) = &l.form {
                    self.visit_stmt(init, e);
                }
                l.cond
                    .iter()
                    .chain(&l.inc)
                    .for_each(|x| self.visit_expr(x, e));
                return l.body.iter().for_each(|c| self.visit(c, e));
            }
            _ => {}
        }
        n.exprs(&mut |x| self.visit_expr(x, e));
        n.children(&mut |c| self.visit(c, e));
    }

    fn visit_stmt(&self, s: &Stmt, e: &mut Effects) {
        match &s.kind {
            StmtKind::Decl(decls) => e.declared.extend(decls.iter().map(|d| d.var)),
            StmtKind::Atomic { .. } => {
                e.writes = true;
                e.reads = true;
            }
            StmtKind::Label { .. } => (e.labels, e.jumps) = (true, true),
            StmtKind::Goto(_) => e.jumps = true,
            _ => {}
        }
        s.exprs(&mut |x| self.visit_expr(x, e));
        s.children(&mut |c| self.visit_stmt(c, e));
    }

    fn visit_expr(&self, x: &Expr, e: &mut Effects) {
        match &x.kind {
            ExprKind::Var(v) => {
                e.used.insert(*v);
                let types = &self.unit.types;
                if self.storage.memory.contains(v) || self.shares(*v) {
                    e.reads = true;
                }
                if types.is_array(x.ty) {
                    e.escaped.insert(*v);
                }
                return;
            }
            ExprKind::Assign(op, a, b) => {
                self.write(a, e);
                if op.is_some() {
                    self.visit_expr(a, e);
                } else {
                    self.subscripts(a, e);
                }
                self.visit_expr(b, e);
                return;
            }
            ExprKind::Unary(
                UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec,
                a,
            ) => {
                self.write(a, e);
            }
            ExprKind::Unary(UnaryOp::AddrOf, a) => {
                if let Some(v) = private_root(self.unit, a) {
                    e.escaped.insert(v);
                }
                self.subscripts(a, e);
                return;
            }
            ExprKind::Unary(UnaryOp::Deref, a) => self.read(a, e),
            ExprKind::Index(a, i) => {
                // An element of a private array is private; what a pointer leads to is memory, even if the pointer is private.
                let array = self.unit.types.is_array(a.strip_implicit().ty);
                if let Some(v) = private_root(self.unit, a).filter(|v| array && !self.is_memory(*v))
                {
                    e.used.insert(v);
                    if self.storage.memory.contains(&v) {
                        e.reads = true;
                    }
                    self.subscripts(a, e);
                    self.visit_expr(i, e);
                    return;
                }
                self.read(a, e);
                if let ExprKind::Var(v) = a.strip_implicit().kind {
                    e.used.insert(v);
                    self.visit_expr(i, e);
                    return;
                }
            }
            ExprKind::Member {
                base, arrow: true, ..
            } => self.read(base, e),
            ExprKind::Call { .. } if self.storage.hoisted.contains(&x.id) => return,
            ExprKind::Call { callee, args } => {
                let inside = match callee.strip_implicit().kind {
                    ExprKind::Function(f) => self.called(f, args),
                    _ => Called::Anything,
                };
                match inside {
                    Called::Nothing => {}
                    Called::Reads => e.reads = true,
                    Called::Anything => (e.calls, e.reads, e.writes) = (true, true, true),
                }
                args.iter().for_each(|a| self.visit_expr(a, e));
                return;
            }
            ExprKind::StmtExpr(stmts) => stmts.iter().for_each(|s| self.visit_stmt(s, e)),
            ExprKind::SizeofExpr(_) => return,
            _ => {}
        }
        x.children(&mut |c| self.visit_expr(c, e));
    }

    /// The effects of finding an lvalue's place, without a read of what is there.
    fn subscripts(&self, a: &Expr, e: &mut Effects) {
        match &a.kind {
            ExprKind::Var(_) => {}
            ExprKind::Member {
                base, arrow: false, ..
            } => self.subscripts(base, e),
            ExprKind::Index(b, i) => {
                self.visit_expr(i, e);
                match b.strip_implicit().kind {
                    ExprKind::Var(v) => {
                        e.used.insert(v);
                    }
                    _ if self.unit.types.is_array(b.ty) => self.subscripts(b, e),
                    _ => self.visit_expr(b, e),
                }
            }
            _ => a.children(&mut |c| self.visit_expr(c, e)),
        }
    }

    /// A load through `pointer`.
    fn read(&self, pointer: &Expr, e: &mut Effects) {
        let root = pointer_root(pointer);
        let known = |v| self.storage.read_only.contains(&v) || self.storage.own.contains(&v);
        if !root.is_some_and(known) {
            e.reads = true;
        }
    }

    fn write(&self, lvalue: &Expr, e: &mut Effects) {
        match private_root(self.unit, lvalue) {
            Some(v) if !self.storage.memory.contains(&v) && !self.is_memory(v) => {
                e.assigned.insert(v);
            }
            // The pointer variable itself is assigned, not what it points to.
            Some(v)
                if matches!(lvalue.kind, ExprKind::Var(_))
                    && !self.storage.memory.contains(&v)
                    && !self.shares(v) =>
            {
                e.assigned.insert(v);
            }
            None if self.own_memory(lvalue) => {}
            _ => e.writes = true,
        }
    }

    /// Whether an lvalue is an element behind a pointer to the thread's own memory.
    fn own_memory(&self, lvalue: &Expr) -> bool {
        match &lvalue.kind {
            ExprKind::Index(a, _) | ExprKind::Unary(UnaryOp::Deref, a) => {
                // A pointer that is read from that memory leads elsewhere.
                !matches!(a.strip_implicit().kind, ExprKind::Index(..) if self.unit.types.is_pointer(a.ty))
                    && pointer_root(a).is_some_and(|v| self.storage.own.contains(&v))
            }
            ExprKind::Member { base, arrow, .. } => {
                if *arrow {
                    pointer_root(base).is_some_and(|v| self.storage.own.contains(&v))
                } else {
                    self.own_memory(base)
                }
            }
            _ => false,
        }
    }

    /// What a call does to memory that threads share.
    fn called(&self, f: FunctionId, args: &[Expr]) -> Called {
        let f = self.unit.function(f);
        let Some(body) = &f.body else {
            let pure = matches!(f.name.as_str(), "__builtin_expect" | "acc_on_device")
                || crate::print::is_pure(&f.name);
            return if pure {
                Called::Nothing
            } else {
                Called::Anything
            };
        };
        if self.depth > 8 {
            return Called::Anything;
        }
        // An array parameter is a pointer to the caller's array; other arrays are the function's own.
        let arrays = f.params.iter().copied();
        let harmless = f
            .params
            .iter()
            .zip(args)
            .filter(|(_, a)| self.is_harmless(a));
        let none = Storage {
            arrays: arrays
                .filter(|v| self.unit.types.is_array(self.unit.var(*v).ty))
                .collect(),
            read_only: harmless.map(|(v, _)| *v).collect(),
            ..Storage::default()
        };
        let inner = Watch {
            unit: self.unit,
            storage: &none,
            depth: self.depth + 1,
        };
        let mut e = Effects::default();
        body.iter().for_each(|s| inner.visit_stmt(s, &mut e));
        match (e.writes || e.calls, e.reads) {
            (true, _) => Called::Anything,
            (false, true) => Called::Reads,
            (false, false) => Called::Nothing,
        }
    }

    /// Whether what an argument points to is never changed by the kernel, or is the thread's own.
    fn is_harmless(&self, arg: &Expr) -> bool {
        let known = |v: &VarId| self.storage.read_only.contains(v) || self.storage.own.contains(v);
        let private = |v: &VarId| !self.storage.memory.contains(v) && !self.is_memory(*v);
        let arg = arg.strip_implicit();
        let object = match &arg.kind {
            ExprKind::Unary(UnaryOp::AddrOf, a) => private_root(self.unit, a),
            _ if self.unit.types.is_array(arg.ty) => private_root(self.unit, arg),
            _ => None,
        };
        object.as_ref().is_some_and(private) || pointer_root(arg).as_ref().is_some_and(known)
    }

    /// Whether a variable's elements are in memory of the device.
    fn is_memory(&self, v: VarId) -> bool {
        self.storage.arrays.contains(&v) || self.shares(v)
    }

    /// Whether a variable is the program's, named in a function that a kernel calls. In kernels themselves such
    /// variables are parameters.
    fn shares(&self, v: VarId) -> bool {
        let var = self.unit.var(v);
        self.depth > 0
            && matches!(var.storage, region::Storage::Global { .. })
            && !crate::analyse::constant::is_constant(self.unit, v)
    }
}

/// What a call does to memory that threads share.
enum Called {
    Nothing,
    Reads,
    /// It may write, or do what only one thread may do.
    Anything,
}

/// The variable that an lvalue is a part of; `None` if it lies behind a pointer.
pub fn private_root(unit: &Unit, lvalue: &Expr) -> Option<VarId> {
    match &lvalue.kind {
        ExprKind::Var(v) => Some(*v),
        ExprKind::Member {
            base, arrow: false, ..
        } => private_root(unit, base),
        ExprKind::Index(base, _) if unit.types.is_array(base.ty) => private_root(unit, base),
        ExprKind::Cast {
            operand,
            implicit: true,
        } => private_root(unit, operand),
        _ => None,
    }
}

/// The pointer or array variable that an address is computed from.
pub fn pointer_root(e: &Expr) -> Option<VarId> {
    match &e.kind {
        ExprKind::Var(v) => Some(*v),
        ExprKind::Cast { operand, .. } => pointer_root(operand),
        ExprKind::Index(a, _) | ExprKind::Unary(UnaryOp::Deref | UnaryOp::AddrOf, a) => {
            pointer_root(a)
        }
        ExprKind::Binary(_, a, b) => pointer_root(a).or_else(|| pointer_root(b)),
        _ => None,
    }
}
