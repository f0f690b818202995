//! What a thread does at its places of a wave: the statements that stand there.

use super::{Along, Wave, constant, ends, hull::moves, number, shifted};
use crate::plan::{Front, FrontPart};
use crate::tree::heads;
use crate::tree::node::*;
use crate::tree::value::{Type, Value};
use accrs_frontend::region::{Canonical, VarId};
use accrs_frontend::source::Span;
use std::collections::HashSet;

impl heads::Pass<'_> {
    /// What a thread does at its places; `place` is that along the innermost loop.
    pub(super) fn iteration(
        &mut self,
        w: &mut Wave,
        [outer, row, own]: [&Along; 3],
        place: Value,
        span: Span,
    ) -> Vec<Node> {
        let put = |kind: Kind| Node::new(kind, span);
        let head = w.plan.head.clone();
        let mut out = Vec::new();
        let t = Value::name(&outer.first).binary("+", Value::name(&outer.at));
        if w.named.contains(&head.var) || w.bounds().any(|e| e.mentions(head.var)) {
            out.push(put(self.variable_of(&head, t.clone().grouped())));
        }
        if w.plan.rows.is_some() {
            let at = Value::name(&row.first).binary("+", Value::name(&row.at));
            out.push(put(constant(&row.place, at)));
        }
        let place = Value::name(&own.first).binary("+", place);
        out.push(put(constant(&own.place, place)));
        out.append(&mut w.private);
        let parts = std::mem::take(&mut w.parts);
        let alone = parts.len() == 1;
        for (part, body) in parts {
            let mut inner = self.run(body);
            let rows = part.rows.iter().map(|r| (r, &row.place));
            let places: Vec<_> = rows.chain([(&part.own, &own.place)]).collect();
            for ((front, shift), name) in places.iter().rev() {
                let at = shifted(Value::name(*name), -shift);
                if let Front::Loop(h) = front
                    && uses(&w.named, &part, h.var)
                {
                    inner.insert(0, put(self.variable_of(h, at.clone().grouped())));
                }
                if let Some(test) = stands(front, at, &t, alone.then_some(head.var)) {
                    inner = vec![put(Kind::Test(test, inner))];
                }
            }
            match alone {
                true => out.extend(inner),
                false => out.push(put(Kind::Block(inner))),
            }
        }
        out
    }

    /// The declaration of a loop's variable with a value.
    pub(super) fn variable_of(&mut self, head: &Canonical, value: Value) -> Kind {
        let ty = Type::Of(self.unit.var(head.var).ty);
        let value = match value {
            Value::Group(inner) => Value::Cast(ty.clone(), Box::new(Value::Group(inner))),
            other => Value::Cast(ty.clone(), Box::new(other)),
        };
        Kind::Let(Let {
            name: self.name(head),
            ty,
            constant: true,
            value,
            var: Some(head.var),
            role: Role::Other,
            outside: Vec::new(),
        })
    }
}

/// Whether a statement or the bounds of the loops around it name the variable of one of these.
fn uses(named: &HashSet<VarId>, part: &FrontPart, v: VarId) -> bool {
    let bounds = |front: &Front<Canonical>| match front {
        Front::Loop(h) => h.lower.mentions(v) || h.upper.mentions(v),
        _ => false,
    };
    let mut fronts = part.rows.iter().chain([&part.own]);
    named.contains(&v) || fronts.any(|(front, _)| bounds(front))
}

/// Whether a statement stands at a place, in the iteration `t` of the outer loop; `None`: it does at all of them. What waves are cut to is exact where
/// a loop has them for itself (`alone`: the outer loop's variable) and stays where it is.
fn stands(front: &Front<Canonical>, at: Value, t: &Value, alone: Option<VarId>) -> Option<Value> {
    let is = |value: Value| Some(at.clone().binary("==", value));
    match front {
        Front::Loop(_) if alone.is_some_and(|t| !moves(front, t)) => None,
        Front::Loop(h) => {
            let (from, end) = ends(h);
            let within = [from.binary("<=", at.clone()), at.clone().binary("<", end)];
            Some(Value::All(within.into()))
        }
        Front::At(n) => is(number(*n)),
        Front::Outer => is(t.clone()),
        Front::Behind(h) => is(ends(h).1),
    }
}
