//! Launches whose blocks wait for each other (`cuLaunchCooperativeKernel`): all of them are under way at once, on one thread of the host, and have
//! random turns. A block that looks at memory which another one is to change (a volatile load) ends its turn.

use super::block::{Block, Random, Runner, Turn};
use super::launch::Plan;
use super::tally::Tally;
use crate::fault::Fault;

/// Turns of each block without anything new, but for looks at memory, after which nothing new will come.
const PATIENCE: usize = 1000;

/// Runs all blocks; how many instructions they took, and what was counted.
pub(super) fn blocks(plan: &Plan) -> Result<(u64, Vec<Tally>), Fault> {
    let total = plan.grid.iter().map(|n| u64::from(*n)).product::<u64>();
    let all: Vec<Block> = (0..total).map(|_| Block::new(plan)).collect();
    let mut random = Random::new(plan.seed);
    let mut going: Vec<(Runner, Random)> = Vec::new();
    for (number, block) in (0..total).zip(&all) {
        let mut runner = Runner::new(block);
        let own = runner.start(number);
        going.push((runner, own));
    }
    let (mut instructions, mut tallies, mut idle) = (0, Vec::new(), 0);
    while !going.is_empty() {
        let at = random.below(going.len() as u64) as usize;
        let (runner, own) = &mut going[at];
        // What is counted is the less disturbed by waiting the seldomer blocks change.
        let slices = match plan.profile {
            Some(_) => u64::MAX,
            None => 1 + random.below(64),
        };
        let before = runner.met;
        let turn = runner.turn(own, slices)?;
        idle = match turn {
            Turn::Looked if runner.met == before => idle + 1,
            _ => 0,
        };
        if turn == Turn::Done {
            let (runner, _) = going.swap_remove(at);
            instructions += runner.steps();
            tallies.extend(runner.tally.map(|t| *t));
        }
        if idle > PATIENCE * going.len() {
            return Err(Fault::barrier(format!(
                "blocks wait for others that never come: of {total} blocks, {} have ended",
                total - going.len() as u64
            )));
        }
    }
    Ok((instructions, tallies))
}
