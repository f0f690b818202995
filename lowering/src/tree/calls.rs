//! Calls of routines with parallel loops. All threads of the block make such a call together, before the
//! statement that it stands in, which then uses the result.

use super::build::build;
use super::node::*;
use super::sets::Threads;
use super::threads::{At, Pass};
use crate::names::safe;
use crate::plan::{Axis, Extent};
use crate::print::name_elsewhere;
use accrs_frontend::region::{
    BinaryOp, Expr, ExprKind, FunctionId, Level, Stmt, StmtKind, Type, UnaryOp,
};

/// The largest number of rows of threads that may call a routine of another file.
pub const ROWS_ELSEWHERE: u64 = 32;

/// The thread axes that a routine of this level may spread its loops over.
pub fn threads(level: Level) -> Threads {
    match level {
        Level::Seq => Threads::NONE,
        Level::Vector => Threads::of(&[Axis::ThreadX]),
        Level::Worker | Level::Gang(_) => Threads::of(&[Axis::ThreadX, Axis::ThreadY]),
    }
}

/// A call in an expression, and whether it is made whenever the expression is evaluated.
struct Found<'e> {
    call: &'e Expr,
    always: bool,
}

impl Pass<'_> {
    /// The function that a call runs, if it has parallel loops.
    fn callee(&self, e: &Expr) -> Option<(FunctionId, Level)> {
        let ExprKind::Call { callee, .. } = &e.kind else {
            return None;
        };
        let ExprKind::Function(f) = callee.strip_implicit().kind else {
            return None;
        };
        let f = self.unit.on_device(f);
        let level = self.level_of(f);
        (level > Level::Seq).then_some((f, level))
    }

    fn calls_in<'e>(&self, e: &'e Expr, always: bool, out: &mut Vec<Found<'e>>) {
        match &e.kind {
            ExprKind::SizeofExpr(_) => {}
            ExprKind::Conditional(a, b, c) => {
                self.calls_in(a, always, out);
                b.iter().for_each(|b| self.calls_in(b, false, out));
                self.calls_in(c, false, out);
            }
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or, a, b) => {
                self.calls_in(a, always, out);
                self.calls_in(b, false, out);
            }
            ExprKind::StmtExpr(stmts) => {
                for s in stmts {
                    if self.statement_calls(s) {
                        out.push(Found {
                            call: e,
                            always: false,
                        });
                    }
                }
            }
            _ => {
                e.children(&mut |c| self.calls_in(c, always, out));
                if self.callee(e).is_some() {
                    out.push(Found { call: e, always });
                }
            }
        }
    }

    /// The expressions of a node whose calls the node itself makes.
    fn own_exprs<'n>(n: &'n Node, f: &mut dyn FnMut(&'n Expr)) {
        match &n.kind {
            // Its first statement becomes a node of its own.
            Kind::For(l) => l.cond.iter().chain(&l.inc).for_each(f),
            _ => n.exprs(f),
        }
    }

    /// Whether a node, or one in it, calls a routine with parallel loops.
    pub fn calls_routine(&self, n: &Node) -> bool {
        if self.plan.routines.is_empty() && !self.externals {
            return false;
        }
        n.any(&mut |n| {
            let in_init = |l: &Sequential| matches!(&l.form, Form::For(Some(init)) if self.statement_calls(init));
            self.calls_directly(n) || matches!(&n.kind, Kind::For(l) if in_init(l))
        })
    }

    fn statement_calls(&self, s: &Stmt) -> bool {
        build(std::slice::from_ref(s), None)
            .iter()
            .any(|n| self.calls_routine(n))
    }

    /// Whether a node calls such a routine in its own expressions.
    pub fn calls_directly(&self, n: &Node) -> bool {
        if self.plan.routines.is_empty() && !self.externals {
            return false;
        }
        let mut all = Vec::new();
        Self::own_exprs(n, &mut |e| self.calls_in(e, true, &mut all));
        !all.is_empty()
    }

    /// Whether a node, or one in it, calls a routine of gang level.
    pub fn calls_gang(&self, n: &Node) -> bool {
        n.any(&mut |n| {
            let mut all = Vec::new();
            n.exprs(&mut |e| self.calls_in(e, true, &mut all));
            all.iter()
                .any(|f| matches!(self.callee(f.call), Some((_, Level::Gang(_)))))
        })
    }

    /// Adds a node whose own expressions call routines with parallel loops, behind these calls.
    pub fn calling(&mut self, n: &Node, at: &At, out: &mut Vec<Node>) {
        self.span = n.span;
        match &n.kind {
            Kind::Leaf(s) => match &s.kind {
                StmtKind::Expr(e) => {
                    let bare = without_void(e);
                    if self.callee(bare).is_some() {
                        if let ExprKind::Call { args, .. } = &bare.kind {
                            args.iter().for_each(|a| self.hoist(a, at, out));
                        }
                        return self.call_together(bare, false, at, out);
                    }
                    self.plain_around(e, true);
                    self.hoist(e, at, out);
                    let e = self.watch().node(n);
                    self.together(vec![n.clone()], &e, e.once(), at, out);
                }
                StmtKind::Decl(decls) => {
                    for d in decls {
                        if let Some(init) = &d.init {
                            self.plain_around(init, false);
                            self.hoist(init, at, out);
                        }
                        self.declare(d, at, n.span, out);
                    }
                }
                StmtKind::Return(Some(e)) => self.around(e, n, at, out),
                _ => {
                    self.refuse_nest("a routine with parallel loops called in an atomic statement")
                }
            },
            Kind::If(i) => self.around(&i.cond, n, at, out),
            Kind::Switch { value, .. } => self.around(value, n, at, out),
            _ => self
                .refuse_nest("a routine with parallel loops called in a loop's condition or step"),
        }
    }

    fn around(&mut self, e: &Expr, n: &Node, at: &At, out: &mut Vec<Node>) {
        self.plain_around(e, false);
        self.hoist(e, at, out);
        self.structural(n, at, out);
    }

    /// Makes the calls in an expression before it. Where the expression is printed, the results' names replace the calls.
    fn hoist(&mut self, e: &Expr, at: &At, out: &mut Vec<Node>) {
        let mut all = Vec::new();
        self.calls_in(e, true, &mut all);
        let all: Vec<(Expr, bool)> = all.iter().map(|f| (f.call.clone(), f.always)).collect();
        for (call, always) in all {
            if !always {
                self.refuse_nest(
                    "a routine with parallel loops called in a part of an expression that may not be evaluated",
                );
            }
            self.call_together(&call, true, at, out);
        }
    }

    /// Refuses an expression with side effects besides the calls, since the calls are made before all of it. `statement`: the
    /// expression is a whole statement, so it may be an assignment.
    fn plain_around(&mut self, e: &Expr, statement: bool) {
        fn acts(b: &Pass<'_>, e: &Expr) -> bool {
            let own = match &e.kind {
                ExprKind::Assign(..)
                | ExprKind::StmtExpr(_)
                | ExprKind::Unary(
                    UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec,
                    _,
                ) => true,
                ExprKind::SizeofExpr(_) => return false,
                ExprKind::Call { .. } if b.callee(e).is_none() => b.watch().expr(e).once(),
                _ => false,
            };
            let mut found = own;
            e.children(&mut |c| found = found || acts(b, c));
            found
        }
        let found = match &e.kind {
            ExprKind::Assign(_, to, from) if statement => acts(self, to) || acts(self, from),
            _ => acts(self, e),
        };
        if found {
            self.refuse_nest(
                "a call of a routine with parallel loops in an expression that does something else as well",
            );
        }
    }

    /// Adds one call by all threads of the block.
    fn call_together(&mut self, call: &Expr, wanted: bool, at: &At, out: &mut Vec<Node>) {
        let (Some((id, level)), ExprKind::Call { args, .. }) = (self.callee(call), &call.kind)
        else {
            return;
        };
        let own = threads(level);
        if !at.consumed.and(own).is_empty() {
            self.refuse_nest("a routine called inside a loop over the threads that it needs");
        }
        let extra = at.remaining.without(own);
        let padded = !extra.is_empty() || !at.consumed.is_empty();
        let args = args
            .iter()
            .enumerate()
            .map(|(i, a)| self.given(id, i, a))
            .collect();
        let elsewhere = name_elsewhere(self.unit, id).is_some();
        if elsewhere && padded && !self.rows_fit() {
            self.refuse_nest(&format!(
                "a routine of another file called by more than {ROWS_ELSEWHERE} workers, or by an unknown number of them (num_workers)"
            ));
        }
        let f = self.unit.function(id);
        let void = matches!(self.unit.types.canonical(f.ret), Type::Void);
        let result = (wanted && !void).then(|| {
            let name = self.names.unique(&format!("{}_result", safe(&f.name)));
            (name, f.ret)
        });
        let shared = result.as_ref().filter(|_| !extra.is_empty()).cloned();
        let key = call.id;
        out.push(Node::new(
            Kind::Call(Box::new(Call {
                function: id,
                args,
                elsewhere,
                padded,
                first: extra,
                predicate: None,
                result,
                key,
                barrier: None,
            })),
            self.span,
        ));
        if let Some((name, ty)) = shared {
            self.check_broadcast(ty);
            out.push(Node::new(
                Kind::Broadcast(Shared::Name(name), extra),
                self.span,
            ));
        }
        self.storage.hoisted.insert(key);
    }

    /// Whether at most as many rows of threads come here as may call routines of other files.
    fn rows_fit(&self) -> bool {
        let most = match self.kernel.map(|k| &k.block) {
            Some([_, Extent::Fixed(y), Extent::Fixed(z)]) => Some(y.saturating_mul(*z)),
            Some(_) => None,
            None => self.routine.and_then(|r| r.rows),
        };
        most.is_some_and(|n| n <= ROWS_ELSEWHERE)
    }

    /// An argument, which all threads evaluate.
    fn given(&mut self, f: FunctionId, i: usize, arg: &Expr) -> Given {
        let effects = self.watch().expr(arg);
        if effects.once() {
            self.refuse_nest(
                "an argument with side effects in a call of a routine with parallel loops",
            );
        }
        let array = self.unit.types.is_array(arg.strip_implicit().ty);
        Given {
            value: arg.clone(),
            param: self.unit.function(f).params.get(i).copied(),
            touch: effects.touch(),
            careful: !array && (effects.reads || divides(arg)),
            kept: None,
            barrier: None,
        }
    }
}

/// The expression under casts, since a statement's value is discarded.
fn without_void(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::Cast { operand, .. } => without_void(operand),
        _ => e,
    }
}

fn divides(e: &Expr) -> bool {
    let mut found = matches!(e.kind, ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem, ..));
    e.children(&mut |c| found = found || divides(c));
    found
}
