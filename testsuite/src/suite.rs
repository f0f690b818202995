//! What the commands share: finding programs, running them several at once, the tally.

use crate::Common;
use crate::spec::Spec;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many checks passed and failed.
#[derive(Clone, Copy, Default)]
pub struct Tally {
    pub passed: usize,
    pub failed: usize,
}

/// One check's outcome: its name, and why it failed if it did.
pub struct Outcome {
    pub name: String,
    pub failure: Option<String>,
}

impl Outcome {
    pub fn of(name: impl Into<String>, result: Result<(), String>) -> Outcome {
        Outcome {
            name: name.into(),
            failure: result.err(),
        }
    }
}

/// The `.c` files of `folder` whose name holds the filter, in order. A suite that
/// selects nothing is an error: nothing tested is not a pass.
pub fn programs(common: &Common, folder: &str) -> Result<Vec<Spec>, String> {
    let folder = common.suite.join(folder);
    let listing = fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut paths: Vec<PathBuf> = listing
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "c") && selected(common, p));
    paths.sort();
    if paths.is_empty() {
        return Err(format!("{}: no program selected", folder.display()));
    }
    paths.iter().map(|p| Spec::read(p)).collect()
}

fn selected(common: &Common, path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    common
        .filter
        .as_ref()
        .is_none_or(|f| name.contains(f.as_str()))
}

/// Does `work` for each item, `jobs` at once; prints each failure as it comes.
pub fn each<T: Sync>(items: &[T], jobs: usize, work: impl Fn(&T) -> Vec<Outcome> + Sync) -> Tally {
    let next = AtomicUsize::new(0);
    let tally = Mutex::new(Tally::default());
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, items.len().max(1)) {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let outcomes = work(item);
                    // A poisoned lock means that a worker panicked: the scope re-raises that.
                    let Ok(mut tally) = tally.lock() else { return };
                    for outcome in outcomes {
                        match outcome.failure {
                            None => tally.passed += 1,
                            Some(why) => {
                                tally.failed += 1;
                                println!("FAIL {}: {}", outcome.name, why.trim_end());
                            }
                        }
                    }
                }
            });
        }
    });
    tally.into_inner().unwrap_or_default()
}
