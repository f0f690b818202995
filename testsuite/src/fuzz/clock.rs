//! Where a run's time goes, by stage.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Wall time by stage, of all jobs together.
#[derive(Default)]
pub struct Clock {
    spent: Mutex<BTreeMap<&'static str, Duration>>,
}

impl Clock {
    pub fn time<T>(&self, stage: &'static str, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        // A poisoned lock means that another job panicked; its panic is what is seen.
        if let Ok(mut spent) = self.spent.lock() {
            *spent.entry(stage).or_default() += start.elapsed();
        }
        result
    }

    /// `accrs 61%, cc 20%, ...`, most first.
    pub fn split(&self) -> String {
        let Ok(spent) = self.spent.lock() else {
            return String::new();
        };
        let all: f64 = spent.values().map(Duration::as_secs_f64).sum();
        let mut rows: Vec<_> = spent.iter().collect();
        rows.sort_by(|a, b| b.1.cmp(a.1));
        rows.iter()
            .map(|(stage, time)| {
                format!("{stage} {:.0}%", 100.0 * time.as_secs_f64() / all.max(1e-9))
            })
            .collect::<Vec<_>>()
            .join(", ")
    }
}
