//! From tables and values to entries.

use super::*;
use crate::abi::{Item, Value, flag, kind, takes};
use crate::data::Entries;
use crate::values::Values;

const MEMORY: usize = 0x1000;

fn item(takes: c_uint, bytes: usize) -> Item {
    Item {
        name: c"a".as_ptr(),
        kind: kind::COPY,
        flags: 0,
        line: 7,
        takes,
        bytes,
        of: std::ptr::null(),
        from: 0,
        to: 0,
        rows: std::ptr::null(),
    }
}

/// The entries of `items` at [`MEMORY`] with numbers as further values.
fn filled(items: &[Item], numbers: &[i64]) -> Entries {
    let mut values = vec![Value {
        at: MEMORY as *mut c_void,
    }];
    values.extend(numbers.iter().map(|n| Value { n: *n }));
    let mut entries = Entries::default();
    // SAFETY: the tests give what the items take.
    unsafe {
        let values = &mut Values::new(values.as_ptr());
        entries.fill(&place(), items, values).unwrap();
    }
    entries
}

/// Offset of the first byte, bytes; blocks, their bytes, stride; further levels.
fn shape(d: &Data) -> ([usize; 5], Vec<(usize, usize)>) {
    // SAFETY: null, or the entry's own.
    let gaps = unsafe { d.gaps.as_ref() };
    let levels = gaps.map_or(Vec::new(), |g| {
        (0..g.n).map(|k| (g.count[k], g.stride[k])).collect()
    });
    let offset = (d.host as usize).wrapping_sub(MEMORY);
    ([offset, d.bytes, d.blocks, d.block_bytes, d.stride], levels)
}

fn section_of(dims: &[(i64, i64)]) -> ([usize; 5], Vec<(usize, usize)>) {
    let numbers: Vec<i64> = dims.iter().flat_map(|(n, step)| [*n, *step]).collect();
    let table = [item(dims.len() as c_uint | takes::SIZED, 0)];
    shape(&filled(&table, &numbers).get()[0])
}

#[test]
fn variables_and_rows_of_elements() {
    let all = filled(&[item(0, 24)], &[]);
    let d = &all.get()[0];
    assert_eq!((d.kind, d.flags, d.line), (kind::COPY, 0, 7));
    assert_eq!(shape(d), ([0, 24, 1, 24, 24], vec![]));
    let sized = filled(&[item(takes::SIZED, 0)], &[40]);
    assert_eq!(shape(&sized.get()[0]).0, [0, 40, 1, 40, 40]);
    assert_eq!(
        shape(&filled(&[item(1, 8)], &[5]).get()[0]).0,
        [0, 40, 1, 40, 40]
    );
    for none in [0, -3] {
        assert_eq!(
            shape(&filled(&[item(1, 8)], &[none]).get()[0]).0,
            [0, 0, 1, 0, 0]
        );
    }
    // Larger than memory: what there is ends before it.
    let most = isize::MAX as usize;
    assert_eq!(
        shape(&filled(&[item(1, 8)], &[i64::MAX]).get()[0]).0[1],
        most
    );
}

#[test]
fn dimensions_become_blocks_and_gaps() {
    assert_eq!(
        section_of(&[(3, 80), (10, 8)]),
        ([0, 240, 1, 240, 240], vec![])
    );
    assert_eq!(
        section_of(&[(3, 80), (4, 8)]),
        ([0, 192, 3, 32, 80], vec![])
    );
    assert_eq!(section_of(&[(3, 80), (1, 8)]), ([0, 168, 3, 8, 80], vec![]));
    assert_eq!(section_of(&[(1, 80), (4, 8)]), ([0, 32, 1, 32, 32], vec![]));
    assert_eq!(section_of(&[(3, 80), (0, 8)]), ([0, 0, 1, 0, 0], vec![]));
    let blocks = [0, 2 * 1000 + 2 * 100 + 4 * 8, 3, 32, 100];
    assert_eq!(
        section_of(&[(3, 1000), (3, 100), (4, 8)]),
        (blocks, vec![(3, 1000)])
    );
    // All rows of each plane follow one another.
    let blocks = [0, 5 * 100 + 4 * 8, 6, 32, 100];
    assert_eq!(section_of(&[(2, 300), (3, 100), (4, 8)]), (blocks, vec![]));
}

#[test]
fn spans_and_pointers_that_may_be_null() {
    let span = |numbers: &[i64]| shape(&filled(&[item(takes::SPAN, 8)], numbers).get()[0]).0;
    assert_eq!(span(&[2, 7]), [16, 40, 1, 40, 8]);
    assert_eq!(span(&[-1, 7])[0].wrapping_add(8), 0);
    assert_eq!(span(&[7, 7])[..2], [0, 0]);
    let behind = |pointer| shape(&filled(&[item(1 | takes::BEHIND, 8)], &[pointer, 5]).get()[0]).0;
    assert_eq!(behind(64)[..2], [0, 40]);
    assert_eq!(behind(0)[..2], [0_usize.wrapping_sub(MEMORY), 0]);
}

#[test]
fn sections_that_the_host_has_looked_for() {
    let mut item = item(takes::SPAN | takes::SCANNED | takes::ASKED, 8);
    item.flags = flag::IMPLICIT | flag::EXACT | flag::USED | flag::HELD;
    let table = [item];
    let found = filled(&table, &[1, 2, 7, 1]);
    let d = &found.get()[0];
    assert_eq!(shape(d).0, [16, 40, 1, 40, 8]);
    let held = flag::IMPLICIT | flag::HELD;
    assert_eq!((d.kind, d.flags), (kind::COPY, held | flag::EXACT));
    // It may not look: the target must be there.
    let unknown = filled(&table, &[0, 0, 0, 1]);
    let d = &unknown.get()[0];
    assert_eq!(shape(d).0[..2], [0, 0]);
    let by_address = flag::IMPLICIT | flag::USED | flag::ADDRESS;
    assert_eq!((d.kind, d.flags), (kind::PRESENT, by_address));
}

#[test]
fn flags_structs_and_attached_pointers() {
    let mut asked = item(1 | takes::ASKED | takes::ATTACHED, 8);
    asked.flags = flag::IMPLICIT | flag::EXACT;
    let (yes, no) = (filled(&[asked], &[2, 1, 64]), filled(&[item(0, 8)], &[]));
    assert_eq!(yes.get()[0].flags, flag::IMPLICIT | flag::EXACT);
    assert_eq!(yes.get()[0].pointer as usize, 64);
    assert!(no.get()[0].pointer.is_null());
    let mut asked = item(1 | takes::ASKED, 8);
    asked.flags = flag::IMPLICIT | flag::USED;
    assert_eq!(filled(&[asked], &[2, 0]).get()[0].flags, flag::IMPLICIT);
    let mut structs = item(0, 96);
    (structs.flags, structs.to) = (flag::STRUCTS, 24);
    assert_eq!(
        shape(&filled(&[structs], &[]).get()[0]).0,
        [0, 96, 1, 96, 24]
    );
    let mut members = item(0, 96);
    (members.flags, members.from, members.to) = (flag::STRUCTS | flag::MEMBERS, 8, 32);
    assert_eq!(
        shape(&filled(&[members], &[]).get()[0]).0,
        [0, 96, 0, 8, 32]
    );
}

#[test]
fn rows_lead_to_their_next_level() {
    let third = item(1, 4);
    let mut second = item(1, 8);
    second.rows = &raw const third;
    let mut first = item(1, 8);
    first.rows = &raw const second;
    let table = [first, item(0, 3)];
    // a[0:3][0:5][2:4], and a variable.
    let all = filled(&table, &[3, 0, 5, 8, 4, MEMORY as i64]);
    let [a, other] = all.get() else {
        panic!("{} entries", all.get().len())
    };
    assert_eq!((a.bytes, other.bytes), (24, 3));
    // SAFETY: the entry's own.
    let (row, last) = unsafe { (&*a.rows, &*(*a.rows).rows) };
    assert_eq!((row.host as usize, row.bytes), (0, 40));
    assert_eq!((last.host as usize, last.bytes), (8, 16));
    assert!(last.rows.is_null());
}
