//! What is left when a compilation is cut off: no output, no temporary file, the exit that a
//! compiler would show.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

const SOURCE: &str = "int main(void)\n{\n    int s = 0;\n#pragma acc parallel loop reduction(+ : s)\n    \
                      for (int i = 0; i < 10; i++)\n        s += i;\n    return s != 45;\n}\n";

const SIGNALS: [libc::c_int; 3] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP];

struct Folder {
    root: tempfile::TempDir,
}

impl Folder {
    fn new() -> Self {
        let root = tempfile::tempdir().unwrap();
        for name in ["work", "tmp"] {
            fs::create_dir(root.path().join(name)).unwrap();
        }
        fs::write(root.path().join("work/a.c"), SOURCE).unwrap();
        Self { root }
    }
    fn work(&self) -> std::path::PathBuf {
        self.root.path().join("work")
    }
    fn accrs(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_accrs"));
        command
            .args(words)
            .current_dir(self.work())
            .env("TMPDIR", self.root.path().join("tmp"))
            .env_remove("ACCRS_CC")
            .env("ACCRS_CXX", "c++")
            .stderr(Stdio::piped());
        // Tests that run in the background, or under nohup, have signals ignored, and accrs would too.
        // SAFETY: between fork and exec only system calls are made.
        unsafe {
            command.pre_exec(|| {
                for signal in SIGNALS {
                    libc::signal(signal, libc::SIG_DFL);
                }
                Ok(())
            });
        }
        command
    }
    /// A host compiler that does `before` ahead of the stage whose words contain `stage`.
    fn compiler(&self, stage: &str, before: &str) -> std::path::PathBuf {
        let path = self.root.path().join("cc");
        let text =
            format!("#!/bin/sh\ncase \" $* \" in *' {stage} '*) {before};; esac\nexec cc \"$@\"\n");
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }
    fn assert_clean(&self, what: &str) {
        assert_eq!(names(&self.work()), ["a.c"], "{what}: files left");
        let none: [&str; 0] = [];
        assert_eq!(
            names(&self.root.path().join("tmp")),
            none,
            "{what}: temporary files left"
        );
    }
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// Each signal, in each stage: the stage's compiler says that it runs (a file), then sleeps.
#[test]
fn signals_in_every_stage() {
    for signal in SIGNALS {
        for (stage, words) in [
            ("-E", &["-c", "a.c"][..]),
            ("-c", &["-c", "a.c", "-o", "a.o"]),
            ("-S", &["-S", "a.c"]),
            ("-lgomp", &["a.c", "-o", "app"]),
            ("-r", &["-c", "a.c", "--acc-target=multicore,sim"]),
        ] {
            let what = format!("signal {signal} in {stage}");
            let place = Folder::new();
            let flag = place.root.path().join("runs");
            let before = format!(
                "echo half > \"$TMPDIR/leak\"; mv \"$TMPDIR/leak\" '{}'; exec sleep 300",
                flag.display()
            );
            let cc = place.compiler(stage, &before);
            let mut child = place.accrs(words).env("ACCRS_CC", &cc).spawn().unwrap();
            let started = Instant::now();
            while !flag.exists() {
                assert!(
                    started.elapsed() < Duration::from_secs(120),
                    "{what}: stage never ran"
                );
                std::thread::sleep(Duration::from_millis(2));
            }
            // SAFETY: a plain system call on our own child, which has not been waited for.
            unsafe { libc::kill(i32::try_from(child.id()).unwrap(), signal) };
            let status = child.wait().unwrap();
            assert_eq!(status.signal(), Some(signal), "{what}: {status}");
            assert!(
                started.elapsed() < Duration::from_secs(150),
                "{what}: took too long"
            );
            place.assert_clean(&what);
        }
    }
}

/// The host compiler ends at once, what it has started would write the output a moment later.
#[test]
fn what_the_host_compiler_leaves_running() {
    let place = Folder::new();
    let flag = place.root.path().join("runs");
    let before = format!(
        "(trap '' TERM; touch '{}'; sleep 1; echo half > app) & exec sleep 300",
        flag.display()
    );
    let cc = place.compiler("-lgomp", &before);
    let mut child = place
        .accrs(&["a.c", "-o", "app"])
        .env("ACCRS_CC", &cc)
        .spawn()
        .unwrap();
    let started = Instant::now();
    while !flag.exists() {
        assert!(started.elapsed() < Duration::from_secs(120), "never ran");
        std::thread::sleep(Duration::from_millis(2));
    }
    // SAFETY: as above.
    unsafe { libc::kill(i32::try_from(child.id()).unwrap(), libc::SIGTERM) };
    assert_eq!(child.wait().unwrap().signal(), Some(libc::SIGTERM));
    std::thread::sleep(Duration::from_millis(1500));
    place.assert_clean("a writer left behind");
}

/// At any moment, our own stages included. Each third of the moments has its turn, by the day, as in the rest of the suite.
#[test]
fn signals_at_any_time() {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let first = now.as_secs() / 86_400 % 3;
    for delay in (0..20).map(|n| (3 * n + first) * 3) {
        let place = Folder::new();
        let mut child = place.accrs(&["a.c", "-o", "app"]).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(delay));
        // SAFETY: as above.
        unsafe { libc::kill(i32::try_from(child.id()).unwrap(), libc::SIGTERM) };
        let status = child.wait().unwrap();
        if status.success() {
            continue;
        }
        assert_eq!(status.signal(), Some(libc::SIGTERM));
        // The signal may come when all is done; then the program is whole.
        let app = place.work().join("app");
        if app.exists() {
            let ran = Command::new(&app)
                .env("ACC_DEVICE_TYPE", "multicore")
                .status();
            assert!(ran.unwrap().success(), "half a program after {delay} ms");
            fs::remove_file(&app).unwrap();
        }
        place.assert_clean(&format!("after {delay} ms"));
    }
}

/// cc's own process killed, with a half-written output: as when gcc's cc1 is.
#[test]
fn host_compiler_killed() {
    for (stage, words) in [
        ("-c", &["-c", "a.c"][..]),
        ("-E", &["-c", "a.c"]),
        ("-lgomp", &["a.c", "-o", "app"]),
    ] {
        let place = Folder::new();
        let cc = place.compiler(stage, "echo half > a.o; kill -9 $$");
        let out = place.accrs(words).env("ACCRS_CC", &cc).output().unwrap();
        assert_eq!(out.status.code(), Some(1), "{stage}");
        let told = String::from_utf8_lossy(&out.stderr).into_owned();
        assert!(told.contains("was ended by signal 9"), "{stage}: {told}");
        let _ = fs::remove_file(place.work().join("a.o")).map_err(|e| {
            assert_eq!(e.kind(), std::io::ErrorKind::NotFound);
        });
        place.assert_clean(stage);
    }
}

/// Nothing may be written beyond a limit: as on a full disk, without one.
#[test]
fn no_room() {
    for limit in [0, 1, 4, 8] {
        let place = Folder::new();
        let line = format!("ulimit -c 0; ulimit -f {limit}; exec \"$ACCRS\" -O2 -g a.c -o app");
        let out = Command::new("sh")
            .args(["-c", &line])
            .env("ACCRS", env!("CARGO_BIN_EXE_accrs"))
            .env("TMPDIR", place.root.path().join("tmp"))
            .current_dir(place.work())
            .output()
            .unwrap();
        assert!(!out.status.success(), "{limit}");
        place.assert_clean(&format!(
            "{limit} blocks: {}",
            String::from_utf8_lossy(&out.stderr)
        ));
    }
}

#[test]
fn unwritable_temporary_folder() {
    let place = Folder::new();
    let out = place
        .accrs(&["a.c", "-o", "app"])
        .env("TMPDIR", "/nonexistent/folder")
        .output()
        .unwrap();
    // As gcc: the next place is taken.
    assert!(
        out.status.success(),
        "{}",
        String::from_utf8_lossy(&out.stderr)
    );
    assert_eq!(names(&place.work()), ["a.c", "app"]);
}
