//! Statements that a thread runs by itself: C as the user wrote it.

use super::exec::{Body, Place, inside};
use accrs_frontend::region::{For, LocalDecl, Stmt, StmtKind};

impl Body<'_> {
    /// One statement of a thread's own.
    pub fn leaf(&mut self, s: &Stmt, at: &Place) {
        self.span = s.span;
        self.p.place.set(s.span);
        match &s.kind {
            StmtKind::Empty => self.out.line(";"),
            StmtKind::Expr(e) => self.out.line(format!("{};", self.p.expr(e))),
            StmtKind::Decl(decls) => decls.iter().for_each(|d| self.decl(d)),
            StmtKind::Block(stmts) => {
                self.out.open("{");
                stmts.iter().for_each(|s| self.leaf(s, at));
                self.out.close("}");
            }
            StmtKind::If { cond, then, els } => {
                self.out.open(format!("if ({}) {{", self.p.expr(cond)));
                self.body(then, at);
                if let Some(els) = els {
                    self.out.between("} else {");
                    self.body(els, at);
                }
                self.out.close("}");
            }
            StmtKind::For(f) => self.leaf_for(f, at),
            StmtKind::While { cond, body } => {
                self.out.open(format!("while ({}) {{", self.p.expr(cond)));
                self.body(body, at);
                self.out.close("}");
            }
            StmtKind::DoWhile { body, cond } => {
                self.out.open("do {");
                self.body(body, at);
                self.out.close(format!("}} while ({});", self.p.expr(cond)));
            }
            StmtKind::Switch { value, body } => {
                let split = std::mem::replace(&mut self.split, true);
                self.out.open(format!("switch ({}) {{", self.p.expr(value)));
                self.body(body, at);
                self.out.close("}");
                self.split = split;
            }
            StmtKind::Case { low, high, body } => {
                self.cases(s, low, high.as_ref());
                self.leaf(body, at);
            }
            StmtKind::Default(body) => {
                self.out.line("default:");
                self.leaf(body, at);
            }
            StmtKind::Label { name, body } => {
                self.out.line(format!("{}:", crate::names::safe(name)));
                self.leaf(body, at);
            }
            StmtKind::Goto(name) => self.out.line(format!("goto {};", crate::names::safe(name))),
            StmtKind::Break => self.out.line("break;"),
            StmtKind::Continue => self.out.line("continue;"),
            StmtKind::Return(None) => self.out.line("return;"),
            StmtKind::Return(Some(e)) => self.out.line(format!("return {};", self.p.expr(e))),
            StmtKind::Atomic { directive, body } => self.atomic(directive, body),
            // A hint: the hardware's caches do it.
            StmtKind::Cache(_) => {}
        }
    }

    fn body(&mut self, s: &Stmt, at: &Place) {
        inside(s).iter().for_each(|s| self.leaf(s, at));
    }

    fn cases(
        &mut self,
        s: &Stmt,
        low: &accrs_frontend::region::Expr,
        high: Option<&accrs_frontend::region::Expr>,
    ) {
        let Some(high) = high else {
            return self.out.line(format!("case {}:", self.p.expr(low)));
        };
        match (low.int_value(), high.int_value()) {
            (Some(a), Some(b)) if b >= a && b - a < 256 => {
                (a..=b).for_each(|v| self.out.line(format!("case {v}:")));
            }
            _ => self.p.refuse(
                s.span,
                "a range of more than 256 cases is not supported on a device",
            ),
        }
    }

    fn decl(&mut self, d: &LocalDecl) {
        let var = self.p.unit.var(d.var);
        let types = &self.p.unit.types;
        // A constant table may be static on a device; anything that keeps a value may not.
        let constant = types.qualifiers(var.ty).is_const
            || types
                .pointee(var.ty)
                .is_some_and(|t| types.is_array(var.ty) && types.qualifiers(t).is_const);
        if d.is_static && !constant {
            self.p.refuse(
                self.span,
                format!("the static variable '{}' can't be in device code", var.name),
            );
        }
        if types.is_array(var.ty) && types.is_variably_modified(var.ty) {
            self.p.refuse(
                self.span,
                format!(
                    "the array of variable length '{}' can't be on a device's stack",
                    var.name
                ),
            );
        }
        let name = crate::names::safe(&var.name);
        self.p
            .access
            .insert(d.var, crate::print::Access::Name(name.clone()));
        let bare = self.marked(
            d.var,
            &format!("{};", self.p.declare_mutable(var.ty, &name)),
        );
        match &d.init {
            None => self.out.line(bare),
            Some(init) if self.split && types.is_scalar(var.ty) => {
                self.out.line(bare);
                self.out
                    .line(format!("{name} = {};", self.p.argument(init)));
            }
            Some(init) => {
                let word = if d.is_static { "static " } else { "" };
                let line = format!(
                    "{word}{} = {};",
                    self.p.declare(var.ty, &name),
                    self.p.argument(init)
                );
                self.out.line(self.marked(d.var, &line));
            }
        }
    }

    fn leaf_for(&mut self, f: &For, at: &Place) {
        if let Some(plan) = self.partitioned(f) {
            return self.partition(f, plan, at);
        }
        let plan = self.loops.and_then(|l| l.get(&f.id));
        let private: Vec<_> = plan.map_or(Vec::new(), |p| {
            p.private
                .iter()
                .copied()
                .filter(|v| !super::exec::is_index(p, *v))
                .collect()
        });
        let init = match f.init.as_deref().map(|s| &s.kind) {
            None | Some(StmtKind::Empty) => Some(String::new()),
            Some(StmtKind::Expr(e)) => Some(self.p.expr(e)),
            Some(StmtKind::Decl(decls)) => match decls.as_slice() {
                [
                    LocalDecl {
                        var,
                        init: Some(init),
                        is_static: false,
                    },
                ] => {
                    let v = self.p.unit.var(*var);
                    let name = crate::names::safe(&v.name);
                    self.p
                        .access
                        .insert(*var, crate::print::Access::Name(name.clone()));
                    Some(format!(
                        "{} = {}",
                        self.p.declare(v.ty, &name),
                        self.p.argument(init)
                    ))
                }
                _ => None,
            },
            Some(_) => None,
        };
        let part = |p: &crate::print::Printer<'_>, e: &Option<accrs_frontend::region::Expr>| {
            e.as_ref()
                .map_or(String::new(), |e| format!(" {}", p.expr(e)))
        };
        match init {
            Some(init) => {
                let (cond, inc) = (part(&self.p, &f.cond), part(&self.p, &f.inc));
                self.out.open(format!("for ({init};{cond};{inc}) {{"));
            }
            // Several variables: a block of their own.
            None => {
                self.out.open("{");
                if let Some(init) = &f.init {
                    self.leaf(init, at);
                }
                let (cond, inc) = (part(&self.p, &f.cond), part(&self.p, &f.inc));
                self.out.open(format!("for (;{cond};{inc}) {{"));
            }
        }
        let alone = Place::default();
        private.iter().for_each(|v| self.private(*v, &alone));
        self.body(&f.body, at);
        self.out.close("}");
        if f.init.as_deref().is_some_and(
            |s| matches!(&s.kind, StmtKind::Decl(d) if d.len() != 1 || d[0].init.is_none()),
        ) {
            self.out.close("}");
        }
    }
}
