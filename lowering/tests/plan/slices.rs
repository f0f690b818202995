//! Which loops in order the host's cores share the slices of: what no dependence connects.

use super::{Options, plan_with};

/// The sums of which each slice has one; empty: there are none. There are planes `a`, `b` and `c` of `n` rows of `n` elements each, and lines `x` and
/// `y` of `n`.
fn slices(body: &str) -> String {
    let found = plan_with(
        &format!(
            "enum {{ n = 1000 }}; double a[n][n], b[n][n], c[n][n], x[n], y[n]; double sqrt(double); int random(void);
double f(int m, double *restrict p, double *restrict q, double *s)
{{ double w = 1;
#pragma acc kernels
{body}
return w; }}"
        ),
        &Options::default(),
    );
    let told = "share its slices, those of each ";
    let mut lines = found.lines().filter(|l| l.contains(told));
    let line = lines.next().unwrap_or("");
    let text = line.split_once(told).map_or("", |(_, rest)| rest);
    text.split(", and nobody").next().unwrap_or("").to_string()
}

fn check(cases: &[(&str, &str)]) {
    for (body, want) in cases {
        assert_eq!(slices(body), *want, "{body}");
    }
}

#[test]
fn what_follows_each_other_in_one_direction_is_a_slice() {
    check(&[
        (
            "for (int i = 1; i < n; i++) for (int j = 1; j < n; j++) a[i][j] = a[i - 1][j - 1] + b[i][j];",
            "j - i",
        ),
        (
            "for (int i = 1; i < m; i++) for (int j = 1; j < m - 1; j++) a[i][j] = a[i - 1][j + 1] + a[i][j];",
            "j + i",
        ),
        // Every second row, one to the right.
        (
            "for (int i = 2; i < n; i++) for (int j = 1; j < n; j++) a[i][j] = a[i - 2][j - 1];",
            "2*j - i",
        ),
        (
            "for (int i = 2; i < n; i++) for (int j = 0; j < n - 3; j++) a[i][j] = a[i - 2][j + 3];",
            "2*j + 3*i",
        ),
        // Two steps, of which one is twice the other.
        (
            "for (int i = 2; i < n; i++) for (int j = 2; j < n; j++) a[i][j] = a[i - 1][j - 1] + a[i - 2][j - 2];",
            "j - i",
        ),
        // Columns, in a line and in a plane; a triangle.
        (
            "for (int t = 0; t < m; t++) for (int j = 0; j < n; j++) { if (x[j] > 0) x[j] = y[j] - a[t][j]; y[j] = x[j]; }",
            "j",
        ),
        (
            "for (int i = 1; i < n; i++) for (int j = i; j < n; j++) a[i][j] = a[i - 1][j - 1] + a[i][j];",
            "j - i",
        ),
        // Rows of flat memory.
        (
            "for (int i = 1; i < m; i++) for (int j = 1; j < m; j++) p[i*m + j] = p[(i - 1)*m + j - 1] + q[j];",
            "j - i",
        ),
    ]);
}

#[test]
fn statements_that_hand_on_to_each_other_share_slices() {
    check(&[
        (
            "for (int i = 1; i < n; i++) { for (int j = 0; j < n; j++) a[i][j] = b[i - 1][j]; for (int j = 0; j < n - 1; j++) b[i][j] = a[i][j + 1]; }",
            "j + i, j + i + 1",
        ),
        // A first column that is set in each row.
        (
            "for (int i = 1; i < n; i++) { a[i][0] = x[i]; for (int j = 1; j < n; j++) a[i][j] = a[i - 1][j - 1]; }",
            "j - i",
        ),
        // Edges of rows, and what goes on along each row.
        (
            "for (int t = 0; t < m; t++) { for (int i = 0; i < n; i++) a[i][0] = t; for (int j = 0; j < n; j++) a[0][j] = t; for (int i = 1; i < n; i++) for (int j = 1; j < n; j++) a[i][j] += a[i][j - 1] + b[i][j]; }",
            "i",
        ),
        // A scalar that each iteration assigns.
        (
            "for (int i = 1; i < n; i++) for (int j = 1; j < n; j++) { double t = sqrt(a[i - 1][j - 1]); a[i][j] = t; }",
            "j - i",
        ),
    ]);
}

#[test]
fn what_is_connected_has_none() {
    check(&[
        // In two directions.
        (
            "for (int i = 1; i < n; i++) for (int j = 1; j < n; j++) a[i][j] = a[i - 1][j] + a[i][j - 1];",
            "",
        ),
        (
            "for (int i = 1; i < n; i++) for (int j = 1; j < n - 1; j++) a[i][j] = a[i - 1][j - 1] + a[i - 1][j + 1];",
            "",
        ),
        // One element for all.
        (
            "for (int i = 1; i < n; i++) for (int j = 1; j < n; j++) { a[i][j] = a[i - 1][j - 1] + x[0]; if (a[i][j] > 7) x[0] = 1; }",
            "",
        ),
        // Rows from columns.
        (
            "for (int i = 1; i < n; i++) for (int j = 1; j < n; j++) a[i][j] = a[j][i - 1];",
            "",
        ),
        // The second loop goes on elsewhere.
        (
            "for (int i = 1; i < n; i++) { for (int j = 1; j < n - 1; j++) a[i][j] = b[i - 1][j]; for (int j = 1; j < n - 1; j++) b[i][j] = a[i][j + 1] + b[i - 1][j]; }",
            "",
        ),
        // Subscripts of which nothing is known, and pointers of which nobody knows where they lead.
        (
            "for (int i = 1; i < n; i++) for (int j = 1; j < n; j++) a[i][j] = a[i - 1][j - 1] + a[i - 1][(int)x[j]];",
            "",
        ),
        (
            "for (int i = 1; i < m; i++) for (int j = 1; j < m; j++) { p[i*m + j] = p[(i - 1)*m + j - 1]; s[(int)x[j]] = 1; }",
            "",
        ),
        // A scalar that goes on from iteration to iteration.
        (
            "for (int i = 1; i < n; i++) for (int j = 1; j < n; j++) { a[i][j] = a[i - 1][j - 1] + w; w = a[i][j]; }",
            "",
        ),
        (
            "for (int i = 1; i < n; i++) for (int j = 1; j < n; j++) { a[i][j] = a[i - 1][j - 1]; w += a[i][j]; }",
            "",
        ),
        // Ways out, and calls that do more than compute.
        (
            "for (int i = 1; i < n; i++) for (int j = 1; j < n; j++) { if (a[i][j] < 0) break; a[i][j] = a[i - 1][j - 1]; }",
            "",
        ),
        (
            "for (int i = 1; i < n; i++) for (int j = 1; j < n; j++) a[i][j] = a[i - 1][j - 1] + random();",
            "",
        ),
    ]);
}
