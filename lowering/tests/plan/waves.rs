//! Which loops in order the host's cores go through in tiles together with the loops inside.

use super::{Options, plan_with};

/// The fronts of the tiles of a nest, and behind a semicolon those of columns; empty: there are none. There are planes `a`, `b` and `c` of `n` rows of `n` elements each, and lines `x` and
/// `y` of `n`.
fn fronts(body: &str) -> String {
    let found = plan_with(
        &format!(
            "enum {{ n = 1000 }}; double a[n][n], b[n][n], c[n][n], x[n], y[n]; double sqrt(double); int random(void);
double f(int m, double *restrict p, double *restrict q)
{{ double s = 0, w = 1;
#pragma acc kernels
{body}
return s; }}"
        ),
        &Options::default(),
    );
    let mut lines = found
        .lines()
        .filter(|l| l.contains(", wavefront by wavefront"));
    let line = lines.next().unwrap_or("");
    let text = line.split_once("tiles of t").map_or("", |(_, rest)| rest);
    let text = text.split(", wave").next().unwrap_or("");
    match text.strip_prefix(", of ") {
        Some(both) => both.replace(" and of ", "; "),
        None => text.trim_start_matches(" and of ").to_string(),
    }
}

fn check(cases: &[(&str, &str)]) {
    for (body, want) in cases {
        assert_eq!(fronts(body), *want, "{body}");
    }
}

#[test]
fn steps_over_grids_have_skewed_fronts() {
    check(&[
        (
            "for (int t = 0; t < m; t++) { for (int i = 1; i < n - 1; i++) x[i] = y[i - 1] + y[i + 1]; for (int i = 1; i < n - 1; i++) y[i] = x[i]; }",
            "i + 2*t, i + 2*t + 1",
        ),
        (
            "for (int t = 0; t < m; t++) { for (int i = 1; i < n - 1; i++) x[i] = y[i - 1] + y[i + 1]; for (int i = 1; i < n - 1; i++) y[i] = x[i - 1] + x[i + 1]; }",
            "i + 2*t, i + 2*t + 1",
        ),
        (
            "for (int t = 0; t < m; t++) for (int i = 2; i < n - 2; i++) for (int j = 1; j < n - 1; j++) a[i][j] += a[i - 2][j] + a[i + 2][j - 1];",
            "i + 2*t",
        ),
        // Rows of flat memory.
        (
            "for (int t = 0; t < 99; t++) { for (int i = 1; i < m - 1; i++) for (int j = 0; j < m; j++) p[i*m + j] = q[(i - 1)*m + j] + q[(i + 1)*m + j]; for (int i = 1; i < m - 1; i++) for (int j = 0; j < m; j++) q[i*m + j] = p[i*m + j]; }",
            "i + 2*t, i + 2*t + 1; j",
        ),
        // Nothing leads back: steps in order, columns in order.
        (
            "for (int t = 1; t < n; t++) for (int j = 1; j < n; j++) a[t][j] = a[t - 1][j] + a[t][j - 1];",
            "j",
        ),
        // A row that is set between the sweeps.
        (
            "for (int t = 0; t < m; t++) { for (int j = 0; j < n; j++) a[n - 1][j] = t; for (int i = 1; i < n - 1; i++) for (int j = 0; j < n; j++) a[i][j] += a[i + 1][j]; }",
            "i + t + 1; j",
        ),
    ]);
}

#[test]
fn columns_have_fronts_of_their_own() {
    check(&[
        (
            "for (int t = 0; t < m; t++) { for (int i = 1; i < n - 1; i++) for (int j = 1; j < n - 1; j++) a[i][j] = b[i][j - 1] + b[i - 1][j]; for (int i = 1; i < n - 1; i++) for (int j = 1; j < n - 1; j++) b[i][j] = a[i][j + 1]; }",
            "i + t, i + t + 1; j + t, j + t + 1",
        ),
        // In place: what the row above has is there, in the same step.
        (
            "for (int t = 0; t < m; t++) for (int i = 1; i < n - 1; i++) for (int j = 1; j < n - 1; j++) a[i][j] += a[i - 1][j - 1] + a[i + 1][j + 1] + a[i][j + 1];",
            "i + t; j + t",
        ),
        // But not what it has further on.
        (
            "for (int t = 0; t < m; t++) for (int i = 1; i < n - 1; i++) for (int j = 1; j < n - 1; j++) a[i][j] += a[i - 1][j + 1];",
            "i + t",
        ),
        // Edges of rows, and between rows.
        (
            "for (int t = 0; t < m; t++) { for (int i = 0; i < n; i++) a[i][0] = t; for (int j = 0; j < n; j++) a[0][j] = t; for (int i = 1; i < n; i++) for (int j = 1; j < n; j++) a[i][j] += a[i][j - 1] + a[i - 1][j]; }",
            "i + t; j + t",
        ),
        // A scalar that goes along a row.
        (
            "for (int t = 0; t < m; t++) for (int i = 1; i < n - 1; i++) { w = 0; for (int j = 1; j < n - 1; j++) { w += a[i][j]; a[i][j] = w + a[i - 1][j] + a[i + 1][j]; } }",
            "i + t",
        ),
        // Columns from the whole row.
        (
            "for (int t = 0; t < m; t++) for (int i = 1; i < n - 1; i++) for (int j = 1; j < n - 1; j++) a[i][j] += a[i - 1][n - j] + a[i + 1][j];",
            "i + t",
        ),
    ]);
}

#[test]
fn what_leads_back_from_everywhere_has_no_tiles() {
    check(&[
        // Rows from columns.
        (
            "for (int t = 0; t < m; t++) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i][j] = b[j][i]; for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) b[i][j] = a[i][j]; }",
            "",
        ),
        // One element for all.
        (
            "for (int t = 0; t < m; t++) for (int i = 1; i < n; i++) x[i] = x[i - 1] + x[0] + x[n - 1];",
            "",
        ),
        // A sum that a register holds.
        (
            "for (int t = 0; t < n; t++) for (int j = 0; j < n; j++) { x[j] += a[t][j]; y[t] += a[t][j]; }",
            "",
        ),
        // Elements that nothing is known of.
        (
            "for (int t = 0; t < m; t++) for (int i = 1; i < n - 1; i++) x[i] = x[i - 1] + x[(int)y[i]];",
            "",
        ),
    ]);
}

#[test]
fn scalars_and_calls_that_need_the_order_keep_it() {
    check(&[
        (
            "for (int t = 0; t < m; t++) for (int i = 1; i < n - 1; i++) { x[i] = x[i - 1] + x[i + 1]; s += x[i]; }",
            "",
        ),
        (
            "for (int t = 0; t < m; t++) for (int i = 1; i < n - 1; i++) { x[i] = x[i - 1] + w; w = x[i]; }",
            "",
        ),
        (
            "for (int t = 0; t < m; t++) for (int i = 1; i < n - 1; i++) { w = sqrt(x[i]); x[i] = x[i - 1] + x[i + 1] + w; }",
            "i + t",
        ),
        (
            "for (int t = 0; t < m; t++) for (int i = 1; i < n - 1; i++) x[i] = x[i - 1] + x[i + 1] + random();",
            "",
        ),
        (
            "for (int t = 0; t < m; t++) for (int i = 1; i < n - 1; i++) { if (x[i] < 0) break; x[i] = x[i - 1] + x[i + 1]; }",
            "",
        ),
    ]);
}
