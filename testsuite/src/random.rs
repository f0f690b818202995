//! A small generator of random numbers (splitmix64): the same seed gives the same numbers for ever. And the day, by which `acctest all` takes
//! other shares of what it can't do every time, and `make soak` other seeds.

use std::time::{SystemTime, UNIX_EPOCH};

/// The variable that stands for the day, so that a run can be had again.
pub const DAY: &str = "ACCTEST_DAY";
/// The day, for scripts and tests whose parts have turns; unset where all of it is to run.
pub const TODAY: &str = "ACCTEST_TODAY";

/// Days since 1970, or what the environment says instead.
pub fn day() -> u64 {
    let given = std::env::var(DAY).ok().and_then(|day| day.parse().ok());
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    given.unwrap_or_else(|| now.map_or(0, |time| time.as_secs() / 86_400))
}

/// The number of a series of random programs: what [`DAY`] says, else always the first, which is known to pass: a defect that has always been there
/// must not stop another change.
pub fn series() -> u64 {
    let given = std::env::var(DAY).ok();
    given.and_then(|day| day.parse().ok()).unwrap_or(0)
}

/// The first seed of a series of `count` random programs each: those of the next one follow, so that none comes twice. The first seeds are left to what is
/// the same each time.
pub fn first_seed(count: u64) -> u64 {
    1 + (series() + 2) * count
}

/// Which of `turns` has its turn for what is called `name`: another one each day, and not the same for all names.
pub fn turn(name: &str, turns: u64) -> u64 {
    let sum: u64 = name.bytes().map(u64::from).sum();
    (sum + day()) % turns.max(1)
}

pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// 0 .. bound; 0 for an empty range.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound.max(1)
    }

    /// low ..= high
    pub fn within(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high - low + 1)
    }

    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// One of a list that is not empty.
    pub fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u64) as usize].clone()
    }
}
