//! How many iterations of a loop a thread has, and which grids follow.

use super::plan;

/// What the plan says of the innermost loop's turns, and the kernel's grid.
fn turns(directives: &str, code: &str) -> String {
    let source = format!(
        "void f(int n, int m, long l, unsigned u, double *restrict a, const double *restrict b, const int *restrict k, double *restrict c,
       const float *restrict x, float *restrict y, double *p, double *q, double *restrict s)
{{
double sum = 0; int i, j;
#pragma acc {directives}
{code}
s[0] = sum;
}}
"
    );
    let text = plan(&source);
    assert!(!text.contains("error "), "{code}: {text}");
    let lines = || text.lines().map(str::trim);
    let grid = lines().find_map(|l| l.strip_prefix("grid ")).unwrap();
    let grid = grid.split_once(" block").unwrap().0;
    match lines().find_map(|l| l.strip_prefix("turns: ")) {
        Some(turns) => format!("{turns} {grid}"),
        None => grid.to_string(),
    }
}

fn check(directives: &str, cases: &[(&str, &str)]) {
    let data = "present(a, b, k, c, x, y, p, q)";
    for (code, want) in cases {
        assert_eq!(
            turns(&format!("{directives} {data}"), code),
            *want,
            "{code}"
        );
    }
}

const ONE: &str = "(ceil(trips(i) / 128), 1, 1)";
const FOUR: &str = "4 at once, 128 apart (ceil(trips(i) / 512), 1, 1)";

#[test]
fn light_loops_along_the_grid_take_four_iterations_at_once() {
    check(
        "parallel loop",
        &[
            ("for (i = 0; i < n; i++) y[i] += 2 * x[i];", FOUR),
            (
                "for (int i = 3; i <= n - 2; i++) a[i + 1] = b[i] + b[i + 2];",
                FOUR,
            ),
            ("for (long i = 0; i < l; i++) a[i] = i * b[i];", FOUR),
            ("for (i = 0; i < n; i++) a[i] = b[k[i]];", FOUR),
            (
                "for (i = 0; i < n; i++) { double t = b[i]; a[i] = t * t; c[i] = t; }",
                FOUR,
            ),
            ("for (i = 0; i < 1000000; i++) a[i] = b[i];", FOUR),
            // What is read was there before the loop, whatever the pointers lead to.
            ("for (i = 0; i < n; i++) p[i] = q[i];", FOUR),
            // In one object distances tell elements apart.
            ("for (i = 0; i < n; i++) p[i] *= 2;", FOUR),
        ],
    );
}

#[test]
fn other_loops_have_a_thread_for_each_iteration() {
    check(
        "parallel loop",
        &[
            // Enough loads are under way anyway, or none.
            (
                "for (i = 1; i < n; i++) a[i] = b[i - 1] + b[i] + b[i + 1] + c[i];",
                ONE,
            ),
            ("for (i = 0; i < n; i++) a[i] = 1;", ONE),
            // What is fetched may be what was stored.
            (
                "for (i = 0; i < n; i++) { p[i] = q[i]; q[i] = p[i] + 1; }",
                ONE,
            ),
            // A branch in the way, or much to do.
            ("for (i = 0; i < n; i++) if (b[i] > 0) a[i] = b[i];", ONE),
            (
                "for (i = 0; i < n; i++) a[i] = b[i] / c[i] / 3 / (b[i] - 4) / (c[i] + 1) / 7;",
                ONE,
            ),
            // The variable is no `long`: it wraps around, it is converted, its address is taken.
            ("for (unsigned i = 0; i < u; i++) a[i] = b[i - 1];", ONE),
            ("for (i = 0; i < n; i++) a[i] = b[i] + i;", ONE),
            ("for (i = 0; i < n; i++) a[i] = b[(unsigned)i % 7u];", ONE),
            // Too few to fill a device.
            ("for (i = 0; i < 5000; i++) a[i] = b[i];", ONE),
            // In steps, or down.
            ("for (i = 0; i < n; i += 2) a[i] = b[i];", ONE),
            ("for (i = n; i > 0; i--) a[i] = b[i];", ONE),
        ],
    );
    check(
        "parallel loop num_gangs(10)",
        &[("for (i = 0; i < n; i++) a[i] = b[i];", "(10, 1, 1)")],
    );
}

#[test]
fn loops_over_the_threads_of_a_gang_are_unrolled() {
    check(
        "parallel loop gang",
        &[
            (
                "for (i = 0; i < n; i++) { double t = 0;
                 #pragma acc loop vector reduction(+:t)
                 for (j = k[i]; j < k[i + 1]; j++) t += b[j]; a[i] = t; }",
                "several (ceil(trips(i) / (128 / vector)), 1, 1)",
            ),
            // One turn does it all.
            (
                "for (i = 0; i < n; i++) {
                 #pragma acc loop vector
                 for (j = 0; j < 100; j++) a[i*100+j] = b[i*100+j]; }",
                "(trips(i), 1, 1)",
            ),
        ],
    );
    check(
        "parallel loop reduction(+:sum)",
        &[(
            "for (i = 0; i < n; i++) sum += b[i];",
            "several (ceil(trips(i) / 128) at once, 1, 1)",
        )],
    );
}
