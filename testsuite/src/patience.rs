//! How long to wait for what may never end. Limits are meant for an idle machine like the one that the project is built on; a slower one, or one
//! that has other work, gets more time, as much as a piece of work that is timed when the limit is reached takes longer than it took there.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// What [`work`] takes on a processor of 2020 that has nothing else to do.
const USUAL: Duration = Duration::from_millis(40);
/// The slowest machine, or the busiest, that is waited for.
const MOST: f64 = 20.0;

/// A limit that runs from when it is made.
pub struct Limit {
    start: Instant,
    given: Duration,
    /// The time after which the machine's speed is looked at again.
    now: Duration,
}

impl Limit {
    pub fn new(given: Duration) -> Limit {
        Limit {
            start: Instant::now(),
            given,
            now: given,
        }
    }

    /// Whether the time is over, also by the measure of how fast the machine is now.
    pub fn is_over(&mut self) -> bool {
        let elapsed = self.start.elapsed();
        if elapsed < self.now {
            return false;
        }
        self.now = self.given.mul_f64(slowness()).max(self.now);
        elapsed >= self.now
    }
}

/// How many times as long as usual work takes at present: 1 on an idle machine, at most [`MOST`].
fn slowness() -> f64 {
    // Neighbours come and go: the longest of a few pieces is what a program may meet.
    let longest = (0..5).map(|_| work()).max().unwrap_or(USUAL);
    (longest.as_secs_f64() / USUAL.as_secs_f64()).clamp(1.0, MOST)
}

/// Some work for one processor; returns how long it took.
fn work() -> Duration {
    let start = Instant::now();
    let mut x = 1u64;
    for _ in 0..40_000_000 / 2 {
        x = black_box(x.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1));
    }
    black_box(x);
    start.elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_ends_all_the_same() {
        let mut limit = Limit::new(Duration::ZERO);
        assert!(limit.is_over());
        assert!(!Limit::new(Duration::from_secs(1000)).is_over());
    }

    #[test]
    fn slowness_has_bounds() {
        assert!((1.0..=MOST).contains(&slowness()));
    }
}
