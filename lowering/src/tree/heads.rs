//! Turns spread loops into loops that count, which deal the iterations out.
//!
//! The readable form, `for (int i = 1 + p; 0 <= i && i < n; i += places)`, is used where `i` starts at a
//! small literal, counts up by a literal and is at least 32 bits wide. The number of places is unsigned, so the
//! last step past a bound near the type's end doesn't overflow but wraps to a negative number, which the test
//! `0 <= i` catches. That test is left out where the bound is a small literal, or the type is wider than what all
//! threads together can add. Compilers unroll neither form, since they see that the variable may wrap. So where threads
//! take several iterations as a rule ([`Turns`](crate::plan::Turns)), a `long` counts, and the variable is made of it:
//! `for (long i_k = p; i_k < n; i_k += places) { int i = (int)i_k;`. Every other loop (narrow types, counting down, `!=`, run-time starts and
//! steps, pointers, collapsed nests, `gang(static:)`) counts iterations in 64 bits and computes
//! its variable from the count, so that nothing overflows that didn't in the user's loop. A start that
//! isn't a literal is evaluated once, before the loop, since the body may change the variables in it.
//!
//! Before: the tree that `predicates` left. After: no [`Kind::Loop`] is in it, and no [`Kind::Wave`] (`wavefronts.rs`).

use super::node::*;
use super::problems::Problems;
use super::sets::is_block;
use super::value::{Type, Value};
use crate::names::{Scope, safe};
use crate::plan::Axis;
use accrs_frontend::Unit;
use accrs_frontend::region::Expr;
use accrs_frontend::source::Span;

/// How tightly an operand of `*` must bind (`print/expr.rs`).
const UNARY: u8 = 15;

pub const COUNT: Type = Type::Word("unsigned long");

/// The pass, over one kernel or one function.
pub struct Pass<'a> {
    pub unit: &'a Unit,
    pub names: &'a mut Scope,
    pub problems: &'a mut Problems,
    /// The line that the kernel's comment names; loops on other lines get a comment. `None`: no comments.
    pub line: Option<u32>,
    /// Whether the readable form may be used; if not, each loop's first value gets a name.
    pub readable: bool,
}

/// What the head of a loop becomes: declarations before it, then loops, conditions and declarations inside one another, and
/// the declarations that the innermost body begins with.
#[derive(Default)]
pub struct Head {
    pub before: Vec<Let>,
    pub open: Vec<Opener>,
    pub first: Vec<Let>,
}

pub enum Opener {
    Let(Let),
    Count(Count),
    Test(Value),
}

/// The first value of one of a loop's heads, and the name of its trip count.
pub struct Counted {
    pub from: Value,
    pub trips: Value,
}

impl Pass<'_> {
    pub fn run(&mut self, nodes: Vec<Node>) -> Vec<Node> {
        let mut out = Vec::new();
        for mut n in nodes {
            if let Kind::Loop(l) = n.kind {
                self.spread(*l, n.span, &mut out);
                continue;
            }
            if let Kind::Wave(w) = n.kind {
                let mut whole = Vec::new();
                self.wave(*w, n.span, &mut whole);
                out.push(Node::new(Kind::Block(whole), n.span));
                continue;
            }
            n.children_mut(&mut |body| *body = self.run(std::mem::take(body)));
            if let Kind::Case { body, .. } | Kind::Default(body) | Kind::Label { body, .. } =
                &mut n.kind
                && body.len() > 1
            {
                // C++ lets no declaration follow a label directly.
                let inner = std::mem::take(body);
                body.push(Node::new(Kind::Block(inner), n.span));
            }
            out.push(n);
        }
        out
    }

    fn spread(&mut self, mut l: Loop, span: Span, out: &mut Vec<Node>) {
        let put = |kind: Kind| Node::new(kind, span);
        let copies = std::mem::take(&mut l.copies);
        out.extend(copies.iter().cloned().map(|c| put(Kind::Open(c))));
        out.extend(l.barrier.map(|why| put(Kind::Barrier(Meeting::Block, why))));
        let mut head = match l.active.clone() {
            Some((active, changes)) => self.padded(&l, &active, changes, span),
            None => self.plain(&l, span),
        };
        let loops = |o: &&mut Opener| matches!(o, Opener::Count(_));
        if let Some(Opener::Count(c)) = head.open.iter_mut().rfind(loops) {
            c.unroll = l.unroll.or(c.unroll);
        }
        if let (None, Some(Opener::Count(c))) = (&l.active, head.open.iter_mut().find(loops)) {
            c.line = (self.line.is_some() && self.line != Some(l.line)).then_some(l.line);
        }
        let body = self.run(l.body);
        let declared = |lets: Vec<Let>| lets.into_iter().map(|l| put(Kind::Let(l)));
        let mut inner: Vec<Node> = declared(head.first).chain(body).collect();
        for o in head.open.into_iter().rev() {
            inner = match o {
                Opener::Let(l) => [vec![put(Kind::Let(l))], inner].concat(),
                Opener::Count(mut c) => {
                    c.body = inner;
                    vec![put(Kind::Count(Box::new(c)))]
                }
                Opener::Test(test) => vec![put(Kind::Test(test, inner))],
            };
        }
        let whole: Vec<Node> = declared(head.before).chain(inner).collect();
        match l.guard {
            Some(guard) => out.push(put(Kind::Test(guard, whole))),
            None => out.extend(whole),
        }
        out.extend(copies.into_iter().map(|c| put(Kind::Close(c))));
    }

    /// The head of a loop that isn't padded.
    fn plain(&mut self, l: &Loop, span: Span) -> Head {
        let chunk = l.chunk.as_ref().filter(|c| is_chunk(c));
        if let Some(tile) = &l.tile {
            // Tiles are dealt out one by one, which is what `static:1` asks for.
            if chunk.is_some() {
                self.problems
                    .refuse_nest(span, "gang(static:) with a chunk on a tiled loop");
            }
            return self.tiled(l, tile);
        }
        let named = self.readable && l.outside.is_empty();
        if let Some(head) = self.simple(l).filter(|_| named) {
            return head;
        }
        let mut head = Head::default();
        let counted = self.counted(l, None, &mut head.before);
        let k = self.names.unique(&format!("{}_k", self.loop_name(l)));
        let (blocks, threads): (Vec<Axis>, Vec<Axis>) = l.axes.iter().partition(|a| is_block(**a));
        match &l.chunk {
            Some(chunk) if !blocks.is_empty() => {
                let (b, c) = self.chunks(l, chunk.as_ref(), &blocks, &counted, &mut head);
                let mut from = Value::name(&b);
                let mut step = None;
                if !threads.is_empty() {
                    from = from.binary("+", Value::Position(threads.clone(), true));
                    step = Some(Value::Places(threads, true));
                }
                let within = Value::name(&k).binary("-", Value::name(&b)).binary("<", c);
                let test = vec![Value::name(&k).binary("<", total(&counted)), within];
                let step = step.unwrap_or(Value::Number(1));
                head.open
                    .push(count(&k, from, Value::All(test), Some(step)));
            }
            _ => {
                let (from, step) = dealt(&l.axes);
                let test = Value::name(&k).binary("<", total(&counted));
                head.open.push(count(&k, from, test, Some(step)));
            }
        }
        head.first = self.variables(l, &k, &counted);
        head
    }

    /// Opens the loop over a gang's chunks of `gang(static:)`, and returns the name of a chunk's first iteration and the size of
    /// a chunk.
    fn chunks(
        &mut self,
        l: &Loop,
        chunk: Option<&Expr>,
        blocks: &[Axis],
        counted: &[Counted],
        head: &mut Head,
    ) -> (String, Value) {
        let c = self.names.unique(&format!("{}_chunk", self.loop_name(l)));
        let places = Value::Places(blocks.to_vec(), true);
        let size = match chunk {
            Some(e) => Value::User(e.clone(), UNARY).cast("unsigned long"),
            None => Value::Call("accrs_share", vec![], vec![total(counted), places.clone()]),
        };
        let b = self.names.unique(&format!("{}_base", self.loop_name(l)));
        head.before.push(constant_let(&c, COUNT, size));
        let c = Value::name(c);
        let at = Value::Position(blocks.to_vec(), true).grouped();
        let test = Value::name(&b).binary("<", total(counted));
        let step = places.binary("*", c.clone());
        head.open
            .push(count(&b, at.binary("*", c.clone()), test, Some(step)));
        (b, c)
    }

    /// The head of a padded loop, which all threads of the block go through equally often. `active`, declared at the start of the
    /// body, tells whether this thread has an iteration.
    fn padded(&mut self, l: &Loop, active: &str, changes: bool, span: Span) -> Head {
        let by_chunks = l.chunk.as_ref().filter(|c| is_chunk(c));
        let (blocks, threads): (Vec<Axis>, Vec<Axis>) = l.axes.iter().partition(|a| is_block(**a));
        let outer = l.outer.as_deref();
        if by_chunks.is_some() && (l.tile.is_some() || outer.is_some() || blocks.is_empty()) {
            self.problems.refuse_nest(
                span,
                "gang(static:) with a chunk around loops of other levels that need a barrier",
            );
        }
        if let Some(tile) = &l.tile {
            return self.tiled_padded(l, tile, active, changes);
        }
        let mut head = Head::default();
        let counted = self.counted(l, outer, &mut head.before);
        let name = self.loop_name(l);
        if let Some(chunk) = by_chunks {
            // A chunk's iterations go round the block's threads, all of which take each turn.
            let (first, c) = self.chunks(l, chunk.as_ref(), &blocks, &counted, &mut head);
            let k = self.names.unique(&format!("{name}_k"));
            let turn = self.names.unique(&format!("{name}_turn"));
            let (mine, step) = match threads.is_empty() {
                true => (Value::Number(0), Value::Number(1)),
                false => (
                    Value::Position(threads.clone(), true),
                    Value::Places(threads, true),
                ),
            };
            let within = |k: &str| {
                let far = Value::name(k).binary("-", Value::name(&first));
                Value::All(vec![
                    Value::name(k).binary("<", total(&counted)),
                    far.binary("<", c.clone()),
                ])
            };
            head.open
                .push(count(&turn, Value::name(&first), within(&turn), Some(step)));
            let number = Value::name(&turn).binary("+", mine);
            head.first.push(constant_let(&k, COUNT, number));
            head.first.push(predicate(active, changes, within(&k)));
            head.first.extend(self.variables(l, &k, &counted));
            return head;
        }
        let k = self.names.unique(&format!("{name}_k"));
        let base = self.names.unique(&format!("{name}_base"));
        let more = Value::name(&base).binary("<", total(&counted));
        let test = any_thread(outer, more);
        let from = Value::FirstPosition(l.axes.clone());
        let step = Value::Places(l.axes.clone(), true);
        head.open.push(count(&base, from, test, Some(step)));
        head.first.push(own_number(&k, &base, &l.axes));
        let mut conditions: Vec<Value> = outer.map(Value::name).into_iter().collect();
        conditions.push(Value::name(&k).binary("<", total(&counted)));
        let conditions = Value::all(conditions).unwrap_or(Value::name("true"));
        head.first.push(predicate(active, changes, conditions));
        head.first.extend(self.variables(l, &k, &counted));
        head
    }

    pub fn loop_name(&self, l: &Loop) -> String {
        l.heads
            .first()
            .map_or("loop".into(), |h| safe(&self.unit.var(h.var).name))
    }
}

/// Where a thread starts along these axes, and its stride. Without axes every thread takes all iterations.
pub fn dealt(axes: &[Axis]) -> (Value, Value) {
    if axes.is_empty() {
        return (Value::Number(0), Value::Number(1));
    }
    (
        Value::Position(axes.to_vec(), true),
        Value::Places(axes.to_vec(), true),
    )
}

pub fn constant_let(name: &str, ty: Type, value: Value) -> Let {
    Let {
        name: name.to_string(),
        ty,
        constant: true,
        value,
        var: None,
        role: Role::Other,
        outside: Vec::new(),
    }
}

pub fn predicate(name: &str, changes: bool, value: Value) -> Let {
    Let {
        constant: !changes,
        ..constant_let(name, Type::Word("bool"), value)
    }
}

pub fn count(name: &str, from: Value, test: Value, step: Option<Value>) -> Opener {
    Opener::Count(Count {
        name: name.to_string(),
        ty: COUNT,
        from,
        test,
        step,
        var: None,
        unroll: None,
        line: None,
        body: Vec::new(),
    })
}

/// The number of a thread's iteration in a turn in which the block's first thread has iteration `base`.
pub fn own_number(k: &str, base: &str, axes: &[Axis]) -> Let {
    let outside = axes.iter().take_while(|a| is_block(**a)).count();
    let (_, threads) = axes.split_at(outside);
    // Where the threads vary fastest, a thread is as far behind the first one as its place among them.
    if !threads.iter().any(|a| is_block(*a)) {
        let mine = match threads {
            [] => Value::name(base),
            [_] => Value::name(base).binary("+", Value::Position(threads.to_vec(), false)),
            _ => Value::name(base).binary("+", Value::Position(threads.to_vec(), false).grouped()),
        };
        return constant_let(k, COUNT, mine);
    }
    let first = Value::FirstPosition(axes.to_vec()).grouped();
    let behind = Value::Position(axes.to_vec(), true).binary("-", first);
    let number = Value::name(base).binary("+", behind.grouped());
    constant_let(k, COUNT, number)
}

/// Whether the block takes another turn: under a predicate, as long as any thread for which it holds has more to do.
pub fn any_thread(outer: Option<&str>, more: Value) -> Value {
    match outer {
        Some(outer) => {
            let more = Value::All(vec![Value::name(outer), more]);
            Value::Call("__syncthreads_or", vec![], vec![more])
        }
        None => more,
    }
}

fn total(counted: &[Counted]) -> Value {
    Value::product(counted.iter().map(|c| c.trips.clone()))
}

/// Whether `gang(static:)` asks for anything but single iterations in turn; `None` is `*`.
fn is_chunk(chunk: &Option<Expr>) -> bool {
    !matches!(chunk, Some(e) if e.int_value() == Some(1))
}
