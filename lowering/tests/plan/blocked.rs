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

/// The tiles of a function's nest on devices, as the report has them. There are arrays `a`, `b` and `c` of `n` by `n`, pointers `p`, `q` and `r` with clauses, and `x`.
fn on_device(directive: &str, body: &str) -> Option<String> {
    let found = plan_with(
        &format!(
            "enum {{ n = 1000, few = 200 }}; float a[n][n], b[n][n], c[n][n], x[n];
void f(int m, const float *p, const float *q, float *r)
{{
{directive}
{body}
}}"
        ),
        &Options::default(),
    );
    let told = found
        .lines()
        .find_map(|l| l.split_once("the device's blocks go through it in "));
    told.map(|(_, what)| what.to_string())
}

const KERNELS: &str = "#pragma acc kernels copyin(p[0:m*m], q[0:m*m]) copy(r[0:m*m])";
const SUMS: &str = "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { float s = 0; for (int k = 0; k < n; k++) s += a[i][k] * b[k][j]; c[i][j] = s; }";

#[test]
fn products_are_cut_on_devices() {
    let want = "tiles of 64 iterations of i by 64 of j, with a, b in shared memory, 16 iterations of k at a time";
    assert_eq!(on_device(KERNELS, SUMS).as_deref(), Some(want));
    for body in [
        "for (int i = 0; i < m; i++) for (int k = 0; k < m; k++) for (int j = 0; j < m; j++) r[i*m + j] += p[i*m + k] * q[k*m + j];",
        "for (int k = 0; k < m; k++) for (int i = 0; i < m; i++) for (int j = 0; j < m; j++) r[i*m + j] += p[k*m + i] * q[j*m + k];",
        "for (int i = 0; i < m; i++) { for (int j = 0; j < m; j++) r[i*m + j] *= 2; for (int k = 0; k < m; k++) for (int j = 0; j < m; j++) r[i*m + j] += p[i*m + k] * q[k*m + j]; }",
    ] {
        assert!(on_device(KERNELS, body).is_some(), "{body}");
    }
}

#[test]
fn what_the_user_maps_is_not_cut_on_devices() {
    for directive in [
        "#pragma acc parallel loop gang",
        "#pragma acc parallel loop collapse(2)",
        "#pragma acc parallel loop tile(32, 4)",
        "#pragma acc parallel loop vector_length(64)",
        "#pragma acc parallel loop num_gangs(64)",
        "#pragma acc serial",
    ] {
        assert_eq!(on_device(directive, SUMS), None, "{directive}");
    }
    assert!(on_device("#pragma acc parallel loop", SUMS).is_some());
}

#[test]
fn what_tiles_cant_share_is_not_cut_on_devices() {
    let of = |sum: &str| {
        format!(
            "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) {{ float s = 0; for (int k = 0; k < n; k++) s += {sum}; c[i][j] = s; }}"
        )
    };
    for sum in [
        // A condition, an element of its own for each iteration, one that is written, rows or columns alone.
        "k < i ? a[i][k] * b[k][j] : 0",
        "a[i][k] * b[k][(i + j) / 2]",
        "a[i][k] * c[k][j]",
        "a[i][k] * x[k]",
        "b[k][j] * x[i]",
    ] {
        assert_eq!(on_device(KERNELS, &of(sum)), None, "{sum}");
    }
    assert!(on_device(KERNELS, &of("a[i][k] * x[k] * b[k][j] + x[i] - x[j]")).is_some());
}

#[test]
fn small_nests_are_not_cut_on_devices() {
    assert_eq!(
        on_device(
            KERNELS,
            &SUMS.replace("j < n", "j < few").replace("i < n", "i < few")
        ),
        None
    );
    assert_eq!(on_device(KERNELS, &SUMS.replace("k < n", "k < 9")), None);
    assert_eq!(on_device(KERNELS, &SUMS.replace("j < n", "j <= i")), None);
    assert!(on_device(KERNELS, &SUMS.replace("k < n", "k < 90")).is_some());
}
