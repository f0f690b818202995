//! The routines that kernels call without defining them: malloc, free, vprintf, __assertfail.

use super::access::{generic_byte, generic_value};
use super::bind::BoundCall;
use super::lane::Lane;
use super::printf;
use crate::fault::Fault;

pub(super) const NAMES: [&str; 4] = ["malloc", "free", "vprintf", "__assertfail"];

fn argument(t: &Lane, call: &BoundCall, k: usize) -> u64 {
    let Some(slot) = call.arguments.get(k) else {
        return 0;
    };
    let start = t.param_base + slot.offset;
    let mut bytes = [0; 8];
    let n = slot.size.min(8);
    bytes[..n].copy_from_slice(&t.params[start..start + n]);
    u64::from_le_bytes(bytes)
}

fn answer(t: &mut Lane, call: &BoundCall, value: u64) {
    if let Some(slot) = call.result {
        let start = t.param_base + slot.offset;
        let n = slot.size.min(8);
        t.params[start..start + n].copy_from_slice(&value.to_le_bytes()[..n]);
    }
}

/// A string that ends in a zero byte.
pub(super) fn text(t: &mut Lane, address: u64) -> Result<Vec<u8>, Fault> {
    let mut bytes = vec![];
    loop {
        match generic_byte(t, address + bytes.len() as u64)? {
            0 => return Ok(bytes),
            byte => bytes.push(byte),
        }
    }
}

pub(super) fn call(t: &mut Lane, name: &str, call: &BoundCall) -> Result<(), Fault> {
    let plan = t.block.plan;
    match name {
        "malloc" => {
            let bytes = argument(t, call, 0);
            let address = plan.heap.alloc(plan.memory, bytes).unwrap_or(0);
            answer(t, call, address);
        }
        "free" => {
            let address = argument(t, call, 0);
            if address != 0 && !plan.heap.free(plan.memory, address) {
                return Err(Fault::Heap {
                    address,
                    place: None,
                });
            }
        }
        "vprintf" => {
            let format = argument(t, call, 0);
            let format = text(t, format)?;
            let mut at = argument(t, call, 1);
            let mut count = 0;
            let out = printf::format(&format, &mut count, &mut |wanted| match wanted {
                printf::Wanted::Value(bytes) => {
                    at = at.next_multiple_of(bytes);
                    at += bytes;
                    generic_value(t, at - bytes, bytes).map(printf::Given::Value)
                }
                printf::Wanted::Text => {
                    at = at.next_multiple_of(8) + 8;
                    let address = generic_value(t, at - 8, 8)?;
                    text(t, address).map(printf::Given::Text)
                }
            })?;
            plan.print(&out);
            answer(t, call, count);
        }
        "__assertfail" => return Err(assertion(t, call)?),
        _ => {
            return Err(Fault::Unsupported(format!(
                "a call of {name}, which is not defined"
            )));
        }
    }
    Ok(())
}

fn assertion(t: &mut Lane, call: &BoundCall) -> Result<Fault, Fault> {
    let mut words = |k| {
        let address = argument(t, call, k);
        text(t, address).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    };
    let (condition, file, function) = (words(0)?, words(1)?, words(3)?);
    let line = argument(t, call, 2) as u32;
    let [x, y, z] = t.block.at.get();
    let [i, j, k] = t.tid;
    let message = format!(
        "{file}:{line}: {function}: block: [{x},{y},{z}], thread: [{i},{j},{k}] Assertion `{condition}` failed."
    );
    Ok(Fault::Assert {
        message,
        place: None,
    })
}
