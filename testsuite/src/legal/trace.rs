//! What a run of a program does with memory, access by access, and where in the program each happens.

use accrs_frontend::region::{LoopId, StmtId, VarId};
use accrs_frontend::source::Span;
use std::collections::{HashMap, HashSet};

/// A byte of an object, where something begins that is read or written as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Place {
    pub object: u32,
    pub offset: i64,
}

/// A step on the way from the construct to what runs in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// The so-manieth part of a statement.
    At(u32),
    /// An iteration of a loop, with the value of its variable.
    Turn { id: LoopId, n: u32, value: i64 },
    /// An iteration of a loop that isn't counted.
    Round(u32),
    /// A statement that somebody asks about.
    Mark(StmtId),
    /// What a called function does, after so many ways.
    Call(u32),
    /// A kernel.
    Kernel(usize),
}

/// A read or a write of a place. Those of one statement's execution that are alike count once.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    pub place: Place,
    /// Its way, in [`Trace::ways`].
    pub way: u32,
    pub write: bool,
    pub stmt: StmtId,
    pub span: Span,
    /// It is part of an `atomic` of the user's.
    pub atomic: bool,
    /// It is read from a copy that was made before.
    pub copied: bool,
}

/// Where an object comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Origin {
    Null,
    /// A variable from outside of the construct.
    Var(VarId),
    /// One that the run declares for the so-manieth time.
    Own(VarId, u32),
    /// What the pointer at a place led to before the construct.
    Behind(Place),
    Made(u32),
}

#[derive(Clone, Copy, Debug)]
pub struct Object {
    pub origin: Origin,
    /// The variable that it is, or that leads to it.
    pub var: Option<VarId>,
    /// The same in two runs of one construct.
    pub id: u64,
}

#[derive(Default)]
pub struct Trace {
    /// In the order of the program.
    pub accesses: Vec<Access>,
    pub ways: Vec<Vec<Step>>,
    pub objects: Vec<Object>,
    /// Some iterations are cut off.
    pub cut: bool,
    /// The variables among the objects that are arrays.
    pub arrays: HashSet<VarId>,
    seen: HashSet<(Place, u32, bool)>,
}

impl Trace {
    pub fn add(&mut self, access: Access) {
        if self.seen.insert((access.place, access.way, access.write)) {
            self.accesses.push(access);
        }
    }

    pub fn way(&self, access: &Access) -> &[Step] {
        &self.ways[access.way as usize]
    }

    /// The variable that a place is or is in, where no pointer leads to it.
    pub fn direct(&self, place: Place) -> Option<VarId> {
        match self.objects[place.object as usize].origin {
            Origin::Var(v) | Origin::Own(v, _) => Some(v),
            _ => None,
        }
    }

    /// Likewise, or the pointer that leads there.
    pub fn root(&self, place: Place) -> Option<VarId> {
        self.objects[place.object as usize].var
    }

    /// How many iterations of each loop there are in one run of it at most.
    pub fn turns(&self) -> HashMap<LoopId, u32> {
        let mut most: HashMap<LoopId, u32> = HashMap::new();
        for step in self.ways.iter().flatten() {
            if let Step::Turn { id, n, .. } = step {
                let number = most.entry(*id).or_default();
                *number = (*number).max(n + 1);
            }
        }
        most
    }
}
