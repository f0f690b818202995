//! Statements that a thread runs by itself: C as the user wrote it.

use super::exec::{Body, Place, inside};
use accrs_frontend::region::{Expr, For, LocalDecl, Stmt, StmtKind, TypeId};

impl Body<'_> {
    /// One statement of a thread's own, behind the objects of the compound literals in it.
    pub fn leaf(&mut self, s: &Stmt, at: &Place) {
        let start = self.out.here();
        let around = self.p.before.replace(Some(Vec::new()));
        self.statement(s, at);
        let objects = self.p.before.replace(around);
        self.out.insert(start, &objects.unwrap_or_default());
    }

    fn statement(&mut self, s: &Stmt, at: &Place) {
        self.span = s.span;
        self.p.place.set(s.span);
        match &s.kind {
            StmtKind::Empty => self.out.line(";"),
            StmtKind::Expr(e) => self.out.line(format!("{};", self.p.discarded(e))),
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
                self.rolled([cond], body);
                self.out.open(format!("while ({}) {{", self.p.expr(cond)));
                self.body(body, at);
                self.out.close("}");
            }
            StmtKind::DoWhile { body, cond } => {
                self.rolled([cond], body);
                self.out.open("do {");
                self.body(body, at);
                self.out.close(format!("}} while ({});", self.p.expr(cond)));
            }
            StmtKind::Switch { value, body } => {
                let split = std::mem::replace(&mut self.split, true);
                let value = self.folded(value, body);
                self.out.open(format!("switch ({value}) {{"));
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

    fn cases(&mut self, s: &Stmt, low: &Expr, high: Option<&Expr>) {
        let Some(high) = high else {
            return self.out.line(format!("case {}:", self.p.expr(low)));
        };
        match (low.int_value(), high.int_value()) {
            (Some(a), Some(b)) if is_long(a, b) => self.out.line(format!("case {a}: // to {b}")),
            (Some(a), Some(b)) if b >= a => {
                (a..=b).for_each(|v| self.out.line(format!("case {v}:")));
            }
            _ => self.p.refuse(
                s.span,
                "a range of cases whose ends aren't plain numbers is not supported on a device",
            ),
        }
    }

    /// A switch's value; what falls into a long range of cases (GNU `low ... high`) counts as its first.
    fn folded(&mut self, value: &Expr, body: &Stmt) -> String {
        fn ranges(s: &Stmt, all: &mut Vec<(i128, i128)>) {
            match &s.kind {
                StmtKind::Switch { .. } => return,
                StmtKind::Case {
                    low,
                    high: Some(high),
                    ..
                } => {
                    if let (Some(a), Some(b)) = (low.int_value(), high.int_value())
                        && is_long(a, b)
                    {
                        all.push((a, b));
                    }
                }
                _ => {}
            }
            s.children(&mut |c| ranges(c, all));
        }
        let mut all = Vec::new();
        ranges(body, &mut all);
        let printed = self.p.expr(value);
        if all.is_empty() {
            return printed;
        }
        let ty = self.p.type_name(self.p.unqualified(value.ty));
        let tests: String = all
            .iter()
            .map(|(a, b)| format!("v >= {a} && v <= {b} ? {a} : "))
            .collect();
        format!("[]({ty} v) -> {ty} {{ return {tests}v; }}({printed})")
    }

    pub(super) fn decl(&mut self, d: &LocalDecl) {
        let var = self.p.unit.var(d.var);
        let types = &self.p.unit.types;
        if self.hoisted.contains(&d.var) {
            let Some(init) = &d.init else { return };
            let target = match self.p.var(d.var) {
                crate::print::Access::Name(n) => n,
                crate::print::Access::Deref(n) => format!("*{n}"),
            };
            let value = self.p.initialiser(var.ty, init);
            return self.out.line(self.assigned(var.ty, &target, &value));
        }
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
            return self.variable_array(d.var, true);
        }
        super::dimensions::note_declared(self, d.var);
        let name = crate::names::safe(&var.name);
        self.p
            .access
            .insert(d.var, crate::print::Access::Name(name.clone()));
        let mutable = self.p.declare_mutable(var.ty, &name);
        let bare = self.marked(d.var, &format!("{mutable};"));
        match &d.init {
            None => self.out.line(bare),
            Some(init) if self.split && !d.is_static => {
                self.out.line(bare.strip_prefix("const ").unwrap_or(&bare));
                let value = self.p.initialiser(var.ty, init);
                self.out.line(self.assigned(var.ty, &name, &value));
            }
            Some(init) => {
                let word = if d.is_static { "static " } else { "" };
                let declared = self.p.declare(var.ty, &name);
                let line = format!("{word}{declared} = {};", self.p.initialiser(var.ty, init));
                self.out.line(self.marked(d.var, &line));
            }
        }
    }

    /// An initialiser as an assignment.
    fn assigned(&self, ty: TypeId, name: &str, value: &str) -> String {
        if !self.p.unit.types.is_array(ty) {
            return format!("{name} = {value};");
        }
        self.p.helper("array");
        let ty = self.p.type_name(self.p.unqualified(ty));
        let ty = ty.strip_prefix("const ").unwrap_or(&ty);
        format!("(accrs_array<{ty}> &){name} = accrs_array<{ty}>{{{value}}};")
    }

    /// The line ahead of a sequential loop: the user's `unroll`, or what keeps compilers from it.
    fn unrolled_or_rolled(&mut self, unroll: Option<u32>, f: &For) {
        let head = f.cond.iter().chain(&f.inc);
        match unroll {
            Some(by) => self.unrolled(by, head, &f.body),
            None => self.rolled(head, &f.body),
        }
    }

    fn leaf_for(&mut self, f: &For, at: &Place) {
        if let Some(plan) = self.partitioned(f) {
            return self.partition(f, plan, at);
        }
        let plan = self.loops.and_then(|l| l.get(&f.id));
        let unroll = plan.and_then(|p| p.unroll);
        let private: Vec<_> = plan.map_or(Vec::new(), |p| {
            p.private
                .iter()
                .copied()
                .filter(|v| !super::exec::is_index(p, *v))
                .collect()
        });
        let init = match f.init.as_deref().map(|s| &s.kind) {
            None | Some(StmtKind::Empty) => Some(String::new()),
            Some(StmtKind::Expr(e)) => Some(self.p.discarded(e)),
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
        if let Some(inc) = &f.inc {
            self.p.forget(inc);
        }
        match init {
            Some(init) => {
                let (cond, inc) = (part(&self.p, &f.cond), part(&self.p, &f.inc));
                self.unrolled_or_rolled(unroll, f);
                self.out.open(format!("for ({init};{cond};{inc}) {{"));
            }
            // Several variables: a block of their own.
            None => {
                self.out.open("{");
                if let Some(init) = &f.init {
                    self.leaf(init, at);
                }
                let (cond, inc) = (part(&self.p, &f.cond), part(&self.p, &f.inc));
                self.unrolled_or_rolled(unroll, f);
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

/// A range of cases that isn't written out.
fn is_long(low: i128, high: i128) -> bool {
    high - low >= 8
}
