//! The variables of the environment that the sources name, beside those that the guide has: its index, and the page that tells of each.

use super::words::guide_page;
use super::{Bench, failed};
use crate::suite::Outcome;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Where code reads the environment.
const SOURCES: &[&str] = &[
    "driver/src",
    "frontend/src",
    "frontend/python",
    "lowering",
    "runtime/src",
];

/// The table of them, which isn't asked what it reads.
const TABLE: &str = "options/environment.rs";

/// How names of variables begin that accrs reads.
const BEGIN: &[&str] = &[
    "ACC_",
    "ACCRS_",
    "NVCOMPILER_",
    "NV_ACC_",
    "PGI_",
    "PCAST_",
    "CUDA_",
    "NVHPC",
    "LIBCLANG_",
    "OMP_",
    "GOMP_",
    "XDG_",
    "TMP",
    "OMPI_",
    "MPI_LOCAL",
    "MV2_",
    "PALS_",
    "PMI_",
    "SLURM_",
];

/// What looks like one and isn't, with the reason.
const OTHERS: &[(&str, &str)] = &[
    ("ACCRS_ROLLED", "a macro of generated CUDA"),
    ("ACCRS_INFINITY", "a macro of generated CUDA"),
    ("ACCRS_NAN", "a macro of generated CUDA"),
    ("LIBCLANG_NOTHREADS", "accrs sets it for libclang"),
    ("ACCRS_GPU_PROFILE", "accrs-prof sets it for its stand-in"),
    ("ACCRS_GPU_CC", "accrs-prof sets it for its stand-in"),
];

pub fn all(bench: &Bench) -> Result<Vec<Outcome>, String> {
    let mut named = BTreeSet::new();
    for folder in SOURCES {
        read(&bench.suite.join("..").join(folder), &mut named)?;
    }
    if named.len() < 40 {
        return Err(format!(
            "only {} variables found in the sources",
            named.len()
        ));
    }
    let mut outcomes = Vec::new();
    for (name, why) in OTHERS {
        if !named.remove(*name) {
            outcomes.push(failed(
                *name,
                format!("no source names it any more ({why})"),
            ));
        }
    }
    let page = |name: &str| {
        let path = guide_page(bench, name);
        fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))
    };
    let (index, told) = (page("options.md")?, page("environment.md")?);
    let indexed: BTreeSet<&str> = index.lines().filter_map(entry).collect();
    let letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let told: BTreeSet<&str> = told.split(|c| !letter(c)).collect();
    for name in &named {
        let lacks = |page: &str| Err(format!("a source reads it, {page} lacks it"));
        let result = if !indexed.contains(name.as_str()) {
            lacks("driver/src/options/environment.rs, and so options.md,")
        } else if !told.contains(name.as_str()) {
            lacks("environment.md")
        } else {
            Ok(())
        };
        outcomes.push(Outcome::of(format!("variable {name}"), result));
    }
    // What the sources read under no name of ours.
    let general = ["HOME", "TEMP"];
    for name in indexed {
        if !named.contains(name) && !general.contains(&name) {
            outcomes.push(failed(name, "the index has it, and no source reads it"));
        }
    }
    Ok(outcomes)
}

/// The variable that a line of the index is about.
fn entry(line: &str) -> Option<&str> {
    let (name, _) = line.strip_prefix("| `")?.split_once('`')?;
    is_name(name).then_some(name)
}

fn is_name(text: &str) -> bool {
    let letters = |c: u8| c.is_ascii_uppercase() || c.is_ascii_digit() || c == b'_';
    !text.is_empty() && text.bytes().all(letters)
}

/// Adds the names that stand in quotes in the code of a folder; tests' own are left out with the folders of tests.
fn read(folder: &Path, named: &mut BTreeSet<String>) -> Result<(), String> {
    let failed = |e: std::io::Error| format!("{}: {e}", folder.display());
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() && name != "tests" && name != "target" {
            read(&path, named)?;
        } else if (name.ends_with(".rs") && name != "tests.rs" && !path.ends_with(TABLE))
            || name.ends_with(".py")
        {
            let text = fs::read_to_string(&path).map_err(failed)?;
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let words = code.split('"').filter(|word| {
                is_name(word)
                    && !word.ends_with('_')
                    && BEGIN.iter().any(|begin| word.starts_with(begin))
            });
            named.extend(words.map(str::to_string));
        }
    }
    Ok(())
}
