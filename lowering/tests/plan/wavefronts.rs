//! Which loops in order devices go through wave by wave.

use super::{Options, plan_with};

/// What waves of a nest are along; empty: there are none. There are planes `a` and `b` of `n` rows of `n` elements each, a cube `c`, and lines `x` and `y`.
fn along(body: &str) -> String {
    let found = plan_with(
        &format!(
            "enum {{ n = 1000 }}; double a[n][n], b[n][n], c[n][n][n], x[n], y[n]; double sqrt(double); int random(void);
double f(int m, double *restrict p, const double *q)
{{ double s = 0, w = 1; int i, j;
#pragma acc kernels
{body}
return s; }}"
        ),
        &Options::default(),
    );
    let all = found.lines().filter_map(|l| {
        let (_, rest) = l.split_once("as a wavefront along ")?;
        rest.split_once(", in one kernel").map(|(what, _)| what)
    });
    all.collect::<Vec<_>>().join("; ")
}

fn check(cases: &[(&str, &str)]) {
    for (body, want) in cases {
        assert_eq!(along(body), *want, "{body}");
    }
}

#[test]
fn recurrences_have_skewed_waves() {
    check(&[
        (
            "for (int i = 1; i < m; i++) for (int j = 1; j < m; j++) a[i][j] = a[i - 1][j] + a[i][j - 1];",
            "i + j",
        ),
        // The row above has to be one further.
        (
            "for (int i = 1; i < m; i++) for (int j = 1; j < m - 1; j++) a[i][j] = a[i - 1][j + 1] + a[i][j - 1];",
            "2*i + j",
        ),
        (
            "for (int i = 1; i < m; i++) for (int j = 3; j < m - 3; j++) a[i][j] = a[i - 1][j + 3] + a[i][j - 1];",
            "4*i + j",
        ),
        // Gauss-Seidel with five and with nine points, in time.
        (
            "for (int t = 0; t < 9; t++) for (int i = 1; i < m; i++) for (int j = 1; j < m; j++) a[i][j] += a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];",
            "3*t + i + j",
        ),
        (
            "for (int t = 0; t < 9; t++) for (int i = 1; i < m; i++) for (int j = 1; j < m; j++)
                a[i][j] += a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1] + a[i][j - 1] + a[i][j + 1] + a[i + 1][j - 1] + a[i + 1][j] + a[i + 1][j + 1];",
            "4*t + 2*i + j",
        ),
        // Flat memory.
        (
            "for (int i = 1; i < m; i++) for (int j = 1; j < m; j++) p[i*m + j] = p[(i - 1)*m + j] + p[i*m + j - 1];",
            "i + j",
        ),
        // Three loops without time.
        (
            "for (int i = 1; i < m; i++) for (int j = 1; j < m; j++) for (int k = 1; k < m; k++) c[i][j][k] = c[i - 1][j][k] + c[i][j - 1][k] + c[i][j][k - 1];",
            "i + j + k",
        ),
        // Rows that get longer, and an edge.
        (
            "for (int i = 1; i < m; i++) { a[i][0] = a[i - 1][0]; for (int j = 1; j <= i; j++) a[i][j] = a[i - 1][j] + a[i][j - 1]; }",
            "i + j",
        ),
        // Scalars and counters of the function's own.
        (
            "for (i = 1; i < m; i++) for (j = 1; j < m; j++) { w = a[i - 1][j]; a[i][j] = w * a[i][j - 1]; }",
            "i + j",
        ),
    ]);
}

#[test]
fn a_sweep_in_a_loop_in_order_has_waves_in_each_iteration() {
    check(&[
        (
            "for (int t = 0; t < 9; t++) for (int i = 1; i < m; i++) { for (int j = 1; j < m; j++) a[i][j] = a[i - 1][j] + a[i][j - 1]; x[i] = x[m - i] + a[i][1]; }",
            "i + j",
        ),
        (
            "for (int t = 0; t < 9; t++) { for (int i = 1; i < m; i++) for (int j = 1; j < m; j++) a[i][j] = a[i - 1][j] + a[i][j - 1]; a[1][1] = a[m - 1][m - 1]; }",
            "i + j",
        ),
    ]);
}

#[test]
fn what_does_better_otherwise_has_none() {
    check(&[
        // One of the loops is parallel.
        (
            "for (int i = 1; i < m; i++) for (int j = 1; j < m; j++) a[i][j] = a[i - 1][j];",
            "",
        ),
        (
            "for (int t = 0; t < 9; t++) { for (int i = 1; i < m; i++) x[i] = y[i - 1]; for (int i = 1; i < m; i++) y[i] = x[i]; }",
            "",
        ),
        // A sum.
        (
            "for (int i = 1; i < m; i++) for (int j = 0; j < i; j++) x[i] -= a[i][j] * x[j];",
            "",
        ),
        // Hardly any iterations beside each other.
        (
            "for (int i = 1; i < 4; i++) for (int j = 1; j < m; j++) a[i][j] = a[i - 1][j] + a[i][j - 1];",
            "i + j",
        ),
        (
            "for (int i = 1; i < 4; i++) for (int j = 1; j < 99; j++) a[i][j] = a[i - 1][j] + a[i][j - 1];",
            "",
        ),
    ]);
}

#[test]
fn what_has_no_fronts_has_no_waves() {
    check(&[
        // It leads back from any skew.
        (
            "for (int i = 1; i < m; i++) for (int j = 1; j < m - 1; j++) a[i][j] = a[i - 1][m - j] + a[i][j - 1];",
            "",
        ),
        // A scalar that iterations hand on.
        (
            "for (int i = 1; i < m; i++) for (int j = 1; j < m; j++) { s = s * a[i][j - 1]; a[i][j] = a[i - 1][j] + s; }",
            "",
        ),
        // A jump, and a call that does more than compute a value.
        (
            "for (int i = 1; i < m; i++) for (int j = 1; j < m; j++) { if (a[i][j] > 9) break; a[i][j] = a[i - 1][j] + a[i][j - 1]; }",
            "",
        ),
        // Steps by two, and downwards.
        (
            "for (int i = 1; i < m; i += 2) for (int j = 1; j < m; j++) a[i][j] = a[i - 1][j] + a[i][j - 1] + a[i - 2][j];",
            "",
        ),
    ]);
    // The host gives a counter its last value.
    check(&[(
        "for (i = 1; i < m; i++) for (int j = 1; j < m; j++) a[i][j] = a[i - 1][j] + a[i][j - 1];\nw = i; s = w;",
        "i + j",
    )]);
    assert_eq!(
        along(
            "for (int i = 1; i < m; i++) for (int j = 1; j < m; j++) a[i][j] = sqrt(a[i - 1][j]) + a[i][j - 1];"
        ),
        "i + j"
    );
}

#[test]
fn options_turn_them_off() {
    let source = "void f(int m, double a[m][m]) {
#pragma acc kernels
for (int i = 1; i < m; i++) for (int j = 1; j < m; j++) a[i][j] = a[i - 1][j] + a[i][j - 1]; }";
    for (transform, automatic, wanted) in [
        (true, true, true),
        (false, true, false),
        (true, false, false),
    ] {
        let options = Options {
            transform,
            automatic,
            ..Options::default()
        };
        let found = plan_with(source, &options).contains("as a wavefront along");
        assert_eq!(found, wanted, "{transform} {automatic}");
    }
}
