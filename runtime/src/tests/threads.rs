//! Many host threads at one device. `scripts/stress.sh` also runs these with
//! ThreadSanitizer, which sees the runtime's own locks and counters here (sim's coroutines would
//! confuse it).

use super::*;
use crate::abi::{flag, kind};
use crate::context::lifetime::shut_down;
use crate::data::{self, Counter};
use std::sync::atomic::{AtomicU32, Ordering};

const THREADS: i32 = 32;
const ROUNDS: i32 = 40;

fn free_bytes(state: &DeviceState) -> u64 {
    state.device.memory_info().unwrap().0
}

/// Each thread's own sections, synchronous and on eight queues that they share; and one section
/// that all of them hold and let go of.
#[test]
fn threads_map_update_and_unmap_at_once() {
    for kind_of_device in [Kind::Sim, Kind::Nvidia] {
        let (state, _) = device(kind_of_device, 1 << 24);
        let shared = vec![3; 64];
        let found = AtomicU32::new(0);
        std::thread::scope(|scope| {
            for id in 0..THREADS {
                let (state, shared, found) = (&state, &shared, &found);
                scope.spawn(move || {
                    for round in 0..ROUNDS {
                        one_round(state, id, round, shared, found);
                    }
                });
            }
        });
        assert_eq!(found.into_inner(), (THREADS * ROUNDS) as u32);
        assert_eq!(crate::fatal::lock(&state.table).iter().count(), 0);
        shut_down(&state).unwrap();
        assert_eq!(free_bytes(&state), 1 << 24);
    }
}

fn one_round(state: &DeviceState, id: i32, round: i32, shared: &[i32], found: &AtomicU32) {
    let mut own = vec![id * 1000 + round; 32];
    let at = own.as_mut_ptr();
    let queue = (round % 2 == 0).then_some(id % 8);
    // SAFETY: the vector is `own`, which outlives the round's work.
    let view = || unsafe { std::slice::from_raw_parts(at, 32) };
    let mut region = [section(view(), kind::COPY, 0)];
    data::enter(state, place(), &mut region, Counter::Structured, queue).unwrap();
    let mut hold = [section(shared, kind::COPYIN, 0)];
    data::enter(state, place(), &mut hold, Counter::Dynamic, None).unwrap();
    let present = crate::fatal::lock(&state.table)
        .holding(shared.as_ptr() as usize + 4)
        .is_some();
    found.fetch_add(u32::from(present), Ordering::Relaxed);
    let mut back = [section(view(), kind::UPDATE_HOST, 0)];
    data::update(state, place(), &mut back, queue).unwrap();
    let mut drop_it = [section(shared, kind::DELETE, flag::IF_PRESENT)];
    data::exit(state, place(), &mut drop_it, Counter::Dynamic, None).unwrap();
    data::exit(state, place(), &mut region, Counter::Structured, queue).unwrap();
    if let Some(key) = queue {
        let queue = state.queues.existing(key).unwrap();
        queue.synchronize(state.device.as_ref()).unwrap();
    }
    assert_eq!(own, vec![id * 1000 + round; 32]);
}
