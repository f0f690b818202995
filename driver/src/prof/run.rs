//! Runs the program on the stand-in, and reads what that has counted.

use crate::counted::Process;
use accrs_frontend::beside;
use std::ffi::OsString;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

pub struct Done {
    /// The program's exit status, as a shell gives it.
    pub status: u8,
    /// Those that ran kernels.
    pub processes: Vec<Process>,
}

/// # Errors
/// If something is missing, or the program can't be started.
pub fn run(program: &[OsString]) -> Result<Done, String> {
    let failed = |what: &str, e: std::io::Error| format!("{what}: {e}");
    let (name, arguments) = program.split_first().ok_or("no program is named")?;
    let folder = tempfile::Builder::new()
        .prefix("accrs-prof-")
        .permissions(Permissions::from_mode(0o700))
        .tempdir()
        .map_err(|e| failed("a temporary folder", e))?;
    let (library, written) = (folder.path().join("lib"), folder.path().join("counted"));
    for made in [&library, &written] {
        std::fs::create_dir(made).map_err(|e| failed(&made.display().to_string(), e))?;
    }
    symlink(stand_in()?, library.join("libcuda.so.1")).map_err(|e| failed("the stand-in", e))?;
    let mut command = Command::new(name);
    command.args(arguments);
    command.env("LD_LIBRARY_PATH", search(&library));
    command.env("ACC_DEVICE_TYPE", "nvidia");
    command.env("ACCRS_GPU_PROFILE", &written);
    command.env("ACCRS_LINEINFO", "1");
    // What is set stays: another GPU's kernels, another NVRTC.
    let mut set = |name: &str, value: OsString| {
        if std::env::var_os(name).is_none_or(|v| v.is_empty()) {
            command.env(name, value);
        }
    };
    set("ACCRS_GPU_CC", "9.1".into());
    if let Some(own) = nvrtc() {
        set("ACCRS_NVRTC", own.into());
    }
    let shown = Path::new(name).display();
    let status = command
        .status()
        .map_err(|e| failed(&shown.to_string(), e))?;
    Ok(Done {
        status: as_shell(status),
        processes: read(&written)?,
    })
}

fn as_shell(status: ExitStatus) -> u8 {
    let code = status.code().or_else(|| status.signal().map(|s| 128 + s));
    code.and_then(|c| u8::try_from(c).ok()).unwrap_or(1)
}

fn search(first: &Path) -> OsString {
    let mut search = OsString::from(first);
    if let Some(more) = std::env::var_os("LD_LIBRARY_PATH").filter(|v| !v.is_empty()) {
        search.push(":");
        search.push(more);
    }
    search
}

fn stand_in() -> Result<PathBuf, String> {
    let places = beside::files(&["libaccrs_gpu.so", "lib/accrs/libaccrs_gpu.so"]);
    places.into_iter().next().ok_or_else(|| {
        "the stand-in for a GPU, libaccrs_gpu.so, was not found beside this program; install with 'make install'".to_string()
    })
}

/// NVRTC that comes with this program.
fn nvrtc() -> Option<PathBuf> {
    beside::nvrtc().into_iter().next()
}

/// One file a process.
fn read(folder: &Path) -> Result<Vec<Process>, String> {
    let failed = |e: std::io::Error| format!("{}: {e}", folder.display());
    let entries = std::fs::read_dir(folder).map_err(failed)?;
    let mut files: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    files.sort();
    let processes = files.iter().map(|file| {
        let text = std::fs::read(file).map_err(failed)?;
        serde_json::from_slice(&text).map_err(|e| format!("{}: {e}", file.display()))
    });
    processes.collect()
}
