//! Whether rows lie apart that pointers in tables lead to, on the device.

use super::{CHANGED, NO_ITEM, attached, is_on_device};
use crate::data::Data;
use crate::present::Table;
use crate::values::Values;
use std::ffi::c_void;

/// The same where some of the pointers lead to rows of pointers: `items` has a fifth number for each pair, whether it is one pointer twice, of which no two rows may
/// overlap. Rows are on the device where the pointers to them are attached. Where a pointer isn't attached, nothing is known to lie apart.
pub fn of_rows(
    items: &[u16],
    cells: &[u16],
    entries: &[Data],
    table: &Table,
    values: &mut Values,
) -> Result<bool, &'static str> {
    let is_there = |cell: &u16| entries.get(usize::from(*cell)).is_some_and(is_on_device);
    let whole = cells.iter().any(is_there);
    for pair in items.chunks_exact(5) {
        let (a, b) = (Levels::of(values), Levels::of(values));
        let both = [(&a, pair[0], pair[1]), (&b, pair[2], pair[3])];
        let exists = |item: u16| item == NO_ITEM || usize::from(item) < entries.len();
        if !both.iter().all(|(_, item, _)| exists(*item)) {
            return Err(CHANGED);
        }
        let rows = |(levels, item, own): (&Levels, u16, u16)| match whole {
            true => levels.sections(own, entries, table),
            false => levels.rows(item, entries, table),
        };
        let ask = || match both.map(rows) {
            [Some(rows), _] if pair[4] != 0 => rows.are_distinct(),
            [Some(a), Some(b)] => a.lie_apart_from(&b),
            _ => false,
        };
        // The host may move its pointers at any time, but not those of the device.
        let stays = |(levels, item, _): &(&Levels, u16, u16)| {
            let entry = entries.get(usize::from(*item));
            levels.bytes.len() == 1 || entry.is_some_and(has_own_memory)
        };
        let apart = match whole || both.iter().all(stays) {
            true => {
                let of = |one: (&Levels, u16, u16)| question(one, entries, table);
                let question = both.map(of).concat();
                table.answered([vec![u64::from(pair[4])], question].concat(), ask)
            }
            false => ask(),
        };
        if !apart {
            return Ok(false);
        }
    }
    Ok(true)
}

/// All that an answer about a pointer rests on, but for the pointers that are attached.
fn question((levels, item, own): (&Levels, u16, u16), entries: &[Data], table: &Table) -> Vec<u64> {
    let mut all = vec![levels.pointer as u64, levels.bytes.len() as u64];
    let bytes = levels.bytes.iter();
    all.extend(bytes.flat_map(|(from, to)| [*from as u64, *to as u64]));
    for item in [item, own] {
        let entry = entries.get(usize::from(item));
        let place = entry.map(|d| [d.host as u64, d.device as u64]);
        all.extend(place.unwrap_or_default());
    }
    let section = table.holding(levels.pointer as usize);
    all.extend(section.map_or([0, 0], |e| [e.start as u64, e.device.0]));
    all
}

/// Whether an item is on a device that has a memory of its own.
fn has_own_memory(d: &Data) -> bool {
    is_on_device(d) && d.device != d.host
}

/// What is reached behind a pointer, as a question has it.
struct Levels {
    pointer: *mut c_void,
    /// Of each level the bytes to the first that is reached, and to the one behind the last, from where a row begins.
    bytes: Vec<(i64, i64)>,
}

impl Levels {
    fn of(values: &mut Values) -> Self {
        let (pointer, levels) = (values.pointer(), values.number());
        let bytes = (0..levels).map(|_| (values.number(), values.number()));
        Self {
            pointer,
            bytes: bytes.collect(),
        }
    }

    /// The last level's rows, by their addresses for the kernel. `None`: they aren't known.
    fn rows(&self, item: u16, entries: &[Data], table: &Table) -> Option<Rows> {
        let Some((last, ways)) = self.bytes.split_last().filter(|_| self.reaches()) else {
            return Some(Rows::default());
        };
        let here = self.pointer as usize;
        let rows = match (entries.get(usize::from(item)), ways) {
            (None, []) => vec![(here, here as u64)],
            (Some(entry), []) => vec![(here, entry.stands_for(self.pointer) as u64)],
            (None, _) => return None,
            (Some(entry), _) => {
                let table = has_own_memory(entry).then_some(table);
                let mut ways = ways.iter();
                ways.try_fold(vec![(here, 0)], |rows, way| behind(rows, *way, table))?
            }
        };
        let start = |(_, there): (usize, u64)| there.wrapping_add_signed(last.0);
        let mut starts: Vec<u64> = rows.into_iter().map(start).collect();
        starts.sort_unstable();
        let length = last.1.abs_diff(last.0);
        Some(Rows { starts, length })
    }

    /// The whole sections of the last level's rows, each as if it were one byte, where structs are on the device: how far the kernel reaches isn't known then.
    /// `own`: where the pointer itself is there. `None`: it isn't attached to its target, or a row isn't.
    fn sections(&self, own: u16, entries: &[Data], table: &Table) -> Option<Rows> {
        let pointer = self.pointer as usize;
        let first = table.holding(pointer)?;
        if let Some(own) = entries.get(usize::from(own)).filter(|d| is_on_device(d)) {
            attached(table, own.host as usize, first.translate(pointer))?;
        }
        let mut all = vec![first];
        for _ in 1..self.bytes.len() {
            let mut rows = Vec::new();
            for slot in all
                .iter()
                .flat_map(|e| e.attached.iter().flat_map(|a| a.keys()))
            {
                let target = pointer_at(*slot);
                let row = table.holding(target)?;
                attached(table, *slot, row.translate(target))?;
                rows.push(row);
            }
            all = rows;
        }
        let mut starts: Vec<u64> = all.iter().map(|e| e.start as u64).collect();
        starts.sort_unstable();
        Some(Rows { starts, length: 1 })
    }

    /// Whether anything is reached at all.
    fn reaches(&self) -> bool {
        self.bytes.iter().all(|(from, to)| from < to)
    }
}

/// Where the pointers of these rows lead, on the host and for the kernel. Without a `table` it has the host's own. `None`: one isn't attached.
fn behind(
    rows: Vec<(usize, u64)>,
    (from, to): (i64, i64),
    table: Option<&Table>,
) -> Option<Vec<(usize, u64)>> {
    let mut out = Vec::new();
    for (row, _) in rows {
        for at in (from..to).step_by(size_of::<usize>()) {
            let slot = row.wrapping_add_signed(at as isize);
            let target = pointer_at(slot);
            let there = match table {
                None => target as u64,
                Some(table) => {
                    let there = table.holding(target)?.translate(target);
                    attached(table, slot, there)?;
                    there.0
                }
            };
            out.push((target, there));
        }
    }
    Some(out)
}

/// A pointer of the host's: one that the construct uses, that its clauses name, or that is attached.
fn pointer_at(slot: usize) -> usize {
    // SAFETY: it is there, by the above.
    unsafe { std::ptr::with_exposed_provenance::<usize>(slot).read_unaligned() }
}

/// Rows of one length, ordered by where they start.
#[derive(Default)]
struct Rows {
    starts: Vec<u64>,
    length: u64,
}

impl Rows {
    fn are_distinct(&self) -> bool {
        let next = |w: &[u64]| w[1] - w[0] >= self.length;
        self.starts.windows(2).all(next)
    }

    fn lie_apart_from(&self, other: &Rows) -> bool {
        let (mut i, mut j) = (0, 0);
        while let (Some(a), Some(b)) = (self.starts.get(i), other.starts.get(j)) {
            if a.saturating_add(self.length) <= *b {
                i += 1;
            } else if b.saturating_add(other.length) <= *a {
                j += 1;
            } else {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abi::Value;
    use crate::device::DevPtr;
    use crate::present::{self, Attachment};
    use std::collections::BTreeMap;

    fn address(n: usize) -> *mut c_void {
        std::ptr::without_provenance_mut(n)
    }

    #[test]
    fn rows_are_looked_at_one_by_one() {
        let rows = |starts: &[u64]| Rows {
            starts: starts.to_vec(),
            length: 8,
        };
        assert!(rows(&[0, 8, 30]).are_distinct());
        assert!(!rows(&[0, 7]).are_distinct());
        assert!(!rows(&[0, 8, 8]).are_distinct());
        assert!(rows(&[0, 16, 32]).lie_apart_from(&rows(&[8, 24, 40])));
        assert!(!rows(&[0, 16]).lie_apart_from(&rows(&[8, 23])));
        assert!(!rows(&[4]).lie_apart_from(&rows(&[0, 16])));
        // One of them twice: that is its own affair.
        assert!(rows(&[0, 0, 16]).lie_apart_from(&rows(&[8])));
        assert!(Rows::default().lie_apart_from(&rows(&[8])));
    }

    /// A table of pointers to `rows`, each four bytes long, and what is asked about it alone: `attached` says where these are on the device.
    fn ask_rows(rows: [usize; 3], attached: Option<[usize; 3]>) -> bool {
        let base = rows.as_ptr().expose_provenance();
        let mut table = Table::default();
        let mut entry = present::tests::entry(base, size_of_val(&rows));
        let pairs = attached.into_iter().flat_map(|there| {
            let slot = |k: usize| base + k * size_of::<usize>();
            there
                .into_iter()
                .enumerate()
                .map(move |(k, at)| (slot(k), at))
        });
        let attachment = |at| Attachment {
            count: 1,
            target: DevPtr(at as u64),
        };
        let pairs: BTreeMap<usize, Attachment> =
            pairs.map(|(slot, at)| (slot, attachment(at))).collect();
        let device = match pairs.is_empty() {
            true => address(base),
            false => address(0x9000),
        };
        entry.attached = Some(Box::new(pairs));
        table.insert(entry);
        let mut known = rows.to_vec();
        known.sort_unstable();
        known.dedup();
        for start in known {
            table.insert(present::tests::entry(start, 4));
        }
        let entries = [Data {
            device,
            ..Data::whole(std::ptr::null(), address(base), size_of_val(&rows))
        }];
        let levels = [2, 0, 24, 0, 4].map(|n| Value { n });
        let one = [&[Value { at: address(base) }], levels.as_slice()].concat();
        let values = [one.as_slice(), one.as_slice()].concat();
        // SAFETY: six values for each pointer.
        let mut values = unsafe { Values::new(values.as_ptr()) };
        of_rows(
            &[0, NO_ITEM, 0, NO_ITEM, 1],
            &[],
            &entries,
            &table,
            &mut values,
        )
        .is_ok_and(|apart| apart)
    }

    #[test]
    fn rows_are_where_their_pointers_are_attached() {
        // A device that shares memory.
        assert!(ask_rows([100, 200, 104], None));
        assert!(!ask_rows([100, 200, 100], None));
        // Entries of the tests are 0x1000 bytes further on the device.
        let at = |host: usize| 0x1000 + host;
        assert!(ask_rows([100, 200, 104], Some([at(100), at(200), at(104)])));
        assert!(!ask_rows(
            [100, 200, 100],
            Some([at(100), at(200), at(100)])
        ));
        // The host has moved a pointer since.
        assert!(!ask_rows(
            [100, 200, 104],
            Some([at(100), at(104), at(104)])
        ));
    }
}
