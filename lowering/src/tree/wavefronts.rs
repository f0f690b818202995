//! Loops in order that threads go through wave by wave (`plan/wavefronts.rs`).
//!
//! `build` makes one node of such a loop, with the statements of its body. `threads` has each thread run these by itself, `barriers` takes all waves together
//! for one access by all threads, and `heads` makes loops of it:
//!
//! ```text
//! if (t_trips > 0 && i_trips > 0)
//!     for (wave = 0; wave < by * (t_trips - 1) + i_trips; wave++) {
//!         for (t_at = the first that has an i, and the thread's place; t_at < t_trips && by * t_at <= wave; t_at += all threads) {
//!             t = t_from + t_at;
//!             i_at = i_first + (wave - by * t_at);
//!             …
//!         }
//!         barrier of all blocks
//!     }
//! ```
//!
//! All counts are from 0 on, so that divisions round as they should. What the loops inside begin and end with may depend on `t`, linearly: the ends
//! of the outer loop have their least and their largest values (`hull`), and each iteration of the loops is asked once more whether it is one.

mod hull;
mod iteration;

use super::heads;
use super::node::*;
use super::threads::{At, Pass};
use super::value::{Type, Value};
use crate::names::safe;
use crate::plan::{Axis, Front, FrontPart, Wavefront};
use accrs_frontend::region::{Canonical, Expr, LoopCmp, VarId};
use accrs_frontend::source::Span;
use hull::moves;
use std::collections::HashSet;

const LONG: Type = Type::Word("long");
/// How tightly operands of casts, comparisons and sums must bind (`print/expr.rs`).
const UNARY: u8 = 15;

/// A loop in order whose iterations run wave by wave.
#[derive(Clone, Debug)]
pub struct Wave {
    pub plan: Wavefront,
    /// The line of the `for` in the user's file.
    pub line: u32,
    /// What a thread runs of each statement of the loop's body.
    pub parts: Vec<(FrontPart, Vec<Node>)>,
    /// What waves do to memory that threads share.
    pub touch: Touch,
    /// The declarations of what each thread has for itself.
    pub private: Vec<Node>,
    /// The variables that the parts name.
    pub named: HashSet<VarId>,
}

impl Wave {
    /// Where the loops that waves are made of begin and end.
    pub fn bounds(&self) -> impl Iterator<Item = &Expr> {
        self.plan
            .heads()
            .chain(self.behind())
            .flat_map(|h| [&h.lower, &h.upper])
    }

    /// The loops behind whose ends statements stand.
    fn behind(&self) -> impl Iterator<Item = &Canonical> {
        let fronts = self.plan.parts.values().flat_map(|p| {
            let rows = p.rows.iter();
            rows.chain([&p.own])
        });
        fronts.filter_map(|(front, _)| match front {
            Front::Behind(head) => Some(head),
            _ => None,
        })
    }

    /// Whether where statements stand depends on the outer loop's iteration.
    fn moves(&self) -> bool {
        let t = self.plan.head.var;
        let mut fronts = self
            .parts
            .iter()
            .flat_map(|(p, _)| p.rows.iter().chain([&p.own]));
        fronts.any(|(front, _)| moves(front, t))
    }

    /// Whether a variable is one of those that threads count with, or have for themselves.
    pub fn owns(&self, v: VarId) -> bool {
        self.plan.own.contains(&v) || self.plan.counts(v)
    }
}

/// Whether the threads of loops that go wave by wave have a variable for themselves, and nothing else names it.
pub fn has_for_itself(nodes: &[Node], v: VarId) -> bool {
    fn look(n: &Node, v: VarId, (inside, outside): (&mut bool, &mut bool)) {
        match &n.kind {
            Kind::Wave(w) if w.owns(v) => *inside = true,
            Kind::Loop(l) if l.is_index(v) => {}
            _ => {
                n.exprs(&mut |e| *outside |= e.mentions(v));
                n.children(&mut |c| look(c, v, (&mut *inside, &mut *outside)));
            }
        }
    }
    let (mut inside, mut outside) = (false, false);
    for n in nodes {
        look(n, v, (&mut inside, &mut outside));
    }
    inside && !outside
}

impl Pass<'_> {
    /// Who runs what in a loop that goes wave by wave: each thread its iterations, by itself.
    pub(super) fn wave(&mut self, mut w: Wave, span: Span, out: &mut Vec<Node>) {
        self.span = span;
        let heads: Vec<VarId> = w.plan.heads().map(|h| h.var).collect();
        let own: Vec<VarId> = w.plan.own.clone();
        let hidden = self.hide(heads.iter().chain(&own).copied());
        for v in heads.iter().chain(&own) {
            self.access.remove(v);
            self.storage.memory.remove(v);
        }
        let mut touch = Touch::default();
        for e in w.bounds() {
            touch = touch.or(self.watch().expr(e).touch());
        }
        let alone = At::default();
        for v in own.iter().filter(|v| !heads.contains(v)) {
            self.private(*v, &alone, span, &mut w.private);
        }
        for (_, body) in &mut w.parts {
            touch = touch.or(self.watch().nodes(body).touch());
            w.named.extend(super::spread::named_variables(body));
            *body = self.all_alone(std::mem::take(body), &alone);
        }
        w.touch = touch;
        self.restore(hidden);
        out.push(Node::new(Kind::Wave(Box::new(w)), span));
    }
}

/// One of the directions that the threads of a wave are counted in.
struct Direction {
    /// How much later waves are for each further place.
    by: i64,
    at: Value,
    places: Value,
}

/// The names of generated variables for the places along one loop.
struct Along {
    /// The first place, the one behind the last, and how many there are.
    first: String,
    behind: String,
    trips: String,
    /// A thread's place, and the same from 0 on.
    place: String,
    at: String,
}

impl heads::Pass<'_> {
    /// Makes loops of a loop that goes wave by wave.
    pub(super) fn wave(&mut self, mut w: Wave, span: Span, out: &mut Vec<Node>) {
        let put = |kind: Kind| Node::new(kind, span);
        let outer = self.along(&w.plan.head);
        let last = self
            .names
            .unique(&format!("{}_last", self.name(&w.plan.head)));
        let (row, own) = {
            let part = w
                .parts
                .iter()
                .find(|(p, _)| matches!(p.own.0, Front::Loop(_)));
            let name = |front: Option<&Front<Canonical>>, other: &str| match front {
                Some(Front::Loop(h)) => self.name(h),
                _ => other.to_string(),
            };
            let row = name(part.and_then(|(p, _)| p.rows.as_ref()).map(|r| &r.0), "row");
            let own = name(part.map(|(p, _)| &p.own.0), "front");
            (row, own)
        };
        let (row, own) = (self.along_named(&row), self.along_named(&own));
        // The outer loop's iterations.
        let (from, end) = ends(&w.plan.head);
        out.push(put(constant(&outer.first, from)));
        let trips = end.binary("-", Value::name(&outer.first));
        out.push(put(constant(&outer.trips, trips)));
        let mut inside = Vec::new();
        // Where loops inside begin or end in the last iteration may differ from where they do in the first one.
        if w.moves() {
            let ends = Value::name(&outer.first).binary("+", Value::name(&outer.trips));
            inside.push(put(constant(&last, ends.binary("-", Value::Number(1)))));
        }
        let at_ends = [Value::name(&outer.first), Value::name(&last)];
        if w.plan.rows.is_some() {
            let fronts = w
                .parts
                .iter()
                .filter_map(|(p, _)| p.rows.as_ref())
                .collect();
            inside.extend(self.hull(&w.plan.head, fronts, &at_ends, &row, span));
        }
        let fronts = w.parts.iter().map(|(p, _)| &p.own).collect();
        inside.extend(self.hull(&w.plan.head, fronts, &at_ends, &own, span));
        let mut wide: Vec<Value> = Vec::new();
        if w.plan.rows.is_some() {
            wide.push(positive(&row.trips));
        }
        wide.push(positive(&own.trips));
        let wave = self.names.unique("wave");
        let waves = self.waves(&mut w, [&outer, &row, &own], &wave, span);
        if let Some(wide) = Value::all(wide) {
            inside.push(put(Kind::Test(wide, waves)));
        }
        out.push(put(Kind::Test(positive(&outer.trips), inside)));
    }

    /// The loop over waves, and in it those over the iterations of one.
    fn waves(
        &mut self,
        w: &mut Wave,
        [outer, row, own]: [&Along; 3],
        wave: &str,
        span: Span,
    ) -> Vec<Node> {
        let put = |kind: Kind| Node::new(kind, span);
        let steps = Direction {
            by: w.plan.by,
            at: Value::name(&outer.at),
            places: Value::name(&outer.trips),
        };
        let rows = w.plan.rows.map(|by| Direction {
            by,
            at: Value::name(&row.at),
            places: Value::name(&row.trips),
        });
        let mut behind = Value::name(&own.trips);
        for d in [Some(&steps), rows.as_ref()].into_iter().flatten() {
            let last = d.places.clone().binary("-", Value::Number(1));
            behind = times(d.by, last.grouped()).binary("+", behind);
        }
        let axes = w.plan.axes.clone();
        let own_trips = Value::name(&own.trips);
        let mut body = match rows {
            None => {
                let at = times(steps.by, steps.at.clone());
                let place = Value::name(wave).binary("-", at).grouped();
                let inner = self.iteration(w, [outer, row, own], place, span);
                vec![self.places(&steps, Value::name(wave), own_trips, &axes[1], inner, span)]
            }
            Some(rows) => {
                let (first, second) = match w.plan.along_outer {
                    true => (rows, steps),
                    false => (steps, rows),
                };
                let rest = self.names.unique("rest");
                let at = times(second.by, second.at.clone());
                let place = Value::name(&rest).binary("-", at).grouped();
                let inner = self.iteration(w, [outer, row, own], place, span);
                let lanes = self.places(
                    &second,
                    Value::name(&rest),
                    own_trips.clone(),
                    &axes[1],
                    inner,
                    span,
                );
                let at = times(first.by, first.at.clone());
                let rest = constant(&rest, Value::name(wave).binary("-", at));
                // What the other loops can make up for.
                let last = second
                    .places
                    .clone()
                    .binary("-", Value::Number(1))
                    .grouped();
                let others = times(second.by, last).binary("+", own_trips);
                let others = others.grouped();
                let inner = vec![put(rest), lanes];
                vec![self.places(&first, Value::name(wave), others, &axes[0], inner, span)]
            }
        };
        let why = "the next wave uses what this one stores";
        body.push(put(Kind::Barrier(Meeting::Grid, why)));
        let count = Count {
            name: wave.to_string(),
            ty: LONG,
            from: Value::Number(0),
            test: Value::name(wave).binary("<", behind),
            step: None,
            var: None,
            unroll: None,
            line: (self.line.is_some() && self.line != Some(w.line)).then_some(w.line),
            body,
        };
        vec![put(Kind::Count(Box::new(count)))]
    }

    /// A loop over the places in one direction that have a part of a wave, of which `others` are the places that are left for the other directions.
    #[allow(clippy::too_many_arguments)]
    fn places(
        &mut self,
        d: &Direction,
        wave: Value,
        others: Value,
        axes: &[Axis],
        body: Vec<Node>,
        span: Span,
    ) -> Node {
        // Rounded up: (wave - (others - 1)) / by
        let behind = wave.clone().binary("-", others.clone());
        let first = match d.by {
            1 => behind.binary("+", Value::Number(1)),
            by => {
                let number = Value::Number(by.unsigned_abs());
                behind
                    .binary("+", number.clone())
                    .grouped()
                    .binary("/", number)
            }
        };
        let none = wave.clone().binary("<", others);
        let from = Value::Choice(Box::new(none), Box::new(Value::Number(0)), Box::new(first));
        let (from, step) = match axes {
            [] => (from, Value::Number(1)),
            axes => {
                let place = Value::Position(axes.to_vec(), true).grouped().cast("long");
                let places = Value::Places(axes.to_vec(), true);
                (from.grouped().binary("+", place), places)
            }
        };
        let within = d.at.clone().binary("<", d.places.clone());
        let left = times(d.by, d.at.clone()).binary("<=", wave);
        let Value::Name(name) = &d.at else {
            return Node::new(Kind::Block(body), span);
        };
        let count = Count {
            name: name.clone(),
            ty: LONG,
            from,
            test: Value::All(vec![within, left]),
            step: Some(step),
            var: None,
            unroll: None,
            line: None,
            body,
        };
        Node::new(Kind::Count(Box::new(count)), span)
    }

    fn name(&self, head: &Canonical) -> String {
        safe(&self.unit.var(head.var).name)
    }

    fn along(&mut self, head: &Canonical) -> Along {
        let name = self.name(head);
        self.along_named(&name)
    }

    fn along_named(&mut self, of: &str) -> Along {
        let mut name = |ending: &str| self.names.unique(&format!("{of}_{ending}"));
        Along {
            first: name("first"),
            behind: name("behind"),
            trips: name("trips"),
            place: name("place"),
            at: name("at"),
        }
    }
}

/// A loop's first number and the one behind the last, as `long`s.
fn ends(head: &Canonical) -> (Value, Value) {
    let long = |e: &Expr| match e.int_value() {
        Some(n) => number(i64::try_from(n).unwrap_or(i64::MAX)),
        None => Value::User(e.strip_implicit().clone(), UNARY).cast("long"),
    };
    let upper = long(&head.upper);
    let end = match head.cmp {
        LoopCmp::Le => upper.binary("+", Value::Number(1)),
        _ => upper,
    };
    (long(&head.lower), end)
}

fn number(n: i64) -> Value {
    match n {
        0.. => Value::Number(n.unsigned_abs()),
        _ => Value::Number(0)
            .binary("-", Value::Number(n.unsigned_abs()))
            .grouped(),
    }
}

fn shifted(value: Value, by: i64) -> Value {
    let far = Value::Number(by.unsigned_abs());
    match by {
        0 => value,
        1.. => value.binary("+", far),
        _ => value.binary("-", far),
    }
}

fn times(n: i64, value: Value) -> Value {
    match n {
        1 => value,
        n => Value::Number(n.unsigned_abs()).binary("*", value),
    }
}

fn positive(name: &str) -> Value {
    Value::name(name).binary(">", Value::Number(0))
}

fn constant(name: &str, value: Value) -> Kind {
    Kind::Let(heads::constant_let(name, LONG, value))
}

fn variable(name: &str, value: Value) -> Kind {
    Kind::Let(Let {
        constant: false,
        ..heads::constant_let(name, LONG, value)
    })
}
