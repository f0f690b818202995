//! The API from C: `api.c`, linked with libaccrt.a as any program is, run on the
//! host's cores and on sim.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// The compiled program. The static library lies beside the folder of this test.
fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let exe = std::env::current_exe().unwrap();
        let deps = exe.parent().unwrap();
        let library = [
            deps.join("libaccrt.a"),
            deps.parent().unwrap().join("libaccrt.a"),
        ]
        .into_iter()
        .filter(|p| p.is_file())
        .max_by_key(|p| p.metadata().and_then(|m| m.modified()).unwrap())
        .expect("libaccrt.a: run `cargo build` with the same profile first");
        let program = deps.join("accrt-api-test");
        let done = Command::new(std::env::var("CC").unwrap_or_else(|_| "cc".into()))
            .args(["-Wall", "-Wextra", "-Werror", "-g", "-I"])
            .arg(root.join("include"))
            .arg(root.join("tests/api.c"))
            .arg(library)
            .args(["-lpthread", "-ldl", "-lm", "-o"])
            .arg(&program)
            .status()
            .unwrap();
        assert!(done.success());
        program
    })
}

fn run(device: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new(program());
    command
        .env_remove("ACC_DEVICE_NUM")
        .env("ACC_DEVICE_TYPE", device)
        .args(arguments);
    command.envs(variables.iter().copied()).output().unwrap()
}

/// Fails with status 1, and says all of `parts` on stderr.
fn fails(device: &str, arguments: &[&str], variables: &[(&str, &str)], parts: &[&str]) {
    let output = run(device, arguments, variables);
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{told}");
    for part in parts {
        assert!(told.contains(part), "{part:?} is not in {told:?}");
    }
}

#[test]
fn every_routine_works_on_the_host_and_on_sim() {
    for device in ["host", "sim"] {
        let output = run(device, &[], &[]);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{device}: {told}");
        assert_eq!(output.stdout, b"ok\n", "{device}");
    }
}

#[test]
fn errors_name_the_routine_and_what_is_there() {
    fails(
        "sim",
        &["absent"],
        &[],
        &[
            "accrs: error: acc_copyout: the section (16 bytes at 0x",
            "nothing is",
        ],
    );
    fails(
        "sim",
        &["partly"],
        &[],
        &[
            "acc_update_self",
            "since acc_create (bytes 0 to 8 of those asked for)",
        ],
    );
    fails(
        "sim",
        &["free"],
        &[],
        &["acc_free: 0x10 is not from acc_malloc on sim:0"],
    );
    fails(
        "sim",
        &["queue"],
        &[],
        &["acc_wait: -7 is not a valid async value"],
    );
    assert!(
        run("sim", &["absent"], &[]).stdout == b"before\n",
        "output so far was lost"
    );
}

#[test]
fn a_bad_device_is_said_at_once() {
    fails(
        "toaster",
        &[],
        &[],
        &[
            "ACC_DEVICE_TYPE=toaster: there is no such device type",
            "multicore",
        ],
    );
    fails(
        "sim",
        &["absent"],
        &[("ACC_DEVICE_NUM", "7")],
        &["there is no sim device 7: 1 is here"],
    );
    fails(
        "sim",
        &[],
        &[("ACC_DEVICE_NUM", "x")],
        &["ACC_DEVICE_NUM=x: not a device number"],
    );
}

#[test]
fn transfers_are_told_and_counted() {
    let counts = std::env::temp_dir().join(format!("accrt-stats-{}.json", std::process::id()));
    let output = run(
        "sim",
        &[],
        &[
            ("ACCRS_NOTIFY", "2"),
            ("ACCRS_STATS", counts.to_str().unwrap()),
        ],
    );
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let line =
        "accrs: upload the section bytes=4000 file=acc_copyin line=0 device=sim:0 queue=sync";
    assert!(told.lines().any(|l| l == line), "{told}");
    assert!(
        told.lines()
            .any(|l| l.starts_with("accrs: delete the section bytes=4000")),
        "{told}"
    );
    let text = std::fs::read_to_string(&counts).unwrap();
    std::fs::remove_file(&counts).unwrap();
    let uploads = told
        .lines()
        .filter(|l| l.starts_with("accrs: upload"))
        .count();
    // Copies between addresses are counted, not told by name: one in `memory`.
    assert!(
        text.contains(&format!("\"uploads\":{},", uploads + 1)),
        "{uploads}: {text}"
    );
}
