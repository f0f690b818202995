//! What the lanes of a warp do together: shuffles, votes, matches, reductions, waiting.

use super::block::Runner;
use super::convert::integer_of;
use super::lane::{Lane, State};
use super::matrix;
use crate::ptx::code::{NONE, Op, Reduce, Shuffle, Together, Vote};
use crate::ptx::types::Type;

/// What a shuffle gives for a lane that does not take part.
const ABSENT: u64 = 0xBAD_BAD;

/// Lets the lanes of a warp go on whose group waits at the same operation, now that one of the warp has ended.
pub(super) fn ended(runner: &mut Runner, warp: usize) {
    let from = warp * 32;
    for lane in from..(from + 32).min(runner.lanes.len()) {
        if runner.lanes[lane].state == State::InWarp {
            arrived(runner, lane);
        }
    }
}

/// Lets the lanes go on that `lane` has come to do something with, if it is the last of them to come.
pub(super) fn arrived(runner: &mut Runner, lane: usize) {
    let from = lane / 32 * 32;
    let to = (from + 32).min(runner.lanes.len());
    let Lane { mask, .. } = runner.lanes[lane];
    let there = runner.in_warp[lane / 32] | runner.ended[lane / 32];
    if mask & !there != 0 {
        return;
    }
    let op_of = |l: &Lane| l.code.instructions[l.pc - 1].op;
    let op = op_of(&runner.lanes[lane]);
    let mut here = 0u32;
    for (k, other) in runner.lanes[from..to].iter().enumerate() {
        if mask >> k & 1 == 0 || other.state == State::Done {
            continue;
        }
        if other.state != State::InWarp || other.mask != mask || op_of(other) != op {
            return;
        }
        here |= 1 << k;
    }
    let members = (from..to).filter(|k| here >> (k - from) & 1 == 1);
    exchange(runner, from, members.clone(), op);
    members.for_each(|k| runner.wake(k));
}

fn exchange(
    runner: &mut Runner,
    from: usize,
    members: impl Iterator<Item = usize> + Clone,
    op: Op,
) {
    let Op::Together(what) = op else {
        return;
    };
    match what {
        Together::Wait => return,
        Together::Multiply(shape) => return matrix::multiply(runner, from, members, shape),
        _ => {}
    }
    let mut offers = [None; 32];
    for k in members.clone() {
        offers[k - from] = Some(runner.lanes[k].offer);
    }
    for k in members {
        let lane = &mut runner.lanes[k];
        let code = lane.code;
        let inst = &code.instructions[lane.pc - 1];
        let (value, also) = match what {
            Together::Wait | Together::Multiply(_) => (0, false),
            Together::Shuffle(how) => {
                let clamp = if inst.c == NONE {
                    31
                } else {
                    lane.get(inst.c) as u32
                };
                shuffle(how, k - from, lane.get(inst.b) as u32, clamp, &offers)
            }
            Together::Vote { vote, negate } => (voted(vote, negate, &offers), false),
            Together::Match { all, ty } => matched(all, ty, lane.offer, &offers),
            Together::Reduce(op, ty) => (reduced(op, ty, &offers), false),
        };
        lane.set(inst.d2, also.into());
        lane.set(inst.d, value);
    }
}

type Offers = [Option<u64>; 32];

/// The value of the lane that a shuffle names, and whether that lane is in the segment.
fn shuffle(how: Shuffle, lane: usize, b: u32, c: u32, offers: &Offers) -> (u64, bool) {
    let lane = lane as i32;
    let b = (b & 31) as i32;
    let segment = (c >> 8 & 31) as i32;
    let clamp = (c & 31) as i32;
    let most = lane & segment | clamp & !segment;
    let least = lane & segment;
    let (source, inside) = match how {
        Shuffle::Up => (lane - b, lane - b >= most),
        Shuffle::Down => (lane + b, lane + b <= most),
        Shuffle::Xor => (lane ^ b, lane ^ b <= most),
        Shuffle::Index => {
            let source = least | b & !segment;
            (source, source <= most)
        }
    };
    let source = if inside { source } else { lane };
    let value = offers.get(source as usize).copied().flatten();
    (value.unwrap_or(ABSENT), inside)
}

fn voted(vote: Vote, negate: bool, offers: &Offers) -> u64 {
    let says = |offer: u64| (offer & 1 == 1) != negate;
    let there = offers.iter().flatten().count();
    let trues = offers.iter().flatten().filter(|o| says(**o)).count();
    match vote {
        Vote::All => (trues == there).into(),
        Vote::Any => (trues > 0).into(),
        Vote::Uniform => (trues == 0 || trues == there).into(),
        Vote::Ballot => lanes(offers, says),
    }
}

/// The mask of the lanes whose offer is such.
fn lanes(offers: &Offers, is: impl Fn(u64) -> bool) -> u64 {
    let bit = |(k, offer): (usize, &Option<u64>)| u64::from(offer.is_some_and(&is)) << k;
    offers.iter().enumerate().map(bit).sum()
}

fn matched(all: bool, ty: Type, own: u64, offers: &Offers) -> (u64, bool) {
    let same = |offer: u64| integer_of(offer, ty) == integer_of(own, ty);
    let equal = lanes(offers, same);
    if !all {
        return (equal, false);
    }
    let everyone = equal == lanes(offers, |_| true);
    (if everyone { equal } else { 0 }, everyone)
}

fn reduced(op: Reduce, ty: Type, offers: &Offers) -> u64 {
    let values = offers.iter().flatten().map(|o| integer_of(*o, ty));
    let join = |a: i128, b: i128| match op {
        Reduce::Add => a.wrapping_add(b),
        Reduce::Min => a.min(b),
        Reduce::Max => a.max(b),
        Reduce::And => a & b,
        Reduce::Or => a | b,
        Reduce::Xor => a ^ b,
    };
    values.reduce(join).unwrap_or(0) as u64 & 0xffff_ffff
}
