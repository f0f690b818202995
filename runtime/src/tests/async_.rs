//! Asynchronous data: on a device that is as late as can be.

use super::*;
use crate::abi::kind;
use crate::data::{self, Counter};

fn count(log: &Log, what: &str) -> usize {
    log.lock()
        .unwrap()
        .iter()
        .filter(|line| line.starts_with(what))
        .count()
}

#[test]
fn an_asynchronous_exit_copies_out_before_its_memory_goes() {
    for kind in [Kind::Sim, Kind::Nvidia] {
        let (state, log) = device(kind, 1 << 20);
        let a = vec![5; 64];
        let mut d = [section(&a, kind::COPY, 0)];
        data::enter(&state, place(), &mut d, Counter::Structured, Some(1)).unwrap();
        data::exit(&state, place(), &mut d, Counter::Structured, Some(1)).unwrap();
        assert_eq!((count(&log, "out"), count(&log, "free")), (0, 0));
        // Another section, at once: it may not get the memory that queue 1 still copies.
        let b = vec![7; 64];
        let mut other = [section(&b, kind::COPYIN, 0)];
        data::enter(&state, place(), &mut other, Counter::Dynamic, None).unwrap();
        assert_ne!(other[0].device, d[0].device);
        state
            .queues
            .existing(1)
            .unwrap()
            .synchronize(state.device.as_ref())
            .unwrap();
        assert_eq!(
            (count(&log, "out"), &a[..], &b[..]),
            (1, &[5; 64][..], &[7; 64][..])
        );
    }
}

#[test]
fn a_queue_takes_over_its_own_memory_in_order() {
    let (state, log) = device(Kind::Nvidia, 1 << 20);
    let vectors: Vec<Vec<i32>> = (0..10).map(|i| vec![i; 64]).collect();
    for v in &vectors {
        let mut d = [section(v, kind::COPY, 0)];
        data::enter(&state, place(), &mut d, Counter::Structured, Some(3)).unwrap();
        data::exit(&state, place(), &mut d, Counter::Structured, Some(3)).unwrap();
    }
    assert_eq!(count(&log, "alloc"), 1);
    state
        .queues
        .existing(3)
        .unwrap()
        .synchronize(state.device.as_ref())
        .unwrap();
    for (i, v) in (0..).zip(&vectors) {
        assert_eq!(v, &[i; 64]);
    }
}

#[test]
fn a_synchronous_delete_keeps_memory_that_other_queues_may_touch() {
    let (state, _) = device(Kind::Nvidia, 1 << 20);
    let (a, b) = (vec![1; 64], vec![2; 64]);
    let mut d = [section(&a, kind::COPYIN, 0)];
    data::enter(&state, place(), &mut d, Counter::Dynamic, None).unwrap();
    data::update(
        &state,
        place(),
        &mut [section(&a, kind::UPDATE_DEVICE, 0)],
        Some(4),
    )
    .unwrap();
    data::exit(
        &state,
        place(),
        &mut [section(&a, kind::DELETE, 0)],
        Counter::Dynamic,
        None,
    )
    .unwrap();
    let mut other = [section(&b, kind::COPYIN, 0)];
    data::enter(&state, place(), &mut other, Counter::Dynamic, None).unwrap();
    assert_ne!(other[0].device, d[0].device);
}

#[test]
fn out_of_memory_waits_for_what_queues_still_hold() {
    for kind in [Kind::Sim, Kind::Nvidia] {
        let (state, _) = device(kind, 1024);
        let (a, b) = (vec![1; 128], vec![2; 192]);
        let mut d = [section(&a, kind::COPY, 0)];
        data::enter(&state, place(), &mut d, Counter::Structured, Some(1)).unwrap();
        data::exit(&state, place(), &mut d, Counter::Structured, Some(1)).unwrap();
        data::enter(
            &state,
            place(),
            &mut [section(&b, kind::COPYIN, 0)],
            Counter::Dynamic,
            None,
        )
        .unwrap();
        assert_eq!(a, [1; 128]);
    }
}

#[test]
fn an_attached_pointer_arrives_though_its_call_has_long_returned() {
    let (state, _) = device(Kind::Sim, 1 << 20);
    let values = vec![1; 4];
    let pointer = [values.as_ptr()];
    let mut d = [
        section(&pointer, kind::COPYIN, 0),
        section(&values, kind::COPYIN, 0),
    ];
    d[1].pointer = pointer.as_ptr().cast_mut().cast();
    data::enter(&state, place(), &mut d, Counter::Dynamic, Some(2)).unwrap();
    let queue = state.queues.existing(2).unwrap();
    queue.synchronize(state.device.as_ref()).unwrap();
    let mut seen = 0_u64;
    // SAFETY: `seen` has 8 bytes.
    unsafe {
        let from = crate::device::DevPtr(d[0].device as u64);
        state
            .device
            .copy_out((&raw mut seen).cast(), from, 8, None)
            .unwrap();
    }
    assert_eq!(seen, d[1].device as u64);
    assert!(queue.query(state.device.as_ref()).unwrap());
}

#[test]
fn queues_say_when_they_are_done() {
    let (state, _) = device(Kind::Sim, 1 << 20);
    let a = vec![1; 4];
    data::enter(
        &state,
        place(),
        &mut [section(&a, kind::COPYIN, 0)],
        Counter::Dynamic,
        Some(0),
    )
    .unwrap();
    let queue = state.queues.existing(0).unwrap();
    assert!(!queue.query(state.device.as_ref()).unwrap());
    assert_eq!(state.queues.unfinished().len(), 1);
    assert!(queue.query(state.device.as_ref()).unwrap());
    assert!(state.queues.unfinished().is_empty());
    assert!(state.queues.existing(9).is_none());
}
