//! Calls of routines with parallel loops: all threads of the block make them together, before the
//! statement that the call stands in, which then uses the result.

use super::exec::{Body, Hazard, Place};
use super::functions::{padded_name, threads};
use super::sets::Threads;
use crate::plan::Extent;
use crate::print::name_elsewhere;
use accrs_frontend::region::{
    BinaryOp, Expr, ExprKind, FunctionId, Level, Stmt, StmtKind, Type, TypeId, UnaryOp, VarId,
};

/// A call, and whether it is made whatever the values around it are.
struct Found<'e> {
    call: &'e Expr,
    always: bool,
}

impl Body<'_> {
    /// The function that a call runs, if it has parallel loops.
    fn callee(&self, e: &Expr) -> Option<(FunctionId, Level)> {
        let ExprKind::Call { callee, .. } = &e.kind else {
            return None;
        };
        let ExprKind::Function(f) = callee.strip_implicit().kind else {
            return None;
        };
        let unit = self.p.unit;
        let f = unit.on_device(f);
        let level = match self.plan.routines.get(&f) {
            _ if name_elsewhere(unit, f).is_some() => unit.function(f).level,
            Some(r) => r.level,
            None => Level::Seq,
        };
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
                    if self.calls_routine(s) {
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

    /// Whether a statement, or one in it, calls a routine with parallel loops.
    pub(super) fn calls_routine(&self, s: &Stmt) -> bool {
        let mut found = self.calls_directly(s);
        s.children(&mut |c| found = found || self.calls_routine(c));
        found
    }

    /// Likewise, in its own expressions.
    pub(super) fn calls_directly(&self, s: &Stmt) -> bool {
        if self.plan.routines.is_empty() && !self.externals {
            return false;
        }
        let mut all = Vec::new();
        s.exprs(&mut |e| self.calls_in(e, true, &mut all));
        !all.is_empty()
    }

    /// Whether a routine that a statement calls uses gangs.
    pub(super) fn calls_gang(&self, s: &Stmt) -> bool {
        let mut all = Vec::new();
        s.exprs(&mut |e| self.calls_in(e, true, &mut all));
        let mut found = all
            .iter()
            .any(|f| matches!(self.callee(f.call), Some((_, Level::Gang(_)))));
        s.children(&mut |c| found = found || self.calls_gang(c));
        found
    }

    /// A statement whose own expressions call routines with parallel loops.
    pub(super) fn calling(&mut self, s: &Stmt, at: &Place) {
        self.span = s.span;
        match &s.kind {
            StmtKind::Expr(e) => {
                let bare = without_void(e);
                if self.callee(bare).is_some() {
                    if let ExprKind::Call { args, .. } = &bare.kind {
                        args.iter().for_each(|a| self.hoist(a, at));
                    }
                    return self.call_together(bare, false, at);
                }
                self.plain_around(e, true);
                self.hoist(e, at);
                let e = self.watch().stmt(s);
                let once = e.once() && !at.remaining.is_empty();
                self.together(std::slice::from_ref(s), &e, once, at);
            }
            StmtKind::Decl(decls) => {
                for d in decls {
                    if let Some(init) = &d.init {
                        self.plain_around(init, false);
                        self.hoist(init, at);
                    }
                    self.shared_decl(d, at);
                }
            }
            StmtKind::Return(Some(e))
            | StmtKind::If { cond: e, .. }
            | StmtKind::Switch { value: e, .. } => {
                self.plain_around(e, false);
                self.hoist(e, at);
                self.structural(s, at);
            }
            _ => self
                .refuse_nest("a routine with parallel loops called in a loop's condition or step"),
        }
    }

    /// Makes the calls in an expression; what is printed of it afterwards names their results.
    fn hoist(&mut self, e: &Expr, at: &Place) {
        let mut all = Vec::new();
        self.calls_in(e, true, &mut all);
        for found in all {
            if !found.always {
                self.refuse_nest(
                    "a routine with parallel loops called in a part of an expression that may not be evaluated",
                );
            }
            self.call_together(found.call, true, at);
        }
    }

    /// The calls are made first: nothing else in the expression may do something before them.
    fn plain_around(&mut self, e: &Expr, statement: bool) {
        fn acts(b: &Body<'_>, e: &Expr) -> bool {
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

    /// One call by all threads of the block.
    fn call_together(&mut self, call: &Expr, wanted: bool, at: &Place) {
        let (Some((id, level)), ExprKind::Call { args, .. }) = (self.callee(call), &call.kind)
        else {
            return;
        };
        let own = threads(level);
        if !at.consumed.and(own).is_empty() {
            self.refuse_nest("a routine called inside a loop over the threads that it needs");
        }
        let extra = at.remaining.without(own);
        let padded = at.active.is_some() || !extra.is_empty() || !at.consumed.is_empty();
        let mut texts: Vec<String> = args
            .iter()
            .enumerate()
            .map(|(i, a)| {
                let param = self.p.unit.function(id).params.get(i).copied();
                self.argument_for_all(param, a, at)
            })
            .collect();
        let mut name = self.p.name_of_function(id);
        let elsewhere = name_elsewhere(self.p.unit, id).is_some();
        if elsewhere && padded && !self.rows_fit() {
            self.refuse_nest(&format!(
                "a routine of another file called by more than {} workers, or by an unknown number of them (num_workers)",
                super::functions::ROWS_ELSEWHERE
            ));
        }
        let mut predicate = None;
        if !padded && !elsewhere {
            self.p.used.borrow_mut().functions.insert(id);
        } else {
            let mut guards: Vec<String> = at.active.iter().cloned().collect();
            if !extra.is_empty() {
                guards.push(extra.first());
            }
            predicate = padded.then(|| match guards.is_empty() {
                true => "true".to_string(),
                false => guards.join(" && "),
            });
        }
        if let (Some(predicate), false) = (&predicate, elsewhere) {
            texts.push(predicate.clone());
            self.p.used.borrow_mut().padded.insert(id);
            name = padded_name(&name);
        }
        if self.hazard != Hazard::default() {
            self.barrier();
        }
        let text = if elsewhere {
            self.p.call_elsewhere(id, texts, predicate)
        } else {
            format!("{name}({})", texts.join(", "))
        };
        let unit = self.p.unit;
        let ret = unit.function(id).ret;
        self.barriers += 1;
        if !wanted || matches!(unit.types.canonical(ret), Type::Void) {
            self.out.line(format!("{text};"));
        } else {
            let result = self.names.unique(&format!(
                "{}_result",
                crate::names::safe(&unit.function(id).name)
            ));
            let declared = self.p.declare_mutable(ret, &result);
            self.out.line(format!("{declared} = {text};"));
            if !extra.is_empty() {
                self.broadcast_value(&result, ret, extra);
            }
            self.p.hoisted.insert(call.id, result);
        }
        self.storage.hoisted.insert(call.id);
    }

    /// Whether no more rows of threads than routines of other files are made for can come here.
    fn rows_fit(&self) -> bool {
        let most = match self.kernel.map(|k| &k.block) {
            Some([_, Extent::Fixed(y), Extent::Fixed(z)]) => Some(y.saturating_mul(*z)),
            Some(_) => None,
            None => self.rows,
        };
        most.is_some_and(|n| n <= super::functions::ROWS_ELSEWHERE)
    }

    /// An argument's value in all threads: those that have nothing to do read no memory.
    fn argument_for_all(&mut self, param: Option<VarId>, arg: &Expr, at: &Place) -> String {
        let effects = self.watch().expr(arg);
        if effects.once() {
            self.refuse_nest(
                "an argument with side effects in a call of a routine with parallel loops",
            );
        }
        self.before_all(&effects);
        let text = self.p.handed_over(param, arg);
        let Some(active) = &at.active else {
            return text;
        };
        let array = self.p.unit.types.is_array(arg.strip_implicit().ty);
        if array || !(effects.reads || divides(arg)) {
            return text;
        }
        let name = self.names.unique("accrs_argument");
        let declared = self.p.declare_mutable(arg.ty, &name);
        self.out.line(format!("{declared} = {{}};"));
        self.out.open(format!("if ({active}) {{"));
        self.out.line(format!("{name} = {text};"));
        self.out.close("}");
        name
    }

    /// Gives the first thread's value along `axes` to the others.
    pub(super) fn broadcast_value(&mut self, name: &str, ty: TypeId, axes: Threads) {
        let types = &self.p.unit.types;
        if types.size_of(ty).is_none_or(|n| n > 8) {
            self.refuse_nest("a result of more than 8 bytes of a routine that workers share");
        }
        self.p.helper("broadcast");
        self.out.line(format!(
            "{name} = accrs_broadcast<{}>({name});",
            axes.argument()
        ));
        self.barriers += 2;
        self.hazard = Hazard::default();
    }
}

/// Through casts to `void`.
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
