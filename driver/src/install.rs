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
    if let Some(found) = bin.parent().map(installed).as_ref().and_then(check) {
        return Ok(found);
    }
    let checkout = checkout(bin)?;
    checkout
        .as_ref()
        .and_then(check)
        .ok_or_else(|| missing(&exe))
}

/// The program is there alone: `cargo install` brings no more, and copies neither.
fn missing(exe: &Path) -> String {
    let prefix = exe.parent().filter(|bin| bin.ends_with("bin"));
    let prefix = prefix
        .and_then(Path::parent)
        .map_or_else(|| "...".to_string(), |prefix| prefix.display().to_string());
    format!(
        "the runtime (libaccrt.a, openacc.h) was not found for '{}'; 'make install PREFIX={prefix}' in accrs's sources installs it, \
         or set ACCRS_HOME to the prefix where it is",
        exe.display()
    )
}

fn installed(prefix: &Path) -> Install {
    let lib = prefix.join("lib/accrs");
    Install {
        include: lib.join("include"),
        lib,
    }
}

/// `target/release/accrs` in a checkout (or `target/<triple>/release`).
///
/// Only the runtime in `lib/` is linked, which holds the API alone: cargo's own archive has the compiler's
/// builtins too, whose `__divdc3` and others would stand in for libgcc's in the user's program. It is made by
/// `make build`, and here where cargo has built a newer one since.
fn checkout(bin: &Path) -> Result<Option<Install>, String> {
    let Some(root) = bin
        .ancestors()
        .find(|a| a.join("runtime/include/openacc.h").is_file())
    else {
        return Ok(None);
    };
    let time = |p: &Path| p.metadata().and_then(|m| m.modified()).ok();
    let lib = bin.join("lib");
    let (whole, slim) = (bin.join("libaccrt.a"), lib.join("libaccrt.a"));
    let fresh = time(&slim).is_some_and(|t| Some(t) >= time(&whole));
    if !fresh && whole.is_file() {
        let made = std::process::Command::new("sh")
            .arg(root.join("scripts/slim-runtime.sh"))
            .args([&whole, &slim])
            .output();
        let why = match made {
            Ok(out) if out.status.success() => None,
            Ok(out) => Some(String::from_utf8_lossy(&out.stderr).trim().to_string()),
            Err(e) => Some(e.to_string()),
        };
        if let Some(why) = why {
            return Err(format!(
                "the runtime to link, '{}', is older than '{}', and could not be made anew ({why}); run 'make build'",
                slim.display(),
                whole.display()
            ));
        }
    }
    Ok(Some(Install {
        include: root.join("runtime/include"),
        lib,
    }))
}

fn check(install: &Install) -> Option<Install> {
    (install.lib.join("libaccrt.a").is_file() && install.include.join("openacc.h").is_file())
        .then(|| install.clone())
}
