//! Prints statements as C, one to a line.
//!
//! [`Statements`] prints them onto lines with an expression printer. Each of these methods may be overridden to print something
//! else, and has a twin that prints C's own form (`stmt` and `plain_stmt`), for overriding methods to call:
//!
//! | method | overridden for |
//! |---|---|
//! | `stmt` | what goes before or around every statement, such as the objects of compound literals |
//! | `decl` | other storage, other initialisers, attributes |
//! | `for_loop` | a loop that is spread over threads, or counted in another way |
//! | `ahead_of_for`, `ahead_of_while` | lines just ahead of a loop: directives, pragmas |
//! | `start_of_body` | what an iteration begins with, such as private variables |
//! | `atomic` | a directive, or an operation of the device; C's own form is the statement alone |
//! | `switch_value`, `case` | forms of GNU C that the dialect lacks |
//! | `label` | names that the dialect can't have |
//!
//! How a variable is reached is up to the printer's [`Printer::access`], as in expressions. Directives and the canonical
//! form of loops ([`Canonical`](accrs_frontend::region::Canonical)) don't matter here.
//!
//! `conditional`, `counted`, `repeated` and `switch` take bodies as closures, for callers whose bodies aren't statements of the
//! IR but nodes of a tree.

use super::{Dialect, Lines, Printer};
use accrs_frontend::directive::Directive;
use accrs_frontend::region::{Expr, For, LocalDecl, Stmt, StmtKind, Type};

/// The three parts of a `for`.
#[derive(Clone, Copy, Default)]
pub struct Head<'h> {
    pub init: Option<&'h Stmt>,
    pub cond: Option<&'h Expr>,
    pub inc: Option<&'h Expr>,
}

impl<'h> Head<'h> {
    pub fn of(l: &'h For) -> Self {
        Self {
            init: l.init.as_deref(),
            cond: l.cond.as_ref(),
            inc: l.inc.as_ref(),
        }
    }
}

/// Prints statements; see the module's head.
pub trait Statements: Sized {
    fn printer(&self) -> &Printer<'_>;
    fn out(&mut self) -> &mut Lines;

    fn stmt(&mut self, s: &Stmt) {
        self.plain_stmt(s);
    }
    fn decl(&mut self, d: &LocalDecl) {
        let line = self.printer().declaration(d);
        self.out().line(format!("{line};"));
    }
    fn for_loop(&mut self, l: &For) {
        self.plain_for(l);
    }
    fn ahead_of_for(&mut self, _: &For) {}
    fn ahead_of_while(&mut self, _cond: &Expr, _body: &Stmt) {}
    fn start_of_body(&mut self, _: &For) {}
    fn atomic(&mut self, _: &Directive<Expr>, body: &Stmt) {
        self.stmt(body);
    }
    fn switch_value(&mut self, value: &Expr, _body: &Stmt) -> String {
        self.printer().expr(value)
    }
    fn case(&mut self, low: &Expr, high: Option<&Expr>) {
        let p = self.printer();
        let high = high.map(|e| format!(" ... {}", p.expr(e)));
        let line = format!("case {}{}:", p.expr(low), high.unwrap_or_default());
        self.mark(&line);
    }
    fn label(&self, name: &str) -> String {
        name.to_string()
    }

    fn plain_stmt(&mut self, s: &Stmt) {
        self.printer().place.set(s.span);
        if self.printer().dialect == Dialect::HostC
            && let Some(text) = self.printer().verbatim(s)
        {
            return self.out().line(text);
        }
        match &s.kind {
            StmtKind::Empty => self.out().line(";"),
            StmtKind::Expr(e) => {
                let text = self.printer().effect(e);
                self.out().line(format!("{text};"));
            }
            StmtKind::Decl(decls) => decls.iter().for_each(|d| self.decl(d)),
            StmtKind::Block(stmts) => {
                self.out().open("{");
                stmts.iter().for_each(|s| self.stmt(s));
                self.out().close("}");
            }
            StmtKind::If { .. } if self.printer().dialect != Dialect::Cuda => self.chain(s),
            StmtKind::If { cond, then, els } => {
                let els = els.as_deref();
                self.conditional(
                    cond,
                    |w| w.body(then),
                    els.map(|e| |w: &mut Self| w.body(e)),
                );
            }
            StmtKind::For(l) => self.for_loop(l),
            StmtKind::While { cond, body } => {
                self.ahead_of_while(cond, body);
                self.repeated(cond, |w| w.body(body));
            }
            StmtKind::DoWhile { body, cond } => {
                self.ahead_of_while(cond, body);
                self.out().open("do {");
                self.body(body);
                let cond = self.printer().condition(cond);
                self.out().close(format!("}} while ({cond});"));
            }
            StmtKind::Switch { value, body } => {
                let value = self.switch_value(value, body);
                self.switch(&value, |w| w.body(body));
            }
            StmtKind::Case { low, high, body } => {
                self.case(low, high.as_ref());
                self.stmt(body);
            }
            StmtKind::Default(body) => {
                self.mark("default:");
                self.stmt(body);
            }
            StmtKind::Label { name, body } => {
                let line = format!("{}:", self.label(name));
                self.mark(&line);
                self.stmt(body);
            }
            StmtKind::Goto(name) => {
                let line = format!("goto {};", self.label(name));
                self.out().line(line);
            }
            StmtKind::Break => self.out().line("break;"),
            StmtKind::Continue => self.out().line("continue;"),
            StmtKind::Return(None) => self.out().line("return;"),
            StmtKind::Return(Some(e)) => {
                let text = self.printer().expr(e);
                self.out().line(format!("return {text};"));
            }
            StmtKind::Atomic { directive, body } => self.atomic(directive, body),
            // `cache` is only a hint.
            StmtKind::Cache(_) => {}
        }
    }

    /// `if ... else if ... else`
    fn chain(&mut self, first: &Stmt) {
        let mut next = Some(first);
        let mut word = "if";
        while let Some(s) = next {
            let StmtKind::If { cond, then, els } = &s.kind else {
                self.out().between("} else {");
                self.body(s);
                break;
            };
            self.printer().place.set(s.span);
            let line = format!("{word} ({}) {{", self.printer().condition(cond));
            match word {
                "if" => self.out().open(line),
                _ => self.out().between(line),
            }
            self.body(then);
            word = "} else if";
            next = els.as_deref();
        }
        self.out().close("}");
    }

    fn plain_for(&mut self, l: &For) {
        self.counted(
            Head::of(l),
            |w| w.ahead_of_for(l),
            |w| {
                w.start_of_body(l);
                w.body(&l.body);
            },
        );
    }

    /// Prints the line of a label.
    fn mark(&mut self, line: &str) {
        match self.printer().dialect {
            Dialect::Cuda => self.out().line(line),
            _ => self.out().label(line),
        }
    }

    /// Prints a statement inside braces that are there already.
    fn body(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Block(stmts) if !self.is_verbatim(s) => {
                stmts.iter().for_each(|s| self.stmt(s));
            }
            _ => self.stmt(s),
        }
    }

    /// Whether a block of the IR stands for something that only the user's text says.
    fn is_verbatim(&self, s: &Stmt) -> bool {
        self.printer().dialect == Dialect::HostC && self.printer().verbatim(s).is_some()
    }

    /// `if (cond) { ... } else { ... }`
    fn conditional(
        &mut self,
        cond: &Expr,
        then: impl FnOnce(&mut Self),
        els: Option<impl FnOnce(&mut Self)>,
    ) {
        let cond = self.printer().condition(cond);
        self.out().open(format!("if ({cond}) {{"));
        then(self);
        if let Some(els) = els {
            self.out().between("} else {");
            els(self);
        }
        self.out().close("}");
    }

    /// `for (...) { ... }`, in a block of its own where the variables that it declares can't be declared in its head.
    fn counted(
        &mut self,
        head: Head<'_>,
        ahead: impl FnOnce(&mut Self),
        body: impl FnOnce(&mut Self),
    ) {
        let init = self.printer().first_part(head.init);
        if init.is_none() {
            self.out().open("{");
            head.init.iter().for_each(|s| self.stmt(s));
        }
        let p = self.printer();
        let cond = head.cond.map(|e| format!(" {}", p.condition(e)));
        let inc = head.inc.map(|e| format!(" {}", p.effect(e)));
        let (cond, inc) = (cond.unwrap_or_default(), inc.unwrap_or_default());
        let first = init.as_deref().unwrap_or_default();
        let line = format!("for ({first};{cond};{inc}) {{");
        ahead(self);
        self.out().open(line);
        body(self);
        self.out().close("}");
        if init.is_none() {
            self.out().close("}");
        }
    }

    /// `while (cond) { ... }`
    fn repeated(&mut self, cond: &Expr, body: impl FnOnce(&mut Self)) {
        let cond = self.printer().condition(cond);
        self.out().open(format!("while ({cond}) {{"));
        body(self);
        self.out().close("}");
    }

    /// `switch (value) { ... }`
    fn switch(&mut self, value: &str, body: impl FnOnce(&mut Self)) {
        self.out().open(format!("switch ({value}) {{"));
        body(self);
        self.out().close("}");
    }
}

impl Printer<'_> {
    /// An expression whose value is not used.
    fn effect(&self, e: &Expr) -> String {
        match self.dialect {
            Dialect::Cuda => self.discarded(e),
            _ => self.expr(e),
        }
    }

    /// Whether one declaration can declare several variables with nothing but their names.
    fn are_alike(&self, decls: &[LocalDecl]) -> bool {
        let types = &self.unit.types;
        let plain = |ty| {
            !matches!(
                types.get(ty),
                Type::Pointer(_) | Type::Array(..) | Type::Function { .. }
            )
        };
        let var = |d: &LocalDecl| self.unit.var(d.var);
        self.dialect != Dialect::Cuda
            && decls.windows(2).all(|d| var(&d[0]).ty == var(&d[1]).ty)
            && decls
                .iter()
                .all(|d| plain(var(d).ty) && !d.is_static && var(d).attributes.is_empty())
    }

    /// The first part of a `for`, if it can stand in the head: an expression, or one declaration except in C89.
    fn first_part(&self, init: Option<&Stmt>) -> Option<String> {
        match init.map(|s| &s.kind) {
            None | Some(StmtKind::Empty) => Some(String::new()),
            Some(StmtKind::Expr(e)) => Some(self.effect(e)),
            Some(StmtKind::Decl(decls)) => match &decls[..] {
                _ if self.unit.c89 => None,
                [only] if !only.is_static && only.init.is_some() => Some(self.declaration(only)),
                [first, others @ ..] if self.are_alike(decls) => {
                    let others = others.iter().map(|d| self.declarator(d));
                    let all: Vec<String> = std::iter::once(self.declaration(first))
                        .chain(others)
                        .collect();
                    Some(all.join(", "))
                }
                _ => None,
            },
            Some(_) => None,
        }
    }
}

/// Prints statements in C's own form.
pub struct Plain<'p, 'a> {
    pub p: &'p Printer<'a>,
    pub out: Lines,
}

impl Statements for Plain<'_, '_> {
    fn printer(&self) -> &Printer<'_> {
        self.p
    }
    fn out(&mut self) -> &mut Lines {
        &mut self.out
    }
}

/// Statements in C's own form, with expressions as `p` prints them.
pub fn printed(p: &Printer<'_>, stmts: &[Stmt]) -> String {
    let place = p.place.get();
    let out = Lines::default();
    let mut plain = Plain { p, out };
    stmts.iter().for_each(|s| plain.stmt(s));
    p.place.set(place);
    plain.out.into_text()
}
