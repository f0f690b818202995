//! What `acctest` shows of where it is: a line on a terminal, nothing elsewhere. A suite of its own, of plain C programs, one of
//! which takes a while.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::fs::{self, File};
use std::io::Read;
use std::os::fd::{FromRawFd, OwnedFd};
use std::path::Path;
use std::process::{Command, Stdio};

/// Columns of the terminal.
const COLUMNS: usize = 34;

/// A suite with three programs, one of them slow, one of them wrong.
fn suite(folder: &Path) {
    let run = folder.join("run");
    fs::create_dir(&run).unwrap();
    fs::write(folder.join("known.txt"), "").unwrap();
    let programs = [
        ("fast", "return 0;"),
        ("slow_with_quite_a_long_name", "sleep(2); return 0;"),
        ("wrong", "return 1;"),
    ];
    for (name, body) in programs {
        let text = format!("// A program.\n#include <unistd.h>\nint main(void) {{ {body} }}\n");
        fs::write(run.join(format!("{name}.c")), text).unwrap();
    }
}

fn command(suite: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_acctest"));
    command
        .args(["run", "--plain", "-j1", "--suite"])
        .arg(suite);
    command.env_remove("CI").env("TERM", "xterm");
    command
}

/// What a command writes to both outputs where these are a terminal.
fn on_a_terminal(command: &mut Command) -> String {
    let size = libc::winsize {
        ws_row: 24,
        ws_col: COLUMNS as u16,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    let (mut master, mut slave) = (-1, -1);
    // SAFETY: the out-pointers are valid, and so is the size.
    let made = unsafe {
        libc::openpty(
            &mut master,
            &mut slave,
            std::ptr::null_mut(),
            std::ptr::null(),
            &raw const size,
        )
    };
    assert_eq!(made, 0, "no terminal");
    // SAFETY: nobody else has these descriptors.
    let (master, slave) = unsafe { (File::from_raw_fd(master), OwnedFd::from_raw_fd(slave)) };
    let reader = std::thread::spawn(move || {
        let (mut master, mut text, mut part) = (master, Vec::new(), [0; 4096]);
        // Ends with an error where no program has the terminal open any longer.
        while let Ok(n @ 1..) = master.read(&mut part) {
            text.extend_from_slice(&part[..n]);
        }
        String::from_utf8(text).unwrap()
    });
    command.stdout(Stdio::from(slave.try_clone().unwrap()));
    command.stderr(Stdio::from(slave));
    let status = command.status().unwrap();
    // The command keeps copies of the terminal's end.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    assert_eq!(status.code(), Some(1));
    reader.join().unwrap()
}

/// What a terminal shows in the end: `\r` goes back, `\x1b[K` wipes the rest of the line.
fn seen(written: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for line in written.split('\n') {
        let mut shown: Vec<char> = Vec::new();
        for piece in line.trim_end_matches('\r').split('\r') {
            let (text, wiped) = match piece.strip_suffix("\x1b[K") {
                Some(text) => (text, true),
                None => (
                    piece.trim_start_matches("\x1b[K"),
                    piece.starts_with("\x1b[K"),
                ),
            };
            let text: Vec<char> = text.chars().collect();
            let kept = shown.len().max(text.len());
            shown.resize(kept, ' ');
            shown[..text.len()].copy_from_slice(&text);
            if wiped {
                shown.truncate(text.len());
            }
        }
        lines.push(shown.into_iter().collect());
    }
    lines
}

#[test]
fn a_terminal_shows_where_the_suite_is_and_keeps_what_a_pipe_gets() {
    let folder = tempfile::tempdir().unwrap();
    suite(folder.path());
    let piped = command(folder.path()).output().unwrap();
    assert_eq!(piped.status.code(), Some(1));
    assert_eq!(String::from_utf8(piped.stderr).unwrap(), "");
    let piped = String::from_utf8(piped.stdout).unwrap();
    assert!(
        piped.starts_with("FAIL wrong") && piped.ends_with("2 passed, 1 failed\n"),
        "{piped}"
    );
    assert!(!piped.contains(['\r', '\x1b']), "{piped}");

    let written = on_a_terminal(&mut command(folder.path()));
    let states: Vec<&str> = written
        .split('\r')
        .filter_map(|state| state.strip_suffix("\x1b[K"))
        .filter(|state| !state.is_empty())
        .collect();
    // Cut to the terminal's width, so that it stays one line.
    let long = "run: 1 of 3; longest: slow_with_quite_a_long_name, 1 s";
    let cut: String = long.chars().take(COLUMNS - 1).collect();
    assert!(states.contains(&cut.as_str()), "{written:?}");
    assert!(
        states
            .iter()
            .all(|s| s.starts_with("run: ") && s.len() < COLUMNS),
        "{written:?}"
    );
    // In the end the terminal shows what a pipe gets.
    let shown = seen(&written);
    assert_eq!(shown.join("\n"), piped, "{written:?}");
}

#[test]
fn a_terminal_that_cannot_rewrite_a_line_gets_none() {
    let folder = tempfile::tempdir().unwrap();
    suite(folder.path());
    for (name, value) in [("TERM", "dumb"), ("CI", "true")] {
        let written = on_a_terminal(command(folder.path()).env(name, value));
        assert!(!written.contains('\x1b'), "{name}: {written:?}");
        assert!(
            written.contains("2 passed, 1 failed"),
            "{name}: {written:?}"
        );
    }
}
