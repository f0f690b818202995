//! The present table of one device: which host sections live there, and where.
//!
//! An ordered interval map: entries don't overlap, and are ordered by the address
//! of their first byte, so that a lookup is one search of a B-tree and
//! finds subranges. An entry counts the regions (structured) and the lifetimes
//! (dynamic) that hold it, OpenACC 3.3 §2.6.7, and the attachments of the pointers
//! in it, §2.6.8.

use crate::device::DevPtr;
use crate::device::packed::Packed;
use crate::device::sim::stale;
use crate::queue::{Pending, Queue};
use std::cell::RefCell;
use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, HashMap};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Where a section comes from, for messages. Entries made by one clause share it.
#[derive(PartialEq, Eq)]
pub struct Origin {
    /// As written in the clause.
    pub name: Box<str>,
    /// Where that stands, `file:line`, or the API routine's name.
    pub since: Box<str>,
    /// What its elements are, as the compiler has left it; empty where nothing says.
    pub elements: Box<str>,
}

/// One section of host memory with its copy on the device. Sizes in bytes. Programs map
/// a hundred thousand of them: what few have is behind a pointer.
pub struct Entry {
    pub start: usize,
    pub bytes: usize,
    pub device: DevPtr,
    pub structured: u64,
    pub dynamic: u64,
    /// Mapped by `acc_map_data`: the memory is the user's.
    pub mapped: bool,
    pub origin: Arc<Origin>,
    /// The call that made it, and whether it was given values by then.
    pub made_by: u64,
    pub filled: bool,
    /// All that has come of it, where that is less.
    pub packed: Option<Packed>,
    /// Address of a host pointer in this section → its attachment.
    pub attached: Option<Box<BTreeMap<usize, Attachment>>>,
    /// A loop of the host holds it, one of its structured count.
    pub held: Option<Box<Held>>,
    /// The queues whose work names this section, each with the number of its last.
    pub users: Users,
    /// The queues with copies to the device under way.
    pub filling: Users,
}

/// Queued work that may still touch a section: what the end of its lifetime waits for.
/// `None` for all that no queue ever used.
#[derive(Default)]
#[allow(clippy::box_collection)] // a word in each entry, not three
pub struct Users(Option<Box<Pending>>);

impl Users {
    /// Notes operation `number` of a queue. Queues that have passed are forgotten.
    pub fn note(&mut self, queue: &Arc<Queue>, number: u64) {
        let users = self.0.get_or_insert_default();
        users.retain(|(other, n)| !Arc::ptr_eq(other, queue) && !other.passed(*n));
        users.push((queue.clone(), number));
    }

    /// The queues with work that is not known to be done.
    pub fn unfinished(&self) -> impl Iterator<Item = &Arc<Queue>> {
        let users = self.0.iter().flat_map(|users| users.iter());
        users.filter(|(q, n)| !q.passed(*n)).map(|(q, _)| q)
    }
}

/// What a loop of the host holds an entry for.
pub struct Held {
    /// The loop's number.
    pub by: u64,
    /// Host addresses that constructs have written on the device, first byte and the one behind the last.
    pub written: Vec<(usize, usize)>,
}

/// A pointer in device memory that was made to point to device data.
pub struct Attachment {
    pub count: u64,
    pub target: DevPtr,
}

impl Entry {
    /// As written in the clause that made it.
    pub fn name(&self) -> &str {
        &self.origin.name
    }

    /// Where that clause stands.
    pub fn since(&self) -> &str {
        &self.origin.since
    }

    pub fn end(&self) -> usize {
        self.start + self.bytes
    }

    /// The device address of host address `host`. For an address outside the
    /// section, where the address would be if the section went on.
    pub fn translate(&self, host: usize) -> DevPtr {
        DevPtr(
            self.device
                .0
                .wrapping_add((host as u64).wrapping_sub(self.start as u64)),
        )
    }

    /// True when no region and no lifetime holds the entry.
    pub fn unheld(&self) -> bool {
        self.structured == 0 && self.dynamic == 0
    }
}

/// What the table has of a section.
#[derive(Debug, PartialEq, Eq)]
pub enum Lookup {
    /// All of it, inside the entry that starts here.
    Inside(usize),
    /// Some of it: the first entry that overlaps, and whether there are more.
    Partly {
        first: usize,
        more: bool,
    },
    Absent,
}

#[derive(Default)]
pub struct Table {
    /// First byte → end, and the rest: a look-up meets small nodes only.
    entries: BTreeMap<usize, Slot>,
    /// By the hash of their texts; those that nothing uses any more go when new ones come.
    origins: HashMap<u64, Vec<Arc<Origin>>>,
    /// What questions that rest on attached pointers were answered, as long as none is attached or detached.
    answers: RefCell<HashMap<Vec<u64>, bool>>,
}

/// So many answers are kept.
const MOST_ANSWERS: usize = 1000;

struct Slot {
    end: usize,
    entry: Box<Entry>,
}

impl Table {
    /// The shared record of a name and a place.
    pub fn origin(&mut self, name: &str, since: &str, elements: &str) -> Arc<Origin> {
        let mut hasher = DefaultHasher::new();
        (name, since, elements).hash(&mut hasher);
        let known = self.origins.entry(hasher.finish()).or_default();
        if let Some(one) = known
            .iter()
            .find(|o| *o.name == *name && *o.since == *since && *o.elements == *elements)
        {
            return one.clone();
        }
        let new = Arc::new(Origin {
            name: name.into(),
            since: since.into(),
            elements: elements.into(),
        });
        known.push(new.clone());
        if self.origins.len() > 64 && self.origins.len() > 4 * self.entries.len() {
            self.origins.retain(|_, known| {
                known.retain(|o| Arc::strong_count(o) > 1);
                !known.is_empty()
            });
        }
        new
    }

    /// Looks up `bytes` > 0 bytes from `start` on: one search, since of entries that don't
    /// overlap the last that starts before the section's end also ends last.
    pub fn find(&self, start: usize, bytes: usize) -> Lookup {
        let end = start.saturating_add(bytes);
        match self.entries.range(..end).next_back() {
            None => Lookup::Absent,
            Some((_, slot)) if slot.end <= start => Lookup::Absent,
            Some((key, slot)) if *key <= start && end <= slot.end => Lookup::Inside(*key),
            Some((key, _)) => {
                let mut overlapping = self.overlapping(start, bytes);
                Lookup::Partly {
                    first: overlapping.next().map_or(*key, |first| first.start),
                    more: overlapping.next().is_some(),
                }
            }
        }
    }

    /// The entries that share bytes with a section, in order.
    pub fn overlapping(&self, start: usize, bytes: usize) -> impl Iterator<Item = &Entry> {
        let end = start.saturating_add(bytes);
        let before = self
            .entries
            .range(..start)
            .next_back()
            .filter(|(_, slot)| slot.end > start);
        before
            .into_iter()
            .chain(self.entries.range(start..end))
            .map(|(_, slot)| slot.entry.as_ref())
    }

    pub fn get(&self, start: usize) -> Option<&Entry> {
        self.entries.get(&start).map(|slot| slot.entry.as_ref())
    }

    pub fn get_mut(&mut self, start: usize) -> Option<&mut Entry> {
        let slot = self.entries.get_mut(&start)?;
        Some(&mut slot.entry)
    }

    /// Adds an entry that overlaps none.
    pub fn insert(&mut self, entry: Entry) {
        debug_assert_eq!(self.find(entry.start, entry.bytes), Lookup::Absent);
        let section = (entry.start, entry.bytes);
        stale::mapped(section, entry.device.0, || stale::Called {
            name: entry.name().into(),
            since: entry.since().into(),
            elements: entry.origin.elements.to_string(),
        });
        let slot = Slot {
            end: entry.end(),
            entry: Box::new(entry),
        };
        self.entries.insert(slot.entry.start, slot);
    }

    pub fn remove(&mut self, start: usize) -> Option<Entry> {
        let entry = self.entries.remove(&start).map(|slot| *slot.entry)?;
        stale::unmapped(start, entry.device.0);
        Some(entry)
    }

    /// The answer to a question that rests on attached pointers and on what the question holds. `answer` gives it where it wasn't asked before.
    pub fn answered(&self, question: Vec<u64>, answer: impl FnOnce() -> bool) -> bool {
        if let Some(known) = self.answers.borrow().get(&question) {
            return *known;
        }
        let found = answer();
        let mut answers = self.answers.borrow_mut();
        if answers.len() >= MOST_ANSWERS {
            answers.clear();
        }
        answers.insert(question, found);
        found
    }

    /// A pointer has been attached or detached.
    pub fn attachments_change(&mut self) {
        self.answers.get_mut().clear();
    }

    pub fn iter(&self) -> impl Iterator<Item = &Entry> {
        self.entries.values().map(|slot| slot.entry.as_ref())
    }

    pub fn clear(&mut self) {
        self.iter()
            .for_each(|e| stale::unmapped(e.start, e.device.0));
        self.entries.clear();
        self.origins.clear();
        self.attachments_change();
    }

    /// The entry that holds the host address.
    pub fn holding(&self, address: usize) -> Option<&Entry> {
        match self.find(address, 1) {
            Lookup::Inside(start) => self.get(start),
            _ => None,
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn entry(start: usize, bytes: usize) -> Entry {
        Entry {
            start,
            bytes,
            device: DevPtr(0x1000 + start as u64),
            structured: 0,
            dynamic: 1,
            mapped: false,
            origin: Arc::new(Origin {
                name: "a".into(),
                since: "t.c:1".into(),
                elements: "".into(),
            }),
            made_by: 0,
            filled: false,
            packed: None,
            attached: None,
            held: None,
            users: Users::default(),
            filling: Users::default(),
        }
    }

    #[test]
    fn answers_hold_until_attachments_change() {
        let mut table = Table::default();
        let ask = |table: &Table, answer| table.answered(vec![1, 2], || answer);
        assert!(ask(&table, true));
        assert!(ask(&table, false), "it is known");
        assert!(!table.answered(vec![1, 3], || false));
        table.attachments_change();
        assert!(!ask(&table, false));
    }

    /// The table against a map of single bytes, over all small sections.
    #[test]
    fn agrees_with_a_map_of_bytes() {
        let sections = [(3, 4), (8, 1), (9, 5), (20, 6)];
        let mut table = Table::default();
        let mut owner = [None; 40];
        for (start, bytes) in sections {
            table.insert(entry(start, bytes));
            owner[start..start + bytes].fill(Some(start));
        }
        for start in 0..30 {
            for bytes in 1..10 {
                let of = &owner[start..start + bytes];
                let mut seen: Vec<_> = of.iter().flatten().copied().collect();
                seen.dedup();
                let want = match seen.as_slice() {
                    [] => Lookup::Absent,
                    [one] if of.iter().all(|o| *o == Some(*one)) => Lookup::Inside(*one),
                    [first, rest @ ..] => Lookup::Partly {
                        first: *first,
                        more: !rest.is_empty(),
                    },
                };
                assert_eq!(table.find(start, bytes), want, "{start}+{bytes}");
            }
        }
        assert_eq!(
            table.holding(22).map(|e| e.translate(22)),
            Some(DevPtr(0x1000 + 22))
        );
        assert!(table.holding(7).is_none());
        assert!(table.remove(8).is_some());
        assert_eq!(table.find(8, 1), Lookup::Absent);
    }
}
