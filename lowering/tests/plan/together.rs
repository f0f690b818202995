//! Loops in order that one launch goes through, whose blocks wait for each other.

use super::{Options, plan_with};

/// The lines of kernels whose blocks wait for each other, with what takes their place; empty: there are none.
fn together(body: &str) -> String {
    let found = plan_with(
        &format!(
            "enum {{ n = 3000 }}; double a[n][n], b[n][n], c[200][200][200], x[n], y[n]; int k; double sqrt(double);
double f(int m, int steps, int odd, double *p, double *q, int *where)
{{ double s = 0; int i, j, t;
#pragma acc kernels
{body}
return s; }}"
        ),
        &Options::default(),
    );
    let lines = found.lines().map(str::trim);
    let told = |l: &&str| {
        l.starts_with("blocks wait for each other") || l.starts_with("grid") || *l == "otherwise"
    };
    let lines: Vec<&str> = lines.filter(told).collect();
    let at = lines.iter().position(|l| l.starts_with("blocks"));
    let Some(at) = at else { return String::new() };
    let when = lines[at].split([',', ';']).nth(1).unwrap_or("").trim();
    let grid = lines[at - 1];
    let other = match lines.contains(&"otherwise") {
        true => "; else steps",
        false => "",
    };
    format!("{grid}: {when}{other}")
}

const PLANE: &str = "grid (ceil(trips(j) / 32) at once, ceil(trips(i) / 4) at once, 1) block (32, 4, 1): if threads have up to 5 iterations of a loop; else steps";
const LINE: &str = "grid (ceil(trips(i) / 128) at once, 1, 1) block (128, 1, 1): if threads have up to 5 iterations of a loop; else steps";

fn check(cases: &[(&str, &str)]) {
    for (body, want) in cases {
        assert_eq!(together(body), *want, "{body}");
    }
}

#[test]
fn steps_over_grids_are_one_launch() {
    check(&[
        (
            "for (int t = 0; t < steps; t++) {
                for (int i = 1; i < m; i++) for (int j = 1; j < m - 1; j++) b[i][j] = a[i - 1][j];
                for (int i = 1; i < m; i++) for (int j = 1; j < m - 1; j++) a[i][j] = b[i][j - 1] + b[i][j + 1];
            }",
            PLANE,
        ),
        (
            "for (int t = 0; t < steps; t++) { for (int i = 1; i < m; i++) x[i] = y[i - 1]; for (int i = 1; i < m; i++) y[i] = x[i]; }",
            LINE,
        ),
        // The deepest nest has the grid.
        (
            "for (int t = 0; t < steps; t++) {
                for (int i = 1; i < m; i++) x[i] = a[i][t];
                for (int i = 1; i < m; i++) for (int j = 1; j < m; j++) a[i][j] += x[i] + x[j];
            }",
            PLANE,
        ),
        // Counters of the function's own; `loop` without anything to say, and with `seq`.
        (
            "#pragma acc loop seq
            for (t = 0; t < steps; t++) {
                #pragma acc loop independent
                for (i = 1; i < m; i++) x[i] = y[i - 1];
                for (i = 1; i < m; i++) y[i] = x[i];
            }",
            LINE,
        ),
        // What stands between: an element, a scalar, a loop that one thread goes through, and a condition of the host's.
        (
            "for (int t = 0; t < steps; t++) {
                for (int i = 1; i < m; i++) x[i] = y[i - 1];
                x[0] = t;
                double d = x[1] + x[2];
                for (int j = 1; j < 4; j++) x[j] += x[j - 1];
                if (odd > t) for (int i = 1; i < m; i++) y[i] = x[i] + d;
            }",
            LINE,
        ),
        // Pointers that may overlap: the launch asks.
        (
            "for (int t = 0; t < steps; t++) { for (int i = 1; i < m; i++) p[i] = q[i - 1]; for (int i = 1; i < m; i++) q[i] = p[i]; }",
            LINE,
        ),
    ]);
}

#[test]
fn what_is_launched_for_each_step() {
    check(&[
        // Known to be large.
        (
            "for (int t = 0; t < steps; t++) { for (int i = 1; i < n; i++) for (int j = 0; j < n; j++) a[i][j] += b[i][j]; for (int i = 1; i < n; i++) for (int j = 0; j < n; j++) b[j][i] = a[i][j]; }",
            "",
        ),
        // A sum over all blocks.
        (
            "for (int t = 0; t < steps; t++) { for (int i = 1; i < m; i++) x[i] = y[i - 1] * t; for (int i = 1; i < m; i++) s += x[i]; for (int i = 1; i < m; i++) y[i] = x[i] + s; }",
            "",
        ),
        // Levels that the user gives.
        (
            "for (int t = 0; t < steps; t++) {
                #pragma acc loop gang vector(64)
                for (int i = 1; i < m; i++) x[i] = y[i - 1];
                for (int i = 1; i < m; i++) y[i] = x[i]; }",
            "",
        ),
        // A statement that one thread has to do, and whose scalar all need.
        (
            "for (int t = 0; t < steps; t++) { for (int i = 1; i < m; i++) x[i] = y[i - 1]; for (int j = 1; j < 9; j++) { k += j; x[j] = k; } for (int i = 1; i < m; i++) y[i] = x[i] + k; }",
            "",
        ),
    ]);
}

#[test]
fn sizes_of_grids_given_by_clauses_and_options_turn_it_off() {
    let source = |clause: &str| {
        format!(
            "void f(int m, int steps, double x[restrict m], double y[restrict m]) {{
#pragma acc kernels {clause}
for (int t = 0; t < steps; t++) {{ for (int i = 1; i < m; i++) x[i] = y[i - 1]; for (int i = 1; i < m; i++) y[i] = x[i]; }} }}"
        )
    };
    let waits = |clause: &str, transform: bool| {
        let options = Options {
            transform,
            ..Options::default()
        };
        plan_with(&source(clause), &options).contains("blocks wait for each other, if")
    };
    assert!(waits("", true));
    assert!(!waits("", false));
    assert!(!waits("num_gangs(8)", true));
    assert!(!waits("vector_length(64)", true));
}
