//! `acctest commands`: command lines of real projects, and each word of other compilers that accrs knows.
//!
//! `commands.txt` has lines as makefiles of public projects have them, with our own small sources (`commands/`) in their
//! files' place, and what must be seen of each: it builds and the program gives its answer, with these notes and warnings
//! and no other, or accrs says why not in one line. `words` goes through the driver's own table, `names` through the variables of the environment.

mod lines;
mod names;
mod words;

use crate::Common;
use crate::suite::{self, Outcome, Tally};
use std::path::{Path, PathBuf};

/// What both parts need.
struct Bench {
    /// The compiler under test.
    accrs: PathBuf,
    /// The host compiler under it.
    host: PathBuf,
    /// The folder that holds commands/.
    suite: PathBuf,
    /// NVRTC is there.
    nvrtc: bool,
    /// Links to accrs under other compilers' names, and stand-ins for libraries.
    folder: tempfile::TempDir,
}

pub fn all(common: &Common, bless: bool) -> Result<Tally, String> {
    let bench = Bench::set_up(common)?;
    let mut tally = Tally::default();
    let mut add = |part: Tally| {
        tally.passed += part.passed;
        tally.failed += part.failed;
        tally.known += part.known;
    };
    add(lines::all(common, &bench, bless)?);
    if common.filter.is_none() {
        add(suite::count(words::all(&bench, common.jobs)?));
        add(suite::count(words::guide(&bench, bless)?));
        add(suite::count(names::all(&bench)?));
    }
    Ok(tally)
}

/// Names that the lines call compilers by.
const NAMES: &[&str] = &["nvc", "pgcc", "gcc", "clang", "accrs"];

/// Libraries that lines ask for and that the machine may lack: empty ones stand in for them.
const LIBRARIES: &[&str] = &["cudart", "curand", "nvToolsExt"];

/// A CUDA toolkit's libraries, empty, for `-cudalib=`.
const TOOLKIT: &[&str] = &[
    "cudart", "cublas", "cublasLt", "cufft", "cusolver", "cusparse", "cutensor",
];

impl Bench {
    fn set_up(common: &Common) -> Result<Self, String> {
        let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
        let absolute = |path: &Path| {
            path.canonicalize()
                .map_err(|e| format!("{}: {e}", path.display()))
        };
        let bench = Self {
            accrs: absolute(&common.accrs)?,
            host: host()?,
            suite: absolute(&common.suite)?,
            nvrtc: crate::nvrtc::find(None).is_ok(),
            folder,
        };
        bench.make().map_err(|e| format!("commands: {e}"))?;
        Ok(bench)
    }

    fn make(&self) -> Result<(), String> {
        let text = |e: std::io::Error| e.to_string();
        let make = |name: &str| std::fs::create_dir_all(self.path(name)).map_err(text);
        make("bin")?;
        make("lib")?;
        make("cuda/lib64")?;
        make("cuda/include")?;
        for name in NAMES {
            let link = self.path("bin").join(name);
            std::os::unix::fs::symlink(&self.accrs, link).map_err(text)?;
        }
        std::fs::write(self.path("cuda/include/cuda_runtime.h"), "").map_err(text)?;
        let empty = self.path("empty.c");
        std::fs::write(&empty, "").map_err(text)?;
        let first = self.path("lib/libcudart.so");
        let made = std::process::Command::new(&self.host)
            .args(["-shared", "-o"])
            .args([&first, &empty])
            .status();
        if !made.map_err(text)?.success() {
            return Err("an empty library could not be made".into());
        }
        let libraries = LIBRARIES.iter().map(|name| ("lib", name));
        for (folder, name) in libraries.chain(TOOLKIT.iter().map(|name| ("cuda/lib64", name))) {
            let file = self.path(folder).join(format!("lib{name}.so"));
            if file != first {
                std::fs::copy(&first, file).map_err(text)?;
            }
        }
        Ok(())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

/// The host compiler, found where accrs would, before its own links stand first in PATH.
fn host() -> Result<PathBuf, String> {
    if let Some(named) = std::env::var_os("ACCRS_CC").filter(|v| !v.is_empty()) {
        return Ok(PathBuf::from(named));
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    ["gcc", "cc", "clang"]
        .iter()
        .flat_map(|name| std::env::split_paths(&path).map(move |folder| folder.join(name)))
        .find(|file| file.is_file())
        .ok_or_else(|| "no host compiler in PATH".to_string())
}

fn failed(name: impl Into<String>, why: impl Into<String>) -> Outcome {
    Outcome::of(name, Err(why.into()))
}
