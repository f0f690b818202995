//! Where waves begin and end along the loops inside: as far as any statement of any iteration of the outer loop stands.

use super::{Along, constant, ends, number, shifted, variable};
use crate::names::safe;
use crate::plan::Front;
use crate::tree::heads;
use crate::tree::node::*;
use crate::tree::value::Value;
use accrs_frontend::region::{Canonical, VarId};
use accrs_frontend::source::Span;

impl heads::Pass<'_> {
    /// Declares the first place that statements have along a loop, and how many there are up to the last one: at both ends of the outer loop.
    pub(super) fn hull(
        &mut self,
        outer: &Canonical,
        fronts: Vec<&(Front<Canonical>, i64)>,
        at_ends: &[Value; 2],
        n: &Along,
        span: Span,
    ) -> Vec<Node> {
        let put = |kind: Kind| Node::new(kind, span);
        let t = Value::name(safe(&self.unit.var(outer.var).name));
        // Each with whether it depends on the outer loop's variable.
        let places = fronts.into_iter().map(|(front, shift)| {
            let next = |at: Value| (at.clone(), at.binary("+", Value::Number(1)));
            let (from, end) = match front {
                Front::Loop(h) => ends(h),
                Front::At(at) => (number(*at), number(at + 1)),
                Front::Outer => next(t.clone()),
                Front::Behind(h) => next(ends(h).1),
            };
            let moves = moves(front, outer.var);
            (shifted(from, *shift), shifted(end, *shift), moves)
        });
        let mut places: Vec<_> = places.collect();
        places.sort_by_key(|(.., moves)| *moves);
        if let [(from, end, false)] = places.as_slice() {
            let trips = end.clone().binary("-", Value::name(&n.first));
            let first = constant(&n.first, from.clone());
            return vec![put(first), put(constant(&n.trips, trips))];
        }
        let mut out = Vec::new();
        let mut known = false;
        let moving: Vec<_> = places.iter().filter(|p| p.2).cloned().collect();
        for (from, end, _) in places.into_iter().filter(|p| !p.2) {
            if !known {
                out.push(put(variable(&n.first, from)));
                out.push(put(variable(&n.behind, end)));
                known = true;
                continue;
            }
            out.extend(widened(n, from, end, span));
        }
        if !known {
            out.push(put(variable(&n.first, Value::Number(0))));
            out.push(put(variable(&n.behind, Value::Number(0))));
        }
        for at in at_ends.iter().filter(|_| !moving.is_empty()) {
            let mut inside = vec![put(self.variable_of(outer, at.clone()))];
            for (from, end, _) in &moving {
                match known {
                    true => inside.extend(widened(n, from.clone(), end.clone(), span)),
                    false => {
                        let assign = |name: &String, value: &Value| {
                            put(Kind::Assign(vec![name.clone()], value.clone()))
                        };
                        inside.push(assign(&n.first, from));
                        inside.push(assign(&n.behind, end));
                        known = true;
                    }
                }
            }
            out.push(put(Kind::Block(inside)));
        }
        let trips = Value::name(&n.behind).binary("-", Value::name(&n.first));
        out.push(put(constant(&n.trips, trips)));
        out
    }
}

/// Whether where a statement stands depends on this variable.
pub(super) fn moves(front: &Front<Canonical>, t: VarId) -> bool {
    match front {
        Front::Loop(h) => h.lower.mentions(t) || h.upper.mentions(t),
        Front::Behind(h) => h.upper.mentions(t),
        Front::At(_) => false,
        Front::Outer => true,
    }
}

/// Has places begin and end with those of another statement, if these are beyond.
fn widened(n: &Along, from: Value, end: Value, span: Span) -> Vec<Node> {
    let one = |name: &String, value: Value, op: &'static str| {
        let beyond = value.clone().binary(op, Value::name(name));
        let assign = Kind::Assign(vec![name.clone()], value);
        Node::new(Kind::Test(beyond, vec![Node::new(assign, span)]), span)
    };
    vec![one(&n.first, from, "<"), one(&n.behind, end, ">")]
}
