//! The order in which the lanes of a warp that have parted catch up with each other: those behind go first, so that they meet again where their
//! ways join. Blocks of a function are ranked so that each comes behind all that lead to it, and what follows a loop behind all of the loop: a
//! weak topological order (F. Bourdoncle, "Efficient chaotic iteration strategies with widenings", 1993).

use super::bind::{Code, Flow};
use crate::ptx::code::{NONE, Op};

/// For each instruction of a function.
pub struct Order {
    /// Lanes at a lower rank go first.
    pub ranks: Vec<u32>,
    /// Whether it starts a block, where lanes may meet.
    pub starts: Vec<bool>,
}

impl Order {
    pub fn of(code: &Code) -> Order {
        let graph = Graph::of(code);
        let mut ordered = Vec::with_capacity(graph.blocks.len());
        graph.order((0..graph.blocks.len()).collect(), &mut ordered);
        let mut ranks = vec![0; code.instructions.len()];
        let mut starts = vec![false; code.instructions.len()];
        let mut rank = 0;
        for block in ordered {
            let (from, to) = graph.blocks[block];
            starts[from] = true;
            for of in &mut ranks[from..to] {
                *of = rank;
                rank += 1;
            }
        }
        Order { ranks, starts }
    }
}

struct Graph {
    /// First instruction of each block, and the one behind its last.
    blocks: Vec<(usize, usize)>,
    next: Vec<Vec<usize>>,
}

impl Graph {
    fn of(code: &Code) -> Graph {
        let count = code.instructions.len();
        let mut leads = vec![false; count + 1];
        if let Some(first) = leads.first_mut() {
            *first = true;
        }
        for at in 0..count {
            let inst = &code.instructions[at];
            if inst.flow == Flow::Next {
                continue;
            }
            leads[at + 1] = true;
            for target in targets(code, at) {
                leads[target] = true;
            }
        }
        let firsts: Vec<usize> = (0..count).filter(|at| leads[*at]).collect();
        let ends = firsts.iter().skip(1).copied().chain([count]);
        let blocks: Vec<(usize, usize)> = firsts.iter().copied().zip(ends).collect();
        let block_of = |at: usize| firsts.partition_point(|first| *first <= at) - 1;
        let next = blocks.iter().map(|(_, end)| {
            let last = end - 1;
            let mut next: Vec<usize> = targets(code, last).map(block_of).collect();
            if falls_through(code, last) && *end < count {
                next.push(block_of(*end));
            }
            next
        });
        let next = next.collect();
        Graph { blocks, next }
    }

    /// Appends the blocks given in their order: the strongly connected parts in the order in which control comes to them, each with the block first
    /// by which it is entered.
    fn order(&self, among: Vec<usize>, ordered: &mut Vec<usize>) {
        let mut work = vec![among];
        while let Some(among) = work.pop() {
            if let [one] = among[..] {
                ordered.push(one);
                continue;
            }
            let parts = self.connected(&among);
            if let [part] = &parts[..] {
                // One loop: its head, and then its body without the way back.
                let head = self.head(part);
                ordered.push(head);
                let body: Vec<usize> = part.iter().copied().filter(|b| *b != head).collect();
                work.push(body);
                continue;
            }
            // The first of them is taken first.
            work.extend(parts.into_iter().rev());
        }
    }

    /// The block of a loop that others lead to; the first in the text, if there are several or none.
    fn head(&self, part: &[usize]) -> usize {
        let enters = |b: &usize| {
            let from_outside =
                |other: usize| !part.contains(&other) && self.next[other].contains(b);
            (0..self.blocks.len()).any(from_outside)
        };
        let first = part.iter().copied().min().unwrap_or(0);
        let entered = part.iter().copied().filter(|b| enters(b)).min();
        entered.unwrap_or(first)
    }

    /// The strongly connected parts of some blocks, in topological order (R. Tarjan's algorithm).
    fn connected(&self, among: &[usize]) -> Vec<Vec<usize>> {
        const NEW: usize = usize::MAX;
        let mut inside = vec![false; self.blocks.len()];
        among.iter().for_each(|b| inside[*b] = true);
        let mut number = vec![NEW; self.blocks.len()];
        let mut low = number.clone();
        let mut held = vec![false; self.blocks.len()];
        let (mut stack, mut parts) = (vec![], vec![]);
        let mut count = 0;
        for root in among {
            if number[*root] != NEW {
                continue;
            }
            // Blocks under way, each with how many of its ways have been gone.
            let mut path = vec![(*root, 0)];
            while let Some((block, gone)) = path.last_mut() {
                let block = *block;
                if *gone == 0 {
                    number[block] = count;
                    low[block] = count;
                    count += 1;
                    stack.push(block);
                    held[block] = true;
                }
                let way = self.next[block].get(*gone).copied();
                *gone += 1;
                match way {
                    Some(to) if !inside[to] => {}
                    Some(to) if number[to] == NEW => path.push((to, 0)),
                    Some(to) if held[to] => low[block] = low[block].min(number[to]),
                    Some(_) => {}
                    None => {
                        path.pop();
                        if let Some((before, _)) = path.last() {
                            low[*before] = low[*before].min(low[block]);
                        }
                        if low[block] == number[block] {
                            let start = stack.iter().rposition(|b| *b == block).unwrap_or(0);
                            let part = stack.split_off(start);
                            part.iter().for_each(|b| held[*b] = false);
                            parts.push(part);
                        }
                    }
                }
            }
        }
        parts.reverse();
        parts
    }
}

fn targets(code: &Code, at: usize) -> impl Iterator<Item = usize> {
    let inst = &code.instructions[at];
    let one = (inst.flow == Flow::Jump).then_some(inst.extra as usize);
    let table: &[u32] = match inst.op {
        Op::BranchTable => &code.tables[inst.extra as usize],
        _ => &[],
    };
    one.into_iter().chain(table.iter().map(|t| *t as usize))
}

fn falls_through(code: &Code, at: usize) -> bool {
    let inst = &code.instructions[at];
    let leaves = inst.flow == Flow::Jump
        || matches!(inst.op, Op::BranchTable | Op::Return | Op::Exit | Op::Trap);
    !leaves || inst.guard != NONE
}
