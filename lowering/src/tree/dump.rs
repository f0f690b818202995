//! Prints a tree as text, one node to a line, with the nodes inside it indented. For `--emit=tree` and for tests.

use super::access::{Home, Private};
use super::node::*;
use super::value::{Argument, Type, Value};
use crate::plan::{Axis, Side, Tiled, show};
use accrs_frontend::Unit;
use accrs_frontend::region::{Expr, Stmt, StmtKind, VarId};
use std::fmt::Write;

/// The nodes, indented by `depth`.
pub fn nodes(unit: &Unit, nodes: &[Node], depth: usize) -> String {
    let mut d = Dump {
        unit,
        out: String::new(),
    };
    d.nodes(nodes, depth);
    d.out
}

struct Dump<'a> {
    unit: &'a Unit,
    out: String,
}

impl Dump<'_> {
    fn line(&mut self, depth: usize, text: impl AsRef<str>) {
        let _ = writeln!(
            self.out,
            "{:width$}{}",
            "",
            text.as_ref(),
            width = 2 * depth
        );
    }

    fn nodes(&mut self, nodes: &[Node], depth: usize) {
        nodes.iter().for_each(|n| self.node(n, depth));
    }

    fn name(&self, v: VarId) -> &str {
        &self.unit.var(v).name
    }

    fn names(&self, all: &[VarId]) -> String {
        let all: Vec<&str> = all.iter().map(|v| self.name(*v)).collect();
        all.join(", ")
    }

    fn expr(&self, e: &Expr) -> String {
        show::expr(self.unit, e)
    }

    fn node(&mut self, n: &Node, depth: usize) {
        let text = self.head(&n.kind);
        self.line(depth, text);
        match &n.kind {
            Kind::If(i) => {
                self.nodes(&i.then, depth + 1);
                if let Some(els) = &i.els {
                    self.line(depth, "else");
                    self.nodes(els, depth + 1);
                }
            }
            Kind::Parts(p) => {
                self.nodes(&p.declared, depth + 1);
                for part in &p.parts {
                    let cases: Vec<String> = part.cases.iter().map(|c| self.expr(&c.0)).collect();
                    let default = if part.default { " default" } else { "" };
                    self.line(depth + 1, format!("part {}{default}", cases.join(" ")));
                    self.nodes(&part.body, depth + 2);
                }
            }
            _ => n.children(&mut |c| self.node(c, depth + 1)),
        }
    }

    fn head(&self, kind: &Kind) -> String {
        match kind {
            Kind::Leaf(s) => self.leaf(s),
            Kind::Block(_) => "block".into(),
            Kind::If(i) => format!("if {}{}", self.expr(&i.cond), joint(i.joint)),
            Kind::For(l) => self.sequential(l),
            Kind::Switch { value, .. } => format!("switch {}", self.expr(value)),
            Kind::Case { low, .. } => format!("case {}", self.expr(low)),
            Kind::Default(_) => "default".into(),
            Kind::Label { name, .. } => format!("label {name}"),
            Kind::Loop(l) => self.spread(l),
            Kind::Together(t) => self.together(t),
            Kind::Private(p) => self.private(p),
            Kind::Initial(v, e) => format!("initial {} = {}", self.name(*v), self.expr(e)),
            Kind::Parameter(v, _) => format!("copy of parameter {}", self.name(*v)),
            Kind::Text(None) => "the user's text".into(),
            Kind::Text(Some(shift)) => format!(
                "the user's text, {} for {}",
                self.expr(&shift.value),
                self.name(shift.var)
            ),
            Kind::Length { name, .. } => format!("length {name}"),
            Kind::Section(name, e) => format!("length {name} = {}", self.expr(e)),
            Kind::Parts(p) => format!("switch {}, together", self.expr(&p.value)),
            Kind::Exit(Exit::Break) => "break, together".into(),
            Kind::Exit(Exit::Continue) => "continue, together".into(),
            Kind::Leave(_) => "return, together".into(),
            Kind::Call(c) => {
                let name = &self.unit.function(c.function).name;
                let meet = c
                    .barrier
                    .map_or(String::new(), |why| format!(", behind a barrier: {why}"));
                format!("call of {name} by the whole block{meet}")
            }
            Kind::Gangs(copies, _) => {
                let names: Vec<&str> = copies.iter().map(|c| c.name.as_str()).collect();
                format!("reduced over gangs: {}", names.join(", "))
            }
            Kind::Copies(c) => {
                let names: Vec<&str> = c.all.iter().map(|(_, name)| name.as_str()).collect();
                let meet = c.barrier.map_or(String::new(), |why| {
                    format!(", combined behind a barrier: {why}")
                });
                format!("copies of the block: {}{meet}", names.join(", "))
            }
            Kind::Tiles(t) => {
                let side = |s: &Side| format!("{} {}", s.number(), self.name(s.head.var));
                let (rows, columns, copied): (_, _, Vec<String>) = match t {
                    Tiled::Sums(t) => {
                        let copied = t.copies.iter().map(|c| self.expr(&c.element));
                        (Some(&t.rows), &t.columns, copied.collect())
                    }
                    Tiled::Staged(t) => {
                        let copied = t.elements.iter().map(|c| self.expr(&c.element));
                        (Some(&t.rows), &t.columns, copied.collect())
                    }
                    Tiled::Cached(t) => {
                        let copied = t.near.iter().map(|c| self.expr(&c.element));
                        (t.rows.as_ref(), &t.columns, copied.collect())
                    }
                };
                let rows = rows.map_or(String::new(), |s| format!("{} by ", side(s)));
                let tensor = match t {
                    Tiled::Sums(t) if t.tensor.is_ok() => ", and products by tensor cores",
                    _ => "",
                };
                format!(
                    "tiles of {rows}{}, with copies of {}{tensor}",
                    side(columns),
                    copied.join(", ")
                )
            }
            Kind::Wave(w) => {
                let heads: Vec<&str> = w.plan.heads().map(|h| self.name(h.var)).collect();
                let meet = "all blocks meet behind each";
                format!("waves of {}, {meet}", heads.join(" and "))
            }
            Kind::Mark(Mark::Enter(n)) => format!("enter checked loop {n}"),
            Kind::Mark(Mark::Iteration(n, _)) => format!("iteration of checked loop {n}"),
            Kind::Mark(Mark::Leave) => "leave checked loop".into(),
            Kind::Barrier(Meeting::Block, why) => format!("barrier: {why}"),
            Kind::Barrier(Meeting::Grid, why) => format!("barrier of all blocks: {why}"),
            Kind::Test(v, _) => format!("if {}", self.value(v)),
            Kind::Let(l) => format!("let {} = {}", l.name, self.value(&l.value)),
            Kind::Assign(names, v) => format!("{} = {}", names.join(" = "), self.value(v)),
            Kind::Repeat(r) => {
                let test = match &r.test {
                    Test::Always => "repeat".into(),
                    Test::User(e) => format!("repeat while {}", self.expr(e)),
                    Test::Any { on, outer, cond } => {
                        let cond = cond.as_ref().map_or("true".into(), |c| self.expr(c));
                        format!("repeat while any thread is {on}, of {outer} and {cond}")
                    }
                };
                match r.before_step {
                    Some(why) => format!("{test}; barrier before the step: {why}"),
                    None => test,
                }
            }
            Kind::Unless(e) => format!("break unless {}", self.expr(e)),
            Kind::Count(c) => self.count(c),
            Kind::Open(c) => format!("copy {} of {}", c.name, self.name(c.reduction.var)),
            Kind::Close(c) => format!(
                "combine {} along {} into {}",
                c.name,
                c.axes.short(),
                self.name(c.reduction.var)
            ),
            Kind::Broadcast(Shared::Var(v), axes) => {
                format!("broadcast {} along {}", self.name(*v), axes.short())
            }
            Kind::Broadcast(Shared::Name(name), axes) => {
                format!("broadcast {name} along {}", axes.short())
            }
            Kind::Return(v) => {
                let value = v
                    .as_ref()
                    .map_or(String::new(), |v| format!(" {}", self.value(v)));
                format!("return{value}")
            }
        }
    }

    fn leaf(&self, s: &Stmt) -> String {
        match &s.kind {
            StmtKind::Empty => "empty".into(),
            StmtKind::Expr(e) => self.expr(e),
            StmtKind::Decl(decls) => {
                let one = |d: &accrs_frontend::region::LocalDecl| match &d.init {
                    Some(e) => format!("{} = {}", self.name(d.var), self.expr(e)),
                    None => self.name(d.var).to_string(),
                };
                let all: Vec<String> = decls.iter().map(one).collect();
                format!("declare {}", all.join(", "))
            }
            StmtKind::Atomic { body, .. } => {
                let mut inner = Vec::new();
                body.exprs(&mut |e| inner.push(self.expr(e)));
                body.children(&mut |c| c.exprs(&mut |e| inner.push(self.expr(e))));
                format!("atomic {}", inner.join("; "))
            }
            StmtKind::Goto(name) => format!("goto {name}"),
            StmtKind::Break => "break".into(),
            StmtKind::Continue => "continue".into(),
            StmtKind::Return(Some(e)) => format!("return {}", self.expr(e)),
            StmtKind::Return(None) => "return".into(),
            _ => "statement".into(),
        }
    }

    fn sequential(&self, l: &Sequential) -> String {
        let mut text = match (&l.form, l.heads.first()) {
            (Form::For(_), Some(h)) => format!("for {}", show::head(self.unit, h)),
            (Form::For(_), None) => "for".into(),
            (Form::While, _) => "while".into(),
            (Form::DoWhile, _) => "do while".into(),
        };
        if !l.private.is_empty() {
            let _ = write!(text, ", private {}", self.names(&l.private));
        }
        match &l.unroll {
            Some(Unrolling::Wanted(c)) => {
                let _ = write!(text, ", to be unrolled by {}", c.number);
            }
            Some(Unrolling::Main(n)) => {
                let cond = l.cond.as_ref().map_or(String::new(), |c| self.expr(c));
                let _ = write!(text, ", {n} copies, while {cond}");
            }
            Some(Unrolling::Rest) => text.push_str(", the rest"),
            None => {}
        }
        match l.joint {
            Some(j) if j.padded => text + ", together while any thread is in it",
            Some(_) => text + ", together",
            None => text,
        }
    }

    fn spread(&self, l: &Loop) -> String {
        let heads: Vec<String> = l.heads.iter().map(|h| show::head(self.unit, h)).collect();
        let axes: Vec<&str> = l.axes.iter().map(|a: &Axis| a.short()).collect();
        let mut text = format!("loop {} over {}", heads.join(", "), axes.join(" "));
        if let Some(t) = &l.tile {
            let sizes: Vec<String> = t.sizes.iter().map(u64::to_string).collect();
            let _ = write!(text, ", tiles of {}", sizes.join(" x "));
        }
        if !l.private.is_empty() {
            let _ = write!(text, ", private {}", self.names(&l.private));
        }
        for r in &l.reductions {
            let _ = write!(text, ", reduces {}", self.name(r.var));
        }
        for c in &l.copies {
            let _ = write!(text, ", copy {}", c.name);
            if !c.axes.is_empty() {
                let _ = write!(text, " along {}", c.axes.short());
            }
            if c.gangs {
                text.push_str(" over gangs");
            }
        }
        match &l.spread {
            Spread::Alone => {}
            Spread::Leaf { rest, .. } if rest.is_empty() => {}
            Spread::Leaf { rest, .. } => {
                let _ = write!(text, ", by the first along {}", rest.short());
            }
            Spread::Outer { .. } => text.push_str(", around others"),
        }
        if l.padded {
            text.push_str(", padded");
        }
        if let Some(why) = l.barrier {
            let _ = write!(text, ", behind a barrier: {why}");
        }
        text
    }

    fn together(&self, t: &Together) -> String {
        let mut text = match t.first.is_empty() {
            true => "all".to_string(),
            false => format!("first along {}", t.first.short()),
        };
        text.push_str(touches(t.touch));
        if !t.changed.is_empty() {
            let _ = write!(text, ", broadcasts {}", self.names(&t.changed));
        }
        if let Some(guard) = &t.guard {
            let _ = write!(text, ", if {}", self.value(guard));
        }
        text
    }

    fn private(&self, p: &Private) -> String {
        let home = match &p.home {
            Home::Register { .. } => "register".to_string(),
            Home::Shared { row: None, .. } => "shared".into(),
            Home::Shared { count, .. } => format!("shared, {count} rows"),
            Home::Scratch { bytes, .. } => format!("scratch, {bytes} bytes a block"),
            Home::Heap => "heap".into(),
        };
        format!("private {} in {home}", self.name(p.var))
    }

    fn count(&self, c: &Count) -> String {
        let step = c.step.as_ref().map_or("1".into(), |s| self.value(s));
        format!(
            "count {} from {} while {} by {step}",
            c.name,
            self.value(&c.from),
            self.value(&c.test)
        )
    }

    fn value(&self, v: &Value) -> String {
        let list = |all: &[Value], with: &str| {
            let all: Vec<String> = all.iter().map(|v| self.value(v)).collect();
            all.join(with)
        };
        match v {
            Value::Name(n) => n.clone(),
            Value::Number(n) => n.to_string(),
            Value::Nothing => "{}".into(),
            Value::User(e, _) => self.expr(e),
            Value::Position(axes, _) => format!("position({})", short(axes)),
            Value::FirstPosition(axes) => format!("block's position({})", short(axes)),
            Value::Places(axes, _) => format!("places({})", short(axes)),
            Value::First(axes) => format!("first({})", axes.short()),
            Value::FirstBlock => "first block".into(),
            Value::All(all) => list(all, " && "),
            Value::Not(v) => format!("!{}", self.value(v)),
            Value::Binary(a, op, b) => format!("{} {op} {}", self.value(a), self.value(b)),
            Value::Choice(c, a, b) => {
                let (c, a, b) = (self.value(c), self.value(a), self.value(b));
                format!("{c} ? {a} : {b}")
            }
            Value::Cast(Type::Word(w), v) => format!("({w}){}", self.value(v)),
            Value::Cast(Type::Of(_), v) => self.value(v),
            Value::Group(v) => format!("({})", self.value(v)),
            Value::Call(name, template, args) => {
                let axes: Vec<String> = template
                    .iter()
                    .filter_map(|a| match a {
                        Argument::Axes(t) => Some(t.short()),
                        Argument::Word(w) => Some(w.to_string()),
                        _ => None,
                    })
                    .collect();
                format!("{name}<{}>({})", axes.join(", "), list(args, ", "))
            }
            Value::AreaBytes => "bytes of all areas".into(),
            Value::SizeOf(_) => "sizeof".into(),
        }
    }
}

fn short(axes: &[Axis]) -> String {
    let all: Vec<&str> = axes.iter().map(|a| a.short()).collect();
    all.join(" ")
}

fn joint(touch: Option<Touch>) -> String {
    touch.map_or(String::new(), |t| format!(", together{}", touches(t)))
}

fn touches(t: Touch) -> &'static str {
    match (t.reads, t.writes) {
        (false, false) => "",
        (true, false) => ", reads",
        (false, true) => ", writes",
        (true, true) => ", reads and writes",
    }
}
