//! Whether memory lies apart that the pointers of a kernel reach, by their addresses on the device.

mod rows;

pub use rows::of_rows;

use crate::abi::flag;
use crate::data::Data;
use crate::data::item::{is_empty, name_of, range};
use crate::device::DevPtr;
use crate::fatal::{Code, Failure};
use crate::present::{Entry, Table};
use crate::site::Caller;
use crate::values::Values;

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

/// Whether the pointer that stands there is attached to this on the device: the host may have moved it since.
fn attached(table: &Table, slot: usize, to: DevPtr) -> Option<()> {
    let found = table.holding(slot)?.attached.as_ref()?.get(&slot)?;
    (found.target == to).then_some(())
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
    use std::ffi::c_void;

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
