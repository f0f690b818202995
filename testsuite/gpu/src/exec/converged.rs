//! Warps as a GPU runs them, for counting: lanes at the same instruction go on together, and those behind go first.

use super::bind::Flow;
use super::block::Runner;
use super::lane::State;
use super::tally::Tally;
use crate::fault::Fault;

/// A warp whose lanes wait this many instructions for others of it may wait for those that wait: a lock that one of them holds. Then those go on.
const PATIENCE: u64 = 1 << 18;

/// The lanes that go on together.
struct Group {
    lanes: Vec<usize>,
    /// Whether other lanes of the warp could go on too.
    others: bool,
}

/// Runs one warp for up to `slice` instructions, or until none of its lanes can go on.
pub(super) fn turn(
    runner: &mut Runner,
    tally: &mut Tally,
    warp: usize,
    slice: u64,
) -> Result<(), Fault> {
    let mut left = slice;
    while left > 0 {
        let impatient = tally.waited[warp] > PATIENCE;
        let Some(group) = choose(runner, warp, impatient) else {
            return Ok(());
        };
        let before = left;
        together(runner, tally, &group, &mut left)?;
        match group.others && !impatient {
            true => tally.waited[warp] += before - left,
            false => tally.waited[warp] = 0,
        }
        settle(runner, &group)?;
    }
    Ok(())
}

/// The lanes that are behind: in the deepest call, at the lowest rank.
fn choose(runner: &Runner, warp: usize, impatient: bool) -> Option<Group> {
    let (from, to) = (warp * 32, (warp * 32 + 32).min(runner.lanes.len()));
    let ready = |k: &usize| runner.lanes[*k].state == State::Ready;
    let place = |k: usize| {
        let lane = &runner.lanes[k];
        let rank = lane.code.order().ranks[lane.pc];
        (usize::MAX - lane.frames.len(), rank)
    };
    let mut first: Option<((usize, u32), usize)> = None;
    for k in (from..to).filter(ready) {
        let at = place(k);
        let goes = |(best, _): &((usize, u32), usize)| (at < *best) != impatient && at != *best;
        if first.as_ref().is_none_or(goes) {
            first = Some((at, k));
        }
    }
    let (at, first) = first?;
    let code: *const _ = runner.lanes[first].code;
    let (here, others): (Vec<usize>, Vec<usize>) = (from..to)
        .filter(ready)
        .partition(|k| place(*k) == at && std::ptr::eq(runner.lanes[*k].code, code));
    Some(Group {
        lanes: here,
        others: !others.is_empty(),
    })
}

/// Runs the group to the next place where lanes may part or meet.
fn together(
    runner: &mut Runner,
    tally: &mut Tally,
    group: &Group,
    left: &mut u64,
) -> Result<(), Fault> {
    let first = group.lanes[0];
    let code = runner.lanes[first].code;
    loop {
        let pc = runner.lanes[first].pc;
        tally.before(runner, &group.lanes, code, pc);
        for k in &group.lanes {
            runner.lanes[*k].run(1)?;
        }
        *left -= 1;
        if code.instructions[pc].flow != Flow::Next {
            tally.parted(runner, &group.lanes, code, pc);
            return Ok(());
        }
        if *left == 0 || group.others && code.order().starts[pc + 1] {
            return Ok(());
        }
    }
}

/// What follows for the block from lanes that have come to an end, or wait.
fn settle(runner: &mut Runner, group: &Group) -> Result<(), Fault> {
    for k in &group.lanes {
        runner.within_limit(*k)?;
    }
    for k in &group.lanes {
        runner.settle(*k)?;
    }
    Ok(())
}
