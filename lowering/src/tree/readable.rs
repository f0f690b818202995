//! The readable head of a loop over axes; `heads.rs` says where it is used.

use super::heads::Pass;
use super::node::{Count, Loop};
use super::sets::is_block;
use super::value::{Type, Value};
use crate::names::safe;
use crate::plan::Axis;
use accrs_frontend::region::LoopCmp;
use accrs_frontend::region::verify::constant;

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
    pub(super) fn simple(&mut self, l: &Loop) -> Option<Count> {
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
