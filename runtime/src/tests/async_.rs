//! Asynchronous data: on a device that is as late as can be.

use super::*;
use crate::abi::kind;
use crate::data::{self, Counter};
use crate::device::DevPtr;

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

/// Puts a copy of `v` to its device address on a queue, as a kernel with `deviceptr`
/// would: the present table doesn't know of it.
fn unnamed_work(state: &DeviceState, key: c_int, v: &[i32], device: *mut c_void) {
    let mut work = state.begin(&place(), Some(key)).unwrap();
    let (to, bytes) = (DevPtr(device as u64), size_of_val(v) as u64);
    // SAFETY: the vector outlives the queue's work.
    work.put(|stream| unsafe {
        state
            .device
            .copy_in(to, v.as_ptr().cast(), bytes, Some(stream))
    })
    .unwrap();
}

#[test]
fn a_synchronous_delete_keeps_memory_that_other_queues_may_touch() {
    let (state, _) = device(Kind::Nvidia, 1 << 20);
    let (a, b) = (vec![1; 64], vec![2; 64]);
    let mut d = [section(&a, kind::COPYIN, 0)];
    data::enter(&state, place(), &mut d, Counter::Dynamic, None).unwrap();
    unnamed_work(&state, 4, &a, d[0].device);
    let mut delete = [section(&a, kind::DELETE, 0)];
    data::exit(&state, place(), &mut delete, Counter::Dynamic, None).unwrap();
    let mut other = [section(&b, kind::COPYIN, 0)];
    data::enter(&state, place(), &mut other, Counter::Dynamic, None).unwrap();
    assert_ne!(other[0].device, d[0].device);
}

#[test]
fn the_end_of_a_lifetime_comes_behind_queued_work_that_names_the_data() {
    for sync in [true, false] {
        let (state, log) = device(Kind::Sim, 1 << 20);
        let (a, b) = (vec![1; 64], vec![9; 64]);
        let mut region = [section(&a, kind::COPY, 0)];
        data::enter(&state, place(), &mut region, Counter::Structured, None).unwrap();
        // A construct on queue 5 that names the data and changes it.
        let mut named = [section(&a, kind::PRESENT, 0)];
        data::enter(&state, place(), &mut named, Counter::Structured, Some(5)).unwrap();
        unnamed_work(&state, 5, &b, region[0].device);
        data::exit(&state, place(), &mut named, Counter::Structured, Some(5)).unwrap();
        assert_eq!((count(&log, "in"), a[0]), (1, 1));
        let queue = (!sync).then_some(6);
        data::exit(&state, place(), &mut region, Counter::Structured, queue).unwrap();
        if let Some(key) = queue {
            let queue = state.queues.existing(key).unwrap();
            queue.synchronize(state.device.as_ref()).unwrap();
        }
        assert_eq!(a, [9; 64], "sync: {sync}");
    }
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
        let from = DevPtr(d[0].device as u64);
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

#[test]
fn an_error_of_queued_work_tells_at_the_wait_what_the_queue_was_given() {
    let (state, _) = device(Kind::Nvidia, 1 << 20);
    let a = vec![1; 64];
    let mut work = state.begin(&place(), Some(2)).unwrap();
    for line in [3, 5, 7, 11, 13] {
        work.queue()
            .unwrap()
            .note_launch(&format!("k_{line}"), line, "");
    }
    let (nowhere, bytes) = (DevPtr(64), size_of_val(&a[..]) as u64);
    // SAFETY: the vector outlives the queue's work.
    work.put(|stream| unsafe {
        state
            .device
            .copy_in(nowhere, a.as_ptr().cast(), bytes, Some(stream))
    })
    .unwrap();
    drop(work);
    let queue = state.queues.existing(2).unwrap();
    let told = queue.synchronize(state.device.as_ref()).unwrap_err();
    let want = "queue 2 was given last: k_5 (line 5), k_7 (line 7), k_11 (line 11), k_13 (line 13)";
    assert!(told.to_string().contains(want), "{told}");
}
