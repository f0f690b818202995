//! What changes the flow of control: tables of branches, calls, returns, and waiting.

use super::bind::Bound;
use super::lane::{Frame, Lane, State};
use super::{FUNCTIONS, LOCAL_STACK, POISON_LOCAL, system};
use crate::fault::Fault;
use crate::ptx::code::{Callee, NONE, Op};

pub(super) fn run(t: &mut Lane, i: &Bound) -> Result<(), Fault> {
    match i.op {
        Op::BranchTable => {
            let code = t.code;
            let index = t.get(i.a) as usize;
            match code.tables[i.extra as usize].get(index) {
                Some(target) => t.pc = *target as usize,
                None => {
                    return Err(Fault::BadJump {
                        why: format!("a table of branches has no entry {index}"),
                        place: None,
                    });
                }
            }
        }
        Op::Call => call(t, i)?,
        Op::Return => leave(t),
        Op::Exit => t.state = State::Done,
        Op::Trap => return Err(Fault::Trap { place: None }),
        Op::Barrier { negate, .. } => {
            let id = t.get(i.a);
            if id > 15 {
                return Err(Fault::barrier(format!("there is no barrier {id}")));
            }
            t.offer = if i.c == NONE {
                0
            } else {
                u64::from((t.get(i.c) & 1 == 1) != negate)
            };
            t.mask = if i.b == NONE { 0 } else { t.get(i.b) as u32 };
            t.state = State::AtBarrier(id as u8);
        }
        Op::Together(_) => {
            t.mask = t.get(i.e) as u32;
            if t.mask >> t.lane() & 1 == 0 {
                let why = format!("the lane is not in its own mask {:#x}", t.mask);
                return Err(Fault::barrier(why));
            }
            t.offer = if i.a == NONE { 0 } else { t.get(i.a) };
            t.state = State::InWarp;
        }
        // Lanes proceed one by one: each is alone.
        Op::ActiveMask => t.set(i.d, 1 << t.lane()),
        _ => return Err(Fault::Unsupported(format!("{:?}", i.op))),
    }
    Ok(())
}

fn call(t: &mut Lane, i: &Bound) -> Result<(), Fault> {
    let loaded = t.block.plan.loaded;
    let caller = t.code;
    let call = &caller.calls[i.extra as usize];
    let (index, indirect) = match call.callee {
        Callee::Direct(index) => (index, false),
        Callee::Indirect(slot) => {
            let address = t.get(slot);
            let index = address.wrapping_sub(FUNCTIONS) / 16;
            if address < FUNCTIONS
                || !address.is_multiple_of(16)
                || index >= loaded.code.len() as u64
            {
                return Err(Fault::BadJump {
                    why: format!("a call to {address:#x}, where no function is"),
                    place: None,
                });
            }
            (index as usize, true)
        }
    };
    let callee = &loaded.code[index];
    if !callee.defined {
        return system::call(t, &callee.name, call);
    }
    // An assembler knows how deep calls go unless they recur or their targets are unknown; only
    // then the limit counts.
    let again = indirect
        || std::ptr::eq(callee, caller)
        || t.frames.iter().any(|f| std::ptr::eq(f.code, callee));
    if again {
        let held = t.frames.iter().map(|f| f.code.stack_bytes).sum::<usize>();
        let bytes = (held + caller.stack_bytes + callee.stack_bytes) as u64;
        let limit = t.block.plan.stack_limit;
        if bytes > limit {
            return Err(Fault::StackOverflow {
                bytes,
                limit,
                place: None,
            });
        }
    }
    enter(t, i.extra as usize, index)
}

fn enter(t: &mut Lane, which: usize, index: usize) -> Result<(), Fault> {
    let loaded = t.block.plan.loaded;
    let (caller, callee) = (t.code, &loaded.code[index]);
    let call = &caller.calls[which];
    let (params, locals, base) = (t.param_base, t.local_base, t.base);
    t.frames.push(Frame {
        code: caller,
        pc: t.pc,
        base,
        param_base: params,
        local_base: locals,
        call: which,
    });
    t.base = base + caller.initial.len();
    t.param_base = (params + caller.frame_param_bytes).next_multiple_of(16);
    t.local_base = (locals + caller.local_bytes).next_multiple_of(16);
    if t.local_base + callee.local_bytes > LOCAL_STACK {
        return Err(Fault::StackOverflow {
            bytes: (t.local_base + callee.local_bytes) as u64,
            limit: LOCAL_STACK as u64,
            place: None,
        });
    }
    t.stack.truncate(t.base);
    t.stack.extend_from_slice(&callee.initial);
    t.registers = t.stack[t.base..].as_mut_ptr();
    t.params.resize(t.param_base + callee.frame_param_bytes, 0);
    t.local.truncate(t.local_base);
    t.local
        .resize(t.local_base + callee.local_bytes, POISON_LOCAL);
    for (from, to) in call.arguments.iter().zip(&callee.params) {
        let n = from.size.min(to.size);
        let start = params + from.offset;
        t.params
            .copy_within(start..start + n, t.param_base + to.offset);
    }
    t.code = callee;
    t.pc = 0;
    Ok(())
}

fn leave(t: &mut Lane) {
    let Some(frame) = t.frames.pop() else {
        t.state = State::Done;
        return;
    };
    let call = &frame.code.calls[frame.call];
    if let (Some(to), Some(from)) = (call.result, t.code.returns.first()) {
        let n = from.size.min(to.size);
        let start = t.param_base + from.offset;
        t.params
            .copy_within(start..start + n, frame.param_base + to.offset);
    }
    t.code = frame.code;
    t.pc = frame.pc;
    t.base = frame.base;
    t.param_base = frame.param_base;
    t.local_base = frame.local_base;
    t.params.truncate(t.param_base + t.code.frame_param_bytes);
    t.local.truncate(t.local_base + t.code.local_bytes);
    t.stack.truncate(t.base + t.code.initial.len());
    t.registers = t.stack[t.base..].as_mut_ptr();
}
