//! What NVRTC refuses is told when a file is compiled. The NVRTC here is one of the test's own, which answers as it is told.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;

use common::{folder, text};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const SOURCE: &str = "void fill(float *a)
{
#pragma acc parallel loop copyout(a[0 : 100])
    for (int i = 0; i < 100; i++)
        a[i] = i;
}
";

/// It answers every text with `NVRTC_ANSWER`, and says a word about it.
const NVRTC: &str = r#"
#include <stdlib.h>
#include <string.h>
static const char log[] = "fill.c(5): error: identifier \"odd\" is undefined\n";
int nvrtcCreateProgram(void **p, const char *text, const char *name, int n, const char *const *headers, const char *const *names) { *p = p; return !strstr(text, "__global__"); }
int nvrtcCompileProgram(void *p, int n, const char *const *options) { return atoi(getenv("NVRTC_ANSWER")); }
int nvrtcGetProgramLogSize(void *p, size_t *size) { *size = sizeof log; return 0; }
int nvrtcGetProgramLog(void *p, char *to) { memcpy(to, log, sizeof log); return 0; }
int nvrtcGetPTXSize(void *p, size_t *size) { return 7; }
int nvrtcGetPTX(void *p, char *to) { return 7; }
int nvrtcGetCUBINSize(void *p, size_t *size) { return 7; }
int nvrtcGetCUBIN(void *p, char *to) { return 7; }
int nvrtcDestroyProgram(void **p) { return 0; }
"#;

fn made() -> tempfile::TempDir {
    let folder = folder(&[("fill.c", SOURCE), ("nvrtc.c", NVRTC)]);
    let mut cc = Command::new("cc");
    cc.args(["-shared", "-fPIC", "-o", "nvrtc.so", "nvrtc.c"]);
    assert!(cc.current_dir(folder.path()).status().unwrap().success());
    folder
}

fn compile(folder: &Path, answer: u32, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_accrs"))
        .args(words)
        .arg("fill.c")
        .env("ACCRS_NVRTC", folder.join("nvrtc.so"))
        .env("NVRTC_ANSWER", answer.to_string())
        .current_dir(folder)
        .output()
        .unwrap()
}

/// NVRTC_ERROR_COMPILATION, and NVRTC_ERROR_INVALID_OPTION.
const COMPILATION: u32 = 6;
const INVALID_OPTION: u32 = 5;

#[test]
fn what_nvrtc_refuses_is_an_error_of_accrs() {
    let folder = made();
    let path = folder.path();
    for (words, object) in [
        (vec!["-O2", "-c"], "fill.o"),
        (vec!["-S"], "fill.s"),
        (vec!["-c", "--acc-target=nvidia"], "fill.o"),
        (vec!["-c", "--acc-arch=sm_90"], "fill.o"),
    ] {
        let out = compile(path, COMPILATION, &words);
        let told = text(&out.stderr);
        assert_eq!(out.status.code(), Some(1), "{words:?}: {told}");
        for part in [
            "[ACC0408]",
            "fill.c(5): error: identifier \"odd\" is undefined",
            "this is a defect of accrs, not of the program",
            "'fill.acc.cu'",
            "--acc-target=multicore",
        ] {
            assert!(told.contains(part), "{words:?}: no {part} in {told}");
        }
        assert!(!path.join(object).exists(), "{words:?}");
        let kept = fs::read_to_string(path.join("fill.acc.cu")).unwrap();
        assert!(kept.contains("__global__"));
        fs::remove_file(path.join("fill.acc.cu")).unwrap();
    }
}

#[test]
fn nothing_changes_without_an_nvrtc_that_can_look() {
    let folder = made();
    let path = folder.path();
    for (answer, words) in [
        (INVALID_OPTION, vec!["-c"]),
        (COMPILATION, vec!["-c", "--acc-verify=false"]),
        (COMPILATION, vec!["-c", "--acc-target=multicore"]),
        (COMPILATION, vec!["-c", "--acc-target=sim"]),
        (0, vec!["-c"]),
    ] {
        let out = compile(path, answer, &words);
        let told = text(&out.stderr);
        assert!(out.status.success() && told.is_empty(), "{words:?}: {told}");
        assert!(!path.join("fill.acc.cu").exists(), "{words:?}");
        fs::remove_file(path.join("fill.o")).unwrap();
    }
}
