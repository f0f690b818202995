//! `acctest analysis`: small nests of loops, what is true of each loop, what the compiler finds, and `docs/ANALYSIS.md` made from that.
//!
//! The page pins what the compiler says; the truths, written by people, keep it honest: a loop that is called parallel and isn't
//! fails the run, and can't be blessed.

mod page;
mod plan;

use crate::Common;
use crate::process;
use crate::spec::{Spec, Truth};
use crate::suite::{self, Outcome, Tally};
use plan::{Loop, Said};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::time::Duration;

/// The folders of `analysis/`, in the page's order, and their headings there.
const GROUPS: [(&str, &str); 9] = [
    ("textbook", "Textbook loops"),
    ("stencils", "Stencils and sweeps"),
    ("linear", "Matrices"),
    ("conditions", "Conditions and bounds"),
    ("subscripts", "Subscripts"),
    ("scalars", "Scalars and small arrays of an iteration"),
    ("reductions", "Reductions"),
    ("pointers", "Pointers, structs, rows"),
    ("programs", "From programs"),
];

/// A file of `analysis/`, and what the compiler makes of it.
struct Nest {
    spec: Spec,
    /// The text behind the leading comment, which is what is compiled: its first line is line 1.
    snippet: String,
    /// What `--emit=plan` says, or the compiler's errors.
    plan: Result<plan::Plan, String>,
    warnings: Vec<String>,
}

struct Group {
    heading: &'static str,
    nests: Vec<Nest>,
}

pub fn all(common: &Common, page: &Path, bless: bool) -> Result<Tally, String> {
    let groups = groups(common)?;
    let nests = groups.iter().flat_map(|g| &g.nests);
    let mut outcomes: Vec<Outcome> = nests
        .map(|nest| Outcome::of(format!("analysis {}", nest.spec.name), judge(nest)))
        .collect();
    // A part of the page can't be compared with the whole.
    if common.filter.is_none() {
        let result = written(&page::markdown(&groups), page, bless);
        outcomes.push(Outcome::of("analysis page", result));
    }
    Ok(suite::count(outcomes))
}

fn groups(common: &Common) -> Result<Vec<Group>, String> {
    let root = common.suite.join("analysis");
    let listing = fs::read_dir(&root).map_err(|e| format!("{}: {e}", root.display()))?;
    for entry in listing.flatten() {
        let name = entry.file_name();
        if !GROUPS.iter().any(|(folder, _)| name == *folder) {
            return Err(format!("{}: no such group", entry.path().display()));
        }
    }
    let accrs = common
        .accrs
        .canonicalize()
        .map_err(|e| format!("{}: {e}", common.accrs.display()))?;
    let mut groups = Vec::new();
    for (folder, heading) in GROUPS {
        let mut specs = suite::sources(&root.join(folder))?;
        if let Some(filter) = &common.filter {
            specs.retain(|spec| spec.name.contains(filter.as_str()));
        }
        let nests = compile(&accrs, specs, common.jobs)?;
        groups.push(Group { heading, nests });
    }
    if groups.iter().all(|group| group.nests.is_empty()) {
        return Err("nothing selected".to_string());
    }
    Ok(groups)
}

fn compile(accrs: &Path, specs: Vec<Spec>, jobs: usize) -> Result<Vec<Nest>, String> {
    let done = Mutex::new(Vec::new());
    suite::each(
        "analysis",
        &specs,
        jobs,
        |spec| spec.name.clone(),
        |spec| {
            let nest = nest(accrs, spec);
            if let Ok(mut done) = done.lock() {
                done.push(nest);
            }
            vec![]
        },
    );
    let done = done.into_inner().unwrap_or_default();
    let mut nests = done.into_iter().collect::<Result<Vec<Nest>, String>>()?;
    nests.sort_by(|a, b| a.spec.name.cmp(&b.spec.name));
    Ok(nests)
}

fn nest(accrs: &Path, spec: &Spec) -> Result<Nest, String> {
    let place = |e: std::io::Error| format!("{}: {e}", spec.path.display());
    let text = fs::read_to_string(&spec.path).map_err(place)?;
    let lines: Vec<&str> = text.lines().skip(spec.head).collect();
    let snippet = lines.join("\n").trim().to_string() + "\n";
    let folder = tempfile::tempdir().map_err(place)?;
    let name = format!("{}.c", spec.name);
    fs::write(folder.path().join(&name), &snippet).map_err(place)?;
    let mut command = Command::new(accrs);
    command
        .current_dir(folder.path())
        .args(["--acc-target=nvidia,multicore,sim", "--emit=plan"])
        .args(&spec.flags)
        .arg(&name);
    let ended = process::run(&mut command, Duration::from_secs(60))?;
    let plan = match ended.code {
        Some(0) => Ok(plan::read(&ended.stdout).map_err(|e| format!("{name}: {e}"))?),
        Some(1) => Err(messages(&ended.stderr, "error[").join("; ")),
        _ => return Err(format!("{name}: {}\n{}", ended.how(), ended.tail(8))),
    };
    Ok(Nest {
        warnings: messages(&ended.stderr, "warning["),
        spec: spec.clone(),
        snippet,
        plan,
    })
}

/// The headlines of the compiler's messages of one kind.
fn messages(stderr: &str, kind: &str) -> Vec<String> {
    // That nothing of a region runs in parallel is seen in the table of its loops.
    let said = |line: &&str| line.starts_with(kind) && !line.starts_with("warning[ACC0206]");
    let lines = stderr.lines().filter(said);
    lines.map(str::to_string).collect()
}

/// Holds what is said of the loops against what is true.
fn judge(nest: &Nest) -> Result<(), String> {
    let Ok(plan) = &nest.plan else {
        return Ok(());
    };
    let mut wrong = Vec::new();
    for l in &plan.loops {
        let truth = nest.truth(l.line);
        // A loop that devices run in several passes has its reduction in one of them.
        let passes = plan.loops.iter().filter(|o| o.line == l.line);
        let reduced = passes
            .clone()
            .any(|o| !o.reductions.is_empty() || !o.atomics.is_empty());
        let why = truth.map_or(Some("has no 'true'"), |truth| lie(truth, l, reduced));
        wrong.extend(why.map(|why| format!("line {}: {why}: '{}'", l.line, l.because)));
    }
    for (line, _) in &nest.spec.truths {
        if plan.at(*line).is_none() {
            wrong.push(format!("line {line}: the compiler has no loop there"));
        }
    }
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(wrong.join("\n    "))
    }
}

/// What is wrong with what the compiler says of a loop, if anything is. To be too careful isn't wrong.
/// `reduced`: something is reduced by it, or by another pass of it.
fn lie(truth: Truth, said: &Loop, reduced: bool) -> Option<&'static str> {
    match (truth, said.said) {
        (_, Said::InOrder) => None,
        // It isn't the loop of the text.
        (Truth::InOrder, _) if said.reordered.is_some() => None,
        (Truth::InOrder, _) => Some("is called parallel, and must run sequentially"),
        (Truth::IfApart, Said::Parallel) => Some("nobody asks whether the pointers overlap"),
        (Truth::Reduction, _) if !reduced && said.spread => {
            Some("runs in parallel without the reduction")
        }
        _ => None,
    }
}

impl Nest {
    fn truth(&self, line: u32) -> Option<Truth> {
        let all = &self.spec.truths;
        all.iter().find(|(at, _)| *at == line).map(|(_, t)| *t)
    }

    /// What the compiler says of the loops that may run in parallel.
    fn parallel(&self) -> impl Iterator<Item = Said> {
        let may = self
            .spec
            .truths
            .iter()
            .filter(|(_, t)| *t != Truth::InOrder);
        may.map(|(line, _)| {
            let plan = self.plan.as_ref().ok();
            let found = plan.and_then(|plan| plan.at(*line));
            found.map_or(Said::InOrder, |l| match l.reordered {
                Some(_) => Said::Parallel,
                None => l.said,
            })
        })
    }
}

fn written(text: &str, path: &Path, bless: bool) -> Result<(), String> {
    if bless {
        return fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()));
    }
    let seen = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    if seen == text {
        return Ok(());
    }
    let difference = crate::reject::difference(&seen, text);
    Err(format!(
        "{} is out of date (acctest analysis --bless)\n{difference}",
        path.display()
    ))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed test may panic")]
    use super::*;

    fn of(because: &str, axes: &str) -> Loop {
        let text = format!(
            "a.c:1 in f: kernels\n  loop 0 line 2 (i = 0; i < n; i++): gang → {axes}; host Threads\n    because: {because}\n"
        );
        plan::read(&text).unwrap().loops.remove(0)
    }

    #[test]
    fn lies_are_told() {
        let plain = of("Loop is parallelizable", "block.x");
        assert!(lie(Truth::InOrder, &plain, false).is_some());
        assert!(lie(Truth::IfApart, &plain, false).is_some());
        assert!(lie(Truth::Reduction, &plain, false).is_some());
        assert!(lie(Truth::Parallel, &plain, false).is_none());
        let asked = of(
            "Loop is parallelizable if a and b don't overlap, which is checked at run time",
            "block.x",
        );
        assert!(lie(Truth::InOrder, &asked, false).is_some());
        assert!(lie(Truth::IfApart, &asked, false).is_none());
        let left = of(
            "run sequentially in each thread: the loops around it use the parallelism",
            "sequential",
        );
        assert!(lie(Truth::InOrder, &left, false).is_some());
        assert!(lie(Truth::Reduction, &left, false).is_none());
        let careful = of("Loop may carry a dependence: a[i] ...", "sequential");
        assert!(lie(Truth::Parallel, &careful, false).is_none());
        assert!(lie(Truth::InOrder, &careful, false).is_none());
    }

    #[test]
    fn unknown_words_are_an_error() {
        assert!(
            plan::read(
                "  loop 0 line 2 (i): gang → block.x; host Threads\n    because: who knows\n"
            )
            .is_err()
        );
    }
}
