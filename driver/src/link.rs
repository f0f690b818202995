//! What a link needs behind all objects: the runtime, and what that needs.

use crate::host::{self, HostCompiler, HostError};
use crate::install::Install;
use crate::options::{Command, Runtime};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// C's functions that give memory, of which `runtime/include/managed.c` has its own for managed memory.
const WRAPPED: [&str; 8] = [
    "malloc",
    "calloc",
    "realloc",
    "reallocarray",
    "aligned_alloc",
    "posix_memalign",
    "memalign",
    "valloc",
];

/// The words to put last on a link's command line. `temp`: a folder for what must be made.
///
/// A program holds the runtime itself and exports its functions, so that libraries with regions,
/// linked or opened later, share it; such a library asks for libaccrt.so, for programs that have none. So does a program that is to share the
/// runtime: it finds the library in `LD_LIBRARY_PATH`, beside itself, or where accrs is installed.
///
/// # Errors
/// When a tool fails that adapts the static OpenMP library.
pub fn link_words(
    command: &Command,
    cc: &HostCompiler,
    install: &Install,
    temp: Option<&Path>,
    clang: bool,
) -> Result<Vec<OsString>, HostError> {
    let mut words: Vec<OsString> = vec!["-Wl,--push-state,--as-needed".into()];
    if command.shared || command.own.runtime == Runtime::Shared {
        words.push(install.lib.join("libaccrt.so").into_os_string());
        if !command.shared {
            words.push("-Wl,-rpath,$ORIGIN".into());
        }
        words.push(format!("-Wl,-rpath,{}", install.lib.display()).into());
    } else {
        if command.static_link {
            // The runtime's own one serves where it can find the C library's at run time.
            words.extend(["-Wl,-u,pthread_getaffinity_np", "-lc"].map(OsString::from));
        }
        let managed = command.own.memory.is_given() && !command.static_link;
        let name = match managed {
            true => "libaccrt_managed.a",
            false => "libaccrt.a",
        };
        words.push(install.lib.join(name).into_os_string());
        if managed {
            words.extend(WRAPPED.map(|name| format!("-Wl,--wrap={name}").into()));
        }
        if !command.static_link {
            words
                .push("-Wl,--export-dynamic-symbol=acc_*,--export-dynamic-symbol=__accrs_*".into());
        }
    }
    match temp.filter(|_| command.static_link) {
        Some(temp) => {
            words.push(own_gomp(cc, temp, command.verbose)?.into_os_string());
            words.push(install.lib.join("libaccrt.a").into_os_string());
        }
        // clang knows where its own library is, which has libgomp's functions too.
        // Atomic updates of wide types are calls in what it compiles.
        None if clang => words.extend(["-fopenmp", "-latomic"].map(OsString::from)),
        None => words.push("-lgomp".into()),
    }
    words.extend(["-lpthread", "-ldl", "-lm", "-Wl,--pop-state"].map(OsString::from));
    Ok(words)
}

/// libgomp.a has OpenACC functions of its own, which a static link would bring in beside ours. A copy
/// with other names for them: nothing calls those. It asks the runtime for its settings
/// (`runtime/src/openmp.rs`).
fn own_gomp(cc: &HostCompiler, temp: &Path, verbose: bool) -> Result<PathBuf, HostError> {
    let found = host::capture(
        cc.command().arg("-print-file-name=libgomp.a"),
        false,
        verbose,
    )?;
    let path = String::from_utf8_lossy(&found.stdout).trim().to_string();
    let listed = host::capture(
        std::process::Command::new("nm").args(["--defined-only", "--extern-only", &path]),
        // It remarks on members without symbols.
        true,
        verbose,
    )?;
    if !listed.status.success() {
        crate::tell::report(&String::from_utf8_lossy(&listed.stderr));
    }
    host::judge("nm", listed.status)?;
    let text = String::from_utf8_lossy(&listed.stdout);
    let ours = |name: &&str| name.starts_with("acc_");
    let mut names: String = text
        .lines()
        .filter_map(|line| line.split_whitespace().nth(2))
        .filter(ours)
        .map(|name| format!("{name} __gomp_{name}\n"))
        .collect();
    names.push_str("getenv __accrs_gomp_getenv\nsecure_getenv __accrs_gomp_secure_getenv\n");
    let list = temp.join("gomp.names");
    let copy = temp.join("libgomp.a");
    std::fs::write(&list, names).map_err(|e| HostError::NotRun(list.display().to_string(), e))?;
    let mut objcopy = std::process::Command::new("objcopy");
    objcopy
        .arg("--redefine-syms")
        .arg(&list)
        .arg(&path)
        .arg(&copy);
    host::run(&mut objcopy, verbose)?;
    Ok(copy)
}
