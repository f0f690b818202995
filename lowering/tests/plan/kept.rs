//! Scalars whose last value is used behind a loop of kernels: which loops are parallel all the same.

use super::plan_as_written as plan;

/// How each loop of this code runs on a device, from the outermost one on: `k` in parallel, keeping values, `p` in parallel, `-` in order.
fn runs(code: &str, behind: &str) -> String {
    let source = format!(
        "double g, ga[100];
static int gi;
int f(int n, int m, double *restrict a, const double *restrict b, const int *restrict w, int *q, volatile int *v)
{{
    double t = 1, s = 2;
    int k = 3, e = 4;
    volatile int busy = 0;
    extern void look(int *), see(void);
    #pragma acc kernels copy(a[0:100]) copyin(b[0:100], w[0:100])
    {code}
    {behind}
    return t + s + k + e;
}}
"
    );
    let text = plan(&source);
    assert!(!text.contains("error "), "{code}: {text}");
    let mut found = String::new();
    for l in text.lines().map(str::trim_start) {
        if l.starts_with("loop ") {
            found.push(if l.contains("sequential;") { '-' } else { 'p' });
        } else if l.ends_with("the last iteration's value is kept") && found.ends_with('p') {
            found.pop();
            found.push('k');
        }
    }
    found
}

fn check(cases: &[(&str, &str)]) {
    for (code, want) in cases {
        assert_eq!(runs(code, ""), *want, "{code}");
    }
}

#[test]
fn the_last_iteration_stores() {
    check(&[
        (
            "for (int i = 0; i < n; i++) { t = b[i]; a[i] = t * t; }",
            "k",
        ),
        ("for (int i = 0; i < n; i++) { a[i] = 1; k = i; }", "k"),
        ("for (int i = n; i > 2; i -= m) { k = i; a[i] = k; }", "k"),
        (
            "for (int i = 0; i < n; i++) { if (w[i]) t = 1; else t = b[i]; a[i] = t; }",
            "k",
        ),
        (
            "for (int i = 0; i < n; i++) { s = 0; for (int j = 0; j < m; j++) s += b[j]; a[i] = s; }",
            "k-",
        ),
        (
            "for (int i = 0; i < 9; i++) for (int j = 0; j < 8; j++) { t = b[i]; a[8 * i + j] = t; }",
            "kk",
        ),
        (
            "for (int i = 0; i < n; i++) { gi = 3 * i; a[i] = gi; }",
            "k",
        ),
        ("for (int i = 0; i < n; i++) { g = b[i]; ga[i] = 2; }", "-"),
        ("for (int i = 0; i < 100; i++) { g = i; ga[i] = g; }", "k"),
        (
            "{ for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } for (int i = 0; i < n; i++) a[i] += t; }",
            "kp",
        ),
        // One loop stores in each turn of another.
        (
            "for (int i = 0; i < n; i++) { for (int j = 0; j < 100; j++) { t = b[j]; a[j] += t; } a[3] = t; }",
            "-k",
        ),
        // Each iteration of the loop around has its own.
        (
            "for (int i = 0; i < n; i++) { t = 0; for (int j = 0; j < m; j++) t = b[j]; a[i] = t; }",
            "k-",
        ),
    ]);
}

#[test]
fn some_loops_stay_in_order() {
    check(&[
        // Not in each iteration, or not before it is read.
        (
            "for (int i = 0; i < n; i++) { if (w[i]) t = b[i]; a[i] = 1; }",
            "-",
        ),
        (
            "for (int i = 0; i < n; i++) { if (w[i]) continue; t = b[i]; a[i] = t; }",
            "-",
        ),
        ("for (int i = 0; i < n; i++) { a[i] = t; t = b[i]; }", "-"),
        (
            "for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; if (t < 0) break; }",
            "-",
        ),
        (
            "for (int i = 0; i < n; i++) { if (w[i]) goto end; t = b[i]; end: a[i] = i; }",
            "-",
        ),
        (
            "for (int i = 0; i < n; i++) { for (int j = 0; j < m; j++) k = w[j]; a[i] = k; }",
            "-k",
        ),
        // The last iteration of the loop inside isn't the nest's.
        (
            "for (int i = 0; i < 9; i++) for (int j = 0; j < i; j++) { k = j; a[9 * i + j] = k; }",
            "-k",
        ),
        // The store isn't all that there is to see.
        (
            "for (int i = 0; i < n; i++) { busy = w[i]; a[i] = busy; }",
            "-",
        ),
        (
            "for (int i = 0; i < n; i++) { gi = w[i]; a[i] = gi + *q; }",
            "-",
        ),
        // The loop is in order for another reason.
        (
            "for (int i = 1; i < n; i++) { t = b[i]; a[i] = a[i - 1] + t; }",
            "-",
        ),
    ]);
    let addressed = "for (int i = 0; i < n; i++) { e = w[i]; a[i] = e; }";
    assert_eq!(runs(addressed, ""), "k");
    assert_eq!(runs(addressed, "look(&e);"), "-");
}

#[test]
fn what_nobody_reads_is_private() {
    let code = "for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; }";
    assert_eq!(runs(code, ""), "k");
    assert_eq!(runs(code, "t = 0;"), "p");
}
