//! Where the blocks of a launch meet, each on an OS thread of its own: the last of its threads comes here and waits for the other blocks. A meeting
//! that can't be complete any more, since a block has come to its end or failed, or blocks that wait in different lines, is told instead of waited for.

use super::fault::line_in;
use std::sync::{Condvar, Mutex, PoisonError};

/// The meetings of one launch.
pub struct Meeting {
    blocks: u64,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// Blocks that wait.
    arrived: u64,
    /// The line of the first of them, and of one that waits in another one.
    line: u32,
    other: Option<u32>,
    /// Blocks that have come to their end.
    ended: u64,
    /// Meetings that were complete.
    met: u64,
    /// Why there are no more of them.
    broken: Option<String>,
}

impl State {
    /// What is wrong where no block can come any more that isn't here.
    fn judge(&self, blocks: u64) -> Option<String> {
        if self.arrived == 0 || self.arrived + self.ended < blocks {
            return None;
        }
        let line = line_in(self.line);
        if self.ended > 0 {
            let (arrived, ended) = (self.arrived, self.ended);
            return Some(format!(
                "a barrier of all blocks is not reached by all of the launch's {blocks}: {arrived} wait in line {line}, {ended} left the kernel"
            ));
        }
        let other = line_in(self.other?);
        Some(format!(
            "the launch's {blocks} blocks wait for each other at different barriers, in lines {line} and {other}"
        ))
    }
}

impl Meeting {
    pub fn new(blocks: u64) -> Self {
        Self {
            blocks,
            state: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    /// A block has come, and waits for all others; an error: what keeps them from coming.
    pub fn come(&self, line: u32) -> Result<(), String> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.arrived == 0 {
            (state.line, state.other) = (line, None);
        } else if line != state.line {
            state.other = Some(line);
        }
        state.arrived += 1;
        self.settle(&mut state);
        if state.broken.is_none() && state.arrived == self.blocks {
            state.arrived = 0;
            state.met += 1;
            self.changed.notify_all();
            return Ok(());
        }
        let met = state.met;
        while state.broken.is_none() && state.met == met {
            let waited = self.changed.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
        match &state.broken {
            Some(why) if state.met == met => Err(why.clone()),
            _ => Ok(()),
        }
    }

    /// A block has come to its end.
    pub fn end(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.ended += 1;
        self.settle(&mut state);
    }

    /// A block has failed: nobody waits for it.
    pub fn give_up(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let why = || "another block of the launch has failed".to_string();
        state.broken.get_or_insert_with(why);
        self.changed.notify_all();
    }

    fn settle(&self, state: &mut State) {
        if state.broken.is_none() {
            state.broken = state.judge(self.blocks);
            if state.broken.is_some() {
                self.changed.notify_all();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// Runs blocks, each of which comes to meetings in these lines; what they are told.
    fn run(blocks: &[&[u32]]) -> Vec<Result<(), String>> {
        let meeting = Meeting::new(blocks.len() as u64);
        std::thread::scope(|scope| {
            let block = |lines: &&[u32]| {
                let lines = lines.to_vec();
                let meeting = &meeting;
                scope.spawn(move || {
                    let done = lines.into_iter().try_for_each(|line| meeting.come(line));
                    match done {
                        Ok(()) => meeting.end(),
                        Err(_) => meeting.give_up(),
                    }
                    done
                })
            };
            let all: Vec<_> = blocks.iter().map(block).collect();
            all.into_iter().map(|t| t.join().unwrap()).collect()
        })
    }

    #[test]
    fn blocks_meet_as_often_as_they_come() {
        let lines = &[3, 4].repeat(200)[..];
        assert!(run(&[lines; 5]).iter().all(Result::is_ok));
        assert!(run(&[lines]).iter().all(Result::is_ok));
    }

    #[test]
    fn a_block_that_leaves_is_told_to_those_that_wait() {
        let told = run(&[&[3, 4, 5], &[3, 4], &[3, 4, 5]]);
        assert!(told[1].is_ok());
        let why = told[0].clone().unwrap_err();
        assert!(
            why.contains("2 wait in line 5") && why.contains("1 left"),
            "{why}"
        );
        assert_eq!(told[2], told[0]);
    }

    #[test]
    fn blocks_that_wait_in_different_lines_are_told_so() {
        for told in run(&[&[3, 4], &[3, 5]]) {
            assert!(told.unwrap_err().contains("at different barriers"));
        }
    }
}
