//! `atom` and `red`.

use super::access::{load_cell, store_cell};
use super::bind::Bound;
use super::convert::integer_of;
use super::lane::{Handler, Lane};
use super::{SHARED_WINDOW, WINDOW};
use crate::fault::Fault;
use crate::ptx::code::{Atomic, NONE, Op, Via};
use crate::ptx::types::Type;

/// The value that replaces `old`.
fn changed(op: Atomic, ty: Type, old: u64, b: u64, c: u64) -> u64 {
    let ordered = |least: bool| {
        let less = integer_of(old, ty) < integer_of(b, ty);
        if less == least { old } else { b }
    };
    match (op, ty) {
        (Atomic::Add, Type::F32) => {
            let sum = f32::from_bits(old as u32) + f32::from_bits(b as u32);
            sum.to_bits().into()
        }
        (Atomic::Add, Type::F64) => (f64::from_bits(old) + f64::from_bits(b)).to_bits(),
        (Atomic::Add, _) => old.wrapping_add(b),
        (Atomic::Exchange, _) => b,
        (Atomic::CompareSwap, _) => {
            if old == b {
                c
            } else {
                old
            }
        }
        (Atomic::And, _) => old & b,
        (Atomic::Or, _) => old | b,
        (Atomic::Xor, _) => old ^ b,
        (Atomic::Min, _) => ordered(true),
        (Atomic::Max, _) => ordered(false),
        (Atomic::Increment, _) => {
            if old >= b {
                0
            } else {
                old + 1
            }
        }
        (Atomic::Decrement, _) => {
            if old == 0 || old > b {
                b
            } else {
                old - 1
            }
        }
    }
}

fn atomic(t: &mut Lane, i: &Bound) -> bool {
    let Op::Atomic { op, via, ty } = i.op else {
        return false;
    };
    let address = t.get(i.a).wrapping_add_signed(i.offset);
    let b = t.get(i.b);
    let c = if i.c == NONE { 0 } else { t.get(i.c) };
    let bytes = ty.bytes();
    let shared = match via {
        Via::Shared => Some(address),
        Via::Generic if address & WINDOW == SHARED_WINDOW => Some(address - SHARED_WINDOW),
        _ => None,
    };
    let old = match shared {
        Some(at) => t.block.shared_cell(at, bytes).map(|cell| {
            // SAFETY: the cell is aligned and inside the block's shared memory, which only this
            // thread of the host uses.
            unsafe {
                let old = load_cell(cell, bytes);
                store_cell(cell, bytes, changed(op, ty, old, b, c));
                old
            }
        }),
        None if via == Via::Global || via == Via::Generic => {
            let memory = t.block.plan.memory;
            memory.update(address, bytes, |old| changed(op, ty, old, b, c))
        }
        None => Err(Fault::illegal(
            address,
            bytes,
            "no atomic operation works there",
        )),
    };
    match old {
        Ok(old) => {
            t.set(i.d, old);
            true
        }
        Err(fault) => t.fail(fault),
    }
}

pub(super) fn bind(ty: Type) -> Option<Handler> {
    // Atomic operations on single bytes and on half precision are no part of what is used.
    (ty.bytes() > 1 && ty != Type::F16).then_some(atomic as Handler)
}
