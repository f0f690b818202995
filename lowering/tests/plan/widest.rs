//! Grids of loops whose bounds depend on the loops around them.

use super::plan;

/// The grid of a nest of `i` and `j` in `kernels`.
fn grid(outer: &str, inner: &str) -> String {
    let source = format!(
        "void f(int n, int m, const int *restrict end, double a[restrict 100][300])
{{
    #pragma acc kernels copy(a[0:100]) copyin(end[0:n])
    for ({outer}) {{
        #pragma acc loop independent
        for ({inner})
            a[i][j] = i;
    }}
}}
"
    );
    let text = plan(&source);
    assert!(!text.contains("error "), "{inner}: {text}");
    let (_, rest) = text.split_once("grid (").unwrap();
    rest.split_once(") block").unwrap().0.to_string()
}

const UP: &str = "int i = 0; i < n; i++";

#[test]
fn bounds_that_grow_by_a_constant() {
    let known = "ceil(trips(j) / 32), ceil(trips(i) / 4), 1";
    for inner in [
        "int j = i; j < m; j++",
        "int j = 0; j <= 2 * i + 1; j++",
        "int j = n - i; j < n + i * 3; j += 2",
        "int j = m; j > i; j--",
        "int j = i / 2; j < (int)(i + 20L); j++",
    ] {
        for outer in [UP, "int i = m; i <= n; i += 3", "int i = n - 1; i > m; i--"] {
            assert_eq!(grid(outer, inner), known, "{outer}: {inner}");
        }
    }
}

#[test]
fn bounds_that_nobody_knows() {
    let unknown = "1024, ceil(trips(i) / 4), 1";
    for inner in [
        "int j = 0; j < i * n; j++",
        "int j = 0; j < end[i]; j++",
        "int j = 0; j < n % (i + 1); j++",
        "int j = i; j != m; j++",
        "int j = 0; j < m; j += i + 1",
    ] {
        assert_eq!(grid(UP, inner), unknown, "{inner}");
    }
}
