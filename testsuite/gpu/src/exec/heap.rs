//! The memory that kernels allocate themselves, up to the context's limit.

use crate::memory::Memory;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What `malloc` keeps for itself per allocation.
const OVERHEAD: u64 = 64;

#[derive(Default)]
struct State {
    limit: u64,
    used: u64,
    /// Bytes taken by each address.
    live: HashMap<u64, u64>,
}

/// The heap of one context.
#[derive(Default)]
pub struct Heap {
    state: Mutex<State>,
}

impl Heap {
    pub fn new(limit: u64) -> Heap {
        let heap = Heap::default();
        heap.set_limit(limit);
        heap
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn set_limit(&self, bytes: u64) {
        self.state().limit = bytes;
    }

    pub fn limit(&self) -> u64 {
        self.state().limit
    }

    /// None if the heap is full.
    pub fn alloc(&self, memory: &Memory, bytes: u64) -> Option<u64> {
        let mut state = self.state();
        let taken = bytes.checked_add(OVERHEAD)?.checked_next_multiple_of(16)?;
        if taken > state.limit.saturating_sub(state.used) {
            return None;
        }
        let address = memory.alloc(bytes)?;
        state.used += taken;
        state.live.insert(address, taken);
        Some(address)
    }

    /// False if `alloc` did not give the address, or it was freed.
    pub fn free(&self, memory: &Memory, address: u64) -> bool {
        let mut state = self.state();
        match state.live.remove(&address) {
            Some(taken) => {
                state.used -= taken;
                memory.free(address)
            }
            None => false,
        }
    }

    /// Gives everything back, as the end of the context does.
    pub fn clear(&self, memory: &Memory) {
        let mut state = self.state();
        for (address, _) in state.live.drain() {
            memory.free(address);
        }
        state.used = 0;
    }
}
