//! `acctest conformance`: the checklist against the programs, and `docs/CONFORMANCE.md` made from both.
//!
//! A row passes when a program has it: rows of directives, clauses and API routines are looked for in the preprocessed text of
//! run/'s programs, the others are claimed by `// covers:` lines. That the programs pass is what `run`, `fault` and `reject`
//! check; a program that `known.txt` lists as failing on a device doesn't count there.

mod checklist;
mod directives;
mod page;

use crate::Common;
use crate::process;
use crate::spec::Spec;
use crate::suite::{self, Outcome, Tally};
use checklist::{Kind, Row, Table};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::time::Duration;

/// One program with the rows that it has.
struct Program {
    spec: Spec,
    folder: &'static str,
    rows: BTreeSet<String>,
}

impl Program {
    /// Whether it shows something on `device`: it is run there, and isn't known to fail.
    fn shows(&self, device: &str) -> bool {
        self.spec.runs_on(device) && !suite::is_known(&format!("{} [{device}]", self.spec.name))
    }

    /// Whether NVRTC takes its kernels.
    fn compiles(&self) -> bool {
        self.spec.runs_on("nvidia")
            && !suite::is_known(&self.spec.name)
            && !suite::is_known(&format!("{} sm_90", self.spec.name))
    }
}

/// The checklist, the programs, and which program has which row (indices).
struct Coverage {
    tables: Vec<Table>,
    programs: Vec<Program>,
    of: BTreeMap<String, Vec<usize>>,
    /// Programs that passed on a GPU, as `gpu-runs.txt` has them.
    on_gpu: BTreeSet<String>,
}

impl Coverage {
    fn programs(&self, id: &str) -> impl Iterator<Item = &Program> {
        let at = self.of.get(id).map_or(&[][..], Vec::as_slice);
        at.iter().map(|i| &self.programs[*i])
    }
}

pub fn all(common: &Common, page: &Path, bless: bool) -> Result<Tally, String> {
    suite::read_known(&common.suite)?;
    let tables = checklist::read(&common.suite)?;
    let programs = programs(common)?;
    let mut of: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, program) in programs.iter().enumerate() {
        for row in &program.rows {
            of.entry(row.clone()).or_default().push(at);
        }
    }
    let on_gpu = fs::read_to_string(common.suite.join("gpu-runs.txt")).unwrap_or_default();
    let on_gpu = on_gpu.lines().filter(|l| !l.starts_with('#'));
    let coverage = Coverage {
        on_gpu: on_gpu.map(str::to_string).collect(),
        tables,
        programs,
        of,
    };
    let mut outcomes = claims(&coverage);
    let rows = coverage.tables.iter().flat_map(|t| &t.rows);
    outcomes.extend(rows.filter_map(|row| judge(&coverage, row)));
    outcomes.push(Outcome::of(
        "conformance page",
        written(&coverage, page, bless),
    ));
    Ok(suite::count(outcomes))
}

/// The programs of all folders, each with what its text has and what it claims.
fn programs(common: &Common) -> Result<Vec<Program>, String> {
    let accrs = common
        .accrs
        .canonicalize()
        .map_err(|e| format!("{}: {e}", common.accrs.display()))?;
    let mut programs = Vec::new();
    let folders = [
        ("run", suite::that_run(common)?),
        ("fault", suite::programs(common, "fault")?),
        ("reject", suite::programs(common, "reject")?),
    ];
    for (folder, specs) in folders {
        programs.extend(specs.into_iter().map(|spec| Program {
            rows: spec.covers.iter().cloned().collect(),
            folder,
            spec,
        }));
    }
    // Bad programs show nothing of what is valid.
    let texts = Mutex::new(Vec::new());
    let indices: Vec<usize> = (0..programs.len())
        .filter(|at| programs[*at].folder == "run")
        .collect();
    suite::each(
        "conformance",
        &indices,
        common.jobs,
        |at| programs[*at].spec.name.clone(),
        |at| {
            let found = text_rows(&accrs, &programs[*at].spec);
            if let Ok(mut texts) = texts.lock() {
                texts.push((*at, found));
            }
            vec![]
        },
    );
    for (at, found) in texts.into_inner().unwrap_or_default() {
        let program = &mut programs[at];
        let found = found.map_err(|e| format!("{}: {e}", program.spec.path.display()))?;
        program.rows.extend(found);
    }
    Ok(programs)
}

fn text_rows(accrs: &Path, spec: &Spec) -> Result<BTreeSet<String>, String> {
    let mut rows = BTreeSet::new();
    for file in std::iter::once(&spec.path).chain(&spec.with) {
        let mut command = Command::new(accrs);
        command
            .args(&spec.flags)
            .arg("--emit=preprocessed")
            .arg(file);
        let ended = process::run(&mut command, Duration::from_secs(60))?;
        if !ended.ok() {
            return Err(format!(
                "--emit=preprocessed: {}\n{}",
                ended.how(),
                ended.tail(6)
            ));
        }
        rows.extend(directives::rows(&ended.stdout));
    }
    Ok(rows)
}

/// Claims of rows that don't exist, or that the program's text doesn't have.
fn claims(coverage: &Coverage) -> Vec<Outcome> {
    let rows: BTreeMap<&str, &Row> = coverage
        .tables
        .iter()
        .flat_map(|t| &t.rows)
        .map(|r| (r.id.as_str(), r))
        .collect();
    let mut wrong = Vec::new();
    for program in &coverage.programs {
        for id in &program.spec.covers {
            let why = match rows.get(id.as_str()).map(|r| (&r.kind, program.folder)) {
                None => "the checklist has no such row",
                Some((Kind::Text, _)) => "its own text shows what it has; leave the claim out",
                Some((Kind::Claimed, "run")) => continue,
                Some((Kind::Claimed, _)) => "only programs of run/ show that something works",
                Some((Kind::Forbidden, "run")) => "only reject/ and fault/ show what is forbidden",
                Some((Kind::Forbidden, _)) => continue,
                Some((Kind::Open, _)) => "the checklist has it as open ('?'); make it '!'",
                Some((Kind::Undiagnosed(_), _)) => {
                    "the checklist says that it isn't diagnosed ('~')"
                }
            };
            let name = format!(
                "conformance {}/{} covers '{id}'",
                program.folder, program.spec.name
            );
            wrong.push(Outcome::of(name, Err(why.to_string())));
        }
    }
    wrong
}

/// None: nothing to check.
fn judge(coverage: &Coverage, row: &Row) -> Option<Outcome> {
    let any = coverage.programs(&row.id).next().is_some();
    let result = match &row.kind {
        Kind::Undiagnosed(_) => return None,
        Kind::Open => Err("not checked yet".to_string()),
        _ if any => Ok(()),
        Kind::Text => Err("no program of run/ has it".to_string()),
        Kind::Claimed => Err("no program of run/ claims it".to_string()),
        Kind::Forbidden => Err("no program of reject/ or fault/ claims it".to_string()),
    };
    Some(Outcome::of(format!("conformance {}", row.id), result))
}

fn written(coverage: &Coverage, path: &Path, bless: bool) -> Result<(), String> {
    let text = page::markdown(coverage);
    if bless {
        return fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()));
    }
    let seen = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    if seen == text {
        return Ok(());
    }
    let difference = crate::reject::difference(&text, &seen);
    Err(format!(
        "{} is out of date (acctest conformance --bless)\n{difference}",
        path.display()
    ))
}
