//! A unit as text, for `--emit=ir`, `--emit=directives` and for tests.
//!
//! Close to C, with what C leaves unsaid: `<double>(i)` is a conversion that C makes silently;
//! each loop shows its id, and its canonical form or that it has none. Types are written from left to
//! right: `*double` is a pointer, `[4][n]double` an array.

use super::{
    ArrayLen, Body, Construct, Designator, Expr, ExprKind, FloatKind, For, Function, IntKind,
    LoopCmp, Stmt, StmtKind, Storage, Type, TypeId, UnaryOp, Unit, Var,
};
use crate::directive::Directive;
use std::fmt::Write;

impl Unit {
    /// The whole unit. Stable: the same unit always gives the same text.
    pub fn dump(&self) -> String {
        let mut d = Dumper {
            unit: self,
            out: String::new(),
            indent: 0,
        };
        for v in &self.vars {
            d.variable(v);
        }
        for f in &self.functions {
            d.function(f);
        }
        for c in &self.constructs {
            d.construct(c);
        }
        d.out
    }

    /// The directives that stand in host code, one a line.
    pub fn dump_directives(&self) -> String {
        let mut out = String::new();
        for c in &self.constructs {
            let line = self.source.line(c.span.start);
            let _ = writeln!(out, "{line}: {}", self.show_directive(&c.directive));
        }
        out
    }

    /// A directive with its clauses.
    pub fn show_directive(&self, d: &Directive<Expr>) -> String {
        let shown: Result<Directive<String>, std::convert::Infallible> =
            d.try_map(&mut |e| Ok(self.show_expr(e)));
        match shown {
            Ok(d) => d.to_string(),
            Err(never) => match never {},
        }
    }

    /// A type, read from left to right.
    pub fn show_type(&self, id: TypeId) -> String {
        match self.types.get(id) {
            Type::Void => "void".into(),
            Type::Bool => "_Bool".into(),
            Type::Char => "char".into(),
            Type::Int(k) => int_name(*k).into(),
            Type::Float(k) => float_name(*k).into(),
            Type::Complex(k) => format!("_Complex {}", float_name(*k)),
            Type::Pointer(to) => format!("*{}", self.show_type(*to)),
            Type::Array(of, len) => {
                let len = match len {
                    ArrayLen::Fixed(n) => n.to_string(),
                    ArrayLen::Vla(v) => self
                        .types
                        .vla_lengths
                        .get(v.index())
                        .map_or_else(String::new, |e| self.show_expr(e)),
                    ArrayLen::Unknown => String::new(),
                };
                format!("[{len}]{}", self.show_type(*of))
            }
            Type::Record(_) if self.types.vector(id).is_some() => match self.types.vector(id) {
                Some((elem, n)) => format!("<{n}>{}", self.show_type(elem)),
                None => String::new(),
            },
            Type::Record(r) => {
                let record = &self.types.records[r.index()];
                let word = if record.is_union { "union" } else { "struct" };
                match &record.tag {
                    Some(tag) => format!("{word} {tag}"),
                    None => format!("{word} #{}", r.0),
                }
            }
            Type::Enum(e) => match &self.types.enums[e.index()].tag {
                Some(tag) => format!("enum {tag}"),
                None => format!("enum #{}", e.0),
            },
            Type::Typedef(t) => self.types.typedefs[t.index()].name.clone(),
            Type::Function {
                ret,
                params,
                variadic,
            } => {
                let mut list: Vec<String> = params.iter().map(|p| self.show_type(*p)).collect();
                if *variadic {
                    list.push("...".into());
                }
                format!("fn({}) {}", list.join(", "), self.show_type(*ret))
            }
            Type::Qualified(of, q) => {
                let mut out = String::new();
                for (on, word) in [
                    (q.is_const, "const "),
                    (q.is_volatile, "volatile "),
                    (q.is_restrict, "restrict "),
                ] {
                    if on {
                        out.push_str(word);
                    }
                }
                out + &self.show_type(*of)
            }
        }
    }

    /// An expression, every operator in parentheses unless it stands alone.
    pub fn show_expr(&self, e: &Expr) -> String {
        let inner = |e: &Expr| match e.kind {
            ExprKind::Binary(..) | ExprKind::Assign(..) | ExprKind::Conditional(..) => {
                format!("({})", self.show_expr(e))
            }
            _ => self.show_expr(e),
        };
        match &e.kind {
            ExprKind::IntLit { text, .. }
            | ExprKind::FloatLit { text }
            | ExprKind::CharLit { text, .. }
            | ExprKind::StringLit { text }
            | ExprKind::Offsetof { text, .. } => text.clone(),
            ExprKind::Var(v) => self.var(*v).name.clone(),
            ExprKind::Function(f) => self.function(*f).name.clone(),
            ExprKind::EnumConst { name, .. } => name.clone(),
            ExprKind::Unary(op, a) => unary(*op, &inner(a)),
            ExprKind::Binary(op, a, b) => format!("{} {} {}", inner(a), op.symbol(), inner(b)),
            ExprKind::Assign(op, a, b) => {
                let op = op.map_or("", |o| o.symbol());
                format!("{} {op}= {}", inner(a), inner(b))
            }
            ExprKind::Conditional(a, Some(b), c) => {
                format!("{} ? {} : {}", inner(a), inner(b), inner(c))
            }
            ExprKind::Conditional(a, None, c) => format!("{} ?: {}", inner(a), inner(c)),
            ExprKind::Call { callee, args } => {
                let args: Vec<String> = args.iter().map(|a| self.show_expr(a)).collect();
                format!("{}({})", inner(callee), args.join(", "))
            }
            ExprKind::Index(a, b) => format!("{}[{}]", inner(a), self.show_expr(b)),
            ExprKind::Member { base, .. } if self.types.vector(base.ty).is_some() => inner(base),
            ExprKind::Member { base, field, arrow } => {
                let dot = if *arrow { "->" } else { "." };
                format!("{}{dot}{field}", inner(base))
            }
            ExprKind::Cast { implicit, operand } => {
                let ty = self.show_type(e.ty);
                match implicit {
                    true => format!("<{ty}>({})", self.show_expr(operand)),
                    false => format!("({ty}){}", inner(operand)),
                }
            }
            ExprKind::SizeofExpr(a) => format!("sizeof {}", inner(a)),
            ExprKind::SizeofType(t) => format!("sizeof({})", self.show_type(*t)),
            ExprKind::AlignofType(t) => format!("_Alignof({})", self.show_type(*t)),
            ExprKind::CompoundLiteral(list) => {
                format!("({}){}", self.show_type(e.ty), self.show_expr(list))
            }
            ExprKind::InitList(items) => {
                let items: Vec<String> = items
                    .iter()
                    .map(|i| {
                        let mut head: String =
                            i.designators.iter().map(|d| self.designator(d)).collect();
                        if !head.is_empty() {
                            head.push_str(" = ");
                        }
                        head + &self.show_expr(&i.value)
                    })
                    .collect();
                format!("{{{}}}", items.join(", "))
            }
            ExprKind::StmtExpr(stmts) => {
                let mut d = Dumper {
                    unit: self,
                    out: String::new(),
                    indent: 0,
                };
                stmts.iter().for_each(|s| d.stmt(s));
                let lines: Vec<&str> = d.out.lines().map(str::trim).collect();
                format!("({{ {} }})", lines.join(" "))
            }
        }
    }

    fn designator(&self, d: &Designator) -> String {
        match d {
            Designator::Field(name) => format!(".{name}"),
            Designator::Index(e) => format!("[{}]", self.show_expr(e)),
            Designator::Range(a, b) => {
                format!("[{} ... {}]", self.show_expr(a), self.show_expr(b))
            }
        }
    }
}

fn unary(op: UnaryOp, a: &str) -> String {
    match op {
        UnaryOp::Plus => format!("+{a}"),
        UnaryOp::Minus => format!("-{a}"),
        UnaryOp::Not => format!("!{a}"),
        UnaryOp::BitNot => format!("~{a}"),
        UnaryOp::Deref => format!("*{a}"),
        UnaryOp::AddrOf => format!("&{a}"),
        UnaryOp::PreInc => format!("++{a}"),
        UnaryOp::PreDec => format!("--{a}"),
        UnaryOp::PostInc => format!("{a}++"),
        UnaryOp::PostDec => format!("{a}--"),
        UnaryOp::Real => format!("__real__ {a}"),
        UnaryOp::Imag => format!("__imag__ {a}"),
    }
}

fn int_name(k: IntKind) -> &'static str {
    match k {
        IntKind::SChar => "signed char",
        IntKind::UChar => "unsigned char",
        IntKind::Short => "short",
        IntKind::UShort => "unsigned short",
        IntKind::Int => "int",
        IntKind::UInt => "unsigned",
        IntKind::Long => "long",
        IntKind::ULong => "unsigned long",
        IntKind::LongLong => "long long",
        IntKind::ULongLong => "unsigned long long",
        IntKind::Int128 => "__int128",
        IntKind::UInt128 => "unsigned __int128",
    }
}

fn float_name(k: FloatKind) -> &'static str {
    match k {
        FloatKind::Float => "float",
        FloatKind::Double => "double",
        FloatKind::LongDouble => "long double",
    }
}

struct Dumper<'u> {
    unit: &'u Unit,
    out: String,
    indent: usize,
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
        let ty = self.unit.show_type(v.ty);
        self.line(&format!("var {}: {ty} ({storage})", v.name));
    }

    fn function(&mut self, f: &Function) {
        let params: Vec<String> = f
            .params
            .iter()
            .map(|p| {
                let v = self.unit.var(*p);
                format!("{}: {}", v.name, self.unit.show_type(v.ty))
            })
            .collect();
        let mut head = format!("function {}({})", f.name, params.join(", "));
        let _ = write!(head, " {}", self.unit.show_type(f.ret));
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
            let _ = write!(head, " [{}]", self.unit.show_directive(r));
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
            d.line(&unit.show_directive(&c.directive));
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
            StmtKind::Expr(e) => self.line(&format!("{};", unit.show_expr(e))),
            StmtKind::Decl(decls) => {
                for d in decls {
                    let v = unit.var(d.var);
                    let word = if d.is_static { "static " } else { "" };
                    let init = d.init.as_ref();
                    let init = init.map_or(String::new(), |e| format!(" = {}", unit.show_expr(e)));
                    let ty = unit.show_type(v.ty);
                    self.line(&format!("{word}{}: {ty}{init};", v.name));
                }
            }
            StmtKind::Block(stmts) => {
                self.line("block");
                self.nested(|d| stmts.iter().for_each(|s| d.stmt(s)));
            }
            StmtKind::If { cond, then, els } => {
                self.head(format!("if {}", unit.show_expr(cond)), then);
                if let Some(els) = els {
                    self.head("else".into(), els);
                }
            }
            StmtKind::For(l) => self.for_loop(l),
            StmtKind::While { cond, body } => {
                self.head(format!("while {}", unit.show_expr(cond)), body);
            }
            StmtKind::DoWhile { body, cond } => {
                self.head("do".into(), body);
                self.line(&format!("while {};", unit.show_expr(cond)));
            }
            StmtKind::Switch { value, body } => {
                self.head(format!("switch {}", unit.show_expr(value)), body);
            }
            StmtKind::Case { low, high, body } => {
                let mut head = format!("case {}", unit.show_expr(low));
                if let Some(high) = high {
                    let _ = write!(head, " ... {}", unit.show_expr(high));
                }
                self.head(head, body);
            }
            StmtKind::Default(body) => self.head("default".into(), body),
            StmtKind::Label { name, body } => self.head(format!("label {name}"), body),
            StmtKind::Goto(name) => self.line(&format!("goto {name};")),
            StmtKind::Break => self.line("break;"),
            StmtKind::Continue => self.line("continue;"),
            StmtKind::Return(None) => self.line("return;"),
            StmtKind::Return(Some(e)) => self.line(&format!("return {};", unit.show_expr(e))),
            StmtKind::Atomic { directive, body } => {
                self.head(unit.show_directive(directive), body);
            }
            StmtKind::Cache(directive) => self.line(&unit.show_directive(directive)),
        }
    }

    fn for_loop(&mut self, l: &For) {
        let unit = self.unit;
        if let Some(d) = &l.directive {
            self.line(&unit.show_directive(d));
        }
        let head = match &l.canonical {
            Some(c) => {
                let cmp = match c.cmp {
                    LoopCmp::Lt => "<",
                    LoopCmp::Le => "<=",
                    LoopCmp::Gt => ">",
                    LoopCmp::Ge => ">=",
                    LoopCmp::Ne => "!=",
                };
                let v = unit.var(c.var);
                let ty = match c.declared {
                    true => format!(": {}", unit.show_type(v.ty)),
                    false => String::new(),
                };
                let sign = if c.down { '-' } else { '+' };
                format!(
                    "for #{} {}{ty} = {}; {cmp} {}; {sign} {}",
                    l.id.0,
                    v.name,
                    unit.show_expr(&c.lower),
                    unit.show_expr(&c.upper),
                    unit.show_expr(&c.step)
                )
            }
            None => {
                let mut inner = Dumper {
                    unit,
                    out: String::new(),
                    indent: 0,
                };
                if let Some(init) = &l.init {
                    inner.stmt(init);
                }
                let init: Vec<&str> = inner.out.lines().collect();
                let show =
                    |e: &Option<Expr>| e.as_ref().map_or(String::new(), |e| unit.show_expr(e));
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
