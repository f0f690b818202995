//! Loops of kernels that look for the largest value and where it is: which are passes of their own on devices.

use super::plan;

/// How the loops of this code run on a device: `v`, `w` and `x` in the passes that find the value, where it is, and what is done there;
/// `p` in parallel, `-` in order.
fn runs(code: &str, behind: &str) -> String {
    let source = format!(
        "static double fixed[50];
double g;
double f(int n, int b, long l, size_t z, double *restrict a, const float *restrict e, const int *restrict w, int *q)
{{
    double m = a[0], t = 0, other = 0;
    float s = 0;
    int k = 0, h = 0, i, j;
    unsigned u = 0;
    volatile int busy = 0;
    extern int look(int);
    extern void see(int *);
    #pragma acc kernels copy(a[0:100]) copyin(e[0:100], w[0:100])
    {code}
    {behind}
    return m + k + h + s + u + busy + other;
}}
"
    );
    let text = plan(&format!("typedef unsigned long size_t;\n{source}"));
    assert!(!text.contains("error "), "{code}: {text}");
    let mut found = String::new();
    for line in text.lines().map(str::trim_start) {
        let pass = line.split("a pass of devices: ").nth(1);
        match pass.map(|p| &p[..6]) {
            _ if line.starts_with("loop ") => {
                found.push(if line.contains("sequential;") {
                    '-'
                } else {
                    'p'
                });
            }
            Some(kind) => {
                assert_eq!(found.pop(), Some('p'), "{code}: {text}");
                found.push(match kind {
                    "the va" => 'v',
                    "where " => 'w',
                    _ => 'x',
                });
            }
            None => {}
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
fn a_value_and_its_place() {
    check(&[
        (
            "for (i = 0; i < n; i++) if (a[i] > m) { m = a[i]; k = i; }",
            "vwx",
        ),
        (
            "for (i = 0; i < n; i++) if (m >= a[i]) { k = i; m = a[i]; }",
            "vwx",
        ),
        (
            "for (i = n; i > 2; i -= 3) if (__builtin_fabs(a[i]) > m) { m = __builtin_fabs(a[i]); k = i + 1; h = w[i]; }",
            "vwx",
        ),
        (
            "for (i = 0; i < n; i++) { t = e[i] * e[i]; if (t > m) { m = t; k = i; } }",
            "vwx",
        ),
        (
            "for (i = 0; i < n; i++) { float d = e[i]; if (w[i] && d < s) { s = d; k = i; } }",
            "vwx",
        ),
        (
            "for (i = 1; i < n; i++) if (w[i] > 3) { if (w[i - 1] <= h) { h = w[i - 1]; k = i; } }",
            "vwx",
        ),
        (
            "for (size_t c = 0; c < z; c++) if (a[c] > m) { m = a[c]; k = c; }",
            "vwx",
        ),
        (
            "for (i = 0; i < n; i++) for (j = 0; j < b; j++) if (a[i * b + j] > m) { m = a[i * b + j]; k = i; h = j; }",
            "vvwwxx",
        ),
        (
            "{ m = a[0]; for (i = 1; i < n; i++) if (a[i] > m) { m = a[i]; k = i; } a[1] = m; a[2] = k; }",
            "vwx",
        ),
        (
            "for (int r = 0; r < 9; r++) { for (i = 0; i < n; i++) if (a[i] > m) { m = a[i]; k = i; } a[k] = r; }",
            "-vwx",
        ),
        // The iteration around is parallel: each has its own.
        (
            "for (i = 0; i < 50; i++) { double c = 0; int at = 0; for (j = 0; j < n; j++) if (e[j] * i > c) { c = e[j] * i; at = j; } fixed[i] = at; }",
            "p-",
        ),
    ]);
}

#[test]
fn something_else() {
    check(&[
        // The value from before is used, or what was found so far is.
        (
            "for (i = 0; i < n; i++) if (a[i] > m) { other = m; m = a[i]; k = i; }",
            "-",
        ),
        (
            "for (i = 0; i < n; i++) if (a[i] > m) { m = a[i]; k++; }",
            "-",
        ),
        (
            "for (i = 0; i < n; i++) if (a[i] > m) { m = a[i]; h = k; k = i; }",
            "-",
        ),
        (
            "for (i = 0; i < n; i++) { if (a[i] > m) { m = a[i]; k = i; } a[i] = k; }",
            "-",
        ),
        (
            "for (i = 0; i < n; i++) { t = k; if (a[i] > m) { m = a[i]; k = i; } }",
            "-",
        ),
        (
            "for (i = 0; i < n; i++) if (i > k && a[i] > m) { m = a[i]; k = i; }",
            "-",
        ),
        // Another value, or one that the variable doesn't hold.
        (
            "for (i = 0; i < n; i++) if (a[i] > m) { m = a[i] / 2; k = i; }",
            "-",
        ),
        (
            "for (i = 0; i < n; i++) if (a[i] > s) { s = a[i]; k = i; }",
            "-",
        ),
        (
            "for (i = 0; i < n; i++) if (w[i] > u) { u = w[i]; k = i; }",
            "-",
        ),
        (
            "for (i = 0; i < n; i++) if (a[i] != m) { m = a[i]; k = i; }",
            "-",
        ),
        // More is done than that.
        (
            "for (i = 0; i < n; i++) if (a[i] > m) { m = a[i]; k = i; } else h = i;",
            "-",
        ),
        (
            "for (i = 0; i < n; i++) if (a[i] > m) { m = a[i]; k = i; fixed[0] = i; }",
            "-",
        ),
        (
            "for (i = 0; i < n; i++) if (a[i] > m) { m = a[i]; k = i; break; }",
            "-",
        ),
        (
            "for (i = 0; i < n; i++) { if (w[i]) continue; if (a[i] > m) { m = a[i]; k = i; } }",
            "-",
        ),
        (
            "for (i = 0; i < n; i++) if (a[i] > m) { m = a[i]; busy = i; }",
            "-",
        ),
        (
            "for (i = 0; i < n; i++) if (a[i] > g) { g = a[i]; k = i; }",
            "-",
        ),
        // Places that aren't numbers in a row; of a triangle, each row by itself.
        (
            "for (i = 0; i < n; i++) for (j = 0; j < i; j++) if (a[j] > m) { m = a[j]; k = i; }",
            "-vwx",
        ),
        (
            "for (long c = l; c > 0; c--) if (a[c] > m) { m = a[c]; k = c; }",
            "-",
        ),
        (
            "for (double *p = a; p < a + n; p++) if (*p > m) { m = *p; k = p - a; }",
            "-",
        ),
        // The end of the loop is what is looked for.
        (
            "for (i = h; i < n; i++) if (w[i] > k) { k = w[i]; h = i; }",
            "-",
        ),
    ]);
    let plain = "for (i = 0; i < n; i++) if (w[i] > h) { h = w[i]; k = i; }";
    assert_eq!(runs(plain, ""), "vwx");
    assert_eq!(runs(plain, "see(&k);"), "-");
}
