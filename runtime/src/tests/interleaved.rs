//! Two host threads on one queue, in the orders that matter: the other thread acts before or after
//! a call of the driver, while the first one is in it.

use super::*;
use crate::abi::kind;
use crate::data::{self, Counter};
use crate::device::{DevPtr, DeviceResult, Stream};
use crate::queue::Queue;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What another thread may do to a queue at any time.
#[derive(Clone, Copy, Debug)]
enum Looks {
    Waits,
    Polls,
}

const LOOKS: [Looks; 2] = [Looks::Waits, Looks::Polls];
const MOMENTS: [Moment; 2] = [Moment::Before, Moment::After];

fn look(state: &DeviceState, looks: Looks, key: c_int) {
    let Some(queue) = state.queues.existing(key) else {
        return;
    };
    match looks {
        Looks::Waits => queue.synchronize(state.device.as_ref()).unwrap(),
        // The mock carries out one piece of work behind each question.
        Looks::Polls => {
            for _ in 0..4 {
                queue.query(state.device.as_ref()).unwrap();
            }
        }
    }
}

/// The calls that put something on a stream.
const PUSHES: [&str; 7] = [
    "copy_in",
    "copy_out",
    "copy_within",
    "fill",
    "launch",
    "event_record",
    "stream_wait_event",
];

/// The other thread looks at queue `key` at each push.
fn looks_at_pushes(
    (state, other): (&'static DeviceState, &Other),
    looks: Looks,
    when: Moment,
    key: c_int,
) {
    other.acts(move |moment, call| {
        if moment == when && PUSHES.contains(&call) {
            look(state, looks, key);
        }
    });
}

fn wait(state: &DeviceState, key: c_int) {
    let queue = state.queues.existing(key).unwrap();
    queue.synchronize(state.device.as_ref()).unwrap();
}

fn each(test: impl Fn(Kind, Looks, Moment)) {
    for kind in [Kind::Sim, Kind::Nvidia] {
        for looks in LOOKS {
            for moment in MOMENTS {
                test(kind, looks, moment);
            }
        }
    }
}

#[test]
fn a_quarter_of_the_memory_is_kept_at_most() {
    let (state, ..) = shared_device(Kind::Nvidia, 1 << 20);
    let (memory, on) = (&state.memory, state.device.as_ref());
    let before = on.memory_info().unwrap().0;
    let blocks = [0; 4].map(|_| memory.alloc(on, 100 << 10, None).unwrap());
    for (block, kept) in blocks.into_iter().zip([100 << 10, 200 << 10, 0, 100 << 10]) {
        assert!(memory.free(on, block, Vec::new()).unwrap());
        assert_eq!(memory.kept(), kept);
    }
    assert_eq!(on.memory_info().unwrap().0, before - (100 << 10));
}

#[test]
fn memory_that_is_kept_is_had_while_another_thread_allocates() {
    let (state, _, other) = shared_device(Kind::Nvidia, 1 << 20);
    let (memory, on) = (&state.memory, state.device.as_ref());
    let kept = memory.alloc(on, 256, None).unwrap();
    assert!(memory.free(on, kept, Vec::new()).unwrap());
    let got: Arc<Mutex<Option<DevPtr>>> = Arc::default();
    let seen = got.clone();
    other.acts(move |moment, call| {
        if (moment, call) == (Moment::Before, "alloc") {
            let (tell, told) = channel();
            std::thread::spawn(move || {
                let again = state.memory.alloc(state.device.as_ref(), 256, None);
                let _ = tell.send(again.unwrap());
            });
            *seen.lock().unwrap() = told.recv_timeout(Duration::from_secs(5)).ok();
        }
    });
    let large = memory.alloc(on, 4096, None).unwrap();
    other.rests();
    assert_eq!(*got.lock().unwrap(), Some(kept));
    assert_ne!(large, kept);
}

#[test]
fn a_threads_wait_covers_its_own_work_whoever_else_looks() {
    each(|kind_of_device, looks, moment| {
        let (state, _, other) = shared_device(kind_of_device, 1 << 20);
        let (a, b) = (vec![1; 64], vec![2; 64]);
        let mut d = [section(&a, kind::COPYIN, 0)];
        data::enter(state, place(), &mut d, Counter::Dynamic, None).unwrap();
        looks_at_pushes((state, &other), looks, moment, 1);
        let mut work = state.begin(&place(), Some(1)).unwrap();
        let (to, from) = (DevPtr(d[0].device as u64), b.as_ptr().cast());
        // SAFETY: the vectors outlive the queue's work.
        work.put(|stream| unsafe { state.device.copy_in(to, from, 256, Some(stream)) })
            .unwrap();
        let mut back = [section(&a, kind::UPDATE_HOST, 0)];
        data::update(state, place(), &mut back, Some(1)).unwrap();
        other.rests();
        wait(state, 1);
        assert_eq!(a, b, "{kind_of_device} {looks:?} {moment:?}");
    });
}

#[test]
fn memory_of_a_lifetime_stays_until_its_copies_are_done() {
    each(|kind_of_device, looks, moment| {
        let (state, _, other) = shared_device(kind_of_device, 1 << 20);
        let (a, b) = (vec![5; 64], vec![7; 64]);
        looks_at_pushes((state, &other), looks, moment, 1);
        let mut d = [section(&a, kind::COPY, 0)];
        data::enter(state, place(), &mut d, Counter::Structured, Some(1)).unwrap();
        let (mut work, at) = (
            state.begin(&place(), Some(1)).unwrap(),
            DevPtr(d[0].device as u64),
        );
        work.put(|stream| state.device.fill(at, 1, 256, Some(stream)))
            .unwrap();
        data::exit(state, place(), &mut d, Counter::Structured, Some(1)).unwrap();
        other.rests();
        let mut next = [section(&b, kind::COPYIN, 0)];
        data::enter(state, place(), &mut next, Counter::Dynamic, None).unwrap();
        wait(state, 1);
        assert_eq!(
            a, [0x0101_0101; 64],
            "{kind_of_device} {looks:?} {moment:?}"
        );
    });
}

#[test]
fn words_of_pointers_stay_until_their_copy_is_done() {
    each(|kind_of_device, looks, moment| {
        let (state, _, other) = shared_device(kind_of_device, 1 << 20);
        let values = vec![1; 4];
        let pointer = [values.as_ptr()];
        let mut d = [
            section(&pointer, kind::COPYIN, 0),
            section(&values, kind::COPYIN, 0),
        ];
        d[1].pointer = pointer.as_ptr().cast_mut().cast();
        // Takes the memory of words that went too early.
        let taken = Arc::new(Mutex::new(Vec::new()));
        let kept = taken.clone();
        other.acts(move |when, call| {
            if when == moment && call == "copy_in" {
                look(state, looks, 2);
                kept.lock().unwrap().push(Box::new([0x5a5a_u64; 1]));
            }
        });
        data::enter(state, place(), &mut d, Counter::Dynamic, Some(2)).unwrap();
        other.rests();
        wait(state, 2);
        let mut seen = 0_u64;
        let from = DevPtr(d[0].device as u64);
        // SAFETY: `seen` has 8 bytes.
        let copied = unsafe { state.device.copy_out((&raw mut seen).cast(), from, 8, None) };
        copied.unwrap();
        assert_eq!(
            seen, d[1].device as u64,
            "{kind_of_device} {looks:?} {moment:?}"
        );
    });
}

#[test]
fn a_queue_that_follows_another_comes_behind_all_that_is_on_it() {
    each(|kind_of_device, looks, moment| {
        let (state, _, other) = shared_device(kind_of_device, 1 << 20);
        let a = vec![3; 64];
        let mut d = [section(&a, kind::CREATE, 0)];
        data::enter(state, place(), &mut d, Counter::Dynamic, None).unwrap();
        looks_at_pushes((state, &other), looks, moment, 2);
        let mut fill = [section(&a, kind::UPDATE_DEVICE, 0)];
        data::update(state, place(), &mut fill, Some(2)).unwrap();
        let source = state.queues.existing(2).unwrap();
        let mut work = state.begin(&place(), Some(3)).unwrap();
        work.follow(&source).unwrap();
        let b = vec![0; 64];
        let (to, from) = (b.as_ptr().cast_mut().cast(), DevPtr(d[0].device as u64));
        // SAFETY: the vector outlives the queue's work.
        work.put(|stream| unsafe { state.device.copy_out(to, from, 256, Some(stream)) })
            .unwrap();
        other.rests();
        wait(state, 3);
        assert_eq!(a, b, "{kind_of_device} {looks:?} {moment:?}");
    });
}

#[test]
fn a_synchronous_construct_comes_behind_copies_that_are_under_way() {
    each(|kind_of_device, looks, moment| {
        let (state, _, other) = shared_device(kind_of_device, 1 << 20);
        let a = vec![4; 64];
        looks_at_pushes((state, &other), looks, moment, 1);
        let mut d = [section(&a, kind::COPYIN, 0)];
        data::enter(state, place(), &mut d, Counter::Dynamic, Some(1)).unwrap();
        other.rests();
        let mut named = [section(&a, kind::PRESENT, 0)];
        data::enter(state, place(), &mut named, Counter::Structured, None).unwrap();
        let b = vec![0; 64];
        let (to, from) = (b.as_ptr().cast_mut().cast(), DevPtr(d[0].device as u64));
        // SAFETY: the vector has 256 bytes.
        unsafe { state.device.copy_out(to, from, 256, None) }.unwrap();
        assert_eq!(a, b, "{kind_of_device} {looks:?} {moment:?}");
    });
}

/// The block is freed while the operation that uses it is only being put on its queue.
#[test]
fn memory_that_is_freed_during_a_push_waits_for_it() {
    each(|kind_of_device, looks, moment| {
        let (state, _, other) = shared_device(kind_of_device, 1 << 20);
        let device = state.device.as_ref();
        let block = state.memory.alloc(device, 256, None).unwrap();
        other.acts(move |when, call| {
            if when == moment && call == "copy_in" {
                look(state, looks, 4);
                let pending = state.queues.unfinished();
                state.memory.free(device, block, pending).unwrap();
            }
        });
        let a = vec![1; 64];
        let mut work = state.begin(&place(), Some(4)).unwrap();
        // SAFETY: the vector outlives the queue's work.
        work.put(|stream| unsafe { device.copy_in(block, a.as_ptr().cast(), 256, Some(stream)) })
            .unwrap();
        other.rests();
        let b = vec![2; 64];
        let mut next = [section(&b, kind::COPYIN, 0)];
        data::enter(state, place(), &mut next, Counter::Dynamic, None).unwrap();
        wait(state, 4);
        let mut back = [section(&b, kind::UPDATE_HOST, 0)];
        data::update(state, place(), &mut back, None).unwrap();
        assert_eq!(b, [2; 64], "{kind_of_device} {looks:?} {moment:?}");
    });
}

/// Between the moments the other thread maps, uses and unmaps data of its own, on the same queue.
#[test]
fn another_thread_maps_and_unmaps_during_a_push() {
    for moment in MOMENTS {
        let (state, _, other) = shared_device(Kind::Nvidia, 1 << 20);
        let a = vec![1; 64];
        let mut d = [section(&a, kind::COPYIN, 0)];
        data::enter(state, place(), &mut d, Counter::Dynamic, Some(1)).unwrap();
        let met = Arc::new(AtomicU32::new(0));
        let meets = met.clone();
        other.acts(move |when, call| {
            if when == moment && call == "fill" {
                let own = vec![9; 64];
                let mut theirs = [section(&own, kind::COPY, 0)];
                data::enter(state, place(), &mut theirs, Counter::Structured, Some(1)).unwrap();
                data::exit(state, place(), &mut theirs, Counter::Structured, Some(1)).unwrap();
                wait(state, 1);
                assert_eq!(own, [9; 64]);
                meets.fetch_add(1, Ordering::Relaxed);
            }
        });
        let (mut work, at) = (
            state.begin(&place(), Some(1)).unwrap(),
            DevPtr(d[0].device as u64),
        );
        work.put(|stream| state.device.fill(at, 1, 256, Some(stream)))
            .unwrap();
        other.rests();
        let mut out = [section(&a, kind::COPYOUT, 0)];
        data::exit(state, place(), &mut out, Counter::Dynamic, Some(1)).unwrap();
        wait(state, 1);
        assert_eq!((a, met.load(Ordering::Relaxed)), (vec![0x0101_0101; 64], 1));
    }
}

/// Runs `act` in a thread that may have to wait for the one that is in the driver.
fn at_the_side(other: &Other, at: &'static str, act: impl FnOnce() + Send + 'static) {
    let mut act = Some(act);
    other.acts(move |moment, call| {
        if moment == Moment::Before
            && call == at
            && let Some(act) = act.take()
        {
            let (done, is_done) = channel();
            std::thread::spawn(move || {
                act();
                let _ = done.send(());
            });
            let _ = is_done.recv_timeout(Duration::from_millis(100));
        }
    });
}

type Replace = fn(&DeviceState, Stream) -> DeviceResult<()>;

/// `acc_set_cuda_stream` and `acc_shutdown` destroy a stream that another thread is about to use.
#[test]
fn a_stream_is_replaced_when_nobody_uses_it() {
    let ways: [Replace; 2] = [
        |state, stream| state.queues.adopt(state.device.as_ref(), 1, stream),
        |state, _| state.queues.close(state.device.as_ref()),
    ];
    for way in ways {
        for at in ["copy_out", "stream_synchronize", "stream_query"] {
            let (state, _, other) = shared_device(Kind::Nvidia, 1 << 20);
            let a = vec![6; 64];
            let mut d = [section(&a, kind::COPYIN, 0)];
            data::enter(state, place(), &mut d, Counter::Dynamic, Some(1)).unwrap();
            let theirs = state.device.stream_create().unwrap();
            at_the_side(&other, at, move || way(state, theirs).unwrap());
            let mut back = [section(&a, kind::UPDATE_HOST, 0)];
            data::update(state, place(), &mut back, Some(1)).unwrap();
            look(state, Looks::Polls, 1);
            wait(state, 1);
            other.rests();
            assert_eq!(a, [6; 64]);
        }
    }
}

/// Work that the program puts on its own stream is not counted here.
#[test]
fn a_shared_stream_is_always_asked() {
    let (state, log, _) = shared_device(Kind::Nvidia, 1 << 20);
    let device = state.device.as_ref();
    let stream = state.queues.stream(device, 1).unwrap();
    let queue: Arc<Queue> = state.queues.existing(1).unwrap();
    for round in 1..3 {
        let block = state.memory.alloc(device, 256, None).unwrap();
        device.fill(block, 1, 256, Some(stream)).unwrap();
        let freed = state.memory.free(device, block, state.queues.unfinished());
        freed.unwrap();
        let next = state.memory.alloc(device, 256, None).unwrap();
        assert_ne!(next, block);
        queue.synchronize(device).unwrap();
        let filled = |line: &&String| *line == "fill 256";
        assert_eq!(log.lock().unwrap().iter().filter(filled).count(), round);
        state.memory.free(device, next, Vec::new()).unwrap();
    }
}
