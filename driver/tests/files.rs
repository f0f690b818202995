//! What lies beside an output, and outputs that go in again: `-save-temps`, `--coverage`, `-S`, `-E`.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;

use common::in_turn;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const SUM: &str = "#include <stdio.h>
static int count(void) { return 100; }
int main(void)
{
    int s = 0;
#pragma acc parallel loop reduction(+ : s)
    for (int i = 0; i < count(); i++)
        s += i;
    printf(\"%d\\n\", s);
    return 0;
}
";

const HELPER: &str = "static int count(void) { return 3; }
#pragma acc routine seq
static int twice(int x) { return 2 * x; }
int helper(int *a)
{
#pragma acc parallel loop copy(a[0 : 3])
    for (int i = 0; i < 3; i++)
        a[i] = twice(a[i]);
    return count();
}
";

fn shell(folder: &Path, line: &str) -> Output {
    Command::new("sh")
        .args(["-ec", line])
        .env("ACCRS", env!("CARGO_BIN_EXE_accrs"))
        .env("ACCRS_STATS", folder.join("stats"))
        .current_dir(folder)
        .output()
        .unwrap()
}

fn good(folder: &Path, line: &str) -> String {
    let out = shell(folder, line);
    let told = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success() && told.is_empty(), "{line}: {told}");
    String::from_utf8_lossy(&out.stdout).into_owned()
}

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in files {
        fs::write(folder.path().join(name), content).unwrap();
    }
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(dir) = open.pop() {
        for entry in fs::read_dir(&dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap();
                found.push(name.to_string_lossy().into_owned());
            }
        }
    }
    found.sort();
    found
}

/// Kernels of the last run: on a device, on the host's cores.
fn kernels(folder: &Path) -> (u64, u64) {
    let text = fs::read_to_string(folder.join("stats")).unwrap();
    let stats: serde_json::Value = serde_json::from_str(&text).unwrap();
    let figure = |name: &str| stats[name].as_u64().unwrap();
    (figure("kernels"), figure("host_kernels"))
}

/// The same files as gcc leaves, and the generated ones.
#[test]
fn temporary_files_are_kept_under_ccs_names() {
    let sources = [("a.c", SUM), ("b.c", HELPER), ("plain.c", "int plain;\n")];
    for (words, generated) in in_turn(&[
        ("-save-temps -c a.c", &["a"][..]),
        ("-save-temps -c a.c b.c plain.c", &["a", "b"]),
        ("-save-temps a.c b.c plain.c -o app", &["app-a", "app-b"]),
        ("-save-temps a.c", &["a"]),
        ("-save-temps=obj -c a.c -o out/x.o", &["out/x"]),
        ("-save-temps=cwd -c a.c -o out/x.o", &["x"]),
        ("-save-temps -S a.c", &["a"]),
        ("--coverage a.c b.c -o app", &[]),
        ("--coverage a.c", &[]),
        ("-fstack-usage -c a.c -o out/x.o", &[]),
    ]) {
        for target in ["multicore", "multicore,sim"] {
            let mut kinds = vec![".acc.c"];
            if target.contains("sim") {
                kinds.push(".acc.cu");
            }
            let (host, ours) = (folder(&sources), folder(&sources));
            let made = |f: &Path, cc: &str| {
                good(f, &format!("mkdir out; {cc} {words}"));
                names(f)
            };
            let mut wanted = made(host.path(), "cc");
            for name in generated {
                wanted.extend(kinds.iter().map(|kind| format!("{name}{kind}")));
            }
            wanted.sort();
            let found = made(ours.path(), &format!("$ACCRS --acc-target={target}"));
            assert_eq!(found, wanted, "{words} for {target}");
        }
    }
}

/// What is kept is what was compiled: it makes the same program again.
#[test]
fn kept_files_go_in_again() {
    let f = folder(&[("a.c", SUM)]);
    let accrs = "$ACCRS --acc-target=multicore,sim";
    good(f.path(), &format!("{accrs} -g -O1 -save-temps a.c -o app"));
    for (line, device, wanted) in [
        ("./app", "sim", (1, 0)),
        ("$ACCRS app-a.o -o again && ./again", "sim", (1, 0)),
        ("$ACCRS app-a.s -o again && ./again", "sim", (1, 0)),
        ("$ACCRS app-a.i -o again && ./again", "host", (0, 1)),
    ] {
        let line = format!("export ACC_DEVICE_TYPE={device}; {line}");
        assert_eq!(good(f.path(), &line), "4950\n", "{line}");
        assert_eq!(kernels(f.path()), wanted, "{line}");
    }
}

#[test]
fn assembler_text_holds_all() {
    let main = SUM.replace(
        "return 0;",
        "int a[3] = {1, 2, 3};\n    return helper(a) != 3 || a[2] != 6;",
    );
    let main = format!("int helper(int *);\n{main}");
    for flags in in_turn(&["-O2", "-g -O0 -fPIE", "-flto -O2", "-fsanitize=undefined"]) {
        let f = folder(&[("a.c", &main), ("b.c", HELPER)]);
        let accrs = format!("$ACCRS {flags} --acc-target=multicore,sim");
        good(
            f.path(),
            &format!("{accrs} -S a.c && {accrs} -S b.c -o - > b.s"),
        );
        assert_eq!(names(f.path()), ["a.c", "a.s", "b.c", "b.s"]);
        // The assembler's own object is linked like accrs's.
        good(
            f.path(),
            &format!("cc -c b.s && $ACCRS {flags} a.s b.o -o app"),
        );
        for (device, wanted) in [("sim", (2, 0)), ("multicore", (0, 2))] {
            let line = format!("ACC_DEVICE_TYPE={device} ./app");
            assert_eq!(good(f.path(), &line), "4950\n", "{flags} on {device}");
            assert_eq!(kernels(f.path()), wanted, "{flags} on {device}");
        }
    }
}

/// Coverage is counted in the user's files alone, wherever the object was made.
#[test]
fn coverage_counts_the_users_lines() {
    let f = folder(&[("a.c", SUM)]);
    good(
        f.path(),
        "$ACCRS --acc-target=multicore,sim --coverage a.c -o app",
    );
    good(f.path(), "ACC_DEVICE_TYPE=multicore ./app && rm app stats");
    assert_eq!(names(f.path()), ["a.c", "app-a.gcda", "app-a.gcno"]);
    let told = good(f.path(), "gcov -t app-a.gcno");
    assert!(told.contains("1:    9:    printf"), "{told}");
    assert!(!told.contains("<accrs>"), "{told}");
    let functions = good(f.path(), "gcov -t -f app-a.gcno");
    assert!(!functions.contains("__accrs"), "{functions}");
}

/// Counts of one compilation fit the next, in which they are used.
#[test]
fn profiles_are_used() {
    let f = folder(&[("a.c", SUM), ("b.c", HELPER)]);
    let accrs = "$ACCRS -O2 -Wall -Wextra -Werror --acc-target=multicore,sim a.c b.c -o app";
    good(f.path(), &format!("{accrs} -fprofile-generate"));
    good(
        f.path(),
        "ACC_DEVICE_TYPE=multicore ./app && ACC_DEVICE_TYPE=sim ./app",
    );
    assert!(names(f.path()).contains(&"app-a.gcda".to_string()));
    good(
        f.path(),
        &format!("{accrs} -fprofile-use -Wmissing-profile"),
    );
}

/// In directives that the host's preprocessor doesn't know too, and wherever the text comes from.
#[test]
fn macros_are_expanded_ahead_of_all() {
    let source = "#define N 10
#define BOTH copy(a[0 : N]) copyin(b[0 : N])
#define DEVICE 0
int main(void)
{
    int a[10] = {0}, b[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
#pragma acc set device_num(DEVICE)
#pragma acc region BOTH
    {
#pragma acc for independent
        for (int i = 0; i < N; i++)
            a[i] = b[i];
    }
#undef N
#define N 5
#pragma acc region copy(a[0 : N])
    for (int i = 0; i < N; i++)
        a[i] += 1;
    return a[4] == 5 && a[5] == 5 ? 0 : 1;
}
";
    let f = folder(&[("a.c", source), ("b.c", "#define N 7\nint n = N;\n")]);
    for line in in_turn(&[
        "$ACCRS a.c -o app",
        "$ACCRS -x c - -o app < a.c",
        "cat a.c | $ACCRS -x c - -o app",
        "cat a.c | $ACCRS -x c /dev/stdin -o app",
        "$ACCRS -x c /dev/stdin -o app < a.c",
        "cat a.c | $ACCRS -x c /dev/fd/7 -o app 7<&0 </dev/null",
        "$ACCRS -E a.c -o a.i && $ACCRS a.i -o app",
        "$ACCRS -E a.c > a.i && $ACCRS a.i -o app",
        "$ACCRS -P -E - < a.c > a.i && $ACCRS -x cpp-output a.i -o app",
        "$ACCRS -E b.c a.c > a.i && $ACCRS a.i -o app",
        "$ACCRS -E -C -MMD -MF d b.c a.c > a.i && $ACCRS a.i -o app",
        "$ACCRS -save-temps -c a.c && $ACCRS a.i -o app",
    ]) {
        good(f.path(), &format!("rm -f a.i app; {line}"));
        good(f.path(), "ACC_DEVICE_TYPE=multicore ./app");
        assert_eq!(kernels(f.path()), (0, 2), "{line}");
    }
    // Without directives such a source is the host compiler's, to its last byte.
    good(
        f.path(),
        "cat b.c | $ACCRS -x c -c /dev/stdin -o n.o && nm n.o | grep ' n$' >/dev/null",
    );
    // A named pipe can't be put back; it is refused, and nothing waits for it.
    let pipe = shell(f.path(), "mkfifo p.c; exec timeout 20 $ACCRS -c p.c");
    let told = String::from_utf8_lossy(&pipe.stderr).into_owned();
    assert!(told.contains("'p.c'") && told.contains("pipe"), "{told}");
    // A text that can't be written is an error.
    let full = shell(f.path(), "$ACCRS -E a.c > /dev/full");
    assert_eq!(full.status.code(), Some(1));
    // A file that is written in part only goes. (The limit stands for a full disk.)
    for line in ["--emit=cuda a.c -o part", "-E a.c -o part"] {
        let limited = format!("trap '' XFSZ; ulimit -f 0; exec $ACCRS {line}");
        let cut = shell(f.path(), &limited);
        assert_eq!(cut.status.code(), Some(1), "{line}");
        assert!(!f.path().join("part").exists(), "{line}");
    }
    // Standard input is read once, as fast as it comes.
    let mut child = Command::new(env!("CARGO_BIN_EXE_accrs"))
        .args(["-E", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), source.as_bytes()).unwrap();
    let out = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    assert!(
        text.contains("#pragma acc region copy(a[0 : 10]) copyin(b[0 : 10])"),
        "{text}"
    );
    assert!(text.contains("#pragma acc region copy(a[0 : 5])"), "{text}");
}
