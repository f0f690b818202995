//! What happens when accrs is interrupted: tools that run get the signal too, temporary files and
//! half-written outputs go, and then the process dies of the signal, as a compiler does.

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::iterator::Signals;
use std::fs::Permissions;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long tools get to end by themselves before they are killed.
const PATIENCE: Duration = Duration::from_secs(5);

#[derive(Default)]
struct State {
    /// Process numbers of the tools that run now.
    running: Vec<i32>,
    /// Files and folders that must not outlive an interrupted run.
    doomed: Vec<PathBuf>,
}

static STATE: Mutex<State> = Mutex::new(State {
    running: Vec::new(),
    doomed: Vec::new(),
});

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Watches for SIGINT, SIGTERM, SIGHUP, and the limit on a file's size, from here on. A signal that the parent told us to
/// ignore (`nohup`) stays ignored.
///
/// # Errors
/// When the system refuses the handlers.
pub fn watch() -> io::Result<()> {
    let wanted: Vec<i32> = [SIGINT, SIGTERM, SIGHUP, SIGXFSZ]
        .into_iter()
        .filter(|signal| !is_ignored(*signal))
        .collect();
    let mut signals = Signals::new(wanted)?;
    // What our tools start becomes our child when they end, so that it can be ended too.
    // SAFETY: a plain system call; where it fails all is as without it.
    unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) };
    std::thread::Builder::new()
        .name("signals".into())
        .spawn(move || {
            if let Some(signal) = signals.forever().next() {
                end(signal);
            }
        })?;
    Ok(())
}

fn is_ignored(signal: i32) -> bool {
    // SAFETY: reads the present action into a zeroed struct of the right type; changes nothing.
    unsafe {
        let mut old: libc::sigaction = std::mem::zeroed();
        libc::sigaction(signal, std::ptr::null(), &mut old) == 0
            && old.sa_sigaction == libc::SIG_IGN
    }
}

/// The state stays locked to the end, so that no tool starts any more.
fn end(signal: i32) {
    let mut state = state();
    let started = Instant::now();
    let mut sent = signal;
    for pid in &state.running {
        kill(*pid, signal);
    }
    state.running.retain(|pid| alive(*pid));
    while !state.running.is_empty() {
        if sent != libc::SIGKILL && started.elapsed() > PATIENCE {
            sent = libc::SIGKILL;
            state.running.iter().for_each(|pid| kill(*pid, sent));
        }
        std::thread::sleep(Duration::from_millis(5));
        state.running.retain(|pid| alive(*pid));
    }
    while started.elapsed() < 2 * PATIENCE {
        let left = left_running();
        if left.is_empty() {
            break;
        }
        left.iter().for_each(|pid| kill(*pid, libc::SIGKILL));
        std::thread::sleep(Duration::from_millis(2));
    }
    for path in &state.doomed {
        remove(path);
    }
    let _ = signal_hook::low_level::emulate_default_handler(signal);
}

/// What ended tools have left running: gcc doesn't take its linker along, which then would write on.
fn left_running() -> Vec<i32> {
    let threads = std::fs::read_dir("/proc/self/task").into_iter().flatten();
    let lists = threads
        .flatten()
        .filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
    let children: Vec<i32> = lists
        .flat_map(|list| {
            let numbers = list.split_whitespace().filter_map(|n| n.parse().ok());
            numbers.collect::<Vec<i32>>()
        })
        .collect();
    children.into_iter().filter(|pid| alive(*pid)).collect()
}

fn kill(pid: i32, signal: i32) {
    // SAFETY: a plain system call; the child is not reaped while it is registered here.
    unsafe { libc::kill(pid, signal) };
}

/// Whether the process still runs. One that has ended but was not waited for does not.
fn alive(pid: i32) -> bool {
    // SAFETY: asks without reaping (WNOWAIT); `info` is a zeroed struct of the right type.
    unsafe {
        let mut info: libc::siginfo_t = std::mem::zeroed();
        let flags = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
        let id = libc::id_t::try_from(pid).unwrap_or(0);
        libc::waitid(libc::P_PID, id, &mut info, flags) == 0 && info.si_pid() == 0
    }
}

/// Starts a tool that ends with us. Pair with [`ended`].
///
/// # Errors
/// As [`Command::spawn`].
pub fn spawn(command: &mut Command) -> io::Result<Child> {
    let mut state = state();
    let child = command.spawn()?;
    state.running.extend(i32::try_from(child.id()));
    Ok(child)
}

/// Returns unless a signal is being dealt with: then the process ends here, of that signal, and
/// what else went wrong on the way is of no interest.
pub fn settle() {
    drop(state());
}

/// The tool was waited for.
pub fn ended(child: &Child) {
    let pid = i32::try_from(child.id()).unwrap_or(0);
    state().running.retain(|p| *p != pid);
}

/// A new temporary folder, which nobody else may look into, and which goes if we are interrupted from its first moment on.
///
/// # Errors
/// As [`tempfile::Builder::tempdir_in`].
pub fn temporary_folder(place: &Path) -> io::Result<tempfile::TempDir> {
    let mut state = state();
    let folder = tempfile::Builder::new()
        .prefix("accrs-")
        .permissions(Permissions::from_mode(0o700))
        .tempdir_in(place)?;
    state.doomed.push(folder.path().to_path_buf());
    Ok(folder)
}

/// `path` is an output that is being written: it goes if we are interrupted.
pub fn doom(path: &Path) {
    state().doomed.push(path.to_path_buf());
}

/// Writes a file of the user's whole or not at all: what a full disk or a signal cuts short goes.
///
/// # Errors
/// When it can't be made or written.
pub fn write(path: &Path, text: impl AsRef<[u8]>) -> io::Result<()> {
    doom(path);
    let written = std::fs::write(path, text);
    if written.is_err() {
        remove(path);
    }
    spare(path);
    written
}

/// `path` is complete.
pub fn spare(path: &Path) {
    state().doomed.retain(|p| p != path);
}

/// Removes a file or a folder of ours. Devices (`/dev/null` as an output) stay.
pub fn remove(path: &Path) {
    let Ok(what) = path.symlink_metadata() else {
        return;
    };
    let _ = if what.is_dir() {
        // What an ended tool has started may still write into it for a moment.
        for _ in 0..100 {
            if std::fs::remove_dir_all(path).is_ok() {
                break;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(())
    } else if what.is_file() {
        std::fs::remove_file(path)
    } else {
        Ok(())
    };
}
