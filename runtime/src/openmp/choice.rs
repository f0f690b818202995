//! Whether one thread or a team of them is faster, learned from what both took.
//!
//! An estimate of the work can't know what else the machine does: a team waits for its slowest thread, which may not be running. So the times of
//! both are compared. One of them, the incumbent, runs as a rule. Now and then the other one is tried for a few entries in a row, since the first
//! of them wakes threads that sleep. It takes over if it was faster. Where the incumbent becomes slower than the other one was, that one is tried
//! sooner.
//!
//! Loops of elimination have few entries of each size. So the first trial comes soon, and a size of which nothing is known begins with what was
//! faster for its neighbour: one thread where that was so for a longer loop, the team where that was so for a shorter one.
//!
//! An entry in which the machine runs something else takes milliseconds instead of microseconds. So means are of many entries, and what tells
//! that the machine has changed leaves most of such an entry out.
//!
//! Trying costs time. All of it together may be a small part of what the program computes ([`Allowance`]).

/// Entries of a trial that count; the first one, which wakes threads, doesn't.
const TRIED: u32 = 6;
/// Of two means, the part that the faster one is below the other, so that noise decides nothing.
const BETTER: f64 = 0.95;
/// A trial ends early where it has lost so much of the incumbent's mean.
const MOST_LOST: f64 = 6.0;
/// And so many nanoseconds, where that is more than trials may cost: what it takes to wake threads that sleep.
const WAKE: f64 = 100e3;
/// Entries of the incumbent between trials, at first, once the other one has taken over, and at most: the number doubles with each trial that changes
/// nothing.
const BETWEEN: u32 = 4;
const AGAIN: u32 = 64;
const MOST_BETWEEN: u32 = 1024;
/// The weight of the latest entry in a mean.
const LATEST: f64 = 1.0 / 128.0;
/// Its weight in what tells that the machine has changed, and how many times that an entry counts at most.
const LATE: f64 = 1.0 / 8.0;
const MOST_LATE: f64 = 4.0;
/// The incumbent is so many times as slow as the other one was: it is no time to save.
const CHANGED: f64 = 2.0;
/// The most entries of an incumbent that count as lost where it was a mistake.
const MISTAKEN: u32 = 256;
/// What trials may cost, of the time that has been measured.
const SHARE: f64 = 1.0 / 40.0;
/// What they may cost before anything has been measured, and what is saved up at most, in nanoseconds.
const FIRST: f64 = 300e3;
const MOST_SAVED: f64 = 50e6;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    One,
    Team,
}

impl Who {
    fn other(self) -> Self {
        match self {
            Who::One => Who::Team,
            Who::Team => Who::One,
        }
    }
}

/// Nanoseconds that trials may still cost.
#[derive(Debug)]
pub struct Allowance(f64);

impl Allowance {
    /// What there is before anything has been measured.
    pub const FIRST: Self = Allowance(FIRST);

    fn spend(&mut self, lost: f64) {
        self.0 = (self.0 - lost).min(MOST_SAVED);
    }
}

/// What entries took: how many, and their mean.
#[derive(Clone, Copy, Default, Debug)]
pub struct Times {
    pub entries: u64,
    /// Nanoseconds; of late ones more than of early ones.
    pub mean: f64,
}

impl Times {
    fn add(&mut self, took: f64, known: u32) {
        let weight = (1.0 / (f64::from(known) + 1.0)).max(LATEST);
        self.mean += (took - self.mean) * weight;
    }
}

#[derive(Debug)]
struct Trial {
    entries: u32,
    /// Nanoseconds of all entries, and of those that count.
    all: f64,
    counted: f64,
}

/// One loop with about so much work.
#[derive(Debug)]
pub struct Choice {
    incumbent: Who,
    one: Times,
    team: Times,
    trial: Option<Trial>,
    /// The mean of the incumbent's last few entries.
    late: f64,
    /// Entries of the incumbent since it is that, and since the last trial.
    since: u32,
    waited: u32,
    between: u32,
}

impl Choice {
    /// `estimate`: who is faster as far as operations tell.
    pub fn new(estimate: Who) -> Self {
        Choice {
            incumbent: estimate,
            one: Times::default(),
            team: Times::default(),
            trial: None,
            late: 0.0,
            since: 0,
            waited: 0,
            between: BETWEEN,
        }
    }

    /// For a size of which nothing is known, beside another one. `longer`: the loops of this one do more.
    pub fn beside(&self, longer: bool, estimate: Who) -> Self {
        let known = self.one.entries > 0 && self.team.entries > 0;
        Choice::new(match (known, self.incumbent) {
            (true, Who::Team) if longer => Who::Team,
            (true, Who::One) if !longer => Who::One,
            _ => estimate,
        })
    }

    /// Who runs the next entry.
    pub fn next(&self) -> Who {
        match self.trial {
            Some(_) => self.incumbent.other(),
            None => self.incumbent,
        }
    }

    pub fn times(&self, who: Who) -> Times {
        match who {
            Who::One => self.one,
            Who::Team => self.team,
        }
    }

    fn of(&mut self, who: Who) -> &mut Times {
        match who {
            Who::One => &mut self.one,
            Who::Team => &mut self.team,
        }
    }

    /// An entry of `who` took so many nanoseconds. One that began before the choice changed counts for nobody.
    pub fn took(&mut self, who: Who, took: f64, allowance: &mut Allowance) {
        if who != self.next() {
            return;
        }
        self.of(who).entries += 1;
        if self.trial.is_some() {
            return self.tried(took, allowance);
        }
        let known = self.since;
        self.of(who).add(took, known);
        if who == Who::Team && self.team.entries == 1 {
            // It has made its threads, or woken them: the next one says what a team takes.
            return;
        }
        self.late = match known {
            0 => took,
            _ => self.late + (took.min(MOST_LATE * self.late) - self.late) * LATE,
        };
        self.since = self.since.saturating_add(1);
        self.waited = self.waited.saturating_add(1);
        allowance.spend(-took * SHARE);
        let theirs = self.times(who.other());
        let known = theirs.entries > 0;
        let settled = known && self.waited >= TRIED;
        let changed = settled && self.late > CHANGED * theirs.mean;
        let slower = settled && theirs.mean < BETTER * self.times(who).mean;
        if changed {
            // What was before doesn't count any more.
            let late = self.late;
            self.of(who).mean = late;
            self.since = TRIED;
        }
        let may = match who {
            // A trial that is to gain something needs no allowance.
            _ if slower => true,
            // One thread takes no longer than a serial program, so this much is always allowed once. Later it costs about as much as an entry.
            Who::Team => !known || allowance.0 > self.team.mean,
            Who::One => allowance.0 > 0.0,
        };
        if changed || may && (slower || self.waited >= self.between) {
            self.trial = Some(Trial {
                entries: 0,
                all: 0.0,
                counted: 0.0,
            });
        }
    }

    fn tried(&mut self, took: f64, allowance: &mut Allowance) {
        let usual = self.times(self.incumbent).mean;
        let other = self.incumbent.other();
        let Some(trial) = &mut self.trial else {
            return;
        };
        trial.entries += 1;
        trial.all += took;
        if trial.entries > 1 {
            trial.counted += took;
        }
        let lost = trial.all - usual * f64::from(trial.entries);
        let done = trial.entries > TRIED;
        if !done && lost < (MOST_LOST * usual).min(allowance.0.max(WAKE)) {
            return;
        }
        let mean = match trial.entries {
            1 => trial.all,
            n => trial.counted / f64::from(n - 1),
        };
        self.trial = None;
        self.waited = 0;
        self.of(other).mean = mean;
        allowance.spend(lost.max(0.0));
        if done && mean < BETTER * usual {
            allowance.spend((usual - mean) * f64::from(self.since.min(MISTAKEN)));
            self.incumbent = other;
            self.late = mean;
            self.since = TRIED;
            self.between = AGAIN;
        } else {
            self.between = (2 * self.between).min(MOST_BETWEEN);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Allowance, Choice, Who};

    /// Runs entries that take what `of` says, and returns the time of all, in nanoseconds.
    fn run(c: &mut Choice, a: &mut Allowance, entries: u32, of: impl Fn(Who, u32) -> f64) -> f64 {
        let mut all = 0.0;
        for n in 0..entries {
            let who = c.next();
            let took = of(who, n);
            all += took;
            c.took(who, took, a);
        }
        all
    }

    #[test]
    fn the_faster_one_is_found_whatever_the_estimate() {
        for (estimate, one, team) in [
            (Who::One, 20e3, 11e3),
            (Who::Team, 20e3, 11e3),
            (Who::One, 2e3, 9e3),
            (Who::Team, 2e3, 9e3),
        ] {
            let (mut c, mut a) = (Choice::new(estimate), Allowance::FIRST);
            let all = run(&mut c, &mut a, 10_000, |who, _| match who {
                Who::One => one,
                Who::Team => team,
            });
            let best = one.min(team) * 10_000.0;
            assert!(
                all < 1.05 * best,
                "{estimate:?} {one} {team}: {}",
                all / best
            );
        }
    }

    /// Another process takes a core for milliseconds now and then: the team waits, the one thread seldom does.
    #[test]
    fn a_team_that_waits_for_threads_that_do_not_run_is_left() {
        let (mut c, mut a) = (Choice::new(Who::Team), Allowance::FIRST);
        let busy = |who, n: u32| match who {
            Who::One => 40e3,
            Who::Team if n.is_multiple_of(8) => 4e6,
            Who::Team => 22e3,
        };
        run(&mut c, &mut a, 1_000, busy);
        let all = run(&mut c, &mut a, 50_000, busy);
        assert!(all < 1.05 * 40e3 * 50_000.0, "{}", all / (40e3 * 50_000.0));
    }

    #[test]
    fn a_change_of_the_load_is_noticed() {
        let (mut c, mut a) = (Choice::new(Who::One), Allowance::FIRST);
        let idle = |who, _| match who {
            Who::One => 40e3,
            Who::Team => 22e3,
        };
        let busy = |who, _| match who {
            Who::One => 60e3,
            Who::Team => 300e3,
        };
        run(&mut c, &mut a, 500, idle);
        assert_eq!(c.incumbent, Who::Team);
        run(&mut c, &mut a, 40, busy);
        assert_eq!(c.incumbent, Who::One);
        run(&mut c, &mut a, 20_000, busy);
        run(&mut c, &mut a, 5_000, idle);
        assert_eq!(
            c.times(Who::One).entries + c.times(Who::Team).entries,
            25_540
        );
        assert_eq!(c.incumbent, Who::Team);
    }

    /// Elimination on a machine where a team gains nothing: each length has a hundred entries.
    #[test]
    fn what_is_known_of_one_size_serves_the_next() {
        let mut a = Allowance::FIRST;
        let (mut all, mut alone) = (0.0, 0.0);
        let mut before: Option<Choice> = None;
        for size in 0..6 {
            let one = 800e3 / f64::from(1 << size);
            let mut c = match &before {
                Some(c) => c.beside(false, Who::Team),
                None => Choice::new(Who::Team),
            };
            all += run(&mut c, &mut a, 100, |who, _| match who {
                Who::One => one,
                Who::Team => 3.0 * one,
            });
            alone += 100.0 * one;
            before = Some(c);
        }
        assert!(all < 1.25 * alone, "{}", all / alone);
    }

    #[test]
    fn a_size_beside_another_one_follows_it_where_work_grows_that_way() {
        let mut a = Allowance::FIRST;
        let mut of = |faster| {
            let mut c = Choice::new(Who::Team);
            run(
                &mut c,
                &mut a,
                100,
                |who, _| {
                    if who == faster { 20e3 } else { 60e3 }
                },
            );
            c
        };
        let (one, team) = (of(Who::One), of(Who::Team));
        assert_eq!(one.beside(false, Who::Team).next(), Who::One);
        assert_eq!(one.beside(true, Who::Team).next(), Who::Team);
        assert_eq!(team.beside(true, Who::One).next(), Who::Team);
        assert_eq!(team.beside(false, Who::One).next(), Who::One);
        let unknown = Choice::new(Who::Team);
        assert_eq!(unknown.beside(true, Who::One).next(), Who::One);
    }

    /// The first look at one thread may cost an entry of it, and no more.
    #[test]
    fn a_long_loop_is_tried_on_one_thread_once() {
        let (mut c, mut a) = (Choice::new(Who::Team), Allowance::FIRST);
        let all = run(&mut c, &mut a, 20, |who, _| match who {
            Who::One => 190e6,
            Who::Team => 100e6,
        });
        assert_eq!(c.times(Who::One).entries, 1);
        assert_eq!(all, 19.0 * 100e6 + 190e6);
    }

    #[test]
    fn trials_cost_a_small_part_even_where_each_is_dear() {
        let (mut c, mut a) = (Choice::new(Who::One), Allowance::FIRST);
        let all = run(&mut c, &mut a, 100_000, |who, _| match who {
            Who::One => 30e3,
            Who::Team => 8e6,
        });
        let alone = 30e3 * 100_000.0;
        assert!(all < 1.05 * alone, "{}", all / alone);
    }

    #[test]
    fn an_entry_of_another_host_thread_that_began_before_a_change_counts_for_nobody() {
        let (mut c, mut a) = (Choice::new(Who::One), Allowance::FIRST);
        c.took(Who::Team, 1.0, &mut a);
        assert_eq!(c.times(Who::Team).entries, 0);
        assert_eq!(c.next(), Who::One);
    }
}
