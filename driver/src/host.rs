//! The host compiler: finding it and running it.

use crate::interrupt;
use std::ffi::{OsStr, OsString};
use std::io::Read;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Output, Stdio};

/// Why a host tool did not do its work.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    #[error(
        "no host compiler found: none of cc, gcc, clang is in PATH; install one, or name it with --host-cc= or ACCRS_CC"
    )]
    NoCompiler,
    #[error("'{0}' could not be run: {1}{advice}", advice = advice(.0))]
    NotRun(String, std::io::Error),
    /// It ran and failed; it has said why itself.
    #[error("'{program}' failed")]
    Failed { program: String, code: u8 },
    /// It was killed, and has not said why.
    #[error("'{program}' was ended by signal {signal}")]
    Killed { program: String, signal: i32 },
}

/// What to do where a program can't be run, by its name.
fn advice(program: &str) -> &'static str {
    let name = Path::new(program).file_name().unwrap_or_default();
    let name = name.to_string_lossy();
    if name.contains("++") {
        "; the sim target needs a C++ compiler: install g++, name one with ACCRS_CXX, or leave sim out of --acc-target="
    } else if name.contains("cc") || name.contains("clang") {
        "; it is the host compiler: install it, or name another with --host-cc= or ACCRS_CC"
    } else if matches!(&*name, "nm" | "objcopy" | "ld" | "as" | "ar") {
        "; install binutils"
    } else {
        ""
    }
}

/// The host compiler's command: a program and words that always come first (`ccache gcc`).
#[derive(Clone, Debug)]
pub struct HostCompiler {
    words: Vec<OsString>,
    /// Where its temporary files go; ours, once we have one, so that none outlives us.
    pub temporary: Option<PathBuf>,
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
                temporary: None,
            });
        }
        let own = std::env::current_exe().and_then(|p| p.canonicalize()).ok();
        ["cc", "gcc", "clang"]
            .iter()
            .find_map(|name| in_path(name).filter(|p| p.canonicalize().ok() != own))
            .map(|p| Self {
                words: vec![p.into_os_string()],
                temporary: None,
            })
            .ok_or(HostError::NoCompiler)
    }

    /// The C++ compiler for sim: `ACCRS_CXX`, else the same name with ++. In clang's place it is g++, whose options for
    /// checked accesses clang doesn't have.
    pub fn cxx(&self) -> Self {
        if let Some(cxx) = std::env::var_os("ACCRS_CXX").filter(|n| !n.is_empty()) {
            return Self {
                words: split(&cxx),
                temporary: self.temporary.clone(),
            };
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
                "g++".to_string()
            } else if name.contains("gcc") {
                name.replacen("gcc", "g++", 1)
            } else if name.ends_with("cc") {
                "c++".to_string()
            } else {
                "g++".to_string()
            };
            *last = match name.contains("clang") {
                true => cxx.into(),
                false => path.with_file_name(cxx).into_os_string(),
            };
        }
        Self {
            words,
            temporary: self.temporary.clone(),
        }
    }

    pub fn command(&self) -> Command {
        let program = self.words.first().map_or(OsStr::new("cc"), |w| w);
        let mut command = Command::new(program);
        command.args(self.words.iter().skip(1));
        if let Some(folder) = &self.temporary {
            command.env("TMPDIR", folder);
        }
        // Its messages begin with the name that it was called by; the plain name is enough where
        // PATH leads to the same program.
        let path = Path::new(program);
        if let Some(name) = path.file_name().filter(|n| *n != program)
            && in_path(&name.to_string_lossy()).as_deref() == Some(path)
        {
            command.arg0(name);
        }
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
    say(command, verbose);
    let not_run = |e| HostError::NotRun(program.clone(), e);
    let mut child = interrupt::spawn(command.stdin(Stdio::inherit())).map_err(not_run)?;
    let status = child.wait();
    interrupt::ended(&child);
    judge(&program, status.map_err(not_run)?)
}

/// Runs a command to its end with its stdout taken; its stderr too when `stderr` says so.
pub fn capture(command: &mut Command, stderr: bool, verbose: bool) -> Result<Output, HostError> {
    let program = command.get_program().to_string_lossy().into_owned();
    say(command, verbose);
    command.stdout(Stdio::piped());
    if stderr {
        command.stderr(Stdio::piped());
    }
    let not_run = |e| HostError::NotRun(program.clone(), e);
    let mut child = interrupt::spawn(command).map_err(not_run)?;
    let (out, err) = (child.stdout.take(), child.stderr.take());
    // Both pipes are read at once: neither can fill while the other is waited for.
    let (stdout, stderr) = std::thread::scope(|scope| {
        let err = scope.spawn(move || read_all(err));
        let out = read_all(out);
        let err = err.join().unwrap_or_else(|_| Ok(Vec::new()));
        (out, err)
    });
    let status = child.wait();
    interrupt::ended(&child);
    Ok(Output {
        status: status.map_err(not_run)?,
        stdout: stdout.map_err(not_run)?,
        stderr: stderr.map_err(not_run)?,
    })
}

fn read_all(pipe: Option<impl Read>) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if let Some(mut pipe) = pipe {
        pipe.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// What the end of a tool means. One that was killed says nothing itself.
pub fn judge(program: &str, status: ExitStatus) -> Result<(), HostError> {
    if status.success() {
        return Ok(());
    }
    let program = program.to_string();
    if let Some(signal) = status.signal() {
        return Err(HostError::Killed { program, signal });
    }
    let code = status.code().and_then(|c| u8::try_from(c).ok());
    Err(HostError::Failed {
        program,
        code: code.unwrap_or(1),
    })
}

/// Prints a command, where `-v` asks for it.
pub fn say(command: &Command, verbose: bool) {
    if verbose {
        let words: Vec<String> = std::iter::once(command.get_program())
            .chain(command.get_args())
            .map(|w| w.to_string_lossy().into_owned())
            .collect();
        crate::tell::report(&format!(" {}\n", words.join(" ")));
    }
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
