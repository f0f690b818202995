//! Where a run's time goes, by stage.

use crate::durations;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

/// Processor time by stage, of all jobs together, with the programs that they run: it says on a busy machine, too, what a stage costs.
#[derive(Default)]
pub struct Clock {
    spent: Mutex<BTreeMap<&'static str, Duration>>,
}

impl Clock {
    pub fn time<T>(&self, stage: &'static str, work: impl FnOnce() -> T) -> T {
        let before = durations::processor();
        let result = work();
        // A poisoned lock means that another job panicked; its panic is what is seen.
        if let Ok(mut spent) = self.spent.lock() {
            *spent.entry(stage).or_default() += durations::processor().saturating_sub(before);
        }
        result
    }

    /// `350 ms of the processors each: accrs 61%, cc 20%, ...`, most first.
    pub fn split(&self, pieces: f64) -> String {
        let Ok(spent) = self.spent.lock() else {
            return String::new();
        };
        let all: f64 = spent.values().map(Duration::as_secs_f64).sum();
        let each = 1000.0 * all / pieces.max(1.0);
        let mut rows: Vec<_> = spent.iter().collect();
        rows.sort_by(|a, b| b.1.cmp(a.1));
        let rows: Vec<String> = rows
            .iter()
            .map(|(stage, time)| {
                format!("{stage} {:.0}%", 100.0 * time.as_secs_f64() / all.max(1e-9))
            })
            .collect();
        format!("{each:.0} ms of the processors each: {}", rows.join(", "))
    }
}
