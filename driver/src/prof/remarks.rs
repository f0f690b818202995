//! What is worth a word: where a kernel pays much more than its work needs.

use crate::counted::{Kernel, Line, Memory, ratio};

/// From where on sectors, and turns of shared memory's banks, are too many.
const TOO_MANY: f64 = 1.5;
/// A line with less of what its kernel pays isn't worth a word.
const MATTERS: f64 = 0.05;
/// Fewer lanes than this share at work.
const FEW_LANES: f64 = 0.75;
/// More threads than this share have nothing to do.
const MANY_IDLE: f64 = 0.25;
/// Lanes of a request that wait for each other.
const CONTENDED: f64 = 2.0;

/// A place of the source, if one line is to blame, and what there is to say.
#[derive(Debug, PartialEq, Eq)]
pub struct Remark {
    pub place: Option<(String, u32)>,
    pub words: String,
}

/// In the order of the lines.
pub fn of(kernel: &Kernel) -> Vec<Remark> {
    let total = kernel.total();
    let mut all: Vec<Remark> = Vec::new();
    if let Some(idle) = ratio(kernel.idle_threads, kernel.threads).filter(|i| *i > MANY_IDLE) {
        let blocks = match kernel.idle_blocks {
            0 => String::new(),
            n => format!(", in {n} of {} blocks all of them", kernel.blocks),
        };
        all.push(Remark {
            place: None,
            words: format!(
                "{:.0}% of the threads have nothing to do{blocks}",
                100.0 * idle
            ),
        });
    }
    for line in &kernel.lines {
        let place = (line.line > 0).then(|| (line.file.clone(), line.line));
        let words = of_line(line, &total).into_iter();
        all.extend(words.map(|words| Remark {
            place: place.clone(),
            words,
        }));
    }
    all
}

fn of_line(line: &Line, total: &Line) -> Vec<String> {
    let mut all = Vec::new();
    let sectors = total.loads.cost + total.stores.cost;
    for (what, these) in [("loads", &line.loads), ("stores", &line.stores)] {
        let excess = these
            .excess()
            .filter(|e| *e > TOO_MANY && matters(these.cost, sectors));
        all.extend(excess.map(|e| {
            format!("{what} take {e:.1} times the sectors that hold their data: neighbouring lanes are apart in memory")
        }));
    }
    let excess = |m: &Memory| {
        m.excess()
            .filter(|e| *e > TOO_MANY && matters(m.cost, total.shared.cost))
    };
    all.extend(excess(&line.shared).map(|e| {
        format!(
            "lanes want words of the same banks of shared memory, which takes {e:.1} times as long"
        )
    }));
    for these in [&line.atomics, &line.shared_atomics] {
        let waiting = ratio(these.cost, these.requests).filter(|w| *w >= CONTENDED);
        all.extend(waiting.map(|w| {
            format!("on average {w:.1} lanes of a warp wait for each other at the same address")
        }));
    }
    let few = line
        .active()
        .filter(|a| *a < FEW_LANES && matters(line.issued, total.issued));
    all.extend(few.map(|a| format!("{:.0}% of the lanes are at work", 100.0 * a)));
    if matters(line.local, total.issued) {
        all.push(format!(
            "{} requests go to threads' own memory: an array that is indexed, or too few registers",
            line.local
        ));
    }
    all
}

fn matters(part: u64, whole: u64) -> bool {
    ratio(part, whole).is_some_and(|share| share >= MATTERS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory(requests: u64, cost: u64, ideal: u64) -> Memory {
        Memory {
            requests,
            cost,
            ideal,
        }
    }

    fn words(line: Line) -> Vec<String> {
        let kernel = Kernel {
            threads: 100,
            lines: vec![line],
            ..Kernel::default()
        };
        of(&kernel).into_iter().map(|r| r.words).collect()
    }

    #[test]
    fn good_lines_get_no_word() {
        let good = Line {
            line: 3,
            issued: 10,
            lanes: 320,
            loads: memory(4, 36, 32),
            stores: memory(4, 32, 32),
            shared: memory(9, 9, 9),
            atomics: memory(3, 3, 3),
            ..Line::default()
        };
        assert_eq!(words(good), [""; 0]);
    }

    #[test]
    fn what_costs_too_much_is_told() {
        let bad = Line {
            line: 3,
            issued: 10,
            lanes: 100,
            loads: memory(4, 128, 32),
            shared: memory(9, 90, 9),
            atomics: memory(3, 96, 3),
            local: 7,
            ..Line::default()
        };
        let said = words(bad).join("\n");
        for part in [
            "loads take 4.0 times",
            "10.0 times as long",
            "32.0 lanes",
            "31% of the lanes",
            "7 requests go to",
        ] {
            assert!(said.contains(part), "{part}:\n{said}");
        }
    }

    #[test]
    fn threads_without_work_are_told() {
        let kernel = Kernel {
            blocks: 4,
            threads: 512,
            idle_threads: 300,
            idle_blocks: 2,
            ..Kernel::default()
        };
        let all = of(&kernel);
        assert_eq!(
            all[0].words,
            "59% of the threads have nothing to do, in 2 of 4 blocks all of them"
        );
        assert_eq!(all[0].place, None);
    }
}
