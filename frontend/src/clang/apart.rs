//! References of host code in `kernels`, where the compiler asks by itself which iterations depend on each other. A reference is a
//! variable from the front end on, and variables have memory of their own: where what it refers to may be something else that the
//! construct names, that is an error.

use super::build::Builder;
use crate::diag::{Diagnostic, codes};
use crate::directive::{ClauseKind, DirectiveKind};
use crate::region::{Expr, ExprKind, Stmt, StmtKind, Storage, Type, TypeId, UnaryOp, VarId};
use crate::source::Span;
use std::collections::HashSet;

/// What the construct does with an object.
struct Access {
    /// The variable that it is, or is a part of; `None` behind a pointer.
    root: Option<VarId>,
    ty: TypeId,
    stores: bool,
    span: Span,
}

impl Builder<'_> {
    /// Refuses references that may be other things of a `kernels` construct.
    pub fn references_apart(&mut self, directive: &crate::directive::Directive<Expr>, body: &Stmt) {
        let kernels = matches!(
            directive.kind,
            DirectiveKind::Kernels | DirectiveKind::KernelsLoop
        );
        let said = directive
            .clauses
            .iter()
            .any(|c| matches!(c.kind, ClauseKind::Independent));
        if !kernels || said || self.aliases.is_empty() {
            return;
        }
        let mut own = HashSet::new();
        let mut note = |d: &crate::directive::Directive<Expr>| {
            for c in &d.clauses {
                if let ClauseKind::Private(refs) | ClauseKind::Reduction(_, refs) = &c.kind {
                    own.extend(
                        refs.iter()
                            .filter_map(|r| r.base.strip_implicit().variable()),
                    );
                }
            }
        };
        note(directive);
        body.each_stmt(|s| {
            if let StmtKind::For(l) = &s.kind {
                l.directive.iter().for_each(&mut note);
            }
        });
        let mut all = Vec::new();
        body.each_expr(|e| self.accesses(e, &mut all));
        let mut told = HashSet::new();
        for a in &all {
            let Some(v) = a.root.filter(|v| self.aliases.contains(v)) else {
                continue;
            };
            let other = |b: &&Access| {
                b.root != Some(v) && (a.stores || b.stores) && self.may_be_one(v, a, b)
            };
            if own.contains(&v) || told.contains(&v) {
                continue;
            }
            if let Some(b) = all.iter().find(other) {
                told.insert(v);
                told.extend(b.root);
                let name = &self.vars[v.index()].name;
                let text = self.source.words(b.span);
                let message = format!(
                    "`{name}` is a reference, and may be what `{text}` is: `kernels` can't know which iterations depend on each other"
                );
                let d = Diagnostic::error(codes::UNSUPPORTED_CPP, a.span, message)
                    .related(b.span, "this may be the same memory")
                    .help(match self.types.is_array(self.vars[v.index()].ty) {
                        true => "write `parallel loop`, which says that they don't, or use pointers (`double *p = a;`), which are compared when the program runs",
                        false => "write `parallel loop`, which says that they don't, or copy the value into a variable ahead of the construct",
                    });
                self.diagnostics.push(d);
            }
        }
    }

    /// Whether the objects of two accesses may be the same by their types and by where they live.
    fn may_be_one(&self, v: VarId, a: &Access, b: &Access) -> bool {
        let here = |w: VarId| {
            let var = &self.vars[w.index()];
            match var.storage {
                Storage::Region => true,
                // What a parameter refers to was there before.
                Storage::Local | Storage::Param => {
                    !self.aliases.contains(&w) && self.vars[v.index()].storage == Storage::Param
                }
                _ => false,
            }
        };
        let (x, y) = (self.types.innermost(a.ty), self.types.innermost(b.ty));
        let any = |ty: TypeId| {
            matches!(
                self.types.canonical(ty),
                Type::Char | Type::Record(_) | Type::Void
            )
        };
        !b.root.is_some_and(here) && (any(x) || any(y) || self.types.alike(x, y))
    }

    /// The objects that an expression itself reads or stores.
    fn accesses(&self, e: &Expr, out: &mut Vec<Access>) {
        let mut add = |place: &Expr, stores: bool| {
            out.push(Access {
                root: self.root(place),
                ty: place.ty,
                stores,
                span: place.span,
            });
        };
        match &e.kind {
            ExprKind::Assign(_, to, _) => add(to, true),
            ExprKind::Unary(op, to) if op.is_step() || *op == UnaryOp::AddrOf => add(to, true),
            ExprKind::Var(_) if !self.types.is_array(e.ty) => add(e, false),
            ExprKind::Index(..) | ExprKind::Member { .. } | ExprKind::Unary(UnaryOp::Deref, _)
                if !self.types.is_array(e.ty) =>
            {
                add(e, false);
            }
            // A function may store by a pointer that it is given.
            ExprKind::Call { args, .. } => {
                for a in args {
                    if let Some(to) = self.types.pointee(a.ty)
                        && !self.types.qualifiers(to).is_const
                    {
                        out.push(Access {
                            root: None,
                            ty: to,
                            stores: true,
                            span: a.span,
                        });
                    }
                }
            }
            _ => {}
        }
    }

    /// The variable that an object is a part of.
    fn root(&self, mut e: &Expr) -> Option<VarId> {
        loop {
            e = e.strip_implicit();
            e = match &e.kind {
                ExprKind::Var(v) => return Some(*v),
                // A pointer's target is another object.
                ExprKind::Index(a, _) if self.types.is_array(a.strip_implicit().ty) => a,
                ExprKind::Member {
                    base, arrow: false, ..
                } => base,
                _ => return None,
            }
        }
    }
}
