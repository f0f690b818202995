//! Scalars that each iteration assigns before it reads them, though the text alone doesn't show it, values that keep what they are
//! through conversions, and branches that are never taken.

use super::plan_as_written;

/// Whether each loop of this code is parallel, from the outermost one on: `p`, or `-` for one in order.
fn runs(code: &str) -> String {
    let source = format!(
        "double a[100][100], b[200];
void f(int n, long big, unsigned char small, int *restrict w, volatile int quick)
{{
    double t = 1;
    int k = 3;
    #pragma acc kernels copy(w[0:100])
    {code}
}}
"
    );
    let text = plan_as_written(&source);
    assert!(!text.contains("error "), "{code}: {text}");
    let loops = text.lines().map(str::trim_start);
    let loops = loops.filter(|l| l.starts_with("loop "));
    loops
        .map(|l| match l.contains("sequential;") {
            true => '-',
            false => 'p',
        })
        .collect()
}

fn check(cases: &[(&str, &str)]) {
    for (code, want) in cases {
        assert_eq!(runs(code), *want, "{code}");
    }
}

#[test]
fn scalars_under_conditions() {
    check(&[
        // Under one that always holds there.
        (
            "for (int i = 1; i < n; i++) { if (i > 0) t = b[i]; a[i][0] = t; }",
            "p",
        ),
        (
            "for (int i = 0; i < n; i++) { if (i > 0) t = b[i]; a[i][0] = t; }",
            "-",
        ),
        // Under ones of which one holds.
        (
            "for (int i = 0; i < n; i++) { if (i < 5) t = b[i]; if (i >= 5) t = b[i + 1]; a[i][0] = t; }",
            "p",
        ),
        (
            "for (int i = 0; i < n; i++) { if (i < 5) t = b[i]; if (i > 5) t = b[i + 1]; a[i][0] = t; }",
            "-",
        ),
        // Where both happen under the same one.
        (
            "for (int i = 0; i < n; i++) { if (i < k) t = b[i]; if (i < k) a[i][0] = t; }",
            "p",
        ),
        (
            "for (int i = 0; i < n; i++) { if (w[i]) t = b[i]; if (w[i]) a[i][0] = t; }",
            "-",
        ),
        // In a loop that surely runs; the inner one hands it on.
        (
            "for (int i = 0; i < n; i++) { for (int j = 0; j < 4; j++) t = b[i + j]; a[i][0] = t; }",
            "p-",
        ),
        (
            "for (int i = 0; i < n; i++) { for (int j = 0; j < k; j++) t = b[i + j]; a[i][0] = t; }",
            "-p",
        ),
        (
            "for (int i = 0; i < n; i++) for (int j = 0; j < 9; j++) { if (j % 2 == 0) t = b[i + j]; a[i][j] = t; }",
            "p-",
        ),
        (
            "for (int i = 0; i < n; i++) for (int j = 0; j < 9; j++) { if (j % 2 == 1) t = b[i + j]; a[i][j] = t; }",
            "--",
        ),
        // Jumps may pass over what comes before.
        (
            "for (int i = 1; i < n; i++) { if (w[i]) goto over; if (i > 0) t = b[i]; over: a[i][0] = t; }",
            "-",
        ),
    ]);
}

#[test]
fn conversions_to_narrower_types() {
    check(&[
        (
            "for (long i = 0; i < 40; i++) { k = 2 * i; a[k][0] = 1; }",
            "p",
        ),
        (
            "for (long i = 0; i < n; i++) { k = i + 1; a[k][0] = 1; }",
            "p",
        ),
        (
            "for (unsigned long i = 0; i != 40; i++) { k = i; a[k][0] = 1; }",
            "-",
        ),
        (
            "for (long i = 0; i != 40; i++) { k = i; a[k][0] = 1; }",
            "p",
        ),
        ("for (long i = 40; i > 0; i--) { k = i; a[k][0] = 1; }", "p"),
        // Cut off, different ones may be equal.
        (
            "for (long i = 0; i < n; i++) { k = 2 * i; a[k][0] = 1; }",
            "-",
        ),
        (
            "for (long i = 0; i < big; i++) { k = i; a[k][0] = 1; }",
            "-",
        ),
        (
            "for (int i = 0; i < 256; i++) b[(unsigned char)i] = 1;",
            "p",
        ),
        (
            "for (int i = 0; i < 257; i++) b[(unsigned char)i] = 1;",
            "-",
        ),
        (
            "for (int i = -1; i < 20; i++) b[(unsigned char)i] = 1;",
            "-",
        ),
        (
            "for (long i = 0; i < 100; i++) { k = i + small; b[k] = 1; }",
            "p",
        ),
        ("for (char i = 0; i < 100; i++) b[(_Bool)i] = 1;", "-"),
    ]);
}

#[test]
fn branches_that_are_never_taken() {
    check(&[
        (
            "for (int i = 1; i < n; i++) { if (i == 0) t = b[0]; a[i][0] = t; }",
            "p",
        ),
        (
            "for (int i = 0; i < n; i++) { if (i == 0) t = b[0]; a[i][0] = t; }",
            "-",
        ),
        (
            "for (int i = 1; i < n; i++) { if (i > 0) a[i][0] = t; else t = b[0]; }",
            "p",
        ),
        (
            "for (int i = 0; i < n; i++) for (int j = i; j < n; j++) { if (j < i) t = b[0]; a[i][j] = t; }",
            "pp",
        ),
        (
            "for (int i = 0; i < n; i++) { if (i < 3) if (i > 3) t = b[0]; a[i][0] = t; }",
            "p",
        ),
        (
            "for (int i = 1; i < n; i++) { if (i < 0 && w[i]) t = b[0]; a[i][0] = t; }",
            "p",
        ),
        // Reading volatile memory is something to be seen.
        (
            "for (int i = 1; i < n; i++) { if (quick && i < 0) t = b[0]; a[i][0] = t; }",
            "-",
        ),
        (
            "for (int i = 1; i < n; i++) { if (i < 0 || w[i]) t = b[0]; a[i][0] = t; }",
            "-",
        ),
    ]);
}

#[test]
fn bounds_that_the_construct_computes() {
    check(&[
        // j ends before i.
        (
            "for (int i = 0; i < n; i++) { k = i; for (int j = 0; j < k; j++) b[j] = b[i] + 1; }",
            "-p",
        ),
        (
            "for (int i = 0; i < n; i++) { k = i + 1; for (int j = 0; j < k; j++) b[j] = b[i] + 1; }",
            "--",
        ),
    ]);
}
