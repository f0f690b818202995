//! How a spread loop's iterations are dealt out: as loops that count.
//!
//! The readable form, `for (int i = 1 + p; 0 <= i && i < n; i += places)`, is used where `i` starts at a
//! small literal, counts up by a literal and is at least 32 bits wide. The places are unsigned, so that the
//! last step past a bound near the type's end wraps to a negative number instead of overflowing, which
//! `0 <= i` sees; without that test where the bound is a small literal, or the type is wider than what all
//! threads can add. Every other loop (narrow types, counting down, `!=`, run-time starts and
//! steps, pointers, collapsed nests, `gang(static:)`) counts iterations in 64 bits and computes
//! its variable from the count, so that nothing overflows that did not in the user's loop. A start that is
//! not a literal is evaluated once, before the loop: the body may change what it is made of.
//!
//! Before: the tree that `predicates` left. After: no [`Kind::Loop`] is in it.

use super::node::*;
use super::problems::Problems;
use super::sets::is_block;
use super::value::{Argument, Type, Value};
use crate::names::{Scope, safe};
use crate::plan::Axis;
use crate::trips;
use accrs_frontend::Unit;
use accrs_frontend::region::verify::constant;
use accrs_frontend::region::{Canonical, Expr, LoopCmp, VarId};
use accrs_frontend::source::Span;

/// As operands of a comma, `<`, `+` and `*` (`print/expr.rs`).
const ARGUMENT: u8 = 2;
const COMPARED: u8 = 11;
const ADDED: u8 = 13;
const UNARY: u8 = 15;

pub const COUNT: Type = Type::Word("unsigned long");

/// Starts up to here leave room for every stride.
const SMALL: i128 = 1 << 20;
/// Bounds up to here can be passed by the strides of all threads in 32 bits.
const NEAR: i128 = 1 << 29;
/// What all threads together may add to a variable in one step.
const FAR: u64 = 1 << 30;

/// The pass, over one kernel or one function.
pub struct Pass<'a> {
    pub unit: &'a Unit,
    pub names: &'a mut Scope,
    pub problems: &'a mut Problems,
    /// The line that the kernel's comment names already.
    pub line: Option<u32>,
    /// The readable form may be used; where not, each loop's first value has a name.
    pub readable: bool,
}

/// What a loop becomes: declarations before it, loops, conditions and declarations one in the other, and the first
/// lines of the body.
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

/// Of one of a loop's heads: its first value, and the name of its number of iterations.
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
            n.children_mut(&mut |body| *body = self.run(std::mem::take(body)));
            if let Kind::Case { body, .. } | Kind::Default(body) | Kind::Label { body, .. } =
                &mut n.kind
                && body.len() > 1
            {
                // No declaration may stand behind a label.
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
        out.extend(l.barrier.map(|why| put(Kind::Barrier(why))));
        let mut head = match l.active.clone() {
            Some((active, changes)) => self.padded(&l, &active, changes, span),
            None => self.plain(&l, span),
        };
        let loops = |o: &&mut Opener| matches!(o, Opener::Count(_));
        if let Some(Opener::Count(c)) = head.open.iter_mut().rfind(loops) {
            c.unroll = l.unroll;
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

    /// The head of a loop without a predicate.
    fn plain(&mut self, l: &Loop, span: Span) -> Head {
        let chunk = l.chunk.as_ref().filter(|c| is_chunk(c));
        if let Some(tile) = &l.tile {
            // Tiles are dealt out one by one, which is static:1.
            if chunk.is_some() {
                self.problems
                    .refuse_nest(span, "gang(static:) with a chunk on a tiled loop");
            }
            return self.tiled(l, tile);
        }
        if let Some(count) = self.simple(l).filter(|_| self.readable) {
            return Head {
                open: vec![Opener::Count(count)],
                ..Head::default()
            };
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

    /// The loop over a gang's chunks of `gang(static:)`: the name of a chunk's first iteration, and the size.
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

    /// A head whose trips are the same for all threads of the block; `active` is declared first
    /// in the body and tells whether this thread has an iteration.
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
            // A chunk's iterations go to the block's threads in turn; all of them take each turn.
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

    /// The readable form.
    fn simple(&mut self, l: &Loop) -> Option<Count> {
        let [head] = l.heads.as_slice() else {
            return None;
        };
        if l.chunk.is_some() || head.down || !matches!(head.cmp, LoopCmp::Lt | LoopCmp::Le) {
            return None;
        }
        let types = &self.unit.types;
        let ty = self.unit.var(head.var).ty;
        if !types.is_integer(ty) || types.size_of(ty)? < 4 {
            return None;
        }
        let small = |v: &i128| (0..=SMALL).contains(v);
        let lower = head.lower.int_value().filter(small)? as u64;
        let step = head.step.int_value().filter(|v| (1..=1024).contains(v))? as u64;
        if most_places(&l.axes).saturating_mul(step) > FAR {
            return None;
        }
        let near = constant(&head.upper).is_some_and(|u| u <= NEAR);
        let wide = types.size_of(ty)? > 4;
        if types.is_unsigned(ty) && !near && !wide {
            return None;
        }
        let name = safe(&self.unit.var(head.var).name);
        let at = Value::Position(l.axes.clone(), false);
        let by = Value::Places(l.axes.clone(), false);
        let number = |n: u64| Value::Number(n);
        let far = match step {
            1 => at,
            s if l.axes.len() > 1 => number(s).binary("*", at.grouped()),
            s => number(s).binary("*", at),
        };
        let from = match lower {
            0 => far,
            l => number(l).binary("+", far),
        };
        let step = match step {
            1 => by,
            s => number(s).binary("*", by),
        };
        let cmp = match head.cmp {
            LoopCmp::Lt => "<",
            _ => "<=",
        };
        let upper = Value::User(head.upper.clone(), COMPARED);
        let mut tests = vec![Value::name(&name).binary(cmp, upper)];
        if !(near || wide) {
            tests.insert(0, number(0).binary("<=", Value::name(&name)));
        }
        Some(Count {
            name,
            ty: Type::Of(ty),
            from,
            test: Value::all(tests)?,
            step: Some(step),
            var: Some(head.var),
            unroll: None,
            line: None,
            body: Vec::new(),
        })
    }

    /// Trip counts of all heads, as constants before the loop; `outer`: only threads under it may look at the bounds, the
    /// others have no trips.
    pub fn counted(
        &mut self,
        l: &Loop,
        outer: Option<&str>,
        before: &mut Vec<Let>,
    ) -> Vec<Counted> {
        let first = before.len();
        let heads = l.heads.iter();
        let all = heads.map(|h| self.count_trips(h, before)).collect();
        for l in &mut before[first..] {
            if let Some(outer) = outer {
                let value = std::mem::replace(&mut l.value, Value::Nothing);
                l.value = value.or_none(Value::name(outer));
            }
        }
        all
    }

    fn count_trips(&mut self, head: &Canonical, before: &mut Vec<Let>) -> Counted {
        let var = self.unit.var(head.var);
        let pointer = self.unit.types.is_pointer(var.ty);
        let name = self.names.unique(&format!("{}_trips", safe(&var.name)));
        let literal = head.lower.int_value().filter(|_| self.readable);
        let lower = match literal {
            Some(_) => Value::User(head.lower.clone(), ARGUMENT),
            None => {
                let from = self.names.unique(&format!("{}_from", safe(&var.name)));
                let value = Value::User(head.lower.clone(), ARGUMENT);
                let mut declared = constant_let(&from, Type::Of(var.ty), value);
                declared.constant = !pointer;
                declared.role = Role::Start(head.var);
                before.push(declared);
                Value::name(from)
            }
        };
        let upper = Value::User(head.upper.clone(), ARGUMENT);
        let step = Value::User(head.step.clone(), ARGUMENT);
        let closed = matches!(head.cmp, LoopCmp::Le | LoopCmp::Ge);
        let closed = Value::name(if closed { "true" } else { "false" });
        let mut ends = [(lower.clone(), &head.lower), (upper, &head.upper)];
        if head.down {
            ends.reverse();
        }
        let call = |name, ty, args| Value::Call(name, vec![Argument::Word(ty)], args);
        let trips = if let Some(ty) = trips::around(self.unit, head) {
            let [from, to] = ends.map(|(v, _)| v.grouped().cast("unsigned long"));
            to.binary("-", from).grouped().cast(ty)
        } else if pointer {
            let [from, to] = ends.map(|(v, _)| v.grouped());
            let far = to.binary("-", from);
            call(
                "accrs_trips",
                "long",
                vec![Value::Number(0), far, step, closed],
            )
        } else {
            let own = trips::own_type(self.unit, head);
            let ty = own.unwrap_or_else(|| trips::compared(self.unit, head));
            let [from, to] = ends.map(|end| in_type(ty, end));
            match trips::last(self.unit, head) {
                Some(last) => {
                    let last = Value::Number(u64::from(last));
                    call("accrs_trips_within", ty, vec![from, to, step, closed, last])
                }
                None => call("accrs_trips", ty, vec![from, to, step, closed]),
            }
        };
        let mut trips = constant_let(&name, COUNT, trips);
        trips.role = Role::Trips(head.var);
        before.push(trips);
        Counted {
            from: match literal {
                Some(_) => Value::User(head.lower.clone(), ADDED),
                None => lower,
            },
            trips: Value::name(name),
        }
    }

    /// The loop variables from the iteration number: the last head varies fastest.
    fn variables(&mut self, l: &Loop, k: &str, counted: &[Counted]) -> Vec<Let> {
        let mut lets = Vec::new();
        let n = l.heads.len();
        for (i, head) in l.heads.iter().enumerate() {
            let inner: Vec<Value> = counted[i + 1..].iter().map(|c| c.trips.clone()).collect();
            let mut number = match inner.len() {
                0 => Value::name(k),
                1 => Value::name(k).binary("/", Value::product(inner)),
                _ => Value::name(k).binary("/", Value::product(inner).grouped()),
            };
            if i > 0 {
                if n - i > 1 {
                    number = number.grouped();
                }
                number = number.binary("%", counted[i].trips.clone());
            }
            if l.named.get(i).copied().unwrap_or(true) {
                lets.push(self.variable(head, &counted[i], number));
            }
        }
        lets
    }

    /// A loop variable in one iteration.
    pub fn variable(&mut self, head: &Canonical, counted: &Counted, number: Value) -> Let {
        let ty = self.unit.var(head.var).ty;
        let number = number.operand();
        let far = match head.step.int_value() {
            Some(1) => number,
            _ => {
                let step = Value::User(head.step.clone(), UNARY);
                number.binary("*", step).grouped()
            }
        };
        let sign = if head.down { "-" } else { "+" };
        let from = counted.from.clone();
        let value = if self.unit.types.is_pointer(ty) {
            from.binary(sign, far.cast("long"))
        } else if head.lower.int_value() == Some(0) && !head.down && self.readable {
            Value::Cast(Type::Of(ty), Box::new(far))
        } else {
            let sum = from.binary(sign, far.cast("long")).grouped();
            Value::Cast(Type::Of(ty), Box::new(sum))
        };
        self.declared(head.var, value)
    }

    fn declared(&self, var: VarId, value: Value) -> Let {
        let v = self.unit.var(var);
        Let {
            name: safe(&v.name),
            ty: Type::Of(v.ty),
            constant: false,
            value,
            var: Some(var),
            role: Role::Other,
        }
    }
}

/// Where a thread starts on these axes, and its stride; every thread has all without axes.
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

/// The iteration of a thread in a turn that begins, for the block's first thread, at `base`.
pub fn own_number(k: &str, base: &str, axes: &[Axis]) -> Let {
    let first = Value::FirstPosition(axes.to_vec()).grouped();
    let behind = Value::Position(axes.to_vec(), true).binary("-", first);
    let number = Value::name(base).binary("+", behind.grouped());
    constant_let(k, COUNT, number)
}

/// Whether the block goes on: where a predicate is around, as long as any thread under it has more.
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

/// A loop's end as an argument of type `ty`: a negative constant is converted, which compilers would warn of.
fn in_type(ty: &'static str, (value, end): (Value, &Expr)) -> Value {
    match ty.starts_with("unsigned") && constant(end).is_some_and(|v| v < 0) {
        true => value.grouped().cast(ty),
        false => value,
    }
}

/// The most places that axes can have: the host clips grids to this (`__accrs_extent`).
fn most_places(axes: &[Axis]) -> u64 {
    let most = |a: &Axis| match a {
        Axis::BlockX => 1 << 20,
        Axis::BlockY | Axis::BlockZ => 1 << 16,
        Axis::ThreadX | Axis::ThreadY | Axis::ThreadZ => 1 << 10,
    };
    // A block holds 1024 threads, however they are arranged.
    let (blocks, threads): (Vec<&Axis>, Vec<&Axis>) = axes.iter().partition(|a| is_block(**a));
    let blocks = blocks.into_iter().map(most).fold(1, u64::saturating_mul);
    let threads = threads.into_iter().map(most).fold(1, u64::saturating_mul);
    blocks.saturating_mul(threads.min(1 << 10))
}

/// `gang(static:)` of another kind than one iteration after the other; `None` is `*`.
fn is_chunk(chunk: &Option<Expr>) -> bool {
    !matches!(chunk, Some(e) if e.int_value() == Some(1))
}
