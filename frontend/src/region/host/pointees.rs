//! Which variables pointers may lead to. Nothing is followed in order: a pointer that is given an unknown address somewhere may have it anywhere.

use crate::region::VarId;
use std::collections::HashSet;

/// Where addresses of variables go, and where the addresses in pointers come from.
#[derive(Clone, Debug, Default)]
pub struct Pointees {
    /// Variables whose addresses are kept somewhere, in a pointer say.
    kept: HashSet<VarId>,
    /// Pointers that are given an address of which nothing is known.
    open: HashSet<VarId>,
    /// Pointers that are given another one's address.
    copies: Vec<(VarId, VarId)>,
    /// Pointers that are given memory that was just allocated, and such as are given anything else.
    new: HashSet<VarId>,
    others: HashSet<VarId>,
    /// Pointers whose values go elsewhere: to other pointers, functions, callers.
    shown: HashSet<VarId>,
}

/// Where an address comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// Memory that was just allocated, or nowhere.
    New,
    /// New memory, or an array: no other variable is there.
    Fresh,
    /// The memory of a pointer, or around it.
    Copy(VarId),
    Unknown,
}

impl Pointees {
    pub fn keep(&mut self, var: VarId) {
        self.kept.insert(var);
    }

    pub fn give(&mut self, pointer: VarId, source: Source) {
        match source {
            Source::New => self.new.insert(pointer),
            _ => self.others.insert(pointer),
        };
        match source {
            Source::New | Source::Fresh => {}
            Source::Copy(from) => self.copies.push((pointer, from)),
            Source::Unknown => {
                self.open.insert(pointer);
            }
        }
    }

    /// A pointer's value goes elsewhere.
    pub fn show(&mut self, pointer: VarId) {
        self.shown.insert(pointer);
    }

    /// Whether a pointer leads to memory that was allocated for it, and that nothing else leads to.
    pub fn is_own(&self, pointer: VarId) -> bool {
        self.new.contains(&pointer)
            && !self.others.contains(&pointer)
            && !self.shown.contains(&pointer)
    }

    /// Whether the variable's address may be in a pointer.
    pub fn is_kept(&self, var: VarId) -> bool {
        self.kept.contains(&var)
    }

    /// The pointers from which this one may have its address, itself too; `None`: it may have any.
    pub fn sources(&self, pointer: VarId) -> Option<HashSet<VarId>> {
        let mut all = HashSet::from([pointer]);
        let mut left = vec![pointer];
        while let Some(p) = left.pop() {
            // By another pointer it may be given any.
            if self.open.contains(&p) || self.kept.contains(&p) {
                return None;
            }
            let from = self.copies.iter().filter(|(to, _)| *to == p);
            left.extend(from.map(|(_, from)| *from).filter(|f| all.insert(*f)));
        }
        Some(all)
    }
}
