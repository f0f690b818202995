//! accrs-prof as a command: figures beside the user's lines, exit codes, and what it says where there is nothing to count.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

mod common;

use common::{accrs, folder, text};
use std::path::Path;
use std::process::{Command, Output};

/// The second loop's lanes write to rows that are apart.
const SOURCE: &str = "#include <stdio.h>
static float a[64][64], b[64][64];
int main(int count, char **words)
{
#pragma acc data copy(a, b)
    {
#pragma acc parallel loop collapse(2)
        for (int i = 0; i < 64; i++)
            for (int j = 0; j < 64; j++)
                a[i][j] = 64 * i +
                          j;
#pragma acc parallel loop collapse(2)
        for (int i = 0; i < 64; i++)
            for (int j = 0; j < 64; j++)
                b[j][i] = a[i][j];
    }
    printf(\"%g %s\\n\", b[3][2], words[1]);
    return count + 3;
}
";

fn prof(at: &Path, words: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_accrs-prof");
    Command::new(program)
        .args(words)
        .current_dir(at)
        .env("ACCRS_CACHE_DIR", at.join("cache"))
        .output()
        .unwrap()
}

#[test]
fn figures_stand_beside_lines() {
    let f = folder(&[("a.c", SOURCE)]);
    let built = accrs(f.path(), &["-O2", "-o", "a", "a.c"]);
    assert!(built.status.success(), "{}", text(&built.stderr));
    let out = prof(f.path(), &["./a", "--word"]);
    let told = text(&out.stderr);
    if told.contains("NVRTC") {
        eprintln!("left out: no NVRTC here");
        return;
    }
    // The program's own output and status.
    assert_eq!(text(&out.stdout), "131 --word\n");
    assert_eq!(out.status.code(), Some(5), "{told}");
    // Machine code that it brings along is passed over for its PTX.
    let built = accrs(
        f.path(),
        &["-O2", "-g", "--acc-arch=sm_90", "-o", "b", "a.c"],
    );
    assert!(built.status.success(), "{}", text(&built.stderr));
    let brought = prof(f.path(), &["./b", "--word"]);
    let said = text(&brought.stderr);
    assert_eq!(text(&brought.stdout), "131 --word\n");
    assert!(
        said.contains("b[j][i] = a[i][j];") && !said.contains("gpu:"),
        "{said}"
    );
    let line = |number: &str, code: &str| {
        let found = told
            .lines()
            .find(|l| l.ends_with(code) && l.contains(number));
        let found = found.unwrap_or_else(|| panic!("no line {number}:\n{told}"));
        found
            .split_whitespace()
            .take(4)
            .map(str::to_string)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        line(" 10 ", "a[i][j] = 64 * i +")[1..3],
        ["100%", "4.0/4.0"]
    );
    assert_eq!(
        line(" 15 ", "b[j][i] = a[i][j];")[1..],
        ["100%", "4.0/4.0", "32.0/4.0"]
    );
    assert!(
        told.contains("a.c:15: stores take 8.0 times the sectors"),
        "{told}"
    );
    assert!(!told.contains("a.c:10:"), "{told}");

    let out = prof(f.path(), &["--json", "-o", "figures", "./a", "x"]);
    assert_eq!(
        (out.status.code(), text(&out.stderr).as_ref()),
        (Some(5), "")
    );
    let figures: serde_json::Value =
        serde_json::from_slice(&std::fs::read(f.path().join("figures")).unwrap()).unwrap();
    let kernels = figures.as_array().unwrap();
    assert_eq!(kernels.len(), 2);
    assert_eq!(
        (&kernels[1]["launches"], &kernels[1]["threads"]),
        (&1.into(), &4096.into())
    );
}

#[test]
fn programs_without_kernels_are_an_error() {
    let f = folder(&[("a.c", "int main(void) { return 0; }\n")]);
    assert!(accrs(f.path(), &["-o", "a", "a.c"]).status.success());
    for (words, want) in [
        (&["./a"][..], "no kernel ran on the stand-in"),
        (&["./nowhere"], "./nowhere: "),
        (&[], "PROGRAM"),
    ] {
        let out = prof(f.path(), words);
        assert!(!out.status.success());
        assert!(text(&out.stderr).contains(want), "{}", text(&out.stderr));
    }
}
