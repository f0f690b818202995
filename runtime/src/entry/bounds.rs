//! The bounds of parts: which of a loop's numbers are theirs.

use std::ops::Range;

/// A loop's head: its first number, its bound, its step (below 0: it counts down).
#[derive(Clone, Copy)]
pub struct Bounds {
    pub from: i64,
    pub to: i64,
    pub step: i64,
    /// The bound is one of the loop's numbers.
    pub closed: bool,
}

impl Bounds {
    /// The number of iterations.
    pub fn trips(&self) -> i128 {
        let (from, to) = (i128::from(self.from), i128::from(self.to));
        let distance = if self.step < 0 { from - to } else { to - from };
        let distance = (distance + i128::from(self.closed)).max(0);
        let step = i128::from(self.step).abs().max(1);
        (distance + step - 1) / step
    }

    /// The first number and the bound of some of the iterations.
    pub fn of(&self, iterations: Range<i128>) -> (i64, i64) {
        let step = i128::from(self.step);
        let number = |iteration: i128| i128::from(self.from) + iteration * step;
        let last = iterations.end >= self.trips();
        let to = number(iterations.end) - i128::from(self.closed) * step.signum();
        // Both are between the bounds of the whole.
        let from = i64::try_from(number(iterations.start)).unwrap_or(self.from);
        match i64::try_from(to) {
            Ok(to) if !last => (from, to),
            _ => (from, self.to),
        }
    }
}

/// Shares of so many iterations, in proportion to weights: where each begins, and where the last one ends.
pub fn shares(trips: i128, weights: &[u64]) -> Vec<Range<i128>> {
    let all: i128 = weights.iter().map(|w| i128::from(*w)).sum::<i128>().max(1);
    let (mut behind, mut start) = (0, 0);
    let mut shares = Vec::new();
    for w in weights {
        behind += i128::from(*w);
        let end = trips * behind / all;
        shares.push(start..end);
        start = end;
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers that a loop with these bounds has.
    fn numbers(b: &Bounds) -> Vec<i64> {
        let goes_on = |i: i64| match (b.step < 0, b.closed) {
            (false, false) => i < b.to,
            (false, true) => i <= b.to,
            (true, false) => i > b.to,
            (true, true) => i >= b.to,
        };
        let all = std::iter::successors(Some(b.from), |i| Some(i + b.step));
        all.take_while(|i| goes_on(*i)).collect()
    }

    #[test]
    fn parts_have_all_numbers_of_the_whole_once_and_in_order() {
        for (from, to, step, closed) in [
            (0, 10, 1, false),
            (2, 31, 3, true),
            (1, 31, 3, false),
            (9, 0, -1, true),
            (30, 1, -4, false),
            (5, 5, 1, true),
            (5, 5, 1, false),
        ] {
            let whole = Bounds {
                from,
                to,
                step,
                closed,
            };
            let all = numbers(&whole);
            assert_eq!(whole.trips(), all.len() as i128);
            for weights in [&[1, 1][..], &[1, 1, 1], &[3, 1, 2, 5]] {
                let mut seen = Vec::new();
                for share in shares(whole.trips(), weights) {
                    if !share.is_empty() {
                        let (from, to) = whole.of(share);
                        seen.extend(numbers(&Bounds { from, to, ..whole }));
                    }
                }
                assert_eq!(seen, all);
            }
        }
    }

    #[test]
    fn shares_follow_the_weights() {
        assert_eq!(shares(101, &[1, 1]), [0..50, 50..101]);
        assert_eq!(shares(100, &[3, 1]), [0..75, 75..100]);
        assert_eq!(shares(1, &[1, 1]), [0..0, 0..1]);
        assert_eq!(shares(3, &[]), []);
    }
}
