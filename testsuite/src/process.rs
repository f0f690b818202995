//! Running a command with a time limit and keeping what it says.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, Stdio};
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

/// Runs `command` to its end or to `limit`. Output goes to temporary files, so
/// a child that outlives its parent can't block us on a pipe.
pub fn run(command: &mut Command, limit: Duration) -> Result<Ended, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let file = || tempfile::tempfile().map_err(|e| format!("temporary file: {e}"));
    let (out, err) = (file()?, file()?);
    let start = Instant::now();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::from(out.try_clone().map_err(|e| e.to_string())?))
        .stderr(Stdio::from(err.try_clone().map_err(|e| e.to_string())?))
        .process_group(0)
        .spawn()
        .map_err(|e| format!("{program}: {e}"))?;
    let mut pause = Duration::from_micros(200);
    let (status, timed_out) = loop {
        if let Some(status) = child.try_wait().map_err(|e| e.to_string())? {
            break (status, false);
        }
        if start.elapsed() >= limit {
            // The child leads its own group, so its children end too.
            let _ = Command::new("kill")
                .args(["-KILL", "--", &format!("-{}", child.id())])
                .status();
            break (child.wait().map_err(|e| e.to_string())?, true);
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

fn contents(mut file: File) -> Result<String, String> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0)).map_err(|e| e.to_string())?;
    // A runaway program's output is cut, not collected.
    file.take(1 << 24)
        .read_to_end(&mut bytes)
        .map_err(|e| e.to_string())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
