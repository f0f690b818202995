//! Prints a unit as text, for `--emit=ir`, `--emit=directives` and for tests.
//!
//! The text is close to C and makes explicit what C leaves unsaid: `<double>(i)` is a conversion that C makes silently;
//! each loop shows its id, and its canonical form or that it has none.

use super::expr::{ASSIGN, CONDITIONAL, PRIMARY, Text, text};
use super::{Dialect, Printer};
use accrs_frontend::Unit;
use accrs_frontend::directive::Directive;
use accrs_frontend::region::{
    Body, Construct, Expr, ExprKind, For, Function, Stmt, StmtKind, Storage, Var,
};
use std::fmt::Write;

/// The whole unit. The same unit always gives the same text.
pub fn unit(unit: &Unit) -> String {
    let mut d = Dumper::new(unit);
    for v in &unit.vars {
        d.variable(v);
    }
    for f in &unit.functions {
        d.function(f);
    }
    for c in &unit.constructs {
        d.construct(c);
    }
    d.out
}

/// The directives in host code, one to a line.
pub fn directives(unit: &Unit) -> String {
    let mut out = String::new();
    let d = Dumper::new(unit);
    for c in &unit.constructs {
        let line = unit.source.line(c.span.start);
        let _ = writeln!(out, "{line}: {}", d.directive(&c.directive));
    }
    out
}

impl Printer<'_> {
    /// The IR's own form of an expression: it shows silent conversions, and every operand with an operator is in parentheses.
    pub(super) fn ir(&self, e: &Expr) -> Option<Text> {
        // It binds like an argument: it gets no parentheses as one, but as any other operand.
        let loose = |s: String| Some(text(s, ASSIGN));
        match &e.kind {
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.operand(a, CONDITIONAL), self.operand(b, CONDITIONAL));
                loose(format!("{a} {} {b}", op.symbol()))
            }
            ExprKind::Assign(op, a, b) => {
                let (a, b) = (self.operand(a, CONDITIONAL), self.operand(b, CONDITIONAL));
                loose(format!("{a} {}= {b}", op.map_or("", |o| o.symbol())))
            }
            ExprKind::Conditional(a, b, c) => {
                let (a, c) = (self.operand(a, CONDITIONAL), self.operand(c, CONDITIONAL));
                let b = b
                    .as_ref()
                    .map(|b| format!(" {} ", self.operand(b, CONDITIONAL)));
                loose(format!("{a} ?{}: {c}", b.unwrap_or_default()))
            }
            ExprKind::Cast {
                implicit: true,
                operand,
            } => {
                let s = format!("<{}>({})", self.type_name(e.ty), self.expr(operand));
                Some(text(s, PRIMARY))
            }
            ExprKind::StmtExpr(stmts) => {
                let mut d = Dumper::new(self.unit);
                stmts.iter().for_each(|s| d.stmt(s));
                let lines: Vec<&str> = d.out.lines().map(str::trim).collect();
                Some(text(format!("({{ {} }})", lines.join(" ")), PRIMARY))
            }
            _ => None,
        }
    }
}

struct Dumper<'u> {
    unit: &'u Unit,
    p: Printer<'u>,
    out: String,
    indent: usize,
}

impl<'u> Dumper<'u> {
    fn new(unit: &'u Unit) -> Self {
        Self {
            unit,
            p: Printer::of(unit, Dialect::Ir),
            out: String::new(),
            indent: 0,
        }
    }

    /// A directive with its clauses.
    fn directive(&self, d: &Directive<Expr>) -> String {
        let shown: Result<Directive<String>, std::convert::Infallible> =
            d.try_map(&mut |e| Ok(self.p.expr(e)));
        match shown {
            Ok(d) => d.to_string(),
            Err(never) => match never {},
        }
    }
}

impl Dumper<'_> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:1$}{text}", "", 4 * self.indent);
    }

    fn variable(&mut self, v: &Var) {
        let storage = match v.storage {
            Storage::Global {
                is_static,
                is_extern,
                thread_local,
                in_class: _,
            } => {
                let mut s = String::from("global");
                for (on, word) in [
                    (is_static, " static"),
                    (is_extern, " extern"),
                    (thread_local, " thread-local"),
                ] {
                    if on {
                        s.push_str(word);
                    }
                }
                s
            }
            Storage::StaticLocal => "static local".into(),
            Storage::Param => "param".into(),
            Storage::Local => "local".into(),
            Storage::Region => "region".into(),
        };
        let ty = self.p.type_name(v.ty);
        self.line(&format!("var {}: {ty} ({storage})", v.name));
    }

    fn function(&mut self, f: &Function) {
        let params: Vec<String> = f
            .params
            .iter()
            .map(|p| {
                let v = self.unit.var(*p);
                format!("{}: {}", v.name, self.p.type_name(v.ty))
            })
            .collect();
        let mut head = format!("function {}({})", f.name, params.join(", "));
        let _ = write!(head, " {}", self.p.type_name(f.ret));
        for (on, word) in [
            (f.is_static, " static"),
            (f.is_inline, " inline"),
            (f.library, " library"),
            (f.builtin, " builtin"),
        ] {
            if on {
                head.push_str(word);
            }
        }
        if let Some(r) = &f.routine {
            let _ = write!(head, " [{}]", self.directive(r));
        }
        self.line(&head);
        if let Some(body) = &f.body {
            self.nested(|d| body.iter().for_each(|s| d.stmt(s)));
        }
    }

    fn construct(&mut self, c: &Construct) {
        let unit = self.unit;
        let place = unit.source.place(c.span.start);
        let mut head = format!("construct {} {}:{}", c.id.0, place.file, place.line);
        if !c.function.is_empty() {
            let _ = write!(head, " in {}", c.function);
        }
        if let Some(p) = c.parent {
            let _ = write!(head, " inside construct {}", p.0);
        }
        self.line(&head);
        self.nested(|d| {
            d.line(&d.directive(&c.directive));
            match &c.body {
                Body::None => {}
                Body::Host(span) => {
                    let (from, to) = (unit.source.line(span.start), unit.source.line(span.end));
                    d.line(&format!("host text, lines {from} to {to}"));
                }
                Body::Compute(stmts) => stmts.iter().for_each(|s| d.stmt(s)),
                Body::Declarative(Some(f)) => {
                    let name = unit.function(*f).name.clone();
                    d.line(&format!("names function {name}"));
                }
                Body::Declarative(None) => {}
            }
        });
    }

    fn nested(&mut self, f: impl FnOnce(&mut Self)) {
        self.indent += 1;
        f(self);
        self.indent -= 1;
    }

    fn head(&mut self, head: String, body: &Stmt) {
        self.line(&head);
        self.nested(|d| match &body.kind {
            StmtKind::Block(stmts) => stmts.iter().for_each(|s| d.stmt(s)),
            _ => d.stmt(body),
        });
    }

    fn stmt(&mut self, s: &Stmt) {
        let unit = self.unit;
        match &s.kind {
            StmtKind::Empty => self.line(";"),
            StmtKind::Expr(e) => self.line(&format!("{};", self.p.expr(e))),
            StmtKind::Decl(decls) => {
                for d in decls {
                    let v = unit.var(d.var);
                    let word = if d.is_static { "static " } else { "" };
                    let init = d.init.as_ref();
                    let init = init.map_or(String::new(), |e| format!(" = {}", self.p.expr(e)));
                    let ty = self.p.type_name(v.ty);
                    self.line(&format!("{word}{}: {ty}{init};", v.name));
                }
            }
            StmtKind::Block(stmts) => {
                self.line("block");
                self.nested(|d| stmts.iter().for_each(|s| d.stmt(s)));
            }
            StmtKind::If { cond, then, els } => {
                self.head(format!("if {}", self.p.expr(cond)), then);
                if let Some(els) = els {
                    self.head("else".into(), els);
                }
            }
            StmtKind::For(l) => self.for_loop(l),
            StmtKind::While { cond, body } => {
                self.head(format!("while {}", self.p.expr(cond)), body);
            }
            StmtKind::DoWhile { body, cond } => {
                self.head("do".into(), body);
                self.line(&format!("while {};", self.p.expr(cond)));
            }
            StmtKind::Switch { value, body } => {
                self.head(format!("switch {}", self.p.expr(value)), body);
            }
            StmtKind::Case { low, high, body } => {
                let mut head = format!("case {}", self.p.expr(low));
                if let Some(high) = high {
                    let _ = write!(head, " ... {}", self.p.expr(high));
                }
                self.head(head, body);
            }
            StmtKind::Default(body) => self.head("default".into(), body),
            StmtKind::Label { name, body } => self.head(format!("label {name}"), body),
            StmtKind::Goto(name) => self.line(&format!("goto {name};")),
            StmtKind::Break => self.line("break;"),
            StmtKind::Continue => self.line("continue;"),
            StmtKind::Return(None) => self.line("return;"),
            StmtKind::Return(Some(e)) => self.line(&format!("return {};", self.p.expr(e))),
            StmtKind::Atomic { directive, body } => {
                self.head(self.directive(directive), body);
            }
            StmtKind::Cache(directive) => self.line(&self.directive(directive)),
        }
    }

    fn for_loop(&mut self, l: &For) {
        let unit = self.unit;
        if let Some(d) = &l.directive {
            self.line(&self.directive(d));
        }
        let head = match &l.canonical {
            Some(c) => {
                let cmp = c.cmp.op().symbol();
                let v = unit.var(c.var);
                let ty = match c.declared {
                    true => format!(": {}", self.p.type_name(v.ty)),
                    false => String::new(),
                };
                let sign = if c.down { '-' } else { '+' };
                format!(
                    "for #{} {}{ty} = {}; {cmp} {}; {sign} {}",
                    l.id.0,
                    v.name,
                    self.p.expr(&c.lower),
                    self.p.expr(&c.upper),
                    self.p.expr(&c.step)
                )
            }
            None => {
                let mut inner = Dumper::new(unit);
                if let Some(init) = &l.init {
                    inner.stmt(init);
                }
                let init: Vec<&str> = inner.out.lines().collect();
                let show = |e: &Option<Expr>| e.as_ref().map_or(String::new(), |e| self.p.expr(e));
                format!(
                    "for #{} not canonical ({} {}; {})",
                    l.id.0,
                    init.join(" "),
                    show(&l.cond),
                    show(&l.inc)
                )
            }
        };
        self.head(head, &l.body);
    }
}
