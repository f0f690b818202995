//! The counts by family, and what is allowed of them.

use super::family::Family;
use super::judge::{Defect, Judged};
use super::oracle::Verdict;
use super::verdict::Said;
use clap::ValueEnum;
use std::collections::BTreeMap;

#[derive(Clone, Copy, Default)]
pub struct Counts {
    pub nests: usize,
    pub loops: usize,
    /// By brute force: as they are, with copies of scalars, with copies of arrays, with a reduction.
    pub parallel: [usize; 4],
    pub open: usize,
    /// Called parallel.
    pub proven: usize,
    pub wrong: usize,
    pub false_certain: usize,
    pub missed: usize,
}

impl Counts {
    /// Loops that may run in parallel.
    pub fn free(&self) -> usize {
        self.parallel.iter().sum()
    }

    pub fn missed_share(&self) -> f64 {
        self.missed as f64 / self.free().max(1) as f64
    }

    fn add(&mut self, loops: &[Judged]) {
        self.nests += 1;
        self.loops += loops.len();
        for l in loops {
            match l.verdict {
                Verdict::Parallel => self.parallel[0] += 1,
                Verdict::Scalars => self.parallel[1] += 1,
                Verdict::Arrays => self.parallel[2] += 1,
                Verdict::Reduction => self.parallel[3] += 1,
                Verdict::Open => self.open += 1,
                Verdict::Sequential => {}
            }
            self.proven += usize::from(l.said == Said::Parallel);
            match l.defect {
                Some(Defect::Wrong) => self.wrong += 1,
                Some(Defect::FalseCertain) => self.false_certain += 1,
                Some(Defect::Missed) => self.missed += 1,
                None => {}
            }
            // A certainty that is false may hide a parallel loop as well.
            let free = l.verdict < Verdict::Open;
            self.missed += usize::from(l.defect == Some(Defect::FalseCertain) && free);
        }
    }
}

#[derive(Default)]
pub struct Table(pub BTreeMap<Family, Counts>);

impl Table {
    pub fn add(&mut self, family: Family, loops: &[Judged]) {
        self.0.entry(family).or_default().add(loops);
    }

    pub fn total(&self) -> Counts {
        let mut t = Counts::default();
        for c in self.0.values() {
            t.nests += c.nests;
            t.loops += c.loops;
            t.parallel
                .iter_mut()
                .zip(c.parallel)
                .for_each(|(t, c)| *t += c);
            t.open += c.open;
            t.proven += c.proven;
            t.wrong += c.wrong;
            t.false_certain += c.false_certain;
            t.missed += c.missed;
        }
        t
    }

    pub fn print(&self) {
        println!(
            "{:<12} {:>6} {:>6} | {:>8} {:>7} {:>6} {:>9} {:>5} | {:>6} {:>5} {:>13} {:>6} {:>6}",
            "family",
            "nests",
            "loops",
            "parallel",
            "scalars",
            "arrays",
            "reduction",
            "open",
            "proven",
            "wrong",
            "false certain",
            "missed",
            "share"
        );
        let rows = self.0.iter().map(|(f, c)| (f.name(), *c));
        for (name, c) in rows.chain([("all".to_string(), self.total())]) {
            let [parallel, scalars, arrays, reduction] = c.parallel;
            println!(
                "{name:<12} {:>6} {:>6} | {parallel:>8} {scalars:>7} {arrays:>6} {reduction:>9} {:>5} | {:>6} {:>5} {:>13} {:>6} {:>5.1}%",
                c.nests,
                c.loops,
                c.open,
                c.proven,
                c.wrong,
                c.false_certain,
                c.missed,
                100.0 * c.missed_share()
            );
        }
    }
}

/// How many parallel loops the fixed run of `acctest all` may miss, by family: what is measured today. Who makes the analysis better
/// lowers them; nothing else may change them but the generator.
pub fn bound(family: Family) -> usize {
    match family {
        Family::Rectangular => 0,
        Family::Triangular => 0,
        Family::Strided => 0,
        Family::Coupled => 0,
        Family::Guarded => 0,
        Family::Parametric => 1,
        Family::Linearised => 3,
        Family::Clipped => 0,
        Family::Modulo => 0,
        Family::Imperfect => 0,
        Family::Scalars => 0,
        Family::Arrays => 0,
        Family::Sums => 0,
        Family::Mixed => 1,
    }
}

/// All families, in the table's order.
pub fn families() -> &'static [Family] {
    Family::value_variants()
}
