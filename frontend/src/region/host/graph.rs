//! The flow of control through a function of the host, and what its variables go through on the way.

use super::relations::Relation;
use crate::region::{ConstructId, VarId};
use crate::source::Span;
use std::collections::{HashMap, HashSet};

/// A place in a graph that control reaches at its start and leaves at its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockId(pub(super) usize);

/// What happens in a block, one after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    Read(VarId),
    /// The variable's value is replaced as a whole, or its life begins.
    Replace(VarId),
    /// What a pointer leads to is given back (`free`): the pointer is read, the memory isn't.
    Release(VarId),
    /// Code, and no clause, reads the variable here.
    Seen(VarId, Span),
    /// A part of the variable may be assigned, or code that gets its address may do so.
    Changed(VarId),
    /// A condition has told this.
    Holds(Relation),
    /// A compute construct begins.
    Begin(ConstructId),
    /// A compute construct is done.
    Done(ConstructId),
}

#[derive(Debug, Default)]
pub(super) struct Block {
    pub(super) events: Vec<Event>,
    pub(super) next: Vec<BlockId>,
}

/// A graph that is being built: what is added goes to the current block.
#[derive(Debug)]
pub struct Graph {
    pub(super) blocks: Vec<Block>,
    current: BlockId,
}

impl Default for Graph {
    fn default() -> Self {
        Graph {
            blocks: vec![Block::default()],
            current: BlockId(0),
        }
    }
}

impl Graph {
    /// A new block, which nothing leads to yet.
    pub fn block(&mut self) -> BlockId {
        self.blocks.push(Block::default());
        BlockId(self.blocks.len() - 1)
    }

    /// The first is where control starts.
    pub(super) fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    pub fn current(&self) -> BlockId {
        self.current
    }

    pub fn event(&mut self, event: Event) {
        self.blocks[self.current.0].events.push(event);
    }

    /// A way from one block to another.
    pub fn edge(&mut self, from: BlockId, to: BlockId) {
        self.blocks[from.0].next.push(to);
    }

    /// A way from the current block.
    pub fn leads_to(&mut self, to: BlockId) {
        self.edge(self.current, to);
    }

    /// What follows goes to `block`, which the current one doesn't lead to by itself.
    pub fn resume(&mut self, block: BlockId) {
        self.current = block;
    }

    /// The current block goes on in `block`.
    pub fn flow_into(&mut self, block: BlockId) {
        self.leads_to(block);
        self.resume(block);
    }

    /// Control goes to `to`, and to what follows here only by other ways.
    pub fn jump(&mut self, to: Option<BlockId>) {
        if let Some(to) = to {
            self.leads_to(to);
        }
        let rest = self.block();
        self.resume(rest);
    }

    /// The variables that may be read behind each construct before they are replaced; with `releases`, also only to give memory back.
    pub fn live(&self, releases: bool) -> HashMap<ConstructId, HashSet<VarId>> {
        let sets = Sets::of(self, releases);
        let at_start = sets.solve(self);
        let mut found = HashMap::new();
        for (i, block) in self.blocks.iter().enumerate() {
            let done = |e: &Event| matches!(e, Event::Done(_));
            if !block.events.iter().any(done) {
                continue;
            }
            let mut live = sets.at_end(self, i, &at_start);
            for event in block.events.iter().rev() {
                match event {
                    Event::Read(v) => live.insert(sets.index[v]),
                    Event::Replace(v) => live.remove(sets.index[v]),
                    Event::Release(v) if releases => live.insert(sets.index[v]),
                    Event::Done(construct) => {
                        let vars = sets.vars.iter().enumerate();
                        let vars = vars.filter(|(i, _)| live.contains(*i));
                        found.insert(*construct, vars.map(|(_, v)| *v).collect());
                    }
                    _ => {}
                }
            }
        }
        found
    }
}

/// A set of variables, by their numbers in [`Sets`].
#[derive(Clone, PartialEq, Eq)]
struct Bits(Vec<u64>);

impl Bits {
    fn insert(&mut self, i: usize) {
        self.0[i / 64] |= 1 << (i % 64);
    }
    fn remove(&mut self, i: usize) {
        self.0[i / 64] &= !(1 << (i % 64));
    }
    fn contains(&self, i: usize) -> bool {
        self.0[i / 64] & (1 << (i % 64)) != 0
    }
}

/// The variables of a graph, and what each block does with them as a whole.
struct Sets {
    vars: Vec<VarId>,
    index: HashMap<VarId, usize>,
    /// By block: read before they are replaced.
    read: Vec<Bits>,
    /// By block: replaced.
    replaced: Vec<Bits>,
}

impl Sets {
    fn of(graph: &Graph, releases: bool) -> Sets {
        let (mut vars, mut index) = (Vec::new(), HashMap::new());
        for event in graph.blocks.iter().flat_map(|b| &b.events) {
            if let Event::Read(v) | Event::Replace(v) | Event::Release(v) = event {
                index.entry(*v).or_insert_with(|| {
                    vars.push(*v);
                    vars.len() - 1
                });
            }
        }
        let empty = Bits(vec![0; vars.len().div_ceil(64)]);
        let mut read = vec![empty.clone(); graph.blocks.len()];
        let mut replaced = vec![empty; graph.blocks.len()];
        for (i, block) in graph.blocks.iter().enumerate() {
            for event in block.events.iter().rev() {
                match event {
                    Event::Read(v) => read[i].insert(index[v]),
                    Event::Replace(v) => {
                        read[i].remove(index[v]);
                        replaced[i].insert(index[v]);
                    }
                    Event::Release(v) if releases => read[i].insert(index[v]),
                    _ => {}
                }
            }
        }
        Sets {
            vars,
            index,
            read,
            replaced,
        }
    }

    /// What is live at the start of each block. Blocks are numbered much as control goes, so that a walk from the last to the
    /// first settles all but loops; then those whose followers have changed come again.
    fn solve(&self, graph: &Graph) -> Vec<Bits> {
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); graph.blocks.len()];
        for (i, block) in graph.blocks.iter().enumerate() {
            block.next.iter().for_each(|to| before[to.0].push(i));
        }
        let mut at_start = self.read.clone();
        let mut waiting: Vec<usize> = (0..graph.blocks.len()).collect();
        let mut waits = vec![true; graph.blocks.len()];
        while let Some(i) = waiting.pop() {
            waits[i] = false;
            let mut live = self.at_end(graph, i, &at_start);
            let words = live.0.iter_mut().zip(&self.replaced[i].0);
            for ((word, replaced), read) in words.zip(&self.read[i].0) {
                *word = (*word & !replaced) | read;
            }
            if live == at_start[i] {
                continue;
            }
            at_start[i] = live;
            for from in &before[i] {
                if !std::mem::replace(&mut waits[*from], true) {
                    waiting.push(*from);
                }
            }
        }
        at_start
    }

    fn at_end(&self, graph: &Graph, block: usize, at_start: &[Bits]) -> Bits {
        let mut live = Bits(vec![0; self.vars.len().div_ceil(64)]);
        for to in &graph.blocks[block].next {
            for (word, other) in live.0.iter_mut().zip(&at_start[to.0].0) {
                *word |= other;
            }
        }
        live
    }
}
