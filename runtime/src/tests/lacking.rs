//! Constructs whose data doesn't fit the device.

use super::*;
use crate::abi::{flag, kind};
use crate::data::lacking::{self, Entered, Lacking, Lent, What};
use crate::data::{self, Counter};
use crate::fatal::{Failure, lock};
use crate::present::Lookup;

/// How much a construct with `data` lacks.
fn lacks(state: &'static DeviceState, data: &mut [Data]) -> Lacking {
    match lacking::enter(state, place(), data, None).unwrap() {
        Entered::Lacking(lacking) => lacking,
        Entered::There(_) => panic!("it fits"),
    }
}

fn lent(state: &'static DeviceState, data: &mut [Data]) -> Lent {
    let lacking = lacks(state, data);
    lacking::lend(state, place(), data, &lacking, &[], false).unwrap()
}

/// The message where the cores can't run it.
fn refused(state: &'static DeviceState, data: &mut [Data], foreign: bool) -> Failure {
    let lacking = lacks(state, data);
    let lent = lacking::lend(state, place(), data, &lacking, &[], foreign);
    lent.err().unwrap()
}

fn is_present(state: &DeviceState, v: &[i32]) -> bool {
    let start = v.as_ptr() as usize;
    lock(&state.table).find(start, size_of_val(v)) != Lookup::Absent
}

/// Device memory with 100 bytes left of 1000.
fn nearly_full() -> (&'static DeviceState, Log) {
    let (state, log, _) = shared_device(Kind::Sim, 1000);
    state.memory.hand_out(state.device.as_ref(), 900).unwrap();
    lock(&log).clear();
    (state, log)
}

#[test]
fn what_has_begun_is_taken_back() {
    let (state, log) = nearly_full();
    let (a, b) = (vec![1; 16], vec![2; 14]);
    let entry = |v: &[i32]| section(v, kind::COPY, flag::IMPLICIT);
    let lacking = lacks(state, &mut [entry(&a), entry(&b)]);
    let what = What::Memory {
        wanted: 120,
        free: 100,
        total: 1000,
    };
    assert_eq!(lacking.what, what);
    assert_eq!(
        (is_present(state, &a), is_present(state, &b)),
        (false, false)
    );
    let moved = lock(&log).clone();
    assert!(moved.iter().any(|l| l == "in 64"), "{moved:?}");
    assert!(!moved.iter().any(|l| l.starts_with("out ")), "{moved:?}");
    // One of them alone has room, so nothing was left there.
    let alone = lacking::enter(state, place(), &mut [entry(&a)], None).unwrap();
    assert!(matches!(alone, Entered::There(_)));
}

#[test]
fn what_can_never_fit_is_not_even_tried() {
    let (state, log) = nearly_full();
    let (a, b) = (vec![1; 16], vec![2; 300]);
    let entry = |v: &[i32]| section(v, kind::COPY, flag::IMPLICIT);
    let lacking = lacks(state, &mut [entry(&a), entry(&b)]);
    assert!(matches!(lacking.what, What::Memory { wanted: 1264, .. }));
    assert_eq!(*lock(&log), Vec::<String>::new());
}

#[test]
fn counters_of_what_is_present_are_as_before() {
    let (state, _) = nearly_full();
    let (a, b) = (vec![1; 10], vec![2; 300]);
    let mut there = [section(&a, kind::COPYIN, 0)];
    data::enter(state, place(), &mut there, Counter::Structured, None).unwrap();
    let mut both = [
        section(&a, kind::COPY, flag::IMPLICIT),
        section(&b, kind::COPY, flag::IMPLICIT),
    ];
    lent(state, &mut both).give_back(place()).unwrap();
    // The same where the device is asked, and refuses.
    let c = vec![3; 20];
    both[1] = section(&c, kind::COPY, flag::IMPLICIT);
    lent(state, &mut both).give_back(place()).unwrap();
    let start = a.as_ptr() as usize;
    let counted = lock(&state.table)
        .get(start)
        .map(|e| (e.structured, e.dynamic));
    assert_eq!(counted, Some((1, 0)));
}

#[test]
fn newer_values_of_the_device_are_lent() {
    let (state, _) = nearly_full();
    let (mut a, b) = (vec![1; 10], vec![2; 300]);
    let mut there = [section(&a, kind::COPYIN, 0)];
    data::enter(state, place(), &mut there, Counter::Structured, None).unwrap();
    a.fill(5);
    let mut both = [
        section(&a, kind::COPY, flag::IMPLICIT),
        section(&b, kind::COPY, flag::IMPLICIT),
    ];
    let lent = lent(state, &mut both);
    assert_eq!(a, [1; 10]);
    a[3] = 7;
    lent.give_back(place()).unwrap();
    assert_eq!(a, [5; 10]);
    let mut back = [section(&a, kind::UPDATE_HOST, 0)];
    data::update(state, place(), &mut back, None).unwrap();
    assert_eq!(a, [1, 1, 1, 7, 1, 1, 1, 1, 1, 1]);
}

#[test]
fn what_only_the_device_would_see_gets_its_values_back() {
    let (state, _) = nearly_full();
    let (mut a, mut b) = (vec![1; 300], vec![2; 300]);
    let mut both = [
        section(&a, kind::CREATE, 0),
        section(&b, kind::COPYOUT, flag::ZERO),
    ];
    let lent = lent(state, &mut both);
    a[3] = 7;
    assert_eq!(b, [0; 300]);
    b[3] = 7;
    lent.give_back(place()).unwrap();
    assert_eq!((a[3], b[3], b[4]), (1, 7, 0));
}

#[test]
fn one_variable_may_be_in_several_clauses() {
    let (state, _) = nearly_full();
    let mut a = vec![1; 300];
    let part = section(&a[100..150], kind::COPYOUT, flag::ZERO);
    let mut both = [section(&a, kind::COPYIN, 0), part];
    let lent = lent(state, &mut both);
    assert_eq!(a, [1; 300]);
    a.fill(7);
    lent.give_back(place()).unwrap();
    assert_eq!((a[99], a[100], a[149], a[150]), (1, 7, 7, 1));
}

#[test]
fn addresses_of_the_device_keep_a_construct_there() {
    let (state, _) = nearly_full();
    let b = vec![2; 300];
    let mut pointer = section(&b, kind::DEVICEPTR, 0);
    pointer.name = c"p".as_ptr();
    let mut both = [section(&b, kind::COPY, 0), pointer];
    let failure = refused(state, &mut both, false);
    let why = "the cores can't run it instead: p is an address of the device";
    assert!(failure.text.contains(why), "{}", failure.text);
    let mut alone = [section(&b, kind::COPY, 0)];
    let failure = refused(state, &mut alone, true);
    let why = "the cores can't run it instead: it calls routines of other files";
    assert!(failure.text.contains(why), "{}", failure.text);
}

#[test]
fn what_a_loop_holds_comes_back_first() {
    let (state, log) = nearly_full();
    let (a, b) = (vec![1; 20], vec![2; 300]);
    let turns = data::held::begin();
    let mut held = [section(&a, kind::COPY, flag::IMPLICIT | flag::HELD)];
    data::enter(state, place(), &mut held, Counter::Structured, None).unwrap();
    data::held::on_device(state);
    data::exit(state, place(), &mut held, Counter::Structured, None).unwrap();
    assert!(is_present(state, &a));
    lock(&log).clear();
    let mut both = [
        section(&a, kind::COPY, flag::IMPLICIT | flag::HELD),
        section(&b, kind::COPY, flag::IMPLICIT | flag::HELD),
    ];
    lent(state, &mut both).give_back(place()).unwrap();
    assert!(!is_present(state, &a));
    assert!(lock(&log).iter().any(|l| l == "out 80"));
    data::held::end(turns).unwrap();
}
