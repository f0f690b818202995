//! The runtime from C, linked with libaccrt.a as any program is, on the host's cores and
//! on sim: `api.c` calls the API, `unit.c` is a translation unit as accrs renders it.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// The folder of this test, where the compiled programs go, and libaccrt.a.
fn places() -> (PathBuf, PathBuf) {
    let exe = std::env::current_exe().unwrap();
    let deps = exe.parent().unwrap().to_path_buf();
    let library = [
        deps.join("libaccrt.a"),
        deps.parent().unwrap().join("libaccrt.a"),
    ]
    .into_iter()
    .filter(|p| p.is_file())
    .max_by_key(|p| p.metadata().and_then(|m| m.modified()).unwrap())
    .expect("libaccrt.a: run `cargo build` with the same profile first");
    (deps, library)
}

/// Compiles C files of this folder to `name`.
fn compile(name: &str, sources: &[&str], options: &[&str], runtime: bool) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (folder, library) = places();
    let program = folder.join(name);
    let mut cc = Command::new(std::env::var("CC").unwrap_or_else(|_| "cc".into()));
    cc.args(["-Wall", "-Wextra", "-Werror", "-g", "-I"])
        .arg(root.join("include"));
    cc.args(options)
        .args(sources.iter().map(|s| root.join("tests").join(s)));
    if runtime {
        cc.arg(library);
    }
    assert!(
        cc.args(["-lpthread", "-ldl", "-lm", "-o"])
            .arg(&program)
            .status()
            .unwrap()
            .success()
    );
    program
}

/// `api.c`
fn api() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| compile("accrt-test-api", &["api.c"], &[], true))
}

/// `program.c` with `unit.c`, and `unit.c` as a plugin.
fn rendered() -> &'static (PathBuf, String) {
    static PROGRAM: OnceLock<(PathBuf, String)> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let plugin = compile(
            "accrt-test-plugin.so",
            &["unit.c"],
            &["-shared", "-fPIC"],
            false,
        );
        let sources = ["program.c", "unit.c"];
        let program = compile("accrt-test-program", &sources, &["-rdynamic"], true);
        (program, plugin.to_str().unwrap().to_string())
    })
}

fn run(program: &Path, device: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new(program);
    command
        .env_remove("ACC_DEVICE_NUM")
        .env("ACC_DEVICE_TYPE", device)
        .args(arguments);
    command.envs(variables.iter().copied()).output().unwrap()
}

/// Fails with status 1, and says all of `parts` on stderr.
fn fails(
    program: &Path,
    device: &str,
    arguments: &[&str],
    variables: &[(&str, &str)],
    parts: &[&str],
) {
    let output = run(program, device, arguments, variables);
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{told}");
    for part in parts {
        assert!(told.contains(part), "{part:?} is not in {told:?}");
    }
}

#[test]
fn every_routine_works_on_the_host_and_on_sim() {
    for device in ["host", "sim"] {
        let output = run(api(), device, &[], &[]);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{device}: {told}");
        assert_eq!(output.stdout, b"ok\n", "{device}");
    }
}

#[test]
fn errors_name_the_routine_and_what_is_there() {
    fails(
        api(),
        "sim",
        &["absent"],
        &[],
        &[
            "accrs: error: acc_copyout: the section (16 bytes at 0x",
            "nothing is",
        ],
    );
    fails(
        api(),
        "sim",
        &["partly"],
        &[],
        &[
            "acc_update_self",
            "since acc_create (bytes 0 to 8 of those asked for)",
        ],
    );
    fails(
        api(),
        "sim",
        &["free"],
        &[],
        &["acc_free: 0x10 is not from acc_malloc on sim:0"],
    );
    fails(
        api(),
        "sim",
        &["queue"],
        &[],
        &["acc_wait: -7 is not a valid async value"],
    );
    assert!(
        run(api(), "sim", &["absent"], &[]).stdout == b"before\n",
        "output so far was lost"
    );
}

#[test]
fn a_bad_device_is_said_at_once() {
    fails(
        api(),
        "toaster",
        &[],
        &[],
        &[
            "ACC_DEVICE_TYPE=toaster: there is no such device type",
            "multicore",
        ],
    );
    fails(
        api(),
        "sim",
        &["absent"],
        &[("ACC_DEVICE_NUM", "7")],
        &["there is no sim device 7: 1 is here"],
    );
    fails(
        api(),
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
        api(),
        "sim",
        &[],
        &[
            ("ACCRS_NOTIFY", "18"),
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

/// Kernels that a launch count of the statistics says.
fn counts(program: &Path, device: &str, argument: &str) -> String {
    let name = format!("accrt-counts-{device}-{}.json", std::process::id());
    let counts = std::env::temp_dir().join(name);
    let variables = [
        ("ACCRS_STATS", counts.to_str().unwrap()),
        ("ACCRS_SIM_THREADS", "3"),
    ];
    let output = run(program, device, &[argument], &variables);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.status.success() && output.stdout == b"ok\n",
        "{device}: {told}"
    );
    let text = std::fs::read_to_string(&counts).unwrap();
    std::fs::remove_file(&counts).unwrap();
    text
}

#[test]
fn regions_run_on_queues_in_threads_and_in_plugins() {
    let (program, plugin) = rendered();
    // 1 + 6 queues × 20 + 8 threads × 20 + 3 plugins × 2
    let text = counts(program, "sim", plugin);
    assert!(
        text.contains("\"kernels\":287,\"host_kernels\":0,\"uploads\":287,"),
        "{text}"
    );
    assert!(
        text.contains("\"allocs\":287,") && text.contains("\"frees\":287,"),
        "{text}"
    );
    let text = counts(program, "multicore", plugin);
    assert!(
        text.contains("\"kernels\":0,\"host_kernels\":287,\"uploads\":0,"),
        "{text}"
    );
}

#[test]
fn failures_of_regions_name_the_users_line() {
    let (program, _) = rendered();
    let parts = [
        "unit.c:28 (in scale_all, parallel loop): a[0:n] (40000 bytes at 0x",
        "is not present on sim:0; the section is, since acc_create (bytes 0 to 80 of those",
    ];
    fails(program, "sim", &["absent"], &[], &parts);
    let parts = [
        "unit.c:28 (in scale_all, parallel loop): a[0:n]: out of memory on sim:0: 8388608 bytes",
        "the largest sections held: the section (40000 bytes, since acc_copyin)",
    ];
    fails(
        program,
        "sim",
        &["memory"],
        &[("ACCRS_SIM_MEMORY", "1M")],
        &parts,
    );
    let parts = [
        "was not built for nvidia devices, only for multicore,sim",
        "--acc-target=multicore,sim,nvidia",
    ];
    fails(program, "nvidia", &[""], &[], &parts);
}

#[test]
fn launches_are_told() {
    let (program, plugin) = rendered();
    let output = run(program, "sim", &[plugin], &[("ACCRS_NOTIFY", "1")]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let launch = |queue: &str| {
        format!(
            "accrs: launch scale_30 file=unit.c line=30 device=sim:0 queue={queue} grid=1x1x1 block=1x1x1"
        )
    };
    for queue in ["sync", "0", "5"] {
        assert!(told.lines().any(|l| l == launch(queue)), "{told}");
    }
    let output = run(program, "host", &[plugin], &[("NV_ACC_NOTIFY", "1")]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        told.starts_with("accrs: host-kernel scale_30 file=unit.c line=30\n"),
        "{told}"
    );
}
