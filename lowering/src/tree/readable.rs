//! The readable head of a loop over axes; `heads.rs` says where it is used.

use super::heads::{Head, Opener, Pass};
use super::node::{Count, Kind, Let, Loop, Node, Role};
use super::sets::is_block;
use super::value::{Type, Value};
use crate::names::safe;
use crate::plan::Axis;
use accrs_frontend::region::verify::constant;
use accrs_frontend::region::{Canonical, LoopCmp};

/// How tightly an operand of a comparison must bind (`print/expr.rs`).
const COMPARED: u8 = 11;

/// Starts up to here leave room for every stride.
const SMALL: i128 = 1 << 20;
/// Bounds up to here can be passed by a stride of all threads without leaving 32 bits.
const NEAR: i128 = 1 << 29;
/// The most that all threads together may add to a variable in one step.
const FAR: u64 = 1 << 30;

impl Pass<'_> {
    /// The readable form, if the loop allows it.
    pub(super) fn simple(&mut self, l: &Loop) -> Option<Head> {
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
        let own = safe(&self.unit.var(head.var).name);
        let by_long = self.turns && is_innermost(l) && self.fits_long(head);
        if types.is_unsigned(ty) && !near && !wide && !by_long {
            return None;
        }
        let name = match by_long {
            true => self.names.unique(&format!("{own}_k")),
            false => own.clone(),
        };
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
        if !(near || wide || by_long) {
            tests.insert(0, number(0).binary("<=", Value::name(&name)));
        }
        let count = Count {
            name,
            ty: Type::Of(ty),
            from,
            test: Value::all(tests)?,
            step: Some(step),
            var: Some(head.var),
            unroll: None,
            line: None,
            body: Vec::new(),
        };
        Some(match by_long {
            true => counted_by_long(l, count, head, own),
            false => Head {
                open: vec![Opener::Count(count)],
                ..Head::default()
            },
        })
    }

    /// Whether a `long` may count in the place of a loop's variable, which isn't one: it is compared with the bound as the variable would be.
    fn fits_long(&self, head: &Canonical) -> bool {
        let types = &self.unit.types;
        let ty = self.unit.var(head.var).ty;
        let bound = types.is_unsigned(head.upper.strip_implicit().ty)
            || constant(&head.upper).is_some_and(|n| n >= 0);
        match types.is_unsigned(ty) {
            true => bound,
            false => types.size_of(ty) == Some(4),
        }
    }
}

/// Whether a loop over blocks and threads has no spread loop inside: these are worth unrolling.
fn is_innermost(l: &Loop) -> bool {
    let spread = |n: &Node| n.any(&mut |n| matches!(n.kind, Kind::Loop(_)));
    let (blocks, threads): (Vec<Axis>, Vec<Axis>) = l.axes.iter().partition(|a| is_block(**a));
    !blocks.is_empty() && !threads.is_empty() && !l.body.iter().any(spread)
}

/// The head with a `long` that counts, of which the loop's variable is made where anything names it.
fn counted_by_long(l: &Loop, mut count: Count, head: &Canonical, own: String) -> Head {
    let ty = std::mem::replace(&mut count.ty, Type::Word("long"));
    count.var = None;
    let value = Value::Cast(ty.clone(), Box::new(Value::name(&count.name)));
    let variable = Let {
        name: own,
        ty,
        constant: false,
        value,
        var: Some(head.var),
        role: Role::Other,
    };
    Head {
        open: vec![Opener::Count(count)],
        first: match l.named.first() {
            Some(false) => Vec::new(),
            _ => vec![variable],
        },
        ..Head::default()
    }
}

/// The largest number of positions along axes: the host clips grids to this (`__accrs_extent`).
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
