//! Which nests the host's cores go through in tiles.

use super::{Options, plan_with};

/// Whether a nest of a function goes through tiles of the columns `j`. There are arrays `a`, `b` and `c`, of `n` rows of `n` elements each, and `x` of `n`.
fn is_cut(body: &str) -> bool {
    let found = plan_with(
        &format!(
            "enum {{ n = 1000 }}; double a[n][n], b[n][n], c[n][n], x[n];
void f(void)
{{
#pragma acc kernels
{body}
}}"
        ),
        &Options::default(),
    );
    found
        .lines()
        .any(|l| l.contains("in tiles of") && l.contains(" of j"))
}

#[test]
fn sums_are_cut() {
    assert!(is_cut(
        "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { double s = 0; for (int k = 0; k < n; k++) s += a[i][k] * b[k][j]; c[i][j] = s; }"
    ));
}

#[test]
fn what_is_beside_a_range_is_not_done_for_each_part_of_it() {
    assert!(!is_cut(
        "for (int i = 0; i < n; i++) { double s = 0; for (int k = 0; k < n; k++) s += a[i][k]; for (int j = 0; j < n; j++) c[i][j] = s * b[i][j]; }"
    ));
}
