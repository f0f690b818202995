//! Barriers of a block.

use super::block::Runner;
use super::lane::State;
use crate::fault::Fault;
use crate::ptx::code::{Barrier, Op};

/// What one of the sixteen barriers has seen since it was last complete.
#[derive(Clone, Copy, Default)]
pub struct Meeting {
    arrived: u32,
    /// Of the threads that arrived, how many wait.
    waiting: u32,
    /// How many threads the instruction names; 0: all of the block that have not ended.
    count: u32,
    trues: u32,
}

pub(super) fn arrive(runner: &mut Runner, index: usize, id: u8) -> Result<(), Fault> {
    let lane = &runner.lanes[index];
    let inst = &lane.code.instructions[lane.pc - 1];
    let Op::Barrier { op, .. } = inst.op else {
        return Err(Fault::barrier("a barrier that is none"));
    };
    let (count, value) = (lane.mask, lane.offer);
    let refuse = |why: String| Err(Fault::barrier(why).at(|| lane.is_at(lane.pc - 1)));
    let meeting = &mut runner.barriers[usize::from(id)];
    if count % 32 != 0 {
        return refuse(format!(
            "the count {count} is no multiple of a warp's threads"
        ));
    }
    if meeting.arrived > 0 && meeting.count != count {
        return refuse(format!(
            "threads meet at barrier {id} that expect {} and {count} of them",
            meeting.count
        ));
    }
    meeting.count = count;
    meeting.arrived += 1;
    meeting.trues += value as u32;
    runner.begun |= 1 << id;
    if op == Barrier::Arrive {
        runner.wake(index);
    } else {
        runner.barriers[usize::from(id)].waiting += 1;
    }
    try_release(runner, id)
}

/// Lets the threads go on that wait at a barrier, if all have arrived.
pub(super) fn try_release(runner: &mut Runner, id: u8) -> Result<(), Fault> {
    let meeting = runner.barriers[usize::from(id)];
    let expected = match meeting.count {
        0 => runner.alive,
        count => count,
    };
    if meeting.arrived == 0 || meeting.arrived < expected {
        return Ok(());
    }
    check_warps(runner, id)?;
    runner.barriers[usize::from(id)] = Meeting::default();
    runner.begun &= !(1 << id);
    runner.met += 1;
    for index in 0..runner.lanes.len() {
        let lane = &mut runner.lanes[index];
        if lane.state != State::AtBarrier(id) {
            continue;
        }
        let inst = &lane.code.instructions[lane.pc - 1];
        if let Op::Barrier { op, .. } = inst.op {
            let value = match op {
                Barrier::CountTrue => meeting.trues,
                Barrier::AllTrue => (meeting.trues == meeting.arrived).into(),
                Barrier::AnyTrue => (meeting.trues > 0).into(),
                Barrier::Sync | Barrier::Arrive => 0,
            };
            if !matches!(op, Barrier::Sync | Barrier::Arrive) {
                lane.set(inst.d, value.into());
            }
        }
        runner.wake(index);
    }
    Ok(())
}

/// The threads of a warp have to be at the same barrier instruction, all of them, if it is an
/// aligned one.
fn check_warps(runner: &Runner, id: u8) -> Result<(), Fault> {
    for warp in runner.lanes.chunks(32) {
        let here = |state| state == State::AtBarrier(id);
        let Some(first) = warp.iter().find(|l| here(l.state)) else {
            continue;
        };
        let inst = &first.code.instructions[first.pc - 1];
        if !matches!(inst.op, Op::Barrier { aligned: true, .. }) {
            continue;
        }
        let differs = warp.iter().find(|l| {
            l.state != State::Done
                && (!here(l.state) || l.pc != first.pc || !std::ptr::eq(l.code, first.code))
        });
        if let Some(other) = differs {
            let line = other.code.origins[other.pc.saturating_sub(1)].line;
            let why = format!(
                "threads of one warp part before a barrier: thread {} is at PTX line {line}",
                other.linear
            );
            return Err(Fault::barrier(why).at(|| first.is_at(first.pc - 1)));
        }
    }
    Ok(())
}
