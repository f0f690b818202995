//! Delays before the driver's calls and before queued operations (`ACCRS_SIM_DELAY`): orders of several host
//! threads, and late results, that a quiet machine never shows. Lengths are random, from a fixed seed.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Delays of up to so many microseconds; 0 for none.
#[derive(Clone, Copy)]
pub struct Delay(u64);

impl Delay {
    pub fn new(most: u64) -> Self {
        Self(most)
    }

    /// Lets a random time pass: often none, so that threads meet at every distance.
    pub fn pass(self) {
        static TURN: AtomicU64 = AtomicU64::new(1);
        if self.0 == 0 {
            return;
        }
        let turn = TURN.fetch_add(1, Ordering::Relaxed);
        let random = mixed(turn);
        if random & 1 == 0 {
            std::thread::sleep(Duration::from_micros((random >> 8) % (self.0 + 1)));
        }
    }
}

/// The `turn`th number of the generator SplitMix64.
fn mixed(turn: u64) -> u64 {
    let mut z = turn.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
