//! What host code does with variables around constructs: the code itself stays text, and this is what the stages behind the front
//! end may ask of it.
//!
//! The facts are made while clang's tree is at hand (`clang/host/`): each function that holds compute constructs becomes a graph
//! of what it reads and assigns ([`graph`]), whose solution stays.

pub mod graph;
mod kept;
pub mod loops;
pub mod pointees;
pub mod relations;

use super::{ConstructId, VarId};
use crate::source::Span;
use graph::Graph;
use loops::HostLoop;
use pointees::Pointees;
use relations::Relation;
use std::collections::{HashMap, HashSet};

/// What the host code of a unit does, for automatic variables that constructs or their clauses name.
#[derive(Clone, Debug, Default)]
pub struct HostCode {
    /// What may be read behind each compute construct.
    live: HashMap<ConstructId, HashSet<VarId>>,
    /// The same, but for what is read only to give memory back.
    used: HashMap<ConstructId, HashSet<VarId>>,
    /// Where a value from before a construct is read behind it, of a variable that the construct may have a copy of.
    old: HashMap<(ConstructId, VarId), Span>,
    addressed: HashSet<VarId>,
    /// Where variables are assigned, as bytes of the text.
    assigned: HashMap<VarId, Vec<u32>>,
    loops: Vec<HostLoop>,
    /// What holds of integers in each compute construct that no one changes there.
    relations: HashMap<ConstructId, Vec<Relation>>,
    /// Variables that data clauses name.
    copied: HashSet<VarId>,
    pub pointees: Pointees,
    /// Some function could not be followed, so that all may be.
    lost: bool,
}

impl HostCode {
    /// Whether the value that a construct leaves in the variable may be read: behind it, or at the construct's next turn in a loop around.
    /// What a pointer may do is another question ([`HostCode::takes_address`]).
    pub fn may_read_behind(&self, construct: ConstructId, var: VarId) -> bool {
        let live = self.live.get(&construct);
        self.lost || live.is_none_or(|live| live.contains(&var))
    }

    /// Where host code reads, behind a construct that keeps the host's scalars (`parallel`, `serial`), the value that a local variable had before it, the first such place.
    /// `None`: nowhere, or it isn't certain that nothing between assigns the variable.
    pub fn reads_old_value(&self, construct: ConstructId, var: VarId) -> Option<Span> {
        let unsure = self.lost || self.pointees.is_kept(var);
        let read = self.old.get(&(construct, var));
        read.filter(|_| !unsure).copied()
    }

    /// Whether nobody uses what a local pointer leads to behind a construct: it is memory that the function has asked for, no other pointer leads there, and all that is
    /// still done is to give it back.
    pub fn drops_behind(&self, construct: ConstructId, pointer: VarId) -> bool {
        let used = self.used.get(&construct);
        !self.lost
            && !self.addressed.contains(&pointer)
            && self.pointees.is_own(pointer)
            && used.is_some_and(|used| !used.contains(&pointer))
    }

    /// Whether the variable's address is taken somewhere, also by an array that stands for its first element.
    pub fn takes_address(&self, var: VarId) -> bool {
        self.lost || self.addressed.contains(&var)
    }

    /// Whether some function could not be followed, so that all may be.
    pub fn is_lost(&self) -> bool {
        self.lost
    }

    /// Whether the variable is assigned somewhere behind byte `at` of the text.
    pub fn assigns_behind(&self, var: VarId, at: u32) -> bool {
        let places = self.assigned.get(&var);
        self.lost || places.is_some_and(|places| places.iter().any(|place| *place >= at))
    }

    /// Whether the variable is assigned in these bytes of the text.
    pub fn assigns_within(&self, var: VarId, span: Span) -> bool {
        let within = |at: &u32| span.start <= *at && *at < span.end;
        let places = self.assigned.get(&var);
        self.lost || places.is_some_and(|places| places.iter().any(within))
    }

    /// The loops of the host with compute constructs in them, outer ones first; none where a function could not be followed.
    pub fn loops(&self) -> &[HostLoop] {
        match self.lost {
            true => &[],
            false => &self.loops,
        }
    }

    /// What conditions on the way to a construct tell of integers that stay as they are in it.
    pub fn relations(&self, construct: ConstructId) -> &[Relation] {
        match self.relations.get(&construct) {
            Some(known) if !self.lost => known,
            _ => &[],
        }
    }

    /// Whether conditions tell anything of any construct.
    pub fn has_relations(&self) -> bool {
        !self.lost && self.relations.values().any(|known| !known.is_empty())
    }

    /// Takes in what a function does. `changed`: what changes in each of its constructs; `keeping`: those that leave the host's scalars as they were,
    /// with their texts.
    pub fn add(
        &mut self,
        graph: &Graph,
        changed: &HashMap<ConstructId, HashSet<VarId>>,
        keeping: &[(ConstructId, Span)],
    ) {
        let live = graph.live(true);
        let keeping = keeping.iter();
        let asked = keeping.filter_map(|(c, text)| Some((*c, *text, live.get(c)?)));
        self.old.extend(kept::reads(graph, asked));
        self.live.extend(live);
        self.used.extend(graph.live(false));
        for (construct, mut known) in relations::at_constructs(graph) {
            let stays = |v: &VarId| !changed.get(&construct).is_some_and(|all| all.contains(v));
            known.retain(|r| r.terms.iter().all(|(v, _)| stays(v)));
            self.relations.insert(construct, known);
        }
    }

    /// Takes in the variables of which devices may have another copy, which conditions on the host tell nothing of.
    pub fn copied(&mut self, copied: HashSet<VarId>) {
        self.copied = copied;
        let mut all = std::mem::take(&mut self.relations);
        for known in all.values_mut() {
            known.retain(|r| r.terms.iter().all(|(v, _)| self.is_steady(*v)));
        }
        self.relations = all;
    }

    /// Whether an automatic variable that a construct doesn't change by its name has one value there, the same on host and device.
    pub fn is_steady(&self, var: VarId) -> bool {
        !self.takes_address(var) && !self.copied.contains(&var)
    }

    /// Takes it that this holds in a construct too.
    pub fn assume(&mut self, construct: ConstructId, more: &[Relation]) {
        let known = self.relations.entry(construct).or_default();
        known.extend_from_slice(more);
    }

    pub fn address(&mut self, var: VarId) {
        self.addressed.insert(var);
    }

    pub fn assign(&mut self, var: VarId, at: u32) {
        self.assigned.entry(var).or_default().push(at);
    }

    /// Takes in a function's loops, inner ones first.
    pub fn add_loops(&mut self, loops: impl DoubleEndedIterator<Item = HostLoop>) {
        self.loops.extend(loops.rev());
    }

    /// A function could not be followed.
    pub fn lose(&mut self) {
        self.lost = true;
    }
}
