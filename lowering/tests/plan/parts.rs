//! Loops that may run in parts where their data doesn't fit the device.

use super::plan_with;
use accrs_lowering::Options;

/// The sections of a construct in such a function that follow the parts' bounds; `None` where the loop stays whole.
fn parts(directive: &str, code: &str) -> Option<String> {
    let source = format!(
        "extern int count; extern double table[1000]; double *restrict whole;
void f(int n, long m, unsigned u, double *restrict a, const double *restrict b, const int *restrict k, double *end,
       double (*restrict rows)[64])
{{
    double s = 0; int i = 0;
#pragma acc {directive}
    {code}
    n = i + s;
}}
"
    );
    let options = Options {
        parts: true,
        ..Options::default()
    };
    let text = plan_with(&source, &options);
    assert!(!text.contains("error "), "{text}");
    text.lines()
        .find(|l| l.contains("in parts: i_from to i_to"))?;
    let items = text.lines().filter(|l| l.trim().starts_with("data "));
    let sections = items.map(|l| l.split_once('(').unwrap().1.split_once(')').unwrap().0);
    let all: Vec<&str> = sections.filter(|s| s.contains("i_from")).collect();
    Some(all.join(", "))
}

#[test]
fn sections_follow_the_parts() {
    for (directive, code, want) in [
        (
            "kernels",
            "for (int i = 0; i < n; i++) a[i] = b[i];",
            "b[i_from:up to i_to], a[i_from:up to i_to]",
        ),
        (
            "parallel loop",
            "for (int i = 1; i <= n; i++) a[i] = b[i - 1] + b[i + 1];",
            "b[i_from - 1:up to i_to + 2], a[i_from:up to i_to + 1]",
        ),
        (
            "parallel loop copy(a[0:n])",
            "for (int i = 0; i < n; i++) a[i] += table[i % 7] + b[i];",
            "a[i_from:up to i_to], b[i_from:up to i_to]",
        ),
        (
            "parallel loop reduction(+: s)",
            "for (i = 0; i < n; i++) s += b[i];",
            "b[i_from:up to i_to]",
        ),
        (
            "parallel loop collapse(2)",
            "for (int i = 0; i < n; i++) for (int j = 0; j < 64; j++) rows[i][j] = b[j];",
            "rows[i_from:up to i_to]",
        ),
        (
            "parallel loop",
            "for (long i = 0; i < m; i += 4) whole[i] = 1;",
            "whole[i_from:up to i_to]",
        ),
        (
            "kernels async(2)",
            "for (unsigned i = 0; i < 100; i++) a[i] = a[i] * n;",
            "a[i_from:up to i_to]",
        ),
    ] {
        assert_eq!(parts(directive, code).as_deref(), Some(want), "{code}");
    }
}

#[test]
fn loops_stay_whole() {
    for (directive, code) in [
        // In order, or several.
        ("kernels", "for (int i = 1; i < n; i++) a[i] = a[i - 1];"),
        ("serial loop", "for (int i = 1; i < n; i++) a[i] = b[i];"),
        (
            "kernels",
            "{ for (int i = 0; i < n; i++) a[i] = 1; for (int i = 0; i < n; i++) a[i] += b[i]; }",
        ),
        (
            "parallel",
            "{ a[0] = 1;\n#pragma acc loop\nfor (int i = 1; i < n; i++) a[i] = 1; }",
        ),
        // Down, or with bounds that are the device's.
        ("parallel loop", "for (int i = n; i > 0; i--) a[i] = b[i];"),
        ("parallel loop", "for (int i = 0; i != n; i++) a[i] = b[i];"),
        (
            "parallel loop copyin(n)",
            "for (int i = 0; i < n; i++) a[i] = b[i];",
        ),
        (
            "parallel loop",
            "for (int i = k[0]; i < k[1]; i++) a[i] = b[i];",
        ),
        // Nothing moves with it.
        (
            "parallel loop copy(whole[0:n])",
            "for (int i = 0; i < n; i++) whole[i] = 1;",
        ),
        (
            "parallel loop present(a)",
            "for (int i = 0; i < n; i++) a[i] = 1;",
        ),
        // What is stepped counts the iterations of the whole.
        (
            "kernels",
            "{ int t = 5; for (int i = 0; i < n; i++) { a[i] = b[t]; t += 2; } }",
        ),
        // The host looks for the section.
        (
            "parallel loop",
            "for (int i = 0; i < n; i++) a[k[i]] = b[i];",
        ),
    ] {
        assert_eq!(parts(directive, code), None, "{code}");
    }
}
