//! What is counted of all constructs.

use super::mutate::Mutation;
use crate::progress;
use crate::suite::Outcome;
use std::collections::BTreeMap;

/// What is checked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Loops that the cores, one core's lanes, or a device's threads share.
    Cores,
    Lanes,
    Device,
    /// Loops in another order.
    OrderOnCores,
    OrderOnDevices,
    /// Tiles.
    Waves,
    Blocked,
    Tiles,
    /// Iterations that the cores run together.
    Jammed,
    /// Sums of a loop's iterations that the cores take together.
    Ahead,
    /// Loops that several devices share.
    Parts,
    /// Loops in the place of others: several for one, or one for several.
    Recast,
    /// Loops in order that a device goes through wave by wave.
    Wavefronts,
}

impl Kind {
    pub const ALL: [(Kind, &'static str); 13] = [
        (Kind::Cores, "loops that cores share"),
        (Kind::Lanes, "loops that one core's lanes share"),
        (Kind::Device, "loops that a device's threads share"),
        (Kind::OrderOnCores, "nests in another order on the cores"),
        (Kind::OrderOnDevices, "nests in another order on devices"),
        (Kind::Waves, "tiles of steps"),
        (Kind::Blocked, "tiles of the cores"),
        (Kind::Tiles, "tiles of devices"),
        (Kind::Jammed, "iterations together"),
        (Kind::Ahead, "sums together"),
        (Kind::Parts, "loops that several devices share"),
        (Kind::Recast, "loops in the place of others"),
        (Kind::Wavefronts, "waves of devices"),
    ];
}

/// What became of the decisions of one kind.
#[derive(Clone, Default)]
pub struct Count {
    pub made: usize,
    pub checked: usize,
    /// The user says so.
    pub word: usize,
    /// Why others couldn't be checked.
    pub left: BTreeMap<String, usize>,
}

#[derive(Default)]
pub struct Report {
    pub counts: BTreeMap<Kind, Count>,
    pub violations: Vec<String>,
    /// Of each mutation, how many were made, and how many of them were seen.
    pub mutations: BTreeMap<Mutation, (usize, usize)>,
}

impl Report {
    pub fn add(&mut self, other: Report) {
        for (kind, c) in other.counts {
            let own = self.counts.entry(kind).or_default();
            own.made += c.made;
            own.checked += c.checked;
            own.word += c.word;
            for (why, n) in c.left {
                *own.left.entry(why).or_default() += n;
            }
        }
        self.violations.extend(other.violations);
        for (m, (made, seen)) in other.mutations {
            let own = self.mutations.entry(m).or_default();
            own.0 += made;
            own.1 += seen;
        }
    }
}

impl Report {
    pub fn print(&self, constructs: usize) {
        println!("{constructs} constructs");
        println!(
            "{:>36} {:>8} {:>8} {:>8} {:>8}",
            "", "made", "checked", "word", "left"
        );
        for (kind, name) in Kind::ALL {
            let c = self.counts.get(&kind).cloned().unwrap_or_default();
            let left: usize = c.left.values().sum();
            println!(
                "{name:>36} {:>8} {:>8} {:>8} {left:>8}",
                c.made, c.checked, c.word
            );
            let mut whys: Vec<_> = c.left.iter().collect();
            whys.sort_by_key(|(_, n)| std::cmp::Reverse(**n));
            for (why, n) in whys.iter().take(6) {
                println!("{:>36} {n:>8} {why}", "");
            }
        }
        for (mutation, name, _) in Mutation::ALL {
            let (made, seen) = self.mutations.get(&mutation).copied().unwrap_or_default();
            println!("wrong plans, {name}: {seen} of {made} are seen");
        }
    }

    /// That the check sees wrong plans, and that there was something of each kind to check.
    pub fn shares(&self) -> Vec<Outcome> {
        let mut all = Vec::new();
        for (mutation, name, least) in Mutation::ALL {
            let (made, seen) = self.mutations.get(&mutation).copied().unwrap_or_default();
            let enough = made > 0 && 100 * seen >= least * made;
            let why = format!("{seen} of {made}, less than {least} %");
            all.push(Outcome {
                name: format!("legal: {name}"),
                failure: (!enough).then_some(why),
            });
        }
        for (kind, name) in Kind::ALL {
            let checked = self.counts.get(&kind).map_or(0, |c| c.checked);
            all.push(Outcome {
                name: format!("legal: {name}"),
                failure: (checked == 0).then(|| "nothing is checked".into()),
            });
        }
        all
    }

    /// What couldn't be checked in a source.
    pub fn name_left(&self, source: &str) {
        for (kind, name) in Kind::ALL {
            for (why, n) in self.counts.get(&kind).iter().flat_map(|c| &c.left) {
                progress::say(format_args!("{source}: {n} {name} not checked: {why}"));
            }
        }
    }
}
