//! `acctest all`: every suite that needs no options. A few run at once, so that no core waits for another's last program; together they have as
//! many seats as `-j` says. Those with the longest programs come first.

use crate::durations::{self, Suite};
use crate::progress;
use crate::suite::{self, Tally};
use crate::{
    Common, analysis, builds, check, commands, conformance, crates, drivers, fault, faults, fuzz,
    golden, kernels, legal, mappings, mutate, nests, nvrtc, openmp, races, random, reject, report,
    reprint, run, shown, standin, tiles,
};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Where the times go, beside what is built.
const TIMES: &str = "target/test-times.json";

/// A suite, and how it is run.
pub struct Part<'a> {
    pub name: &'static str,
    run: Box<dyn Fn() -> Result<Tally, String> + Sync + 'a>,
    /// It has no programs that a word selects: with one it is left out.
    whole: bool,
}

fn part<'a>(name: &'static str, run: impl Fn() -> Result<Tally, String> + Sync + 'a) -> Part<'a> {
    Part {
        name,
        run: Box::new(run),
        whole: false,
    }
}

fn whole<'a>(name: &'static str, run: impl Fn() -> Result<Tally, String> + Sync + 'a) -> Part<'a> {
    Part {
        whole: true,
        ..part(name, run)
    }
}

/// Without NVRTC its checks are left out, and the output says so; they are not counted as passed.
pub fn suites(common: &Common) -> Result<Tally, String> {
    let mut parts = parts(common);
    parts.retain(|part| common.filter.is_none() || !part.whole);
    if common.filter.is_none() {
        println!(
            "random programs: series {}; {}=N has another one",
            random::series(),
            random::DAY
        );
    }
    run_parts(common, &parts, Path::new(TIMES))
}

/// Runs suites a few at once, tells how long they took, and keeps that in `times`.
pub fn run_parts(common: &Common, parts: &[Part<'_>], times: &Path) -> Result<Tally, String> {
    suite::read_known(&common.suite)?;
    suite::share(common.jobs);
    let start = Instant::now();
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        // One more than there are seats: when a suite has only its last programs left, the next one has begun.
        for _ in 0..=common.jobs {
            scope.spawn(|| {
                while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let begun = Instant::now();
                    let tally = (part.run)();
                    if let Ok(tally) = &tally {
                        let (name, passed, failed) = (part.name, tally.passed, tally.failed);
                        progress::say(format_args!("{name}: {passed} passed, {failed} failed"));
                    }
                    let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                    done.push((part.name, begun.elapsed(), tally));
                }
            });
        }
    });
    let mut sum = Tally::default();
    let mut walls = Vec::new();
    for (name, wall, tally) in done.into_inner().unwrap_or_default() {
        let tally = tally.map_err(|why| format!("{name}: {why}"))?;
        sum.passed += tally.passed;
        sum.failed += tally.failed;
        sum.known += tally.known;
        walls.push(Suite {
            name: name.to_string(),
            wall,
            checks: tally.passed + tally.failed,
        });
    }
    durations::tell(&walls, start.elapsed(), times)?;
    Ok(sum)
}

/// All of them.
pub fn parts(common: &Common) -> Vec<Part<'_>> {
    let (accrs, jobs) = (&common.accrs, common.jobs);
    // A second, lazy pass on the stand-in GPU where it can matter.
    let gpu = standin::Options {
        lazy: true,
        queued: true,
        ..standin::Options::default()
    };
    let lazy = gpu.clone();
    // What is much alike, or takes long, has its turn on another day. What a word selects is done wholly.
    let share = |every: usize| Common {
        every: every * common.every,
        in_turn: common.filter.is_none(),
        ..common.clone()
    };
    let turns = share(1);
    let [builds, packages, failing, tested] = [(); 4].map(|()| turns.clone());
    let [mapped, shown_half, kernels_half, third] = [2, 2, 2, 3].map(share);
    let [opened, legal_fifth, driven, eighth] = [6, 5, 4, 8].map(share);
    let raced = share(24);
    let mut parts = vec![
        // Cargo builds its programs first, and uses both cores only now and then; what calls cargo as well comes later.
        whole("crates", move || crates::all(&tested)),
        part("run", move || run::all(&turns, &[], false, &gpu)),
        part("check of run/", move || check::all(&eighth, true)),
        part("builds", move || builds::all(&builds)),
        part("packages", move || builds::packages(&packages)),
        part("openmp", move || openmp::all(common, &opened, false)),
        part("mappings", move || mappings::all(&mapped)),
        part("fault", move || fault::all(common, &[], &lazy)),
        part("races", move || races::all(&raced)),
        part("check", || check::all(common, false)),
        part("reject", || reject::all(common, false)),
        whole("faults", move || {
            faults::all(&faults::Options::fixed(&failing))
        }),
        part("golden", || golden::all(common, false)),
        part("reprint", move || reprint::all(common, &third)),
        whole("report", || report::all(common, None)),
        whole("commands", || commands::all(common, false)),
        whole("legal", move || {
            legal::all(&legal::Options::fixed(&legal_fifth))
        }),
        whole("fuzz", move || {
            fuzz::all(&fuzz::Options::fixed(accrs, jobs))
        }),
        whole("c++", move || fuzz::all(&fuzz::Options::cpp(accrs, jobs))),
        whole("names", move || {
            fuzz::all(&fuzz::Options::names(accrs, jobs))
        }),
        whole("functions", move || {
            fuzz::all(&fuzz::Options::of_kind(accrs, jobs, fuzz::Kind::Functions))
        }),
        whole("pitch", move || {
            fuzz::all(&fuzz::Options::of_kind(accrs, jobs, fuzz::Kind::Pitch))
        }),
        whole("words", move || {
            fuzz::all(&fuzz::Options::of_kind(accrs, jobs, fuzz::Kind::Words))
        }),
        whole("files", move || {
            fuzz::all(&fuzz::Options::of_kind(accrs, jobs, fuzz::Kind::Files))
        }),
        whole("nests", move || {
            nests::all(&nests::Options::fixed(accrs, &common.suite, jobs))
        }),
        whole("nests on sim", move || {
            nests::all(&nests::Options::run(accrs, &common.suite, jobs))
        }),
        whole("mutate", || mutate::all(&mutate::Options::fixed(common))),
    ];
    let tiles = tiles::Options::fixed(accrs, jobs);
    parts.extend(
        tiles
            .into_iter()
            .map(|options| whole("tiles", move || tiles::all(&options))),
    );
    let page = |name: &str| PathBuf::from("docs").join(name);
    parts.extend([
        whole("conformance", move || {
            conformance::all(common, &page("CONFORMANCE.md"), false)
        }),
        whole("analysis", move || {
            analysis::all(common, &page("ANALYSIS.md"), false)
        }),
        whole("shown", move || {
            shown::all(&shown_half, &page("TRANSFORMATIONS.md"))
        }),
    ]);
    parts.extend([
        whole("drivers", move || with_nvrtc(|| drivers::all(&driven))),
        part("nvrtc", || {
            with_nvrtc(|| nvrtc::all(common, None, nvrtc::Which::InTurn))
        }),
        whole("kernels", move || {
            with_nvrtc(|| kernels::figures(&kernels_half, accrs))
        }),
    ]);
    parts
}

/// What needs NVRTC; without it nothing is checked, and the output says so.
fn with_nvrtc(run: impl Fn() -> Result<Tally, String>) -> Result<Tally, String> {
    match nvrtc::find(None) {
        Ok(_) => run(),
        Err(why) => {
            println!("nvrtc: left out: {why}");
            Ok(Tally::default())
        }
    }
}
