//! `acctest golden`: what accrs emits for each benchmark in each mapping, and for the small programs
//! of shapes/, compared with the snapshots in golden/.

use crate::Common;
use crate::process;
use crate::reject::difference;
use crate::spec::Spec;
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

/// What is compiled, and the snapshots of it.
struct Case {
    /// The folder of the source, and its name there.
    folder: &'static str,
    source: String,
    flags: Vec<String>,
    /// What is kept of it: the word of `--emit`, and the snapshot's name in golden/.
    kept: Vec<(&'static str, String)>,
}

pub fn all(common: &Common, bless: bool) -> Result<Tally, String> {
    let accrs = common
        .accrs
        .canonicalize()
        .map_err(|e| format!("{}: {e}", common.accrs.display()))?;
    let common = Common {
        accrs,
        ..common.clone()
    };
    let mut cases = benchmarks();
    cases.extend(shapes(&common.suite)?);
    cases.retain(|case| {
        let chosen = |filter: &String| case.kept.iter().any(|(_, f)| f.contains(filter.as_str()));
        common.filter.as_ref().is_none_or(chosen)
    });
    suite::thin(&common, &mut cases);
    if cases.is_empty() {
        return Err("nothing selected".to_string());
    }
    Ok(suite::each(
        "golden",
        &cases,
        common.jobs,
        |case| case.source.clone(),
        |case| {
            let outcome = |(kind, file): &(&str, String)| {
                Outcome::of(file.clone(), one(&common, bless, case, kind, file))
            };
            case.kept.iter().map(outcome).collect()
        },
    ))
}

fn benchmarks() -> Vec<Case> {
    let variants = BENCHMARKS
        .iter()
        .flat_map(|(name, variants)| variants.iter().map(move |v| (*name, *v)));
    let case = |(name, variant): (&'static str, &'static str)| Case {
        folder: "bench",
        source: format!("{name}.c"),
        flags: vec![format!("-DVARIANT={variant}")],
        kept: KINDS
            .iter()
            // The front end sees the mapping as clauses only, so one ir is enough.
            .filter(|(kind, _)| *kind != "ir" || variant == "MAP_AUTO")
            .map(|(kind, end)| {
                let variant = if *kind == "openmp" {
                    on_cores(name, variant)
                } else {
                    variant
                };
                (*kind, format!("{name}.{}.{end}", variant.to_lowercase()))
            })
            .collect(),
    };
    variants.map(case).collect()
}

/// The mapping that has the same OpenMP as this one, and the snapshot: what differs between them are a device's blocks and threads.
fn on_cores(name: &str, variant: &'static str) -> &'static str {
    match (name, variant) {
        (_, "MAP_GV_V" | "MAP_G_GV" | "MAP_GV_GV") => "MAP_G_V",
        ("laplacian", _) => "MAP3_1",
        ("stencil" | "wave13pt", "MAP3_3" | "MAP_AUTO") => "MAP3_2",
        _ => variant,
    }
}

/// The small programs, each of which shows one thing that the benchmarks lack.
fn shapes(suite: &Path) -> Result<Vec<Case>, String> {
    let case = |spec: Spec| {
        let name = &spec.name;
        let mut kept = vec![
            ("cuda", format!("shapes/{name}.cu")),
            ("openmp", format!("shapes/{name}.omp.c")),
        ];
        if spec.host {
            kept.push(("host", format!("shapes/{name}.host.c")));
        }
        Case {
            folder: "shapes",
            source: format!("{name}.c"),
            flags: spec.flags,
            kept,
        }
    };
    Ok(suite::sources(&suite.join("shapes"))?
        .into_iter()
        .map(case)
        .collect())
}

fn one(common: &Common, bless: bool, case: &Case, kind: &str, file: &str) -> Result<(), String> {
    let folder = common.suite.join(case.folder);
    let mut seen = emit(&common.accrs, kind, &folder, &case.source, &case.flags)?;
    if kind == "host" {
        seen = own_part(&seen, &case.source).ok_or("--emit=host: the source isn't in it")?;
    }
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

/// What became of the source's own lines in the host file: without what stands before (the runtime's
/// declarations, the host compiler's own headers) and behind it (the kernels).
fn own_part(host: &str, source: &str) -> Option<String> {
    let start = format!("\n# 1 \"{source}\"\n//");
    let from = host.rfind(&start)? + 1;
    let kernels = "\n/* The kernels, for the runtime's compiler. */";
    let to = host.find(kernels)?;
    Some(host.get(from..to)?.to_string())
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
