//! Prints a tree.

use super::lambda;
use crate::names::{self, Scope, safe};
use crate::plan::Plan;
use crate::print::{Access, Lines, Printer, place};
use crate::tree::kernel::Tree;
use crate::tree::{
    Call, Count, Home, Kind, Let, Meeting, Node, Parts, Private, Repeat, Shared, Test, Type,
};
use accrs_frontend::Unit;
use accrs_frontend::region::{Expr, TypeId, VarId};
use accrs_frontend::source::Span;
use std::collections::HashSet;
use std::rc::Rc;

/// The name of a routine's version that only some rows of the block carry out.
pub fn padded_name(name: &str) -> String {
    format!("accrs_{name}_where")
}

/// Prints one kernel, or one device function.
pub struct Writer<'a> {
    pub p: Printer<'a>,
    pub out: Lines,
    pub names: Scope,
    /// The text has jumps, which C++ forbids past initialisers: these become assignments.
    pub split: bool,
    /// Variables whose value something reads.
    pub read: HashSet<VarId>,
    /// The bytes of scratch memory that a block's areas of constant size take.
    pub areas: u64,
}

impl<'a> Writer<'a> {
    /// A writer that prints expressions with `p`.
    pub fn new(mut p: Printer<'a>, plan: &'a Plan) -> Self {
        p.statements = Some(Rc::new(move |p, stmts, value| {
            lambda::statements(p, plan, stmts, value)
        }));
        Self {
            p,
            out: Lines::at(1),
            names: Scope::default(),
            split: false,
            read: HashSet::new(),
            areas: 0,
        }
    }

    /// A writer for a tree.
    pub fn of(unit: &'a Unit, plan: &'a Plan, tree: &Tree) -> Self {
        let mut p = Printer::new(unit);
        p.place.set(tree.span);
        p.access.clone_from(&tree.access);
        p.lengths = tree.lengths.iter().cloned().collect();
        p.checks.clone_from(&plan.checks);
        Self {
            names: tree.names.clone(),
            split: tree.split,
            read: tree.read.clone(),
            areas: tree.scratch.per_block,
            ..Self::new(p, plan)
        }
    }

    pub fn nodes(&mut self, nodes: &[Node]) {
        let mut all = Vec::new();
        nodes.iter().for_each(|n| flat(n, &mut all));
        let mut rest = all.into_iter().peekable();
        while let Some(n) = rest.next() {
            match (&n.kind, rest.peek().map(|next| &next.kind)) {
                (Kind::Private(private), Some(Kind::Initial(v, init)))
                    if self.takes(private, *v) =>
                {
                    self.initialised(n.span, private, init);
                    rest.next();
                }
                _ => self.node(n),
            }
        }
    }

    /// Whether a variable's declaration can have the value that it is given next. Jumps may lead past those that have none.
    fn takes(&self, private: &Private, v: VarId) -> bool {
        let scalar = self.p.unit.types.is_scalar(self.p.unit.var(v).ty);
        private.var == v && scalar && matches!(private.home, Home::Register { zeroed: true })
    }

    /// Prints nodes inside braces, which end the scope of their variables.
    pub fn inner(&mut self, nodes: &[Node]) {
        let around = self.p.access.clone();
        self.nodes(nodes);
        self.p.access = around;
    }

    /// Prints a node, whose lines get the node's place. Those of reductions, and of copies of parameters, are the kernel's.
    fn node(&mut self, n: &Node) {
        let generated = matches!(
            &n.kind,
            Kind::Parameter(..)
                | Kind::Section(..)
                | Kind::Gangs(..)
                | Kind::Copies(_)
                | Kind::Open(_)
                | Kind::Close(_)
        );
        let span = if generated { Span::default() } else { n.span };
        let around = self.out.come_from(place(self.p.unit, span));
        self.placed(n);
        self.out.come_from(around);
    }

    fn placed(&mut self, n: &Node) {
        match &n.kind {
            Kind::Leaf(_)
            | Kind::If(_)
            | Kind::For(_)
            | Kind::Switch { .. }
            | Kind::Case { .. }
            | Kind::Default(_)
            | Kind::Label { .. }
            | Kind::Initial(..) => self.statement(n),
            Kind::Block(body) => {
                self.out.open("{");
                self.inner(body);
                self.out.close("}");
            }
            Kind::Together(t) => match &t.guard {
                Some(guard) => self.test(&self.value(guard), &t.body),
                None => self.nodes(&t.body),
            },
            Kind::Private(private) => {
                let name = safe(&self.p.unit.var(private.var).name);
                self.private(private, &name);
                self.fresh(private.var, false);
            }
            Kind::Parameter(v, upload) => {
                self.parameter(*v, *upload);
                self.fresh(*v, true);
            }
            Kind::Mark(mark) => self.mark(mark),
            Kind::Length { vla, name, .. } => {
                let value = self.p.expr(&self.p.unit.types.vla_lengths[vla.index()]);
                self.out.line(format!("const long {name} = {value};"));
                self.p.lengths.insert(*vla, name.clone());
            }
            Kind::Section(name, length) => {
                let value = self.p.operand(length, 10);
                self.out
                    .line(format!("const size_t {name} = {value} > 0 ? {value} : 0;"));
            }
            Kind::Parts(parts) => self.parts(parts),
            Kind::Call(call) => self.call_together(call),
            Kind::Gangs(copies, body) => {
                copies.iter().for_each(|c| self.open_gang(c));
                self.nodes(body);
                self.close_gangs(copies);
            }
            Kind::Copies(c) => self.block_copies(c),
            Kind::Tiles(t) => self.tiles(t),
            Kind::Barrier(Meeting::Block, _) => self.barrier(),
            Kind::Barrier(Meeting::Grid, _) => {
                self.p.helper("sync_blocks");
                self.out.line("accrs_sync_blocks(accrs_arrived + 1);");
            }
            Kind::Test(test, body) => self.test(&self.value(test), body),
            Kind::Let(l) => self.declare(l),
            Kind::Assign(names, value) => {
                let value = self.value(value);
                self.out.line(format!("{} = {value};", names.join(" = ")));
            }
            Kind::Repeat(r) => self.repeat(r),
            Kind::Unless(cond) => {
                let cond = self.p.expr(cond);
                self.out.line(format!("if (!({cond})) break;"));
            }
            Kind::Count(c) => self.count(c),
            Kind::Open(copy) => self.open(copy),
            Kind::Close(copy) => self.close(copy),
            Kind::Broadcast(what, axes) => self.broadcast(what, &axes.argument()),
            Kind::Return(None) => self.out.line("return;"),
            Kind::Return(Some(value)) => {
                let value = self.value(value);
                self.out.line(format!("return {value};"));
            }
            // The passes have replaced these, and only trees for the host's cores have the user's text.
            Kind::Text(_) | Kind::Loop(_) | Kind::Wave(_) | Kind::Exit(_) | Kind::Leave(_) => {
                self.p
                    .refuse(n.span, "internal error: a loop that was not dealt out");
            }
        }
    }

    pub fn barrier(&mut self) {
        self.out.line("__syncthreads();");
    }

    fn test(&mut self, condition: &str, body: &[Node]) {
        self.out.open(format!("if ({condition}) {{"));
        self.inner(body);
        self.out.close("}");
    }

    /// A declaration, with an attribute if nothing reads the variable.
    pub fn marked(&self, unread: bool, declaration: &str) -> String {
        match unread {
            true => format!("[[maybe_unused]] {declaration}"),
            false => declaration.to_string(),
        }
    }

    /// Declares a private variable under a name.
    pub fn private(&mut self, private: &Private, name: &str) {
        let ty = self.p.unit.var(private.var).ty;
        let access = private.access_as(name);
        let line = match &private.home {
            Home::Heap => return self.variable_array(private.var, false),
            Home::Register { zeroed } => {
                let declared = self.p.declare_mutable(ty, name);
                let init = if *zeroed { " = {}" } else { "" };
                self.marked(private.unread, &format!("{declared}{init};"))
            }
            Home::Shared { count, row } => {
                let name = match row {
                    Some(_) => format!("{name}[{count}]"),
                    None => name.to_string(),
                };
                let declared = self.p.declare_mutable(ty, &name);
                self.marked(private.unread, &format!("__shared__ {declared};"))
            }
            Home::Scratch { offset, bytes, row } => {
                self.p.helper("area");
                let row = row.map_or("0".to_string(), |r| r.text());
                let pointer = self.p.declare_mutable(ty, &format!("(*{name})"));
                let cast = self.p.declare_mutable(ty, "(*)");
                format!("{pointer} = ({cast})accrs_area(accrs_scratch, {offset}, {bytes}) + {row};")
            }
        };
        self.p.access.insert(private.var, access);
        self.out.line(line);
    }

    /// The spelling of a variable as the target of an assignment.
    pub fn target(&self, v: VarId) -> String {
        match self.p.var(v) {
            Access::Name(n) => n,
            Access::Deref(n) => format!("*{n}"),
        }
    }

    /// Copies a parameter's value to the threads' own copy of it.
    fn parameter(&mut self, v: VarId, upload: bool) {
        let var = self.p.unit.var(v);
        let target = self.target(v);
        let types = &self.p.unit.types;
        if types.is_array(var.ty) && types.is_variably_modified(var.ty) {
            let bytes = self.p.bytes_of(var.ty);
            let name = safe(&var.name);
            self.out
                .line(format!("memcpy({target}, {name}_value, {bytes});"));
            if self.p.checks.is_some() {
                self.out
                    .line(format!("__accrs_check_fresh({target}, {bytes}, 1);"));
            }
            return;
        }
        let star = if upload { "*" } else { "" };
        let value = names::behind(self.p.unit, &safe(&var.name), "_value");
        let value = format!("{star}{value}");
        let line = self.assigned(var.ty, &target, &value, true);
        self.out.line(line);
    }

    /// An assignment of a whole variable. `same`: the value of an array is an array too, and not an initialiser in braces.
    pub fn assigned(&self, ty: TypeId, name: &str, value: &str, same: bool) -> String {
        if !self.p.unit.types.is_array(ty) {
            return format!("{name} = {value};");
        }
        self.p.helper("array");
        let array = format!("accrs_array<{}>", self.p.declare_assigned(ty, ""));
        match same {
            true => format!("({array} &){name} = {value};"),
            false => format!("({array} &){name} = {array}{{{value}}};"),
        }
    }

    fn declare(&mut self, l: &Let) {
        let around = (!l.outside.is_empty()).then(|| self.p.access.clone());
        self.p.access.extend(l.outside.iter().cloned());
        let value = self.value(&l.value);
        if let Some(around) = around {
            self.p.access = around;
        }
        let declared = self.declared(&l.ty, &l.name);
        let word = if l.constant { "const " } else { "" };
        if let Some(v) = l.var {
            self.p.access.insert(v, Access::Name(l.name.clone()));
        }
        self.out.line(format!("{word}{declared} = {value};"));
    }

    fn declared(&self, ty: &Type, name: &str) -> String {
        match ty {
            Type::Word(word) => format!("{word} {name}"),
            Type::Of(ty) => self.p.declare_mutable(*ty, name),
        }
    }

    fn count(&mut self, c: &Count) {
        let around = self.p.access.clone();
        if let Some(v) = c.var {
            self.p.access.insert(v, Access::Name(c.name.clone()));
        }
        let declared = self.declared(&c.ty, &c.name);
        let (from, test) = (self.value(&c.from), self.value(&c.test));
        let step = match &c.step {
            Some(step) => format!("{} += {}", c.name, self.value(step)),
            None => format!("{}++", c.name),
        };
        if let Some(n) = c.unroll {
            self.out.line(format!("#pragma unroll {n}"));
        }
        let comment = c.line.map_or(String::new(), |l| format!(" // line {l}"));
        self.out.open(format!(
            "for ({declared} = {from}; {test}; {step}) {{{comment}"
        ));
        self.nodes(&c.body);
        self.out.close("}");
        self.p.access = around;
    }

    fn repeat(&mut self, r: &Repeat) {
        let step = match (&r.step, r.before_step) {
            (None, _) => String::new(),
            (Some(s), None) => self.p.discarded(s),
            (Some(s), Some(_)) => format!("__syncthreads(), {}", self.p.discarded(s)),
        };
        let (open, close) = match &r.test {
            Test::Any { on, outer, cond } => {
                let cond = cond
                    .as_ref()
                    .map_or("true".into(), |c| self.p.operand(c, 6));
                let test = format!("__syncthreads_or({on} = {on} && {cond})");
                match r.last {
                    true => ("do {".to_string(), format!("}} while ({test});")),
                    false => (
                        format!("for (bool {on} = {outer}; {test}; ) {{"),
                        "}".into(),
                    ),
                }
            }
            test => {
                self.rolled(&r.head, &r.body);
                let text = match test {
                    Test::User(cond) => self.p.expr(cond),
                    _ => String::new(),
                };
                match (r.last, text.is_empty(), step.is_empty()) {
                    (true, true, _) => ("do {".to_string(), "} while (true);".into()),
                    (true, false, _) => ("do {".to_string(), format!("}} while ({text});")),
                    (false, false, true) => (format!("while ({text}) {{"), "}".into()),
                    (false, true, _) => (format!("for (; ; {step}) {{"), "}".into()),
                    (false, false, false) => (format!("for (; {text}; {step}) {{"), "}".into()),
                }
            }
        };
        self.out.open(open);
        self.inner(&r.body);
        let (Test::User(cond)
        | Test::Any {
            cond: Some(cond), ..
        }) = &r.test
        else {
            return self.out.close(close);
        };
        self.close_at(cond, close);
    }

    /// The end of a loop, with its condition.
    pub(super) fn close_at(&mut self, cond: &Expr, line: String) {
        let around = self.out.come_from(place(self.p.unit, cond.span));
        self.out.close(line);
        self.out.come_from(around);
    }

    fn parts(&mut self, p: &Parts) {
        let around = self.p.access.clone();
        self.out.open("{");
        self.nodes(&p.declared);
        let value = self.p.expr(&p.value);
        self.out.open(format!("switch ({value}) {{"));
        for part in &p.parts {
            for (low, _) in &part.cases {
                let low = self.p.expr(low);
                self.out.line(format!("case {low}:"));
            }
            if part.default {
                self.out.line("default:");
            }
            self.out.open("{");
            self.inner(&part.body);
            self.out.close("}");
        }
        self.out.close("}");
        self.out.close("}");
        self.p.access = around;
    }

    /// Prints a call by all threads of the block.
    fn call_together(&mut self, c: &Call) {
        let mut args = Vec::new();
        for a in &c.args {
            if a.barrier.is_some() {
                self.barrier();
            }
            let text = self.p.handed_over(a.param, &a.value);
            let Some((name, guard)) = &a.kept else {
                args.push(text);
                continue;
            };
            let declared = self.p.declare_mutable(a.value.ty, name);
            self.out.line(format!("{declared} = {{}};"));
            self.out.open(format!("if ({}) {{", self.value(guard)));
            self.out.line(format!("{name} = {text};"));
            self.out.close("}");
            args.push(name.clone());
        }
        if c.barrier.is_some() {
            self.barrier();
        }
        let predicate = c.predicate.as_ref().map(|p| self.value(p));
        let mut name = self.p.name_of_function(c.function);
        let text = if c.elsewhere {
            self.p.call_elsewhere(c.function, args, predicate)
        } else {
            let mut used = self.p.used.borrow_mut();
            if let Some(predicate) = predicate {
                args.push(predicate);
                used.padded.insert(c.function);
                name = padded_name(&name);
            } else {
                used.functions.insert(c.function);
            }
            format!("{name}({})", args.join(", "))
        };
        match &c.result {
            None => self.out.line(format!("{text};")),
            Some((name, ty)) => {
                let declared = self.p.declare_mutable(*ty, name);
                self.out.line(format!("{declared} = {text};"));
                self.p.hoisted.insert(c.key, name.clone());
            }
        }
    }

    /// Prints the broadcast of the first thread's value to the others along `axes`.
    fn broadcast(&mut self, what: &Shared, axes: &str) {
        let name = match what {
            Shared::Name(name) => name.clone(),
            Shared::Var(v) => {
                self.slots(self.p.unit.var(*v).ty);
                match self.p.var(*v) {
                    Access::Name(name) => name,
                    Access::Deref(_) => return,
                }
            }
        };
        self.p.helper("broadcast");
        self.out
            .line(format!("{name} = accrs_broadcast<{axes}>({name});"));
    }

    /// Notes that the slots through which threads exchange values must hold one of this type.
    pub fn slots(&self, ty: TypeId) {
        match self.p.unit.types.size_of(ty) {
            Some(17..) => self.p.helper("slots32"),
            Some(9..) => self.p.helper("slots16"),
            _ => {}
        }
    }
}

/// A node, or the nodes that stand together under no condition.
fn flat<'n>(n: &'n Node, all: &mut Vec<&'n Node>) {
    match &n.kind {
        Kind::Together(t) if t.guard.is_none() => t.body.iter().for_each(|n| flat(n, all)),
        _ => all.push(n),
    }
}
