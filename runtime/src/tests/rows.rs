//! Sections behind pointers, sections with gaps of several widths, and attached pointers under
//! transfers (§2.7.1, §2.14.4).

use super::*;
use crate::abi::kind;
use crate::data::{self, Counter, Gaps, rows};
use crate::fatal::lock;

/// An entry for what each pointer of `pointers` points to: `bytes` from byte `lower` on.
fn row(lower: usize, bytes: usize) -> Data {
    let mut d = section::<u8>(&[], 0, 0);
    (d.host, d.bytes, d.block_bytes, d.stride) = (lower as *mut c_void, bytes, bytes, bytes);
    d
}

#[test]
fn rows_are_mapped_attached_and_left_as_they_were_entered() {
    let (state, _) = device(Kind::Sim, 1 << 20);
    let values: Vec<Vec<i32>> = vec![vec![1, 2, 3], vec![4, 5, 6]];
    let mut pointers = [values[0].as_ptr(), std::ptr::null(), values[1].as_ptr()];
    let mut below = row(4, 8);
    let mut d = [section(&pointers, kind::COPY, 0)];
    d[0].rows = &raw mut below;
    let mut full = rows::enter(&state, place(), &mut d, Counter::Structured, None)
        .unwrap()
        .unwrap();
    assert_eq!(lock(&state.table).iter().count(), 3);
    assert!(!d[0].device.is_null());
    pointers.swap(0, 1);
    data::exit(&state, place(), &mut full, Counter::Structured, None).unwrap();
    assert_eq!(lock(&state.table).iter().count(), 0);
    // The host's pointers are its own: none came back.
    assert_eq!(
        pointers,
        [std::ptr::null(), values[0].as_ptr(), values[1].as_ptr()]
    );
}

#[test]
fn blocks_of_several_widths_move_one_by_one() {
    let (state, log) = device(Kind::Sim, 1 << 20);
    let cube: Vec<u8> = (0..60).collect();
    data::enter(
        &state,
        place(),
        &mut [section(&cube, kind::CREATE, 0)],
        Counter::Dynamic,
        None,
    )
    .unwrap();
    log.lock().unwrap().clear();
    // [3][4][5] of bytes: [0:2][1:2][2:3]
    let gaps = Gaps {
        n: 1,
        count: [2, 0, 0, 0, 0, 0],
        stride: [20, 0, 0, 0, 0, 0],
    };
    let mut d = section(&cube[7..35], kind::UPDATE_DEVICE, 0);
    (d.blocks, d.block_bytes, d.stride) = (2, 3, 5);
    d.gaps = &raw const gaps;
    data::update(&state, place(), &mut [d], None).unwrap();
    let log = log.lock().unwrap();
    assert_eq!(
        log.iter().filter(|l| l.contains("in 3")).count(),
        4,
        "{log:?}"
    );
}

#[test]
fn transfers_leave_attached_pointers_alone() {
    let (state, _) = device(Kind::Sim, 1 << 20);
    let values = vec![1_i32, 2];
    let holder = [7_usize, values.as_ptr() as usize, 8];
    let mut target = section(&values, kind::COPYIN, 0);
    target.pointer = (&raw const holder[1]).cast_mut().cast();
    let mut d = [section(&holder, kind::COPYIN, 0), target];
    data::enter(&state, place(), &mut d, Counter::Dynamic, None).unwrap();
    let mut both = [
        section(&holder, kind::UPDATE_DEVICE, 0),
        section(&holder, kind::UPDATE_HOST, 0),
    ];
    data::update(&state, place(), &mut both, None).unwrap();
    assert_eq!(holder, [7, values.as_ptr() as usize, 8]);
    let mut word = 0_usize;
    // SAFETY: `word` has 8 bytes.
    unsafe {
        let from = crate::device::DevPtr(d[0].device as u64 + 8);
        state
            .device
            .copy_out((&raw mut word).cast(), from, 8, None)
            .unwrap();
    }
    assert_eq!(word, d[1].device as usize);
}
