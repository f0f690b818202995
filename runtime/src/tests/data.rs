//! Data clauses: counters, transfers, and messages.

use super::*;
use crate::abi::{flag, kind};
use crate::context::lifetime::shut_down;
use crate::data::{self, Counter};
use crate::device::DevPtr;
use crate::device::packed::Packed;
use crate::fatal::{Outcome, lock};
use crate::present::Lookup;

struct Program {
    state: DeviceState,
    log: Log,
}

impl Program {
    fn new(memory: u64) -> Self {
        let (state, log) = device(Kind::Sim, memory);
        Self { state, log }
    }

    fn enter(&self, data: &mut [Data], counter: Counter) -> Outcome<()> {
        data::enter(&self.state, place(), data, counter, None)
    }

    fn exit(&self, data: &mut [Data], counter: Counter) -> Outcome<()> {
        data::exit(&self.state, place(), data, counter, None)
    }

    /// What happened since the last call, but for allocations.
    fn moved(&self) -> Vec<String> {
        let mut log = std::mem::take(&mut *self.log.lock().unwrap());
        log.retain(|line| !line.starts_with("alloc") && line != "free");
        log
    }

    fn present(&self, v: &[i32]) -> bool {
        matches!(
            lock(&self.state.table).find(v.as_ptr() as usize, size_of_val(v)),
            Lookup::Inside(_)
        )
    }

    /// Writes to the device's copy, as a kernel would.
    fn set(&self, d: &Data, values: &[i32]) {
        let bytes = size_of_val(values) as u64;
        // SAFETY: `values` is valid, the copy is done at once.
        unsafe {
            self.state
                .device
                .copy_in(DevPtr(d.device as u64), values.as_ptr().cast(), bytes, None)
                .unwrap()
        };
        self.moved();
    }
}

#[test]
fn a_copy_moves_once_however_deep_it_nests() {
    let p = Program::new(1 << 20);
    let a = vec![1, 2, 3, 4];
    let mut outer = [section(&a, kind::COPY, 0)];
    let mut inner = [section(&a[1..3], kind::COPY, 0)];
    p.enter(&mut outer, Counter::Structured).unwrap();
    assert_eq!(p.moved(), ["in 16"]);
    p.enter(&mut inner, Counter::Structured).unwrap();
    assert_eq!(inner[0].device as usize, outer[0].device as usize + 4);
    p.exit(&mut inner, Counter::Structured).unwrap();
    assert!(p.moved().is_empty());
    p.set(&outer[0], &[5, 6, 7, 8]);
    p.exit(&mut outer, Counter::Structured).unwrap();
    assert_eq!(
        (p.moved(), &a[..]),
        (vec!["out 16".to_string()], &[5, 6, 7, 8][..])
    );
    assert!(!p.present(&a[..1]));
    assert_eq!(
        p.state.device.memory_info().unwrap().0,
        1 << 20,
        "memory was not given back"
    );
}

#[test]
fn structured_and_dynamic_counters_are_apart() {
    let p = Program::new(1 << 20);
    let a = vec![0; 8];
    p.enter(&mut [section(&a, kind::COPYIN, 0)], Counter::Dynamic)
        .unwrap();
    p.enter(&mut [section(&a, kind::CREATE, 0)], Counter::Dynamic)
        .unwrap();
    let mut region = [section(&a, kind::PRESENT, 0)];
    p.enter(&mut region, Counter::Structured).unwrap();
    let mut exit = [section(&a, kind::COPYOUT, 0)];
    p.exit(&mut exit, Counter::Dynamic).unwrap();
    p.exit(&mut exit, Counter::Dynamic).unwrap();
    // The dynamic counter is zero: nothing more happens, and the region still holds it.
    p.exit(&mut exit, Counter::Dynamic).unwrap();
    assert_eq!(p.moved(), ["in 32"]);
    assert!(p.present(&a));
    p.exit(&mut region, Counter::Structured).unwrap();
    assert!(!p.present(&a));
    assert!(
        p.moved().is_empty(),
        "present ends in a delete, not a copyout"
    );
}

#[test]
fn finalize_ends_every_dynamic_lifetime() {
    let p = Program::new(1 << 20);
    let a = vec![0; 8];
    for _ in 0..3 {
        p.enter(&mut [section(&a, kind::CREATE, 0)], Counter::Dynamic)
            .unwrap();
    }
    p.exit(&mut [section(&a, kind::DELETE, 0)], Counter::Dynamic)
        .unwrap();
    assert!(p.present(&a));
    p.exit(
        &mut [section(&a, kind::COPYOUT, flag::FINALIZE)],
        Counter::Dynamic,
    )
    .unwrap();
    assert!(!p.present(&a));
    assert_eq!(p.moved(), ["out 32"]);
}

#[test]
fn zero_clears_what_is_created_only() {
    let p = Program::new(1 << 20);
    let a = vec![7; 4];
    let mut d = [section(&a, kind::COPYOUT, flag::ZERO)];
    p.enter(&mut d, Counter::Structured).unwrap();
    p.enter(
        &mut [section(&a, kind::CREATE, flag::ZERO)],
        Counter::Structured,
    )
    .unwrap();
    assert_eq!(p.moved(), ["fill 16"]);
    p.exit(
        &mut [section(&a, kind::CREATE, flag::ZERO)],
        Counter::Structured,
    )
    .unwrap();
    p.exit(&mut d, Counter::Structured).unwrap();
    assert_eq!(a, [0; 4]);
}

#[test]
fn one_variable_in_copyin_and_copyout_moves_both_ways() {
    for kinds in [[kind::COPYIN, kind::COPYOUT], [kind::COPYOUT, kind::COPYIN]] {
        let p = Program::new(1 << 20);
        let a = vec![3; 4];
        let mut d = kinds.map(|kind| section(&a, kind, 0));
        p.enter(&mut d, Counter::Structured).unwrap();
        assert_eq!(p.moved(), ["in 16"]);
        p.set(&d[0], &[1, 2, 3, 4]);
        p.exit(&mut d, Counter::Structured).unwrap();
        assert_eq!(
            (p.moved(), &a[..]),
            (vec!["out 16".to_string()], &[1, 2, 3, 4][..])
        );
    }
}

#[test]
fn always_moves_what_is_present() {
    let p = Program::new(1 << 20);
    let a = vec![3; 4];
    p.enter(&mut [section(&a, kind::CREATE, 0)], Counter::Dynamic)
        .unwrap();
    let mut d = [section(&a, kind::COPY, flag::ALWAYS_IN | flag::ALWAYS_OUT)];
    p.enter(&mut d, Counter::Structured).unwrap();
    p.exit(&mut d, Counter::Structured).unwrap();
    assert_eq!(p.moved(), ["in 16", "out 16"]);
    assert!(p.present(&a));
}

#[test]
fn no_create_of_what_is_absent_stays_out_of_the_counters() {
    let p = Program::new(1 << 20);
    let a = vec![3; 4];
    let mut d = [section(&a, kind::NO_CREATE, 0)];
    p.enter(&mut d, Counter::Structured).unwrap();
    assert!(d[0].device.is_null());
    let mut inner = [section(&a, kind::CREATE, 0)];
    p.enter(&mut inner, Counter::Structured).unwrap();
    p.exit(&mut d, Counter::Structured).unwrap();
    assert!(p.present(&a));
}

#[test]
fn empty_and_null_sections_do_nothing() {
    let p = Program::new(1 << 20);
    let a = vec![3; 4];
    let mut null = section(&a, kind::COPY, 0);
    null.host = std::ptr::null_mut();
    let mut d = [section(&a[..0], kind::COPY, 0), null];
    p.enter(&mut d, Counter::Structured).unwrap();
    p.exit(&mut d, Counter::Structured).unwrap();
    assert!(p.moved().is_empty());
}

#[test]
fn an_implicit_whole_array_uses_the_part_that_is_present() {
    let p = Program::new(1 << 20);
    let a = vec![1; 8];
    let mut part = [section(&a[2..6], kind::COPYIN, 0)];
    p.enter(&mut part, Counter::Dynamic).unwrap();
    let mut whole = [section(&a, kind::COPY, flag::IMPLICIT)];
    p.enter(&mut whole, Counter::Structured).unwrap();
    assert_eq!(whole[0].device as usize + 8, part[0].device as usize);
    p.exit(&mut whole, Counter::Structured).unwrap();
    assert_eq!(p.moved(), ["in 16"]);
    assert!(p.present(&a[2..6]));
}

#[test]
fn updates_move_sections_with_gaps_as_rows() {
    let p = Program::new(1 << 20);
    let a: Vec<i32> = (0..12).collect();
    let mut all = [section(&a, kind::CREATE, flag::ZERO)];
    p.enter(&mut all, Counter::Dynamic).unwrap();
    // Columns 1 and 2 of three rows of four.
    let mut columns = section(&a[1..11], kind::UPDATE_DEVICE, 0);
    (columns.blocks, columns.block_bytes, columns.stride) = (3, 8, 16);
    p.moved();
    data::update(&p.state, place(), &mut [columns], None).unwrap();
    assert_eq!(p.moved(), ["in rows 3x8", "in 8", "in 8", "in 8"]);
    let back = vec![9; 12];
    // SAFETY: `back` has the bytes.
    unsafe {
        let (to, from) = (
            back.as_ptr().cast_mut().cast(),
            DevPtr(all[0].device as u64),
        );
        p.state.device.copy_out(to, from, 48, None).unwrap();
    }
    assert_eq!(back, [0, 1, 2, 0, 0, 5, 6, 0, 0, 9, 10, 0]);
    assert_eq!(a, (0..12).collect::<Vec<_>>());
}

#[test]
fn what_lies_between_rows_comes_when_somebody_else_may_use_it() {
    let p = Program::new(1 << 20);
    let a: Vec<i32> = (0..12).collect();
    let device = |d: &Data| {
        let back = vec![9; 12];
        // SAFETY: `back` has the bytes.
        unsafe {
            let (to, from) = (back.as_ptr().cast_mut().cast(), DevPtr(d.device as u64));
            p.state.device.copy_out(to, from, 48, None).unwrap();
        }
        p.moved();
        back
    };
    // Columns 1 and 2 of three rows of four, of all of them.
    let mut rows = section(&a, kind::COPY, flag::IMPLICIT);
    rows.packed = Some(Packed {
        at: 4,
        span: 40,
        count: 3,
        bytes: 8,
        distance: 16,
        lead: 0,
    });
    let mut own = [rows];
    p.enter(&mut own, Counter::Structured).unwrap();
    p.moved();
    p.set(&own[0], &[-1; 12]);
    // The same rows again: all of them are there.
    let mut again = [rows];
    p.enter(&mut again, Counter::Structured).unwrap();
    assert_eq!(p.moved(), Vec::<String>::new());
    p.exit(&mut again, Counter::Structured).unwrap();
    // A part of it that has more than rows, and later an update: the rest comes once, around what kernels have written.
    let mut part = [section(&a[2..5], kind::COPYIN, 0)];
    p.enter(&mut part, Counter::Structured).unwrap();
    assert_eq!(device(&own[0]), [0, -1, -1, 3, 4, -1, -1, 7, 8, -1, -1, 11]);
    let update = section(&a[3..4], kind::UPDATE_HOST, 0);
    data::update(&p.state, place(), &mut [update], None).unwrap();
    assert_eq!(p.moved(), ["out 4"]);
    p.exit(&mut part, Counter::Structured).unwrap();
    p.exit(&mut own, Counter::Structured).unwrap();
    assert_eq!(a, [0, -1, -1, 3, 4, -1, -1, 7, 8, -1, -1, 11]);
    // An update finds the rest absent, too.
    p.enter(&mut own, Counter::Structured).unwrap();
    p.set(&own[0], &[-2; 12]);
    data::update(&p.state, place(), &mut [update], None).unwrap();
    assert_eq!(a[3], 3);
    p.exit(&mut own, Counter::Structured).unwrap();
    assert_eq!(a, [0, -2, -2, 3, 4, -2, -2, 7, 8, -2, -2, 11]);
}

#[test]
fn updates_of_absent_data() {
    let p = Program::new(1 << 20);
    let a = vec![1; 4];
    data::update(
        &p.state,
        place(),
        &mut [section(&a, kind::UPDATE_HOST, flag::IF_PRESENT)],
        None,
    )
    .unwrap();
    let error = data::update(
        &p.state,
        place(),
        &mut [section(&a, kind::UPDATE_HOST, 0)],
        None,
    )
    .unwrap_err()
    .text;
    assert!(
        error.starts_with("t.c:12 (in main, data): a[0:n] (16 bytes at 0x"),
        "{error}"
    );
    assert!(
        error.contains("is not present on sim:0; nothing is"),
        "{error}"
    );
    // Of what is there in part the rest isn't left out silently.
    p.enter(&mut [section(&a[..2], kind::COPYIN, 0)], Counter::Dynamic)
        .unwrap();
    let part = &mut [section(&a, kind::UPDATE_HOST, flag::IF_PRESENT)];
    let error = data::update(&p.state, place(), part, None)
        .unwrap_err()
        .text;
    assert!(error.contains("a[0:n] (16 bytes at 0x"), "{error}");
}

#[test]
fn messages_name_what_the_table_holds() {
    let p = Program::new(1 << 20);
    let a = vec![1; 8];
    let mut part = section(&a[..4], kind::COPYIN, 0);
    part.name = c"a[0:4]".as_ptr();
    p.enter(&mut [part], Counter::Dynamic).unwrap();
    let error = p
        .enter(&mut [section(&a, kind::COPY, 0)], Counter::Structured)
        .unwrap_err()
        .text;
    assert!(
        error.contains("a[0:4] is, since t.c:12 (bytes 0 to 16 of those asked for)"),
        "{error}"
    );
    let b = vec![1; 8];
    let error = p
        .enter(&mut [section(&b, kind::PRESENT, 0)], Counter::Structured)
        .unwrap_err()
        .text;
    assert!(error.contains("what is: a[0:4] (16 bytes at 0x"), "{error}");
    let error = data::use_device(&p.state, place(), &mut [section(&b, kind::USE_DEVICE, 0)])
        .unwrap_err()
        .text;
    assert!(error.contains("is not present"), "{error}");
}

#[test]
fn out_of_memory_says_what_is_held() {
    let p = Program::new(100);
    let (a, b) = (vec![1; 20], vec![1; 10]);
    p.enter(&mut [section(&a, kind::COPYIN, 0)], Counter::Dynamic)
        .unwrap();
    let error = p
        .enter(&mut [section(&b, kind::COPYIN, 0)], Counter::Dynamic)
        .unwrap_err()
        .text;
    assert!(
        error.contains("out of memory on sim:0: 40 bytes asked for, 20 of 100 are free"),
        "{error}"
    );
    assert!(
        error.contains("the largest sections held: a[0:n] (80 bytes, since t.c:12)"),
        "{error}"
    );
}

#[test]
fn mapped_memory_stays_until_it_is_unmapped() {
    let p = Program::new(1 << 20);
    let a = vec![1; 4];
    let own = p.state.device.alloc(16).unwrap();
    let at = a.as_ptr() as usize;
    data::map::map(&p.state, place(), at, own, 16).unwrap();
    assert!(
        data::map::map(&p.state, place(), at + 4, own, 4)
            .unwrap_err()
            .text
            .contains("already present")
    );
    p.exit(
        &mut [section(&a, kind::DELETE, flag::FINALIZE)],
        Counter::Dynamic,
    )
    .unwrap();
    assert!(p.present(&a));
    let mut d = [section(&a, kind::COPY, 0)];
    p.enter(&mut d, Counter::Structured).unwrap();
    assert_eq!(d[0].device as u64, own.0);
    assert!(
        data::map::unmap(&p.state, place(), at)
            .unwrap_err()
            .text
            .contains("still in use")
    );
    p.exit(&mut d, Counter::Structured).unwrap();
    data::map::unmap(&p.state, place(), at).unwrap();
    assert!(!p.present(&a));
    p.state.device.free(own).unwrap();
}

#[test]
fn a_shutdown_ends_all_lifetimes() {
    let p = Program::new(1 << 20);
    let a = vec![1; 4];
    let mut region = [section(&a, kind::COPY, 0)];
    p.enter(&mut region, Counter::Structured).unwrap();
    shut_down(&p.state).unwrap();
    assert!(!p.present(&a));
    assert_eq!(p.state.device.memory_info().unwrap().0, 1 << 20);
    p.exit(&mut region, Counter::Structured).unwrap();
    p.enter(&mut region, Counter::Structured).unwrap();
    assert_eq!(p.moved(), ["in 16", "in 16"]);
}
