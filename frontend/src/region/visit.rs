//! Walking the IR: one list of what every node holds, for those who look ([`Visit`]) and for those who rewrite ([`VisitMut`]).
//!
//! Each node has a method `visit_…`, to be overridden, which by itself does no more than call `walk_…`: that visits what the node
//! holds, in the order of the text. A visitor that wants to go on below a node it has looked at calls `walk_…` itself; one that
//! must not enter it (the operand of `sizeof`, an inner `switch`) doesn't. Most questions need no visitor of their own:
//!
//! ```text
//! s.each_stmt(|s| …)   s.each_expr(|e| …)    everything under a statement, itself first, outer before inner
//! s.any_stmt(|s| …)    s.any_expr(|e| …)     whether one of them is such
//! s.mentions(var)                            whether an expression names the variable
//! ```
//!
//! All of it enters what lies deep: statements of statement expressions, designators of initialisers, compound literals,
//! operands of `sizeof`, the declarations in the head of a `for`. Two things say again what is said elsewhere, or stand beside the
//! code, so that looking and rewriting differ:
//!
//! | | [`Visit`] | [`VisitMut`] |
//! |---|---|---|
//! | [`Canonical`]: it repeats the loop's head | passed over, else everything in a head would count twice | visited, since it must go on saying the same |
//! | directives on loops, `atomic` and `cache` | passed over: override `visit_directive` to enter their clauses | visited |
//!
//! The lengths in types of variable length are no part of the tree: they stand in [`Types::vla_lengths`](super::Types::vla_lengths).

use super::{
    Canonical, Designator, Expr, ExprKind, For, InitItem, LocalDecl, Stmt, StmtKind, VarId,
};
use crate::directive::{Clause, ClauseKind, DataRef, Directive, GangArg, Section};

/// Makes one of the two traits. `$a` is the lifetime of what is looked at, `$m` the word `mut`; `$beside` says what happens to
/// canonical heads and directives.
macro_rules! visitor {
    ($(#[$doc:meta])* $Visit:ident, [$($a:lifetime)?], [$($m:tt)?], $beside:ident) => {
        $(#[$doc])*
        pub trait $Visit $(<$a>)? {
            fn visit_stmt(&mut self, s: &$($a)? $($m)? Stmt) {
                self.walk_stmt(s);
            }
            fn visit_expr(&mut self, e: &$($a)? $($m)? Expr) {
                self.walk_expr(e);
            }
            fn visit_for(&mut self, l: &$($a)? $($m)? For) {
                self.walk_for(l);
            }
            fn visit_decl(&mut self, d: &$($a)? $($m)? LocalDecl) {
                self.walk_decl(d);
            }
            fn visit_item(&mut self, i: &$($a)? $($m)? InitItem) {
                self.walk_item(i);
            }
            visitor!($beside, [$($a)?], [$($m)?]);
            fn visit_clause(&mut self, c: &$($a)? $($m)? Clause<Expr>) {
                self.walk_clause(c);
            }
            fn visit_ref(&mut self, r: &$($a)? $($m)? DataRef<Expr>) {
                self.walk_ref(r);
            }

            fn walk_stmt(&mut self, s: &$($a)? $($m)? Stmt) {
                use StmtKind::*;
                match &$($m)? s.kind {
                    Empty | Goto(_) | Break | Continue | Return(None) => {}
                    Expr(e) | Return(Some(e)) => self.visit_expr(e),
                    Decl(decls) => {
                        for d in decls {
                            self.visit_decl(d);
                        }
                    }
                    Block(stmts) => {
                        for s in stmts {
                            self.visit_stmt(s);
                        }
                    }
                    If { cond, then, els } => {
                        self.visit_expr(cond);
                        self.visit_stmt(then);
                        if let Some(els) = els {
                            self.visit_stmt(els);
                        }
                    }
                    For(l) => self.visit_for(l),
                    While { cond, body } => {
                        self.visit_expr(cond);
                        self.visit_stmt(body);
                    }
                    DoWhile { body, cond } => {
                        self.visit_stmt(body);
                        self.visit_expr(cond);
                    }
                    Switch { value, body } => {
                        self.visit_expr(value);
                        self.visit_stmt(body);
                    }
                    Case { low, high, body } => {
                        self.visit_expr(low);
                        if let Some(high) = high {
                            self.visit_expr(high);
                        }
                        self.visit_stmt(body);
                    }
                    Default(body) | Label { body, .. } => self.visit_stmt(body),
                    Atomic { directive, body } => {
                        self.visit_directive(directive);
                        self.visit_stmt(body);
                    }
                    Cache(directive) => self.visit_directive(directive),
                }
            }

            fn walk_for(&mut self, l: &$($a)? $($m)? For) {
                let For { id: _, init, cond, inc, body, directive, canonical } = l;
                if let Some(d) = directive {
                    self.visit_directive(d);
                }
                if let Some(init) = init {
                    self.visit_stmt(init);
                }
                if let Some(cond) = cond {
                    self.visit_expr(cond);
                }
                if let Some(inc) = inc {
                    self.visit_expr(inc);
                }
                if let Some(head) = canonical {
                    self.visit_canonical(head);
                }
                self.visit_stmt(body);
            }

            fn walk_canonical(&mut self, head: &$($a)? $($m)? Canonical) {
                self.visit_expr(&$($m)? head.lower);
                self.visit_expr(&$($m)? head.upper);
                self.visit_expr(&$($m)? head.step);
            }

            fn walk_decl(&mut self, d: &$($a)? $($m)? LocalDecl) {
                if let Some(init) = &$($m)? d.init {
                    self.visit_expr(init);
                }
            }

            fn walk_expr(&mut self, e: &$($a)? $($m)? Expr) {
                use ExprKind::*;
                match &$($m)? e.kind {
                    IntLit { .. } | FloatLit { .. } | CharLit { .. } | StringLit { .. } | Var(_)
                    | Function(_) | EnumConst { .. } | SizeofType(_) | AlignofType(_)
                    | Offsetof { .. } => {}
                    Unary(_, a) | SizeofExpr(a) | CompoundLiteral(a) => self.visit_expr(a),
                    Cast { operand, .. } => self.visit_expr(operand),
                    Member { base, .. } => self.visit_expr(base),
                    Binary(_, a, b) | Assign(_, a, b) | Index(a, b) => {
                        self.visit_expr(a);
                        self.visit_expr(b);
                    }
                    Conditional(cond, middle, last) => {
                        self.visit_expr(cond);
                        if let Some(middle) = middle {
                            self.visit_expr(middle);
                        }
                        self.visit_expr(last);
                    }
                    Call { callee, args } => {
                        self.visit_expr(callee);
                        for a in args {
                            self.visit_expr(a);
                        }
                    }
                    InitList(items) => {
                        for i in items {
                            self.visit_item(i);
                        }
                    }
                    StmtExpr(stmts) => {
                        for s in stmts {
                            self.visit_stmt(s);
                        }
                    }
                }
            }

            fn walk_item(&mut self, i: &$($a)? $($m)? InitItem) {
                for d in &$($m)? i.designators {
                    match d {
                        Designator::Field(_) => {}
                        Designator::Index(at) => self.visit_expr(at),
                        Designator::Range(low, high) => {
                            self.visit_expr(low);
                            self.visit_expr(high);
                        }
                    }
                }
                self.visit_expr(&$($m)? i.value);
            }

            fn walk_directive(&mut self, d: &$($a)? $($m)? Directive<Expr>) {
                for c in &$($m)? d.clauses {
                    self.visit_clause(c);
                }
            }

            fn walk_clause(&mut self, c: &$($a)? $($m)? Clause<Expr>) {
                use ClauseKind::*;
                match &$($m)? c.kind {
                    SelfClause(None) | Async(None) | Default(_) | Worker(None) | Vector(None) | Seq
                    | Auto | Independent | DeviceType(_) | IfPresent | Finalize | Bind(_)
                    | Nohost | RoutineName(_) | Unroll(None) | Host | Kernel | Shortloop => {}
                    If(e) | SelfClause(Some(e)) | Async(Some(e)) | NumWorkers(e)
                    | VectorLength(e) | Worker(Some(e)) | Vector(Some(e))
                    | Collapse { n: e, .. } | DeviceNum(e) | DefaultAsync(e)
                    | Unroll(Some(e)) => self.visit_expr(e),
                    Wait(args) => {
                        if let Some(e) = &$($m)? args.devnum {
                            self.visit_expr(e);
                        }
                        for e in &$($m)? args.queues {
                            self.visit_expr(e);
                        }
                    }
                    NumGangs(sizes) => {
                        for e in sizes {
                            self.visit_expr(e);
                        }
                    }
                    Tile(sizes) => {
                        for size in sizes {
                            if let Some(e) = size {
                                self.visit_expr(e);
                            }
                        }
                    }
                    Gang(args) => {
                        for arg in args {
                            match arg {
                                GangArg::Num(e) | GangArg::Dim(e) | GangArg::Static(Some(e)) => {
                                    self.visit_expr(e);
                                }
                                GangArg::Static(None) => {}
                            }
                        }
                    }
                    Private(refs) | Firstprivate(refs) | Reduction(_, refs) | Data(_, _, refs)
                    | Cache { vars: refs, .. } => {
                        for r in refs {
                            self.visit_ref(r);
                        }
                    }
                }
            }

            fn walk_ref(&mut self, r: &$($a)? $($m)? DataRef<Expr>) {
                self.visit_expr(&$($m)? r.base);
                for s in &$($m)? r.sections {
                    match s {
                        Section::Element(e) => self.visit_expr(e),
                        Section::Range { lower, length } => {
                            if let Some(e) = lower {
                                self.visit_expr(e);
                            }
                            if let Some(e) = length {
                                self.visit_expr(e);
                            }
                        }
                    }
                }
            }
        }
    };
    (passed_over, [$($a:lifetime)?], []) => {
        fn visit_canonical(&mut self, _: &$($a)? Canonical) {}
        fn visit_directive(&mut self, _: &$($a)? Directive<Expr>) {}
    };
    (visited, [], [$m:tt]) => {
        fn visit_canonical(&mut self, head: &$m Canonical) {
            self.walk_canonical(head);
        }
        fn visit_directive(&mut self, d: &$m Directive<Expr>) {
            self.walk_directive(d);
        }
    };
}

visitor!(
    /// Looks at nodes; see the module's head.
    Visit, ['a], [], passed_over
);
visitor!(
    /// Rewrites nodes; see the module's head.
    VisitMut, [], [mut], visited
);

/// Calls `f` on every node of one kind.
struct Each<F>(F);
struct EachExpr<F>(F);

impl<'a, F: FnMut(&'a Stmt)> Visit<'a> for Each<F> {
    fn visit_stmt(&mut self, s: &'a Stmt) {
        (self.0)(s);
        self.walk_stmt(s);
    }
}

impl<'a, F: FnMut(&'a Expr)> Visit<'a> for EachExpr<F> {
    fn visit_expr(&mut self, e: &'a Expr) {
        (self.0)(e);
        self.walk_expr(e);
    }
}

/// Looks for a node; goes no further once there is one.
struct Any<S, E> {
    stmt: S,
    expr: E,
    /// Operands of `sizeof` count too.
    measured: bool,
    found: bool,
}

impl<'a, S: FnMut(&'a Stmt) -> bool, E: FnMut(&'a Expr) -> bool> Visit<'a> for Any<S, E> {
    fn visit_stmt(&mut self, s: &'a Stmt) {
        self.found = self.found || (self.stmt)(s);
        if !self.found {
            self.walk_stmt(s);
        }
    }
    fn visit_expr(&mut self, e: &'a Expr) {
        self.found = self.found || (self.expr)(e);
        let entered = self.measured || !matches!(e.kind, ExprKind::SizeofExpr(_));
        if !self.found && entered {
            self.walk_expr(e);
        }
    }
}

fn any<'a, S: FnMut(&'a Stmt) -> bool, E: FnMut(&'a Expr) -> bool>(stmt: S, expr: E) -> Any<S, E> {
    Any {
        stmt,
        expr,
        measured: true,
        found: false,
    }
}

/// Calls `f` on the direct parts of a node.
struct Below<S, E> {
    stmt: S,
    expr: E,
}

impl<'a, S: FnMut(&'a Stmt), E: FnMut(&'a Expr)> Visit<'a> for Below<S, E> {
    fn visit_stmt(&mut self, s: &'a Stmt) {
        (self.stmt)(s);
    }
    fn visit_expr(&mut self, e: &'a Expr) {
        (self.expr)(e);
    }
}

impl Stmt {
    /// Calls `f` on this statement and on every one under it.
    pub fn each_stmt<'a>(&'a self, f: impl FnMut(&'a Stmt)) {
        Each(f).visit_stmt(self);
    }

    /// Calls `f` on every expression under this statement.
    pub fn each_expr<'a>(&'a self, f: impl FnMut(&'a Expr)) {
        EachExpr(f).visit_stmt(self);
    }

    /// Whether this statement, or one under it, is such.
    pub fn any_stmt<'a>(&'a self, is: impl FnMut(&'a Stmt) -> bool) -> bool {
        let mut search = any(is, |_| false);
        search.visit_stmt(self);
        search.found
    }

    /// Whether an expression under this statement is such.
    pub fn any_expr<'a>(&'a self, is: impl FnMut(&'a Expr) -> bool) -> bool {
        let mut search = any(|_| false, is);
        search.visit_stmt(self);
        search.found
    }

    /// Whether an expression under this statement names the variable.
    pub fn mentions(&self, var: VarId) -> bool {
        self.any_expr(|e| e.is_var(var))
    }

    /// The loop that this statement is, or the only one in its braces, with nothing beside it.
    pub fn only_loop(&self) -> Option<&For> {
        match &self.kind {
            StmtKind::For(l) => Some(l),
            StmtKind::Block(stmts) => match stmts.as_slice() {
                [one] => one.only_loop(),
                _ => None,
            },
            _ => None,
        }
    }

    /// Calls `f` on each direct substatement; those of statement expressions belong to their expressions.
    pub fn children<'a>(&'a self, f: &mut dyn FnMut(&'a Stmt)) {
        let expr = |_| ();
        Below { stmt: f, expr }.walk_stmt(self);
    }

    /// Calls `f` on each expression that stands directly in this statement, not in substatements.
    pub fn exprs<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        let stmt = |_| ();
        Below { stmt, expr: f }.walk_stmt(self);
    }
}

impl Expr {
    /// Calls `f` on this expression and on every one under it.
    pub fn each_expr<'a>(&'a self, f: impl FnMut(&'a Expr)) {
        EachExpr(f).visit_expr(self);
    }

    /// Calls `f` on every statement of the statement expressions in this expression.
    pub fn each_stmt<'a>(&'a self, f: impl FnMut(&'a Stmt)) {
        Each(f).visit_expr(self);
    }

    /// Whether this expression, or one under it, is such.
    pub fn any_expr<'a>(&'a self, is: impl FnMut(&'a Expr) -> bool) -> bool {
        let mut search = any(|_| false, is);
        search.visit_expr(self);
        search.found
    }

    /// The same without what is only measured: the operands of `sizeof`.
    pub fn any_evaluated<'a>(&'a self, is: impl FnMut(&'a Expr) -> bool) -> bool {
        let mut search = Any {
            measured: false,
            ..any(|_| false, is)
        };
        search.visit_expr(self);
        search.found
    }

    /// Whether this expression, or one under it, names the variable.
    pub fn mentions(&self, var: VarId) -> bool {
        self.any_expr(|e| e.is_var(var))
    }

    /// Whether this is the variable itself.
    pub fn is_var(&self, var: VarId) -> bool {
        matches!(self.kind, ExprKind::Var(v) if v == var)
    }

    /// Calls `f` on each direct subexpression; the statements of a statement expression have theirs for themselves.
    pub fn children<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        let stmt = |_| ();
        Below { stmt, expr: f }.walk_expr(self);
    }
}
