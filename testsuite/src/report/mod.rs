//! `acctest report`: the page of `--report=html`, opened in a headless Chromium and used as a person would: are the links right, are the figures those of the
//! run, can it be read in light and dark, on a wide screen and on a phone, and does it ask the network for nothing?
//!
//! ```text
//! browser.rs  Chromium through its DevTools protocol      checks.rs  what must hold of a page      shots.rs  pictures for the guide
//! ```

mod browser;
mod checks;
mod shots;

use crate::Common;
use crate::process;
use crate::suite::{self, Outcome, Tally};
use browser::Browser;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// A program that has a page. The arguments make it short: it runs on sim.
struct Program {
    name: &'static str,
    source: &'static str,
    arguments: &'static [&'static str],
}

/// A stencil, a sparse solver, a particle code: those of the guide's pictures. And text that would break a page that trusts it.
const PROGRAMS: &[Program] = &[
    Program {
        name: "stencil",
        source: "examples/jacobi/jacobi.c",
        arguments: &["2"],
    },
    Program {
        name: "sparse",
        source: "examples/sparse/cg.c",
        arguments: &["40"],
    },
    Program {
        name: "particles",
        source: "examples/particles/particles.c",
        arguments: &["512", "10"],
    },
    Program {
        name: "markup",
        source: "testsuite/report/markup.c",
        arguments: &[],
    },
];

/// What was made of a program, in a folder of its own.
struct Made {
    name: &'static str,
    /// The user's file, as it was named and in full.
    source: &'static str,
    text: String,
    /// The page with a run on sim, and what `ACCRS_TIME` says of that run.
    page: PathBuf,
    times: serde_json::Value,
    /// What `accrs-prof` wrote, where the page has it.
    counts: Option<serde_json::Value>,
    /// The texts of `--emit`.
    cuda: String,
    openmp: String,
    _folder: tempfile::TempDir,
}

pub fn all(common: &Common, pictures: Option<&Path>) -> Result<Tally, String> {
    let selected = |p: &&Program| {
        common
            .filter
            .as_ref()
            .is_none_or(|f| p.name.contains(f.as_str()))
    };
    let programs: Vec<&Program> = PROGRAMS.iter().filter(selected).collect();
    if programs.is_empty() {
        return Err("no such page".into());
    }
    if let Err(why) = browser::find() {
        return Ok(suite::count(vec![Outcome::of("report", Err(why))]));
    }
    let full = common.accrs.canonicalize();
    let accrs = full.map_err(|e| format!("{}: {e}", common.accrs.display()))?;
    if let Some(folder) = pictures {
        std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    let mut tally = suite::each(
        "report",
        &programs,
        common.jobs,
        |p| p.name.to_string(),
        |program| {
            let name = |what: &str| format!("report/{}: {what}", program.name);
            let made = match make(&accrs, program) {
                Ok(made) => made,
                Err(why) => return vec![Outcome::of(name("made"), Err(why))],
            };
            let mut browser = match Browser::start() {
                Ok(browser) => browser,
                Err(why) => return vec![Outcome::of(name("opened"), Err(why))],
            };
            let mut outcomes = Vec::new();
            for (what, check) in checks::ALL {
                outcomes.push(Outcome::of(name(what), check(&mut browser, &made)));
            }
            if let Some(folder) = pictures {
                let drawn = shots::of(&mut browser, &made, folder);
                outcomes.push(Outcome::of(name("pictures"), drawn));
            }
            outcomes
        },
    );
    if common.filter.is_none() {
        let without = Outcome::of("report: without its libraries", without_libraries(&accrs));
        let more = suite::count(vec![without]);
        tally.passed += more.passed;
        tally.failed += more.failed;
    }
    Ok(tally)
}

const TARGET: &str = "--acc-target=nvidia,multicore,sim";

fn make(accrs: &Path, program: &Program) -> Result<Made, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let at = |name: &str| folder.path().join(name);
    let compile = |words: &[String]| -> Result<process::Ended, String> {
        let mut command = Command::new(accrs);
        command
            .args(["-O2", TARGET])
            .args(words)
            .arg(program.source);
        let ended = process::run(command.arg("-lm"), Duration::from_secs(120))?;
        match ended.ok() {
            true => Ok(ended),
            false => Err(format!(
                "{}: {}\n{}",
                words.join(" "),
                ended.how(),
                ended.tail(20)
            )),
        }
    };
    let app = at(program.name);
    compile(&["-o".into(), app.display().to_string()])?;
    let mut run = Command::new(&app);
    run.args(program.arguments)
        .env("ACC_DEVICE_TYPE", "sim")
        .env("ACCRS_TRACE", at("trace.json"))
        .env("ACCRS_TIME", at("times.json"));
    let ended = process::run(&mut run, Duration::from_secs(60))?;
    if !ended.ok() {
        return Err(format!(
            "{}: {}\n{}",
            program.source,
            ended.how(),
            ended.tail(20)
        ));
    }
    let page = at("page.html");
    let mut words = vec![
        "-fsyntax-only".into(),
        format!("--report=html:{}", page.display()),
        format!("--trace={}", at("trace.json").display()),
    ];
    // Interpreting kernels takes long, and NVRTC: the smallest program is enough.
    let counted = at("counts.json");
    let counts = program.name == "markup" && crate::nvrtc::find(None).is_ok();
    if counts {
        let mut profiler = Command::new(accrs.with_file_name("accrs-prof"));
        profiler.args(["--json", "-o"]).arg(&counted).arg(&app);
        let ended = process::run(&mut profiler, Duration::from_secs(60))?;
        if !ended.ok() {
            return Err(format!("accrs-prof: {}\n{}", ended.how(), ended.tail(20)));
        }
        words.push(format!("--counts={}", counted.display()));
    }
    compile(&words)?;
    let read =
        |path: &Path| std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()));
    let times = serde_json::from_str(&read(&at("times.json"))?).map_err(|e| e.to_string())?;
    let counts = match counts {
        true => Some(serde_json::from_str(&read(&counted)?).map_err(|e| e.to_string())?),
        false => None,
    };
    Ok(Made {
        counts,
        name: program.name,
        source: program.source,
        text: read(Path::new(program.source))?,
        page,
        times,
        cuda: compile(&["--emit=cuda".into()])?.stdout,
        openmp: compile(&["--emit=openmp".into()])?.stdout,
        _folder: folder,
    })
}

/// An installation without the libraries says what is missing, and writes nothing.
fn without_libraries(accrs: &Path) -> Result<(), String> {
    let home = tempfile::tempdir().map_err(|e| e.to_string())?;
    let lib = home.path().join("lib/accrs");
    let include = lib.join("include");
    std::fs::create_dir_all(&include).map_err(|e| e.to_string())?;
    for file in [lib.join("libaccrt.a"), include.join("openacc.h")] {
        std::fs::write(&file, "").map_err(|e| e.to_string())?;
    }
    let page = home.path().join("page.html");
    let mut command = Command::new(accrs);
    command
        .arg("-fsyntax-only")
        .arg(format!("--report=html:{}", page.display()))
        .arg(PROGRAMS[0].source)
        .env("ACCRS_HOME", home.path());
    let ended = process::run(&mut command, Duration::from_secs(60))?;
    let told = ended
        .stderr
        .contains("--report=html needs Prism and Chart.js")
        && ended.stderr.contains("make");
    match ended.code == Some(1) && told && !page.exists() {
        true => Ok(()),
        false => Err(format!("{}\n{}", ended.how(), ended.tail(20))),
    }
}
