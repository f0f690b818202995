//! The host compiler: finding it and running it.

use std::ffi::{OsStr, OsString};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Why a host tool did not do its work.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    #[error(
        "no host compiler found: none of cc, gcc, clang is in PATH; install one, or name it with --host-cc= or ACCRS_CC"
    )]
    NoCompiler,
    #[error("'{0}' could not be run: {1}")]
    NotRun(String, std::io::Error),
    /// It ran and failed; it has said why itself.
    #[error("'{program}' failed")]
    Failed { program: String, code: u8 },
}

/// The host compiler's command: a program and words that always come first (`ccache gcc`).
#[derive(Clone, Debug)]
pub struct HostCompiler {
    words: Vec<OsString>,
}

impl HostCompiler {
    /// `--host-cc=`, then `ACCRS_CC`, then cc, gcc, clang in PATH. accrs itself under the
    /// name `cc` is passed over.
    pub fn find(named: Option<&OsStr>) -> Result<Self, HostError> {
        let named = named
            .map(OsStr::to_os_string)
            .or_else(|| std::env::var_os("ACCRS_CC"))
            .filter(|n| !n.is_empty());
        if let Some(named) = named {
            return Ok(Self {
                words: split(&named),
            });
        }
        let own = std::env::current_exe().and_then(|p| p.canonicalize()).ok();
        ["cc", "gcc", "clang"]
            .iter()
            .find_map(|name| in_path(name).filter(|p| p.canonicalize().ok() != own))
            .map(|p| Self {
                words: vec![p.into_os_string()],
            })
            .ok_or(HostError::NoCompiler)
    }

    /// The C++ compiler that belongs to it, for sim: `ACCRS_CXX`, else the same name with ++.
    pub fn cxx(&self) -> Self {
        if let Some(cxx) = std::env::var_os("ACCRS_CXX").filter(|n| !n.is_empty()) {
            return Self { words: split(&cxx) };
        }
        let mut words = self.words.clone();
        if let Some(last) = words.last_mut() {
            let path = PathBuf::from(&*last);
            let name = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let cxx = if name.contains("clang") {
                name.replacen("clang", "clang++", 1)
            } else if name.contains("gcc") {
                name.replacen("gcc", "g++", 1)
            } else if name.ends_with("cc") {
                "c++".to_string()
            } else {
                "g++".to_string()
            };
            *last = path.with_file_name(cxx).into_os_string();
        }
        Self { words }
    }

    pub fn command(&self) -> Command {
        let mut command = Command::new(self.words.first().map_or(OsStr::new("cc"), |w| w));
        command.args(self.words.iter().skip(1));
        command
    }

    fn name(&self) -> String {
        self.words
            .first()
            .map(|w| w.to_string_lossy().into_owned())
            .unwrap_or_default()
    }

    /// Becomes the host compiler. Returns only when that fails.
    pub fn exec(&self, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> HostError {
        let error = self.command().args(arguments).exec();
        HostError::NotRun(self.name(), error)
    }
}

/// Runs a command to its end; its stderr is the user's.
pub fn run(command: &mut Command, verbose: bool) -> Result<(), HostError> {
    let program = command.get_program().to_string_lossy().into_owned();
    if verbose {
        let words: Vec<String> = std::iter::once(command.get_program())
            .chain(command.get_args())
            .map(|w| w.to_string_lossy().into_owned())
            .collect();
        crate::tell::report(&format!(" {}\n", words.join(" ")));
    }
    let status = command
        .stdin(Stdio::inherit())
        .status()
        .map_err(|e| HostError::NotRun(program.clone(), e))?;
    if status.success() {
        return Ok(());
    }
    // A signal is passed on as a shell would show it.
    let code = status
        .code()
        .unwrap_or_else(|| 128 + status.signal().unwrap_or(1));
    Err(HostError::Failed {
        program,
        code: u8::try_from(code).unwrap_or(1),
    })
}

fn split(words: &OsStr) -> Vec<OsString> {
    words
        .to_string_lossy()
        .split_whitespace()
        .map(OsString::from)
        .collect()
}

/// The first executable of this name in PATH.
pub fn in_path(name: &str) -> Option<PathBuf> {
    use std::os::unix::fs::PermissionsExt;
    let executable = |p: &Path| {
        p.metadata()
            .is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0)
    };
    std::env::split_paths(&std::env::var_os("PATH")?)
        .map(|d| d.join(name))
        .find(|p| executable(p))
}
