//! Running a command with a time limit and keeping what it says.

use crate::durations;
use crate::patience;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// How a command ended.
pub struct Ended {
    /// The exit status; None if it was killed by a signal or by the time limit.
    pub code: Option<i32>,
    pub signal: Option<i32>,
    pub timed_out: bool,
    pub stdout: String,
    pub stderr: String,
    pub wall: Duration,
}

impl Ended {
    pub fn ok(&self) -> bool {
        self.code == Some(0)
    }

    /// "exit 1", "signal 11", "timed out after 60 s".
    pub fn how(&self) -> String {
        match (self.timed_out, self.code, self.signal) {
            (true, ..) => format!("timed out after {} s", self.wall.as_secs()),
            (_, Some(code), _) => format!("exit {code}"),
            (_, _, Some(signal)) => format!("signal {signal}"),
            _ => "ended without a status".to_string(),
        }
    }

    /// The last lines of both outputs, indented, for a report of a failure.
    pub fn tail(&self, lines: usize) -> String {
        let all: Vec<&str> = self.stdout.lines().chain(self.stderr.lines()).collect();
        let from = all.len().saturating_sub(lines);
        all[from..].iter().map(|l| format!("    {l}\n")).collect()
    }
}

/// Runs `command` to its end or to `limit`, which is longer on a slow or busy machine ([`patience`]). Output goes to temporary files, so
/// a child that outlives its parent can't block us on a pipe.
pub fn run(command: &mut Command, limit: Duration) -> Result<Ended, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let file = || tempfile::tempfile().map_err(|e| format!("temporary file: {e}"));
    let (out, err) = (file()?, file()?);
    let start = Instant::now();
    let child = command
        .stdin(Stdio::null())
        .stdout(Stdio::from(out.try_clone().map_err(|e| e.to_string())?))
        .stderr(Stdio::from(err.try_clone().map_err(|e| e.to_string())?))
        .process_group(0)
        .spawn()
        .map_err(|e| format!("{program}: {e}"))?;
    let id = child.id();
    let mut pause = Duration::from_micros(200);
    let mut limit = patience::Limit::new(limit);
    let (status, timed_out) = loop {
        if let Some(status) = reap(id, libc::WNOHANG)? {
            break (status, false);
        }
        if limit.is_over() {
            // The child leads its own group, so its children end too.
            let _ = Command::new("kill")
                .args(["-KILL", "--", &format!("-{id}")])
                .status();
            break (reap(id, 0)?.unwrap_or_default(), true);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    };
    Ok(Ended {
        code: status.code(),
        signal: status.signal(),
        timed_out,
        wall: start.elapsed(),
        stdout: contents(out)?,
        stderr: contents(err)?,
    })
}

/// How a child ended, if it has (or, without `WNOHANG`, when it has). Its processor time, with that of its own children, counts as the calling
/// thread's work.
fn reap(id: u32, flags: i32) -> Result<Option<ExitStatus>, String> {
    let mut status = 0;
    // SAFETY: a struct of numbers; zero is a value of each.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: both out-pointers are valid.
    let found = unsafe { libc::wait4(id.cast_signed(), &raw mut status, flags, &raw mut usage) };
    match found {
        0 => Ok(None),
        -1 => Err(format!(
            "waiting for a process: {}",
            io::Error::last_os_error()
        )),
        _ => {
            let time = |t: libc::timeval| {
                Duration::new(
                    t.tv_sec.unsigned_abs(),
                    1000 * u32::try_from(t.tv_usec).unwrap_or(0),
                )
            };
            durations::spent(time(usage.ru_utime) + time(usage.ru_stime));
            Ok(Some(ExitStatus::from_raw(status)))
        }
    }
}

fn contents(mut file: File) -> Result<String, String> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0)).map_err(|e| e.to_string())?;
    // A runaway program's output is cut, not collected.
    file.take(1 << 24)
        .read_to_end(&mut bytes)
        .map_err(|e| e.to_string())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
