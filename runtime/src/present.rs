//! The present table of one device: which host sections live there, and where.
//!
//! An ordered interval map: entries don't overlap, and are ordered by the address
//! of their first byte, so that a lookup is one search of a B-tree and
//! finds subranges. An entry counts the regions (structured) and the lifetimes
//! (dynamic) that hold it, OpenACC 3.3 §2.6.7, and the attachments of the pointers
//! in it, §2.6.8.

use crate::device::DevPtr;
use std::collections::BTreeMap;

/// One section of host memory with its copy on the device. Sizes in bytes.
pub struct Entry {
    pub start: usize,
    pub bytes: usize,
    pub device: DevPtr,
    pub structured: u64,
    pub dynamic: u64,
    /// Mapped by `acc_map_data`: the memory is the user's.
    pub mapped: bool,
    /// As written in the clause that made it, and where that stands.
    pub name: Box<str>,
    pub since: Box<str>,
    /// The call that made it, and whether it was given values by then.
    pub made_by: u64,
    pub filled: bool,
    /// Address of a host pointer in this section → its attachment.
    pub attached: BTreeMap<usize, Attachment>,
}

/// A pointer in device memory that was made to point to device data.
pub struct Attachment {
    pub count: u64,
    pub target: DevPtr,
}

impl Entry {
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
    entries: BTreeMap<usize, Entry>,
}

impl Table {
    /// Looks up `bytes` > 0 bytes from `start` on.
    pub fn find(&self, start: usize, bytes: usize) -> Lookup {
        let end = start.saturating_add(bytes);
        if let Some((key, entry)) = self.entries.range(..=start).next_back() {
            if end <= entry.end() && start < entry.end() {
                return Lookup::Inside(*key);
            }
        }
        let mut overlapping = self.overlapping(start, bytes);
        match overlapping.next() {
            Some(first) => Lookup::Partly {
                first: first.start,
                more: overlapping.next().is_some(),
            },
            None => Lookup::Absent,
        }
    }

    /// The entries that share bytes with a section, in order.
    pub fn overlapping(&self, start: usize, bytes: usize) -> impl Iterator<Item = &Entry> {
        let end = start.saturating_add(bytes);
        let before = self
            .entries
            .range(..start)
            .next_back()
            .filter(|(_, e)| e.end() > start);
        before
            .into_iter()
            .chain(self.entries.range(start..end))
            .map(|(_, entry)| entry)
    }

    pub fn get(&self, start: usize) -> Option<&Entry> {
        self.entries.get(&start)
    }

    pub fn get_mut(&mut self, start: usize) -> Option<&mut Entry> {
        self.entries.get_mut(&start)
    }

    /// Adds an entry that overlaps none.
    pub fn insert(&mut self, entry: Entry) {
        debug_assert_eq!(self.find(entry.start, entry.bytes), Lookup::Absent);
        self.entries.insert(entry.start, entry);
    }

    pub fn remove(&mut self, start: usize) -> Option<Entry> {
        self.entries.remove(&start)
    }

    pub fn iter(&self) -> impl Iterator<Item = &Entry> {
        self.entries.values()
    }

    pub fn clear(&mut self) {
        self.entries.clear();
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
            name: "a".into(),
            since: "t.c:1".into(),
            made_by: 0,
            filled: false,
            attached: BTreeMap::new(),
        }
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
