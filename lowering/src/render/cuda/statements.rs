//! Prints statements that a thread runs by itself: C as the user wrote it.

use super::writer::Writer;
use crate::names::safe;
use crate::print::{Access, place};
use crate::tree::{Form, Kind, Node, Private, Sequential};
use accrs_frontend::region::{Expr, LocalDecl, Stmt, StmtKind};
use accrs_frontend::source::Span;

impl Writer<'_> {
    /// Prints the declaration of a thread's own scalar with its value.
    pub(super) fn initialised(&mut self, span: Span, private: &Private, init: &Expr) {
        let place = place(self.p.unit, span);
        let around = self.out.come_from(place);
        self.behind_literals(span, |w| {
            let v = w.p.unit.var(private.var);
            let (ty, name) = (v.ty, safe(&v.name));
            let value = w.p.initialiser(ty, init);
            let declared = w.p.declare_mutable(ty, &name);
            w.p.access.insert(private.var, private.access_as(&name));
            let line = w.marked(private.unread, &format!("{declared} = {value};"));
            w.out.line(line);
            w.fresh(private.var, true);
        });
        self.out.come_from(around);
    }

    /// Prints something behind the variables for the compound literals in it.
    fn behind_literals(&mut self, span: Span, print: impl FnOnce(&mut Self)) {
        let start = self.out.here();
        let around = self.p.before.replace(Some(Vec::new()));
        self.p.place.set(span);
        print(self);
        let objects = self.p.before.replace(around);
        self.out.insert(start, &objects.unwrap_or_default());
    }

    /// Prints one statement, behind the variables for the compound literals in it.
    pub(super) fn statement(&mut self, n: &Node) {
        self.behind_literals(n.span, |w| w.printed(n));
    }

    fn printed(&mut self, n: &Node) {
        match &n.kind {
            Kind::If(i) => {
                let cond = self.p.expr(&i.cond);
                self.out.open(format!("if ({cond}) {{"));
                self.inner(&i.then);
                if let Some(els) = &i.els {
                    self.out.between("} else {");
                    self.inner(els);
                }
                self.out.close("}");
            }
            Kind::For(l) => self.in_order(l),
            Kind::Switch { value, body } => {
                let split = std::mem::replace(&mut self.split, true);
                let value = self.folded(value, body);
                self.out.open(format!("switch ({value}) {{"));
                self.inner(body);
                self.out.close("}");
                self.split = split;
            }
            Kind::Case { low, high, body } => {
                self.cases(n.span, low, high.as_ref());
                self.nodes(body);
            }
            Kind::Default(body) => {
                self.out.line("default:");
                self.nodes(body);
            }
            Kind::Label { name, body } => {
                self.out.line(format!("{}:", safe(name)));
                self.nodes(body);
            }
            Kind::Initial(v, init) => {
                let ty = self.p.unit.var(*v).ty;
                let (target, value) = (self.target(*v), self.p.initialiser(ty, init));
                let line = self.assigned(ty, &target, &value, false);
                self.out.line(line);
                self.fresh(*v, true);
            }
            Kind::Leaf(s) => self.leaf(s),
            _ => {}
        }
    }

    pub(super) fn leaf(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Empty => self.out.line(";"),
            StmtKind::Expr(e) => self.out.line(format!("{};", self.p.discarded(e))),
            StmtKind::Decl(decls) => decls.iter().for_each(|d| self.decl(d, s.span)),
            StmtKind::Goto(name) => self.out.line(format!("goto {};", safe(name))),
            StmtKind::Break => self.out.line("break;"),
            StmtKind::Continue => self.out.line("continue;"),
            StmtKind::Return(None) => self.out.line("return;"),
            StmtKind::Return(Some(e)) => self.out.line(format!("return {};", self.p.expr(e))),
            StmtKind::Atomic { directive, body } => self.atomic(directive, body),
            _ => self.p.refuse(
                s.span,
                "internal error: a statement that was not taken apart",
            ),
        }
    }

    fn cases(&mut self, span: Span, low: &Expr, high: Option<&Expr>) {
        let Some(high) = high else {
            return self.out.line(format!("case {}:", self.p.expr(low)));
        };
        match (low.int_value(), high.int_value()) {
            (Some(a), Some(b)) if is_long(a, b) => self.out.line(format!("case {a}: // to {b}")),
            (Some(a), Some(b)) if b >= a => {
                (a..=b).for_each(|v| self.out.line(format!("case {v}:")));
            }
            _ => self.p.refuse(
                span,
                "a range of cases whose ends aren't plain numbers is not supported on a device",
            ),
        }
    }

    /// The value of a `switch`. Where it lies in a long range of cases (GNU's `low ... high`) it becomes the first of them, which
    /// is the only label that is printed.
    fn folded(&mut self, value: &Expr, body: &[Node]) -> String {
        fn ranges(n: &Node, all: &mut Vec<(i128, i128)>) {
            match &n.kind {
                Kind::Switch { .. } => return,
                Kind::Case {
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
            n.children(&mut |c| ranges(c, all));
        }
        let mut all = Vec::new();
        body.iter().for_each(|n| ranges(n, &mut all));
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

    fn decl(&mut self, d: &LocalDecl, span: Span) {
        let var = self.p.unit.var(d.var);
        let types = &self.p.unit.types;
        // On a device a constant table may be static, but no variable that keeps a value between calls.
        let constant = types.qualifiers(var.ty).is_const
            || types
                .pointee(var.ty)
                .is_some_and(|t| types.is_array(var.ty) && types.qualifiers(t).is_const);
        if d.is_static && !constant {
            self.p.refuse(
                span,
                format!("the static variable '{}' can't be in device code", var.name),
            );
        }
        if types.is_array(var.ty) && types.is_variably_modified(var.ty) {
            return self.variable_array(d.var, true);
        }
        let name = safe(&var.name);
        self.p.access.insert(d.var, Access::Name(name.clone()));
        let unread = !self.read.contains(&d.var);
        let assigned = d.init.as_ref().filter(|_| self.split && !d.is_static);
        let Some(init) = d.init.as_ref().filter(|_| assigned.is_none()) else {
            // The initial value becomes an assignment, so the variable can't be `const`.
            let declared = match assigned {
                Some(_) => self.p.declare_assigned(var.ty, &name),
                None => self.p.declare_mutable(var.ty, &name),
            };
            let line = self.marked(unread, &format!("{declared};"));
            self.out.line(line);
            if let Some(init) = assigned {
                let value = self.p.initialiser(var.ty, init);
                let line = self.assigned(var.ty, &name, &value, false);
                self.out.line(line);
            }
            if !d.is_static {
                self.fresh(d.var, assigned.is_some());
            }
            return;
        };
        let word = if d.is_static { "static " } else { "" };
        let declared = self.p.declare(var.ty, &name);
        let line = format!("{word}{declared} = {};", self.p.initialiser(var.ty, init));
        let line = self.marked(unread, &line);
        self.out.line(line);
        if !d.is_static {
            self.fresh(d.var, true);
        }
    }

    /// Prints a sequential loop.
    fn in_order(&mut self, l: &Sequential) {
        let head: Vec<Expr> = l.cond.iter().chain(&l.inc).cloned().collect();
        match &l.form {
            Form::While => {
                self.rolled(&head, &l.body);
                let cond = l.cond.as_ref().map_or("1".into(), |c| self.p.expr(c));
                self.out.open(format!("while ({cond}) {{"));
                self.inner(&l.body);
                self.out.close("}");
            }
            Form::DoWhile => {
                self.rolled(&head, &l.body);
                self.out.open("do {");
                self.inner(&l.body);
                match &l.cond {
                    Some(c) => self.close_at(c, format!("}} while ({});", self.p.expr(c))),
                    None => self.out.close("} while (1);"),
                }
            }
            Form::For(init) => self.for_loop(l, init.as_deref(), &head),
        }
    }

    fn for_loop(&mut self, l: &Sequential, init: Option<&Stmt>, head: &[Expr]) {
        let around = self.p.access.clone();
        let text = match init.map(|s| &s.kind) {
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
                    let name = safe(&v.name);
                    self.p.access.insert(*var, Access::Name(name.clone()));
                    let declared = self.p.declare(v.ty, &name);
                    Some(format!("{declared} = {}", self.p.argument(init)))
                }
                _ => None,
            },
            Some(_) => None,
        };
        // Several variables are declared before the loop, in a block around it.
        let block = text.is_none();
        if let (true, Some(init)) = (block, init) {
            self.out.open("{");
            self.statement(&Node::leaf(init.clone()));
        }
        if let Some(inc) = &l.inc {
            self.p.forget(inc);
        }
        let part = |e: &Option<Expr>| {
            e.as_ref()
                .map_or(String::new(), |e| format!(" {}", self.p.expr(e)))
        };
        let (cond, inc) = (part(&l.cond), part(&l.inc));
        self.rolled(head, &l.body);
        let init = text.unwrap_or_default();
        self.out.open(format!("for ({init};{cond};{inc}) {{"));
        self.inner(&l.body);
        self.out.close("}");
        if block {
            self.out.close("}");
        }
        self.p.access = around;
    }
}

/// Whether a range of cases is too long to be written out.
fn is_long(low: i128, high: i128) -> bool {
    high - low >= 8
}
