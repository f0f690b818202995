//! The words of a row, as numbers and ranges of these.

use accrs_frontend::region::{Canonical, LoopCmp};
use indexmap::IndexSet;
use std::ops::Range;

/// So many at most.
pub const MOST: usize = 1024;

/// The numbers that a loop with constant bounds goes through.
pub fn trips(h: &Canonical) -> Option<Vec<i128>> {
    let (from, to, step) = (
        h.lower.int_value()?,
        h.upper.int_value()?,
        h.step.int_value().filter(|n| *n > 0)?,
    );
    let runs = |n: i128| match h.cmp {
        LoopCmp::Lt => n < to,
        LoopCmp::Le => n <= to,
        LoopCmp::Gt => n > to,
        LoopCmp::Ge => n >= to,
        LoopCmp::Ne => n != to,
    };
    let step = if h.down { -step } else { step };
    let mut all = Vec::new();
    let mut n = from;
    while runs(n) {
        all.push(n);
        n += step;
        if all.len() > MOST {
            return None;
        }
    }
    Some(all)
}

/// What is loaded as one range, where the gaps are smaller than the rest: they lie between words that the iteration touches.
pub fn whole(loaded: Vec<Range<u64>>) -> Vec<Range<u64>> {
    let (Some(first), Some(last)) = (loaded.first(), loaded.last()) else {
        return loaded;
    };
    let all = first.start..last.end;
    let words: u64 = loaded.iter().map(|r| r.end - r.start).sum();
    match 2 * words >= all.end - all.start {
        true => vec![all],
        false => loaded,
    }
}

/// Numbers as ranges, in their order.
pub fn ranges(words: IndexSet<u64>) -> Vec<Range<u64>> {
    let mut words: Vec<u64> = words.into_iter().collect();
    words.sort_unstable();
    let mut all: Vec<Range<u64>> = Vec::new();
    for w in words {
        match all.last_mut() {
            Some(r) if r.end == w => r.end = w + 1,
            _ => all.push(w..w + 1),
        }
    }
    all
}
