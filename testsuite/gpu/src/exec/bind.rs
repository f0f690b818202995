//! Decoded functions to code that runs: each instruction with the function that carries it out.

use super::lane::{Handler, Lane};
use super::order::Order;
use super::{access, atomic, convert, float, integer, moves};
use crate::fault::Fault;
use crate::ptx::code::{Callee, Function, Inst, NONE, Op, Origin, ParamSlot};
use std::sync::OnceLock;

/// How an instruction takes part in the loop that runs a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// The next instruction follows.
    Next,
    /// A branch to `extra`.
    Jump,
    /// Anything else: calls, returns, barriers.
    Other,
}

pub struct Bound {
    pub run: Handler,
    pub op: Op,
    pub flow: Flow,
    pub guard_negated: bool,
    pub guard: u32,
    pub d: u32,
    pub d2: u32,
    pub a: u32,
    pub b: u32,
    pub c: u32,
    pub e: u32,
    pub extra: u32,
    pub offset: i64,
}

pub struct BoundCall {
    pub callee: Callee,
    pub arguments: Vec<ParamSlot>,
    pub result: Option<ParamSlot>,
}

/// A function on a device.
pub struct Code {
    pub name: String,
    pub defined: bool,
    pub instructions: Vec<Bound>,
    pub origins: Vec<Origin>,
    /// A frame's registers at the start: constants, and poison.
    pub initial: Vec<u64>,
    pub lists: Vec<Vec<u32>>,
    pub tables: Vec<Vec<u32>>,
    pub calls: Vec<BoundCall>,
    pub params: Vec<ParamSlot>,
    pub returns: Vec<ParamSlot>,
    pub frame_param_bytes: usize,
    pub local_bytes: usize,
    /// What a call of it takes of the stack.
    pub stack_bytes: usize,
    order: OnceLock<Order>,
}

impl Code {
    /// In which order lanes that have parted go on, for counting.
    pub fn order(&self) -> &Order {
        self.order.get_or_init(|| Order::of(self))
    }
}

fn nothing(_: &mut Lane, _: &Bound) -> bool {
    true
}

fn handler(inst: &Inst) -> Option<(Handler, Flow)> {
    let next = |handler: Handler| Some((handler, Flow::Next));
    match inst.op {
        Op::Nothing => next(nothing),
        Op::Integer(op, ty) => next(integer::bind(op, ty)?),
        Op::Float(op, ty, mode) => next(float::bind(op, ty, mode)?),
        Op::Convert { to, from, .. } => next(convert::bind(inst, to, from)?),
        Op::Load {
            via, ty, volatile, ..
        } => next(access::bind_load(via, ty, inst.extra != NONE, volatile)?),
        Op::Store { via, ty } => next(access::bind_store(via, ty, inst.extra != NONE)?),
        Op::Atomic { ty, .. } => next(atomic::bind(ty)?),
        Op::CopyAsync { .. } => next(access::copy_async),
        Op::CopiesWait => next(access::copies_wait),
        Op::Branch => Some((nothing, Flow::Jump)),
        Op::BranchTable
        | Op::Call
        | Op::Return
        | Op::Exit
        | Op::Trap
        | Op::Barrier { .. }
        | Op::Together(_)
        | Op::ActiveMask => Some((nothing, Flow::Other)),
        op => next(moves::bind(op)?),
    }
}

/// # Errors
/// An instruction for which there is no handler: a type that the operation does not take.
pub fn function(function: &Function, initial: Vec<u64>) -> Result<Code, Fault> {
    let mut instructions = Vec::with_capacity(function.code.len());
    for (inst, origin) in function.code.iter().zip(&function.origins) {
        let unsupported = || {
            Fault::Unsupported(format!(
                "PTX line {}: {:?} is not supported",
                origin.line, inst.op
            ))
        };
        let (run, flow) = handler(inst).ok_or_else(unsupported)?;
        let operands = [inst.d, inst.d2, inst.a, inst.b, inst.c, inst.e, inst.guard];
        if operands
            .iter()
            .any(|slot| *slot != NONE && *slot >= function.slots)
        {
            return Err(unsupported());
        }
        instructions.push(Bound {
            run,
            op: inst.op,
            flow,
            guard_negated: inst.guard_negated,
            guard: inst.guard,
            d: inst.d,
            d2: inst.d2,
            a: inst.a,
            b: inst.b,
            c: inst.c,
            e: inst.e,
            extra: inst.extra,
            offset: inst.offset,
        });
    }
    let calls = function.calls.iter().map(|call| BoundCall {
        callee: call.callee.clone(),
        arguments: call.arguments.clone(),
        result: call.result,
    });
    Ok(Code {
        name: function.name.clone(),
        defined: function.defined,
        instructions,
        origins: function.origins.clone(),
        initial,
        lists: function.lists.clone(),
        tables: function.tables.clone(),
        calls: calls.collect(),
        params: function.params.clone(),
        returns: function.returns.clone(),
        frame_param_bytes: function.frame_param_bytes,
        local_bytes: function.local_bytes,
        // The variables, what calls save, and the return address.
        stack_bytes: (function.local_bytes + 4 * function.need.across_calls as usize + 8)
            .next_multiple_of(8),
        order: OnceLock::new(),
    })
}
