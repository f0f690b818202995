//! Where accrs's own files are: include files, the runtime, helpers.
//!
//! Two layouts are known. Installed: `<prefix>/bin/accrs`, `<prefix>/lib/accrs/` and
//! `<prefix>/lib/accrs/include/`. In a checkout: `target/release/accrs`, the runtime beside
//! it and `runtime/include/`. Links to the program are followed, so that it works from
//! anywhere it is linked to.

use std::path::{Path, PathBuf};

/// The folders of one installation.
#[derive(Debug, Clone)]
pub struct Install {
    /// Holds `openacc.h` and `accrs_sim.h`.
    pub include: PathBuf,
    /// Holds `libaccrt.a` and `libaccrt.so`.
    pub lib: PathBuf,
}

/// Finds the installation that this program belongs to; an error names what was looked for.
pub fn find() -> Result<Install, String> {
    let exe =
        std::env::current_exe().map_err(|e| format!("this program's own path is unknown: {e}"))?;
    let exe = exe.canonicalize().unwrap_or(exe);
    if let Some(root) = std::env::var_os("ACCRS_HOME") {
        return check(&installed(Path::new(&root))).ok_or_else(|| {
            format!(
                "ACCRS_HOME is '{}', but lib/accrs/libaccrt.a is not in it",
                root.to_string_lossy()
            )
        });
    }
    let bin = exe.parent().unwrap_or(Path::new("."));
    let candidates = [bin.parent().map(installed), checkout(bin)];
    candidates.iter().flatten().find_map(check).ok_or_else(|| {
        format!(
            "the runtime (libaccrt.a, openacc.h) was not found for '{}'; install with 'make install PREFIX=...', \
             or set ACCRS_HOME to the prefix",
            exe.display()
        )
    })
}

fn installed(prefix: &Path) -> Install {
    let lib = prefix.join("lib/accrs");
    Install {
        include: lib.join("include"),
        lib,
    }
}

/// `target/release/accrs` in a checkout (or `target/<triple>/release`).
fn checkout(bin: &Path) -> Option<Install> {
    let root = bin
        .ancestors()
        .find(|a| a.join("runtime/include/openacc.h").is_file())?;
    // `make build` leaves a runtime that links quickly; plain `cargo build` only its own.
    let time = |p: PathBuf| p.metadata().and_then(|m| m.modified()).ok();
    let slim = bin.join("lib");
    let fresh =
        time(slim.join("libaccrt.a")).is_some_and(|t| Some(t) >= time(bin.join("libaccrt.a")));
    Some(Install {
        include: root.join("runtime/include"),
        lib: if fresh { slim } else { bin.to_path_buf() },
    })
}

fn check(install: &Install) -> Option<Install> {
    (install.lib.join("libaccrt.a").is_file() && install.include.join("openacc.h").is_file())
        .then(|| install.clone())
}
