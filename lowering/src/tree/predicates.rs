//! Turns code that threads go through together into what is printed: guards, broadcasts and predicates.
//!
//! In a padded loop all threads take the same number of turns, and each carries a predicate `active`. Sequential loops
//! inside it go on while any thread is active (`__syncthreads_or`). Conditions narrow the predicate instead of
//! standing around barriers, and `break` and `continue` clear it instead of jumping past a barrier.
//!
//! Before: the tree that `barriers` left. After: every statement is under the condition that decides who runs it, and no
//! barrier is under a condition that may differ between threads of a block.

use super::node::*;
use super::problems::Problems;
use super::value::{Type, Value};
use super::walk::end_here;
use crate::names::Scope;
use crate::plan::Plan;
use accrs_frontend::Unit;
use accrs_frontend::region::{Expr, StmtKind};
use accrs_frontend::source::Span;

/// How tightly operands of `=`, `&&`, `==` and comparisons must bind (`print/expr.rs`).
const ARGUMENT: u8 = 2;
const CONJUNCT: u8 = 6;
const EQUAL: u8 = 9;
const COMPARED: u8 = 11;

/// The variable that holds a routine's result until its end is reached.
pub const RESULT: &str = "accrs_result";

/// The predicates that a node is under.
#[derive(Clone, Default, Debug)]
struct Around {
    active: Option<String>,
    /// The predicates that `break` and `continue` clear where they can't be jumps.
    on_break: Vec<String>,
    on_continue: Vec<String>,
}

impl Around {
    /// The predicates inside a further one.
    fn under(&self, active: &str) -> Around {
        let with = |list: &[String]| -> Vec<String> {
            let mut list = list.to_vec();
            if !list.is_empty() {
                list.push(active.to_string());
            }
            list
        };
        Around {
            on_break: with(&self.on_break),
            on_continue: with(&self.on_continue),
            active: Some(active.to_string()),
        }
    }

    fn name(&self) -> Option<Value> {
        self.active.as_ref().map(Value::name)
    }
}

/// The pass, over one kernel or one routine.
pub struct Pass<'a> {
    pub unit: &'a Unit,
    pub plan: &'a Plan,
    pub names: &'a mut Scope,
    pub problems: &'a mut Problems,
    /// Every `return` of a routine stands at the end of its way through the function.
    pub tails: bool,
}

impl Pass<'_> {
    /// Goes through all nodes. `active`: the predicate that they are under from the start.
    pub fn run(&mut self, nodes: Vec<Node>, active: Option<&str>) -> Vec<Node> {
        let around = Around {
            active: active.map(str::to_string),
            ..Around::default()
        };
        self.seq(nodes, &around)
    }

    fn seq(&mut self, nodes: Vec<Node>, around: &Around) -> Vec<Node> {
        let mut out = Vec::new();
        nodes
            .into_iter()
            .for_each(|n| self.node(n, around, &mut out));
        out
    }

    fn node(&mut self, n: Node, around: &Around, out: &mut Vec<Node>) {
        let span = n.span;
        let kind = match n.kind {
            Kind::Block(body) => Kind::Block(self.seq(body, around)),
            Kind::Together(t) => return together(*t, span, around, out),
            Kind::If(i) if i.joint.is_some() => return self.condition(*i, span, around, out),
            Kind::For(l) if l.joint.is_some() => return self.repeat(*l, span, around, out),
            Kind::Loop(mut l) => {
                self.spread(&mut l, around);
                Kind::Loop(l)
            }
            Kind::Parts(p) => return self.parts(*p, span, around, out),
            Kind::Exit(exit) => return self.exit(exit, span, around, out),
            Kind::Leave(value) => return self.leave(value, span, around, out),
            Kind::Call(mut c) => {
                self.call(&mut c, around);
                Kind::Call(c)
            }
            Kind::Gangs(copies, body) => Kind::Gangs(copies, self.seq(body, around)),
            Kind::Copies(mut c) => {
                c.body = self.seq(c.body, around);
                Kind::Copies(c)
            }
            other => other,
        };
        out.push(Node::new(kind, span));
    }

    fn condition(&mut self, i: If, span: Span, around: &Around, out: &mut Vec<Node>) {
        let Some(outer) = around.name() else {
            let then = self.seq(i.then, around);
            let els = i.els.map(|els| self.seq(els, around));
            let joint = None;
            let cond = i.cond;
            let plain = If {
                cond,
                then,
                els,
                joint,
            };
            return out.push(Node::new(Kind::If(Box::new(plain)), span));
        };
        let yes = self.names.unique("active");
        let cond = Value::User(i.cond, CONJUNCT);
        let mut branch = |pass: &mut Self, name: &str, value: Value, body: Vec<Node>| {
            out.push(predicate(name, !end_here(&body), value, span));
            let body = pass.seq(body, &around.under(name));
            out.push(Node::new(Kind::Block(body), span));
        };
        branch(self, &yes, Value::All(vec![outer.clone(), cond]), i.then);
        if let Some(els) = i.els {
            let no = self.names.unique("active");
            // A thread that left in the first branch has `yes` cleared, but also `outer`, and so doesn't take this one.
            let not = Value::Not(Box::new(Value::name(&yes)));
            branch(self, &no, Value::All(vec![outer, not]), els);
        }
    }

    fn repeat(&mut self, l: Sequential, span: Span, around: &Around, out: &mut Vec<Node>) {
        let joint = l.joint.unwrap_or_default();
        if joint.padded {
            return self.padded(l, joint, span, around, out);
        }
        let last = matches!(l.form, Form::DoWhile);
        let head: Vec<Expr> = l.cond.iter().chain(&l.inc).cloned().collect();
        let mut body = self.seq(l.body, &Around::default());
        let test = match l.cond {
            Some(cond) if last => {
                body.extend(barrier(joint.before_test, span));
                Test::User(cond)
            }
            // All threads evaluate the condition, after whatever the iteration before wrote.
            cond if joint.test.reads || joint.before_test.is_some() => {
                let unless = cond.map(|c| Node::new(Kind::Unless(c), span));
                let first = barrier(joint.before_test, span).into_iter().chain(unless);
                body = first.chain(body).collect();
                Test::Always
            }
            Some(cond) => Test::User(cond),
            None => Test::Always,
        };
        let repeat = Repeat {
            test,
            step: l.inc,
            before_step: joint.before_step,
            last,
            body,
            head,
        };
        let repeat = Node::new(Kind::Repeat(Box::new(repeat)), span);
        out.push(guarded(around.name(), repeat));
    }

    /// A sequential loop that threads go through together as long as any of them is in it. `on` tells whether a thread is still
    /// in the loop, `turn` whether it is still in the iteration.
    fn padded(
        &mut self,
        l: Sequential,
        joint: Joint,
        span: Span,
        around: &Around,
        out: &mut Vec<Node>,
    ) {
        let last = matches!(l.form, Form::DoWhile);
        let on = self.names.unique("active");
        let stays = end_here(&l.body);
        let turn = match stays {
            true => on.clone(),
            false => self.names.unique("turn"),
        };
        let outer = around.active.clone().unwrap_or_default();
        if last {
            out.push(predicate(&on, true, Value::name(&outer), span));
        }
        let mut on_break = vec![on.clone()];
        let mut body = Vec::new();
        if !stays {
            body.push(predicate(&turn, true, Value::name(&on), span));
            on_break.push(turn.clone());
        }
        let inner = Around {
            active: Some(turn.clone()),
            on_break,
            on_continue: vec![turn],
        };
        body.extend(self.seq(l.body, &inner));
        body.extend(barrier(joint.before_step, span));
        if let Some(inc) = l.inc {
            let step = Node::statement(StmtKind::Expr(inc), span);
            body.push(Node::new(Kind::Test(Value::name(&on), vec![step]), span));
        }
        body.extend(barrier(joint.before_test, span));
        let repeat = Repeat {
            test: Test::Any {
                on,
                outer,
                cond: l.cond,
            },
            step: None,
            // It stands in the body.
            before_step: None,
            last,
            body,
            head: Vec::new(),
        };
        out.push(Node::new(Kind::Repeat(Box::new(repeat)), span));
    }

    fn spread(&mut self, l: &mut Loop, around: &Around) {
        for c in &mut l.copies {
            let first = (!c.first.is_empty()).then_some(Value::First(c.first));
            c.guard = Value::all(around.name().into_iter().chain(first).collect());
        }
        let mut inner = Around::default();
        match &l.spread {
            Spread::Alone => {}
            Spread::Leaf { rest, .. } => {
                let first = (!rest.is_empty()).then_some(Value::First(*rest));
                l.guard = Value::all(around.name().into_iter().chain(first).collect());
            }
            Spread::Outer { .. } if l.padded => {
                let active = self.names.unique("active");
                l.outer = around.active.clone();
                l.active = Some((active.clone(), !end_here(&l.body)));
                inner = Around {
                    on_continue: vec![active.clone()],
                    active: Some(active),
                    on_break: Vec::new(),
                };
            }
            Spread::Outer { .. } => l.guard = around.name(),
        }
        let body = std::mem::take(&mut l.body);
        l.body = self.seq(body, &inner);
    }

    fn parts(&mut self, mut p: Parts, span: Span, around: &Around, out: &mut Vec<Node>) {
        p.declared = self.seq(p.declared, around);
        let Some(active) = around.name() else {
            if p.parts.iter().flat_map(|p| &p.cases).any(|c| c.1.is_some()) {
                self.problems
                    .refuse_nest(span, "a range of cases around loops of other levels");
            }
            for part in &mut p.parts {
                let body = std::mem::take(&mut part.body);
                part.body = self.seq(body, around);
            }
            return out.push(Node::new(Kind::Parts(Box::new(p)), span));
        };
        let name = self.names.unique("selected");
        let mut body = p.declared;
        body.push(Node::new(
            Kind::Let(Let {
                name: name.clone(),
                ty: Type::Of(p.value.ty),
                constant: true,
                value: Value::User(p.value, 0).or_none(active.clone()),
                var: None,
                role: Role::Other,
                outside: Vec::new(),
            }),
            span,
        ));
        let here = self.names.unique("active");
        body.push(predicate(&here, true, Value::name("false"), span));
        let labels: Vec<Value> = p
            .parts
            .iter()
            .flat_map(|p| matches(&name, &p.cases))
            .collect();
        for part in p.parts {
            let mut tests = vec![Value::name(&here)];
            tests.extend(matches(&name, &part.cases));
            if part.default {
                tests.push(match any(labels.clone()) {
                    Some(labels) => Value::Not(Box::new(labels.grouped())),
                    None => Value::name("true"),
                });
            }
            let tests = any(tests).unwrap_or(Value::name("true"));
            let value = Value::All(vec![active.clone(), tests.grouped()]);
            body.push(Node::new(Kind::Assign(vec![here.clone()], value), span));
            let inner = Around {
                on_break: vec![here.clone()],
                ..around.under(&here)
            };
            let part = self.seq(part.body, &inner);
            body.push(Node::new(Kind::Block(part), span));
        }
        out.push(Node::new(Kind::Block(body), span));
    }

    /// `break` or `continue`: a jump where all threads take it. Otherwise it clears the thread's predicates up to the statement
    /// that it leaves.
    fn exit(&mut self, exit: Exit, span: Span, around: &Around, out: &mut Vec<Node>) {
        let (predicates, kind) = match exit {
            Exit::Break => (&around.on_break, StmtKind::Break),
            Exit::Continue => (&around.on_continue, StmtKind::Continue),
        };
        let Some(active) = &around.active else {
            return out.push(Node::statement(kind, span));
        };
        if predicates.is_empty() {
            return self.problems.refuse_nest(
                span,
                "leaving a loop from inside a worker loop that needs barriers",
            );
        }
        // The innermost predicate comes last, since it is the guard.
        let mut all: Vec<String> = predicates
            .iter()
            .filter(|p| *p != active)
            .cloned()
            .collect();
        all.push(active.clone());
        let clear = Node::new(Kind::Assign(all, Value::name("false")), span);
        out.push(Node::new(
            Kind::Test(Value::name(active), vec![clear]),
            span,
        ));
    }

    /// A `return` of a routine.
    fn leave(&mut self, value: Option<Returned>, span: Span, around: &Around, out: &mut Vec<Node>) {
        let put = |kind: Kind| Node::new(kind, span);
        if around.active.is_some() && !self.tails {
            self.problems.refuse_nest(
                span,
                "a 'return' in a loop or a switch of a routine that workers call",
            );
        }
        let mut text = None;
        let mut behind = None;
        if let Some(r) = value {
            behind = r.behind;
            let reads = r.touch.reads;
            let ty = Type::Of(r.value.ty);
            let mut value = Value::User(r.value, ARGUMENT);
            if let Some((name, axes)) = r.once {
                out.push(put(variable(&name, ty.clone(), Value::Nothing)));
                let first = around.name().into_iter().chain([Value::First(axes)]);
                let guard = Value::All(first.collect());
                let assign = put(Kind::Assign(vec![name.clone()], value));
                out.push(put(Kind::Test(guard, vec![assign])));
                out.push(put(Kind::Broadcast(Shared::Name(name.clone()), axes)));
                value = Value::name(name);
            }
            if around.active.is_none() && reads {
                // Threads that are ahead may call again and overwrite what this one has yet to read.
                let name = self.names.unique("accrs_value");
                out.push(put(variable(&name, ty, value)));
                value = Value::name(name);
            }
            text = Some(value);
        }
        let Some(active) = around.name() else {
            out.extend(barrier(behind, span));
            return out.push(put(Kind::Return(text)));
        };
        if let Some(value) = text {
            let assign = put(Kind::Assign(vec![RESULT.into()], value));
            out.push(put(Kind::Test(active, vec![assign])));
        }
    }

    fn call(&mut self, c: &mut Call, around: &Around) {
        if let Some(active) = around.name() {
            for a in c.args.iter_mut().filter(|a| a.careful) {
                a.kept = Some((self.names.unique("accrs_argument"), active.clone()));
            }
        }
        if c.padded {
            let first = (!c.first.is_empty()).then_some(Value::First(c.first));
            let all = Value::all(around.name().into_iter().chain(first).collect());
            c.predicate = Some(all.unwrap_or(Value::name("true")));
        }
    }
}

fn together(mut t: Together, span: Span, around: &Around, out: &mut Vec<Node>) {
    // All rows of threads get a parameter's value, whatever the predicate.
    let given = matches!(
        t.body.as_slice(),
        [Node {
            kind: Kind::Parameter(..),
            ..
        }]
    );
    let active = around.name().filter(|_| !given);
    let first = (!t.first.is_empty()).then_some(Value::First(t.first));
    let block = t.one_block.then_some(Value::FirstBlock);
    t.guard = Value::all(active.into_iter().chain(block).chain(first).collect());
    let (changed, axes) = (std::mem::take(&mut t.changed), t.first);
    out.push(Node::new(Kind::Together(Box::new(t)), span));
    for v in changed {
        out.push(Node::new(Kind::Broadcast(Shared::Var(v), axes), span));
    }
}

fn barrier(why: Option<&'static str>, span: Span) -> Option<Node> {
    why.map(|why| Node::new(Kind::Barrier(Meeting::Block, why), span))
}

/// The declaration of a predicate, which isn't constant where `break` or `continue` may clear it.
fn predicate(name: &str, changes: bool, value: Value, span: Span) -> Node {
    let declared = Let {
        name: name.to_string(),
        ty: Type::Word("bool"),
        constant: !changes,
        value,
        var: None,
        role: Role::Other,
        outside: Vec::new(),
    };
    Node::new(Kind::Let(declared), span)
}

fn variable(name: &str, ty: Type, value: Value) -> Kind {
    Kind::Let(Let {
        name: name.to_string(),
        ty,
        constant: false,
        value,
        var: None,
        role: Role::Other,
        outside: Vec::new(),
    })
}

fn guarded(guard: Option<Value>, n: Node) -> Node {
    let span = n.span;
    match guard {
        Some(guard) => Node::new(Kind::Test(guard, vec![n]), span),
        None => n,
    }
}

/// `a || b || c`
fn any(values: Vec<Value>) -> Option<Value> {
    values.into_iter().reduce(|a, b| a.binary("||", b))
}

fn matches(name: &str, cases: &[(Expr, Option<Expr>)]) -> Vec<Value> {
    let name = || Value::name(name);
    let one = |(low, high): &(Expr, Option<Expr>)| match high {
        None => name().binary("==", Value::User(low.clone(), EQUAL)),
        Some(high) => {
            let above = Value::User(low.clone(), COMPARED).binary("<=", name());
            let below = name().binary("<=", Value::User(high.clone(), COMPARED));
            Value::All(vec![above, below]).grouped()
        }
    };
    cases.iter().map(one).collect()
}
