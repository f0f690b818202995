//! `acctest golden`: what accrs emits for each benchmark in each mapping, compared
//! with the snapshots in golden/.

use crate::Common;
use crate::process;
use crate::reject::difference;
use crate::suite::{self, Outcome, Tally};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Each benchmark with OpenUH's mappings of it.
pub const BENCHMARKS: [(&str, &[&str]); 6] = [
    ("jacobi", DOUBLE),
    ("dgemm", DOUBLE),
    ("gaussblur", DOUBLE),
    ("stencil", TRIPLE),
    ("laplacian", TRIPLE),
    ("wave13pt", TRIPLE),
];
const DOUBLE: &[&str] = &["MAP_G_V", "MAP_GV_V", "MAP_G_GV", "MAP_GV_GV", "MAP_AUTO"];
const TRIPLE: &[&str] = &["MAP3_1", "MAP3_2", "MAP3_3", "MAP_AUTO"];

/// What is kept of each, and the end of its file's name.
const KINDS: [(&str, &str); 4] = [
    ("cuda", "cu"),
    ("openmp", "omp.c"),
    ("plan", "plan"),
    ("ir", "ir"),
];

pub fn all(common: &Common, bless: bool) -> Result<Tally, String> {
    let accrs = common
        .accrs
        .canonicalize()
        .map_err(|e| format!("{}: {e}", common.accrs.display()))?;
    let common = Common {
        accrs,
        ..common.clone()
    };
    let cases: Vec<(&str, &str)> = BENCHMARKS
        .iter()
        .flat_map(|(name, variants)| variants.iter().map(move |v| (*name, *v)))
        .filter(|(name, v)| {
            common
                .filter
                .as_ref()
                .is_none_or(|f| format!("{name}.{v}").contains(f.as_str()))
        })
        .collect();
    if cases.is_empty() {
        return Err("no benchmark selected".to_string());
    }
    Ok(suite::each(&cases, common.jobs, |(name, variant)| {
        KINDS
            .iter()
            // The front end sees the mapping as clauses only, so one ir is enough.
            .filter(|(kind, _)| *kind != "ir" || *variant == "MAP_AUTO")
            .map(|(kind, end)| {
                let file = format!("{name}.{}.{end}", variant.to_lowercase());
                Outcome::of(
                    file.clone(),
                    one(&common, bless, name, variant, kind, &file),
                )
            })
            .collect()
    }))
}

fn one(
    common: &Common,
    bless: bool,
    name: &str,
    variant: &str,
    kind: &str,
    file: &str,
) -> Result<(), String> {
    let seen = emit(
        &common.accrs,
        kind,
        &common.suite.join("bench"),
        &format!("{name}.c"),
        &[format!("-DVARIANT={variant}")],
    )?;
    let path = common.suite.join("golden").join(file);
    if bless {
        return fs::write(&path, &seen).map_err(|e| format!("{}: {e}", path.display()));
    }
    let want = fs::read_to_string(&path)
        .map_err(|e| format!("{}: {e} (write it with --bless)", path.display()))?;
    if want == seen {
        Ok(())
    } else {
        Err(format!("differs\n{}", difference(&want, &seen)))
    }
}

/// `accrs --emit=kind` of a file, run in the file's folder so that no path shows.
pub fn emit(
    accrs: &Path,
    kind: &str,
    folder: &Path,
    file: &str,
    flags: &[String],
) -> Result<String, String> {
    let mut command = Command::new(accrs);
    command.current_dir(folder).args([
        "--acc-target=nvidia,multicore,sim",
        &format!("--emit={kind}"),
    ]);
    let ended = process::run(command.args(flags).arg(file), Duration::from_secs(60))?;
    if ended.ok() {
        Ok(ended.stdout)
    } else {
        Err(format!("--emit={kind}: {}\n{}", ended.how(), ended.tail(8)))
    }
}
