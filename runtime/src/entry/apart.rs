//! Whether memory lies apart that the pointers of a kernel reach, by their addresses on the device.

use crate::abi::flag;
use crate::data::Data;
use crate::data::item::{is_empty, name_of, range};
use crate::device::DevPtr;
use crate::fatal::{Code, Failure};
use crate::present::{Entry, Table};
use crate::site::Caller;
use crate::values::Values;
use std::ffi::c_void;

/// `__ACCRS_NO_ITEM`: a pointer that leads to its target itself.
const NO_ITEM: u16 = u16::MAX;

const CHANGED: &str = "the device has changed since the construct's data came to it";

/// Whether this holds of all pairs: `items` has two for each. What is missing on the device, in words.
pub fn all(items: &[u16], entries: &[Data], values: &mut Values) -> Result<bool, &'static str> {
    for pair in items.chunks_exact(2) {
        let a = reached(pair[0], entries, values)?;
        let b = reached(pair[1], entries, values)?;
        if a.0 < a.1 && b.0 < b.1 && a.0 < b.1 && b.0 < a.1 {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The same where some of the pointers are members of structs: `items` has two for each pointer, its target's and its own. Where no struct that the kernel
/// reads members of (`cells`) is on the device, the host's values count. Else pointers and bounds have the device's values. So whole sections have to lie
/// apart, and each pointer in a struct there must be attached to its own.
pub fn of_members(
    items: &[u16],
    cells: &[u16],
    entries: &[Data],
    table: &Table,
    values: &mut Values,
) -> Result<bool, &'static str> {
    let is_there = |cell: &u16| entries.get(usize::from(*cell)).is_some_and(is_on_device);
    if !cells.iter().any(is_there) {
        let targets: Vec<u16> = items.iter().copied().step_by(2).collect();
        return all(&targets, entries, values);
    }
    for pair in items.chunks_exact(4) {
        let a = section((pair[0], pair[1]), entries, table, values);
        let b = section((pair[2], pair[3]), entries, table, values);
        match (a, b) {
            (Some(a), Some(b)) if a.start != b.start => {}
            _ => return Ok(false),
        }
    }
    Ok(true)
}

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
        let of = |levels: &Levels, item, own| match whole {
            true => Ok(levels.sections(own, entries, table)),
            false => levels.rows(item, entries, table),
        };
        let apart = match (of(&a, pair[0], pair[1])?, of(&b, pair[2], pair[3])?) {
            (Some(rows), _) if pair[4] != 0 => rows.are_distinct(),
            (Some(a), Some(b)) => a.lie_apart_from(&b),
            _ => false,
        };
        if !apart {
            return Ok(false);
        }
    }
    Ok(true)
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
    fn rows(
        &self,
        item: u16,
        entries: &[Data],
        table: &Table,
    ) -> Result<Option<Rows>, &'static str> {
        let entry = match item {
            NO_ITEM => None,
            item => Some(entries.get(usize::from(item)).ok_or(CHANGED)?),
        };
        let Some((last, ways)) = self.bytes.split_last().filter(|_| self.reaches()) else {
            return Ok(Some(Rows::default()));
        };
        let starts = match (entry, ways) {
            (None, []) => vec![self.pointer as u64],
            (Some(entry), []) => vec![entry.stands_for(self.pointer) as u64],
            (None, _) => return Ok(None),
            (Some(entry), _) => {
                let copied = is_on_device(entry) && entry.device != entry.host;
                let table = copied.then_some(table);
                let first = vec![(self.pointer as usize, self.pointer as u64)];
                let rows = ways
                    .iter()
                    .try_fold(first, |rows, way| behind(rows, *way, table));
                match rows {
                    Some(rows) => rows.into_iter().map(|(_, there)| there).collect(),
                    None => return Ok(None),
                }
            }
        };
        let moved = |at: u64| at.wrapping_add_signed(last.0);
        let mut starts: Vec<u64> = starts.into_iter().map(moved).collect();
        starts.sort_unstable();
        let length = last.1.abs_diff(last.0);
        Ok(Some(Rows { starts, length }))
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

/// Whether the pointer that stands there is attached to this on the device: the host may have moved it since.
fn attached(table: &Table, slot: usize, to: DevPtr) -> Option<()> {
    let found = table.holding(slot)?.attached.as_ref()?.get(&slot)?;
    (found.target == to).then_some(())
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

/// The first two items that aren't apart although the construct's kernels rest on that: `items` has three numbers for each pair, the last one whether they may
/// begin at the same byte.
pub fn not_as_told<'a>(items: &[u16], entries: &'a [Data]) -> Option<(&'a Data, &'a Data)> {
    let section = |item: u16| {
        let found = entries.get(usize::from(item));
        found.filter(|d| is_on_device(d) && !is_empty(d) && d.flags & flag::OWN == 0)
    };
    items.chunks_exact(3).find_map(|told| {
        let (a, b) = (section(told[0])?, section(told[1])?);
        let ((start, end), (from, to)) = (range(a), range(b));
        let equal = told[2] != 0 && start == from;
        (start < to && from < end && !equal).then_some((a, b))
    })
}

/// What a program is told of such items.
pub fn shared(place: &Caller<'_>, (a, b): (&Data, &Data)) -> Failure {
    let (first, second) = (name_of(a), name_of(b));
    Failure::of(
        Code::InvalidArgument,
        format!(
            "{place}: {first} ({} bytes at {:p}) and {second} ({} bytes at {:p}) share memory, and loops run in parallel because data clauses name both. \
             Name the memory once, or say at the loops what holds: loop seq, or loop independent",
            a.bytes, a.host, b.bytes, b.host
        ),
    )
}

fn is_on_device(d: &Data) -> bool {
    !d.device.is_null()
}

/// The section that a kernel's pointer leads to, if that is known.
fn section<'a>(
    (target, own): (u16, u16),
    entries: &[Data],
    table: &'a Table,
    values: &mut Values,
) -> Option<&'a Entry> {
    let pointer = values.pointer();
    // How far it reaches on the device isn't known.
    let _ = (values.number(), values.number());
    let target = entries
        .get(usize::from(target))
        .filter(|d| is_on_device(d))?;
    let found = table.holding(target.host as usize)?;
    let address = found.translate(pointer as usize);
    match entries.get(usize::from(own)).filter(|d| is_on_device(d)) {
        Some(own) => {
            attached(table, own.host as usize, address)?;
            Some(found)
        }
        None => (target.stands_for(pointer) as u64 == address.0).then_some(found),
    }
}

/// The first byte that is reached, and the one behind the last.
fn reached(item: u16, entries: &[Data], values: &mut Values) -> Result<(i128, i128), &'static str> {
    let pointer = values.pointer();
    let (first, end) = (values.number(), values.number());
    let target = match item {
        NO_ITEM => pointer,
        item => {
            let entry = entries.get(usize::from(item));
            entry.ok_or(CHANGED)?.stands_for(pointer)
        }
    };
    let at = |distance: i64| target as i128 + i128::from(distance);
    Ok((at(first), at(end)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abi::Value;
    use crate::present::{self, Attachment};
    use std::collections::BTreeMap;

    fn address(n: usize) -> *mut c_void {
        std::ptr::without_provenance_mut(n)
    }

    /// Two pointers and what they reach, behind items of the host's memory from 1000 and from 2000 on.
    fn ask(
        items: [u16; 2],
        a: (usize, i64, i64),
        b: (usize, i64, i64),
        device: [usize; 2],
    ) -> bool {
        let entry = |host, device| Data {
            device: address(device),
            ..Data::whole(std::ptr::null(), address(host), 100)
        };
        let entries = [entry(1000, device[0]), entry(2000, device[1])];
        let value = |(at, from, to): (usize, i64, i64)| {
            let at = Value { at: address(at) };
            [at, Value { n: from }, Value { n: to }]
        };
        let values = [value(a), value(b)].concat();
        // SAFETY: three values for each pointer.
        let mut values = unsafe { Values::new(values.as_ptr()) };
        all(&items, &entries, &mut values).is_ok_and(|apart| apart)
    }

    #[test]
    fn clauses_with_the_same_memory_are_found() {
        let entry = |host, bytes| Data {
            device: address(8000),
            ..Data::whole(std::ptr::null(), address(host), bytes)
        };
        let absent = Data::whole(std::ptr::null(), address(1000), 40);
        let own = Data {
            flags: flag::OWN,
            ..entry(1000, 40)
        };
        let all = [
            entry(1000, 40),
            entry(1040, 40),
            entry(1036, 8),
            entry(1000, 8),
            absent,
            own,
        ];
        let found = |items: &[u16]| {
            let pair = not_as_told(items, &all)?;
            Some([pair.0.host as usize, pair.1.host as usize])
        };
        assert_eq!(found(&[0, 1, 0]), None);
        assert_eq!(found(&[0, 1, 0, 1, 2, 0]), Some([1040, 1036]));
        assert_eq!(found(&[0, 2, 1]), Some([1000, 1036]));
        assert_eq!(found(&[0, 3, 0]), Some([1000, 1000]));
        assert_eq!(found(&[0, 3, 1]), None);
        assert_eq!(found(&[0, 4, 0, 0, 5, 0, 0, 9, 0]), None);
    }

    #[test]
    fn ranges_that_touch_lie_apart() {
        let one = [0, 0];
        let host = [1000, 2000];
        assert!(ask(one, (1000, 0, 40), (1000, 40, 80), host));
        assert!(!ask(one, (1000, 0, 48), (1000, 40, 80), host));
        assert!(ask(one, (1040, 0, 40), (1040, -40, 0), host));
        assert!(!ask(one, (1000, 8, 16), (1000, 0, 80), host));
        // Nothing is reached.
        assert!(ask(one, (1000, 16, 16), (1000, 0, 80), host));
        assert!(ask(one, (1000, 16, 8), (1000, 0, 80), host));
    }

    #[test]
    fn addresses_on_the_device_count() {
        let (a, b) = ((1000, 0, 80), (2000, 0, 80));
        assert!(ask([0, 1], a, b, [5000, 6000]));
        assert!(!ask([0, 1], a, b, [5000, 5040]));
        assert!(!ask([0, NO_ITEM], a, (5072, 0, 80), [5000, 6000]));
        assert!(ask([0, NO_ITEM], a, (5080, 0, 80), [5000, 6000]));
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

    #[test]
    fn all_pairs_are_asked() {
        let values: Vec<Value> = [(1000, 0, 8), (1008, 0, 8), (1000, 0, 8), (1000, 0, 8)]
            .into_iter()
            .flat_map(|(at, n, m)| [Value { at: address(at) }, Value { n }, Value { n: m }])
            .collect();
        // SAFETY: three values for each pointer.
        let mut values = unsafe { Values::new(values.as_ptr()) };
        assert_eq!(all(&[NO_ITEM; 4], &[], &mut values), Ok(false));
    }
}
