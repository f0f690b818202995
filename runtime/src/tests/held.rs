//! Data that loops of the host hold.

use super::*;
use crate::abi::{flag, kind};
use crate::data::{self, Counter, held};
use crate::device::DevPtr;
use crate::fatal::lock;
use crate::present::Lookup;

struct Program {
    state: &'static DeviceState,
    log: Log,
}

impl Program {
    /// `memory`: of the device, in bytes.
    fn new(memory: u64) -> Self {
        let (state, log, _) = shared_device(Kind::Sim, memory);
        Self { state, log }
    }

    /// A construct that does something to its data on the device.
    fn construct(&self, data: &mut [Data], body: impl FnOnce(&Self, &[Data])) {
        data::enter(self.state, place(), data, Counter::Structured, None).unwrap();
        body(self, data);
        held::on_device(self.state);
        data::exit(self.state, place(), data, Counter::Structured, None).unwrap();
    }

    fn reads(&self, v: &[i32]) {
        self.construct(&mut [item(v, kind::COPYIN)], |_, _| ());
    }

    /// Writes `with` to all of `v`.
    fn writes(&self, v: &[i32], with: i32) {
        self.construct(&mut [item(v, kind::COPY)], |p, data| {
            let values = vec![with; v.len()];
            let bytes = size_of_val(v) as u64;
            let to = DevPtr(data[0].device as u64);
            // SAFETY: `values` is valid, the copy is done at once.
            unsafe {
                p.state
                    .device
                    .copy_in(to, values.as_ptr().cast(), bytes, None)
            }
            .unwrap();
            lock(&p.log).pop();
        });
    }

    /// What was copied since the last call.
    fn moved(&self) -> Vec<String> {
        let mut log = std::mem::take(&mut *lock(&self.log));
        log.retain(|line| line.starts_with("in ") || line.starts_with("out "));
        log
    }

    fn present(&self, v: &[i32]) -> bool {
        let table = lock(&self.state.table);
        matches!(
            table.find(v.as_ptr() as usize, size_of_val(v)),
            Lookup::Inside(_)
        )
    }
}

fn item(v: &[i32], kind: std::ffi::c_int) -> Data {
    section(v, kind, flag::HELD | flag::IMPLICIT)
}

#[test]
fn a_section_moves_once_over_all_turns() {
    let p = Program::new(1 << 20);
    let a = vec![1; 20];
    let turns = held::begin();
    for turn in 0..5 {
        p.writes(&a, turn);
        p.reads(&a);
        assert_eq!(a[3], 1);
    }
    assert_eq!(p.moved(), ["in 80"]);
    held::end(turns).unwrap();
    assert_eq!(p.moved(), ["out 80"]);
    assert_eq!((a[0], a[19], p.present(&a)), (4, 4, false));
    // Behind the loop everything moves again.
    p.reads(&a);
    assert_eq!(
        (p.moved(), p.present(&a)),
        (vec!["in 80".to_string()], false)
    );
}

#[test]
fn only_what_was_written_comes_back() {
    let p = Program::new(1 << 20);
    let a = vec![1; 40];
    let turns = held::begin();
    p.reads(&a);
    p.writes(&a[10..20], 7);
    held::end(turns).unwrap();
    assert_eq!(p.moved(), ["in 160", "out 40"]);
    assert_eq!((a[9], a[10], a[19], a[20]), (1, 7, 7, 1));
}

#[test]
fn what_a_section_covers_in_part_makes_way() {
    let p = Program::new(1 << 20);
    let a = vec![1; 40];
    let turns = held::begin();
    p.writes(&a[..20], 5);
    // It finds what the construct before has written.
    p.construct(&mut [item(&a[10..40], kind::COPY)], |_, _| ());
    assert_eq!(a[..20], [5; 20]);
    assert_eq!(p.moved(), ["in 80", "out 80", "in 120"]);
    assert!(!p.present(&a[..1]) && p.present(&a[10..40]));
    held::end(turns).unwrap();
    assert_eq!((p.moved(), a[15]), (vec!["out 120".to_string()], 5));
}

#[test]
fn it_makes_way_where_memory_runs_out() {
    let p = Program::new(1 << 16);
    let (a, b) = (vec![1; 10_000], vec![2; 10_000]);
    let turns = held::begin();
    p.writes(&a, 3);
    p.writes(&b, 4);
    assert_eq!((a[0], b[0]), (3, 2));
    held::end(turns).unwrap();
    assert_eq!((a[9_999], b[9_999]), (3, 4));
    assert_eq!(
        p.moved(),
        ["in 40000", "out 40000", "in 40000", "out 40000"]
    );
}

#[test]
fn some_sections_are_not_held() {
    let p = Program::new(1 << 20);
    let a = vec![1; 20];
    // No loop.
    p.reads(&a);
    assert!(!p.present(&a));
    let turns = held::begin();
    // It may be a variable of the host.
    p.reads(&a[..8]);
    assert!(!p.present(&a[..8]));
    // A clause names it.
    p.construct(&mut [section(&a, kind::COPY, 0)], |_, _| ());
    assert!(!p.present(&a));
    // Somebody else holds it.
    let mut all = [section(&a, kind::COPYIN, 0)];
    data::enter(p.state, place(), &mut all, Counter::Dynamic, None).unwrap();
    p.reads(&a);
    held::end(turns).unwrap();
    assert!(p.present(&a));
    all[0].kind = kind::DELETE;
    data::exit(p.state, place(), &mut all, Counter::Dynamic, None).unwrap();
    assert!(!p.present(&a));
}

#[test]
fn the_outer_loops_end_ends_inner_ones() {
    let p = Program::new(1 << 20);
    let (a, b) = (vec![1; 20], vec![1; 20]);
    let outer = held::begin();
    p.writes(&a, 2);
    held::begin();
    p.writes(&b, 3);
    held::end(outer).unwrap();
    assert_eq!(
        (a[0], b[0], p.present(&a), p.present(&b)),
        (2, 3, false, false)
    );
}
