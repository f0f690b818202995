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

/// What the report says of tiles in a parallel loop over plain pointers.
fn of_pointers(directive: &str, body: &str) -> String {
    let found = plan_with(
        &format!(
            "void f(int n, double *c, double *a, double *b, const int *k) {{\n#pragma acc {directive}\n{body}\n}}"
        ),
        &Options::default(),
    );
    let line = found.lines().find_map(|l| l.split_once("in tiles of "));
    line.map_or_else(String::new, |(_, tiles)| tiles.to_string())
}

const PRODUCT: &str = "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { double s = 0;
    for (int l = 0; l < n; l++) s += a[i * n + l] * b[l * n + j]; c[i * n + j] = s; }";

#[test]
fn parallel_loops_over_plain_pointers_ask() {
    let asked = "4 iterations of i by 4 of j, where these lie apart, which is asked at run time:";
    assert_eq!(
        of_pointers("parallel loop", PRODUCT),
        format!("{asked} a[0:n*n] and c[0:n*n]; b[0:n*n] and c[0:n*n]")
    );
    // On a device the clauses tell them apart, on the cores nothing does.
    let data = "parallel loop copy(c[0:n*n]) copyin(a[0:n*n], b[0:n*n])";
    assert_eq!(
        of_pointers(data, PRODUCT),
        format!("{asked} c[0:n*n] and a[0:n*n]; c[0:n*n] and b[0:n*n]")
    );
}

#[test]
fn pointers_that_move_are_not_asked_about() {
    let moved = format!("for (int t = 0; t < n; t++) {{ b = c + t; {PRODUCT} }}");
    assert_eq!(of_pointers("parallel loop private(b)", &moved), "");
    // Nor are those of which the construct declares what they reach.
    let own = PRODUCT.replace("double s = 0;", "const double *b = c + j; double s = 0;");
    assert_eq!(of_pointers("parallel loop", &own), "");
}
