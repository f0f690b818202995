//! What tests of the command share: a program, a folder of files, and a call of accrs.
#![allow(clippy::unwrap_used, dead_code)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

pub const SAXPY: &str = r#"#include <stdio.h>
void saxpy(int n, float a, const float *restrict x, float *restrict y)
{
#pragma acc parallel loop copyin(x[0:n]) copy(y[0:n])
    for (int i = 0; i < n; i++)
        y[i] = a * x[i] + y[i];
}
int main(void)
{
    float x[1000], y[1000];
    for (int i = 0; i < 1000; i++) {
        x[i] = i;
        y[i] = 1;
    }
    saxpy(1000, 2, x, y);
    printf("%g %g\n", y[0], y[999]);
    return 0;
}
"#;

/// Rows of a long list: all of them, or the third that has its turn where `acctest all` tells the day.
pub fn in_turn<T: Copy>(rows: &[T]) -> Vec<T> {
    let day: Option<usize> = std::env::var("ACCTEST_TODAY")
        .ok()
        .and_then(|d| d.parse().ok());
    let rows = rows.iter().copied().enumerate();
    rows.filter(|(row, _)| day.is_none_or(|day| (row + day) % 3 == 0))
        .map(|(_, row)| row)
        .collect()
}

pub fn accrs(folder: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_accrs"))
        .args(words)
        .current_dir(folder)
        .output()
        .unwrap()
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

pub fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in files {
        fs::write(folder.path().join(name), content).unwrap();
    }
    folder
}
