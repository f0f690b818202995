//! `acctest openmp`: what `--emit=openmp` makes of programs. Those of openmp/ must differ from the user's file in the
//! constructs alone, just as their `.expect` says; they, and the programs of run/, compile with other OpenMP
//! compilers without accrs's runtime or headers, and give the same answer.

use crate::Common;
use crate::reject;
use crate::spec::Spec;
use crate::suite::{self, Outcome, Tally};
use crate::{process, random};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(120);

/// `run`: which of the programs of run/.
pub fn all(common: &Common, run: &Common, bless: bool) -> Result<Tally, String> {
    let accrs = common
        .accrs
        .canonicalize()
        .map_err(|e| format!("{}: {e}", common.accrs.display()))?;
    let common = Common {
        accrs,
        ..common.clone()
    };
    let compilers = compilers()?;
    let mut own = suite::programs(&common, "openmp").unwrap_or_default();
    let mut others = match bless {
        true => Vec::new(),
        false => suite::that_run(run).unwrap_or_default(),
    };
    for programs in [&mut own, &mut others] {
        let parts: BTreeSet<PathBuf> = programs.iter().flat_map(|s| s.with.clone()).collect();
        programs.retain(|s| !parts.contains(&s.path) && s.not_openmp.is_none());
    }
    if own.is_empty() && others.is_empty() {
        return Err("no program selected".to_string());
    }
    let first = compilers.first().cloned();
    let first: Vec<String> = first.into_iter().collect();
    let own_tally = suite::each(
        "openmp",
        &own,
        common.jobs,
        |spec| spec.name.clone(),
        |spec| one(&common, &compilers, spec, Some(bless)),
    );
    // One compiler is enough for what is much alike.
    let run_tally = suite::each(
        "openmp, run/",
        &others,
        common.jobs,
        |spec| spec.name.clone(),
        |spec| one(&common, &first, spec, None),
    );
    Ok(Tally {
        passed: own_tally.passed + run_tally.passed,
        failed: own_tally.failed + run_tally.failed,
        known: own_tally.known + run_tally.known,
    })
}

/// The compilers of this machine that make OpenMP programs.
fn compilers() -> Result<Vec<String>, String> {
    let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    let source = folder.path().join("probe.c");
    let text = "#include <omp.h>\nint main(void) { return omp_get_max_threads() < 1; }\n";
    fs::write(&source, text).map_err(|e| format!("{}: {e}", source.display()))?;
    let works = |name: &&str| {
        let mut cc = Command::new(name);
        cc.arg("-fopenmp").arg(&source).arg("-o");
        process::run(cc.arg(folder.path().join("probe")), LIMIT).is_ok_and(|e| e.ok())
    };
    let found: Vec<String> = ["gcc", "clang"]
        .iter()
        .filter(|c| {
            let works = works(c);
            if !works {
                println!("openmp: {c} is left out: it makes no OpenMP program here");
            }
            works
        })
        .map(|c| c.to_string())
        .collect();
    match found.is_empty() {
        true => Err("neither gcc nor clang makes an OpenMP program on this machine".into()),
        false => Ok(found),
    }
}

/// `bless` is given for programs whose text is compared.
fn one(common: &Common, compilers: &[String], spec: &Spec, bless: Option<bool>) -> Vec<Outcome> {
    let name = |what: &str| format!("{} [openmp {what}]", spec.name);
    let folder = match tempfile::tempdir() {
        Ok(folder) => folder,
        Err(e) => {
            return vec![Outcome::of(
                name("text"),
                Err(format!("temporary folder: {e}")),
            )];
        }
    };
    let products = match products(common, spec, folder.path(), bless.is_some()) {
        Ok(products) => products,
        Err(why) => return vec![Outcome::of(name("text"), Err(why))],
    };
    let mut outcomes = Vec::new();
    if let Some(bless) = bless {
        outcomes.push(Outcome::of(name("text"), compared(spec, &products, bless)));
    }
    let built = compilers
        .iter()
        .map(|cc| Outcome::of(name(cc), runs(spec, &products, cc, folder.path())));
    outcomes.extend(built);
    outcomes
}

/// A source and what became of it.
struct Product {
    from: PathBuf,
    to: PathBuf,
}

/// Converts the program's files, each in its own folder so that no path shows. With `exact` nothing may be said of them but the
/// program's `// message:` lines.
fn products(common: &Common, spec: &Spec, to: &Path, exact: bool) -> Result<Vec<Product>, String> {
    let mut all = Vec::new();
    let mut told = String::new();
    for from in std::iter::once(&spec.path).chain(&spec.with) {
        let name = from.file_name().ok_or("no name")?;
        if from.extension().is_none_or(|e| e != "c") {
            all.push(Product {
                from: from.clone(),
                to: from.clone(),
            });
            continue;
        }
        let product = to.join(name);
        let mut command = Command::new(&common.accrs);
        command.current_dir(from.parent().ok_or("no folder")?);
        command.args(&spec.flags).arg("--emit=openmp").arg(name);
        command.arg("-o").arg(&product).env("LC_ALL", "C");
        let ended = process::run(&mut command, LIMIT)?;
        if !ended.ok() {
            return Err(format!("convert: {}\n{}", ended.how(), ended.tail(12)));
        }
        told.push_str(&ended.stderr);
        all.push(Product {
            from: from.clone(),
            to: product,
        });
    }
    let missing = spec.messages.iter().find(|m| !told.contains(m.as_str()));
    match missing {
        _ if !exact => Ok(all),
        Some(missing) => Err(format!("no message '{missing}' in\n{told}")),
        None if spec.messages.is_empty() && !told.is_empty() => Err(format!("it says\n{told}")),
        None => Ok(all),
    }
}

/// Compiles the products without anything of accrs, and runs them.
fn runs(spec: &Spec, products: &[Product], cc: &str, folder: &Path) -> Result<(), String> {
    let program = folder.join(format!("program.{cc}"));
    let mut command = Command::new(cc);
    command.args(["-fopenmp", "-Wall", "-Wextra", "-Werror"]);
    // Directives in headers stay, versions of routines may be unneeded, and what only devices looked at is unused.
    command.args([
        "-Wno-unknown-pragmas",
        "-Wno-unused",
        "-Wno-misleading-indentation",
    ]);
    if cc == "clang" {
        command.args(["-Wno-pass-failed", "-Wno-unneeded-internal-declaration"]);
    }
    let ours = ["--acc", "-gpu="];
    let known =
        |f: &&String| !(f.contains("openacc") || ours.iter().any(|word| f.starts_with(word)));
    command.args(spec.flags.iter().filter(known));
    // The compiler takes most of the time, so a third in turn are optimised.
    if random::turn(&spec.name, 3) != 2 {
        command.arg("-O0");
    }
    for product in products {
        if let Some(parent) = product.from.parent() {
            command.arg("-iquote").arg(parent);
        }
    }
    command.args(products.iter().map(|p| &p.to));
    let ended = process::run(command.arg("-o").arg(&program).arg("-lm"), LIMIT)?;
    if !ended.ok() {
        return Err(format!("compile: {}\n{}", ended.how(), ended.tail(12)));
    }
    let mut run = Command::new(&program);
    run.args(&spec.args).env("OMP_NUM_THREADS", "3");
    run.envs(spec.env.iter().map(|(k, v)| (k, v)));
    let ended = process::run(&mut run, Duration::from_secs(spec.seconds))?;
    match ended.ok() {
        true => Ok(()),
        false => Err(format!("{}\n{}", ended.how(), ended.tail(8))),
    }
}

/// The lines that went and came, against the `.expect` beside the program; and whether only such went as may.
fn compared(spec: &Spec, products: &[Product], bless: bool) -> Result<(), String> {
    let mut text = String::new();
    for product in products {
        let read =
            |path: &Path| fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()));
        let (from, to) = (read(&product.from)?, read(&product.to)?);
        let name = product.from.file_name().unwrap_or_default();
        let _ = writeln!(text, "{}", name.to_string_lossy());
        let (from, to): (Vec<&str>, Vec<&str>) = (from.lines().collect(), to.lines().collect());
        let changes = changes(&from, &to);
        for change in &changes {
            let (sign, line) = match change {
                Change::Gone(i) => ('-', from[*i]),
                Change::Come(j) => ('+', to[*j]),
            };
            let line = format!("{sign}{line}");
            let _ = writeln!(text, "{}", line.trim_end());
        }
        let gone = changes.iter().filter_map(|c| match c {
            Change::Gone(i) => Some(*i),
            Change::Come(_) => None,
        });
        for i in gone {
            if !may_go(spec, &from, i) {
                return Err(format!("line {} went:\n{}", i + 1, from[i]));
            }
        }
    }
    let path = spec.path.with_extension("expect");
    if bless {
        return fs::write(&path, &text).map_err(|e| format!("{}: {e}", path.display()));
    }
    let want = fs::read_to_string(&path)
        .map_err(|e| format!("{}: {e} (write it with --bless)", path.display()))?;
    match want == text {
        true => Ok(()),
        false => Err(format!("differs\n{}", reject::difference(&want, &text))),
    }
}

/// A directive, or a line that it goes on to; else a line with a word that the program names in `// expands:`.
fn may_go(spec: &Spec, lines: &[&str], mut i: usize) -> bool {
    let acc = |l: &str| l.split(|c: char| !c.is_alphanumeric()).any(|w| w == "acc");
    let named = |l: &str| spec.expands.iter().any(|w| l.contains(w.as_str()));
    // A call goes on up to its last parenthesis.
    let count = |l: &str, c: char| l.matches(c).count();
    let open = |k: &usize| {
        let part = lines[*k..i].join(" ");
        count(&part, '(') > count(&part, ')')
    };
    if named(lines[i]) || (0..i).any(|k| named(lines[k]) && open(&k)) {
        return true;
    }
    loop {
        if acc(lines[i]) || lines[i].contains("_OPENACC") {
            return true;
        }
        let goes_on = |l: &str| l.ends_with('\\') || l.contains("/*") && !l.contains("*/");
        match i.checked_sub(1) {
            Some(before) if goes_on(lines[before]) => i = before,
            _ => return false,
        }
    }
}

enum Change {
    Gone(usize),
    Come(usize),
}

/// The lines in which two texts differ, by their longest common subsequence.
fn changes(a: &[&str], b: &[&str]) -> Vec<Change> {
    let width = b.len() + 1;
    let mut same = vec![0u32; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            same[i * width + j] = match a[i] == b[j] {
                true => same[(i + 1) * width + j + 1] + 1,
                false => same[(i + 1) * width + j].max(same[i * width + j + 1]),
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut found = Vec::new();
    while i < a.len() || j < b.len() {
        let (gone, come) = (
            same.get((i + 1) * width + j).copied(),
            same.get(i * width + j + 1).copied(),
        );
        if i < a.len() && j < b.len() && a[i] == b[j] {
            i += 1;
            j += 1;
        } else if i < a.len() && (j == b.len() || gone >= come) {
            found.push(Change::Gone(i));
            i += 1;
        } else {
            found.push(Change::Come(j));
            j += 1;
        }
    }
    found
}
