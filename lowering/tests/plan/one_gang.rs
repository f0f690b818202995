//! Loops in order of `kernels`: whether the host steps through them, one gang or one thread.

use super::plan_as_written;

/// The kernels of a construct: the host's loops around each by their variables, its mapping, and the threads of its block.
fn kernels_of(directive: &str, body: &str) -> String {
    let text = plan_as_written(&source(directive, body));
    assert!(!text.contains("error "), "{body}: {text}");
    let mut found = Vec::new();
    for l in text.lines().map(str::trim) {
        if let Some(rest) = l.strip_prefix("kernel ") {
            let mapping = rest.rsplit(' ').next().unwrap().to_string();
            found.push(mapping);
        }
        if let Some((_, block)) = l.split_once("block (") {
            let size = block.split_once(',').unwrap().0;
            let last = found.last_mut().unwrap();
            *last += &format!(":{size}");
        }
    }
    found.join(" ")
}

fn source(directive: &str, body: &str) -> String {
    format!(
        "void g(double *);
void f(int n, int m, double *restrict x, double *restrict y, double a[n][n], const int *restrict row, const int *restrict col, int *flag)
{{
int i, j, k, t;
double s = 0, most;
#pragma acc data present(x, y, a, row, col, flag)
{{
#pragma acc {directive}
{body}
}}
}}
"
    )
}

fn check(cases: &[(&str, &str)]) {
    for (body, want) in cases {
        assert_eq!(kernels_of("kernels", body), *want, "{body}");
    }
}

/// What the report says of the outermost loop, behind its dependence.
fn stepper(body: &str) -> String {
    let text = plan_as_written(&source("kernels", body));
    let mut because = text
        .lines()
        .filter_map(|l| l.trim().strip_prefix("because: "));
    let words = because.next().unwrap();
    match words.split_once("run sequentially") {
        Some((_, by)) => by.trim_start_matches(['.', ';', ' ']).to_string(),
        None => words.to_string(),
    }
}

const FACTORS: &str = "for (i = 0; i < n; i++) for (j = 0; j < i; j++) {
    double w = a[i][j]; for (k = 0; k < j; k++) w -= a[i][k] * a[j][k]; a[i][j] = w / a[j][j]; }";

#[test]
fn two_loops_in_order_around_single_ones() {
    check(&[
        (FACTORS, "Map-v:256"),
        // Whatever the length, if it isn't known to be great.
        (
            "for (t = 0; t < m; t++) for (i = 1; i < n; i++) for (j = 0; j < n; j++) a[i][j] += a[i-1][j] + x[t];",
            "Map-gv:128",
        ),
        (
            "for (t = 0; t < m; t++) for (i = 1; i < n; i++) for (j = 0; j < 16385; j++) x[j] += y[i] + x[j] * t;",
            "Map-gv:128",
        ),
        // Few turns don't count.
        (
            "for (t = 0; t < m; t++) for (i = 0; i < 4; i++) { for (j = 1; j < n; j++) y[j] = x[j - 1]; for (j = 1; j < n; j++) x[j] = y[j]; }",
            "Map-gv:128 Map-gv:128",
        ),
        // Rows beside them: the host steps through the loop around both.
        (
            "for (i = 0; i < n; i++) {
                 for (j = 0; j < i; j++) { double w = a[i][j]; for (k = 0; k < j; k++) w -= a[i][k] * a[k][j]; a[i][j] = w / a[j][j]; }
                 for (j = i; j < n; j++) { double w = a[i][j]; for (k = 0; k < i; k++) w -= a[i][k] * a[k][j]; a[i][j] = w; } }",
            "Map-v:256 Map-gv:128",
        ),
    ]);
}

#[test]
fn one_loop_in_order_around_short_ones() {
    let steps = |n: &str| {
        let body = format!(
            "for (t = 0; t < m; t++) {{ for (i = 1; i < {n}; i++) y[i] = x[i - 1]; for (i = 1; i < {n}; i++) x[i] = y[i]; }}"
        );
        kernels_of("kernels", &body)
    };
    assert_eq!(steps("200"), "Map-v:224");
    assert_eq!(steps("1025"), "Map-v:256");
    assert_eq!(steps("1026"), "Map-gv:128 Map-gv:128");
    assert_eq!(steps("n"), "Map-gv:128 Map-gv:128");
    assert_eq!(steps("32"), "serial:1");
    check(&[
        // Triangles.
        (
            "for (i = 0; i < n; i++) { s = x[i]; for (j = 0; j < i; j++) s -= a[i][j] * y[j]; y[i] = s; }",
            "Map-v:256",
        ),
        (
            "for (i = n - 1; i >= 0; i--) { double s = x[i]; for (j = i + 1; j < n; j++) s -= a[i][j] * y[j]; y[i] = s; }",
            "Map-v:256",
        ),
        // Blocks are as long as somebody says, and so is what moves along.
        (
            "for (i = 0; i < n; i += m) { double s = x[i]; for (j = i; j < n; j++) s -= a[i][j] * y[j]; y[i] = s; }",
            "serial:1 Map-gv:128 serial:1",
        ),
        (
            "for (i = 1; i < n; i++) { double s = x[i]; for (j = i * m; j < n; j++) s -= a[i][j] * y[j]; y[i] = s; }",
            "serial:1 Map-gv:128 serial:1",
        ),
        (
            "for (i = m; i < n; i++) { double s = x[i]; for (j = i - m; j < i; j++) s -= a[i][j] * y[j]; y[i] = s; }",
            "serial:1 Map-gv:128 serial:1",
        ),
        // Rows.
        (
            "for (i = 0; i < n; i++) { double s = x[i]; for (k = row[i]; k < row[i + 1]; k++) s -= x[col[k]]; x[i] = s; }",
            "Map-v:32",
        ),
        (
            "for (i = 0; i < n; i++) { double s = x[i]; for (k = 0; k < row[i]; k++) s -= x[col[k]]; x[i] = s; }",
            "Map-v:32",
        ),
    ]);
}

#[test]
fn what_is_worth_the_device_or_a_thread() {
    check(&[
        // Nests, and loops with long loops in them.
        (
            "for (t = 0; t < m; t++) for (k = 0; k < m; k++) { for (i = 0; i < n; i++) for (j = 0; j < 40; j++) a[i][j] = a[i][j] * x[k] + t; }",
            "Map-gv-gv:32",
        ),
        (
            "for (k = 0; k < n; k++) for (i = k + 1; i < n; i++) { double f = a[i][k]; for (j = 0; j < k; j++) f -= a[i][j] * a[j][k]; a[i][k] = f; }",
            "Map-gv:128",
        ),
        // A few trips in an iteration aren't many.
        (
            "for (i = 1; i < n; i++) for (k = 1; k < n; k++) for (j = 0; j < k; j++) { double f = 0; for (int c = 0; c < 3; c++) f += x[c]; a[i][j] = a[i - 1][j] * f + a[i][k]; }",
            "Map-v:256",
        ),
    ]);
}

#[test]
fn what_the_host_cannot_step_through() {
    check(&[
        (
            "for (t = 0; t < m; t++) { most = x[t]; if (most < 0) break; for (i = 0; i < n; i++) x[i] = x[i] * 0.5 + most; }",
            "Map-v:256",
        ),
        (
            "for (t = 0; t < flag[0]; t++) for (i = 0; i < n; i++) x[i + t] = x[i + t] * 0.5 + y[i];",
            "Map-v:256",
        ),
        // Jumps to labels stay one thread's.
        (
            "for (t = 0; t < m; t++) { for (i = 0; i < n; i++) x[i] = x[i] * 0.5 + t; if (x[t] > 3) goto out; y[t] = x[t]; out:; }",
            "serial:1",
        ),
    ]);
}

/// A scalar takes an element's place where that gives lanes a loop; what may meet the element keeps its order.
#[test]
fn sums_in_elements() {
    check(&[
        (
            "for (i = 0; i < n; i++) { x[i] = y[i]; for (j = 0; j < i; j++) x[i] -= a[i][j] * x[j]; x[i] /= a[i][i]; }",
            "Map-v:256",
        ),
        (
            "for (i = n - 1; i >= 0; i--) { for (j = i + 1; j < n; j++) { x[i] = x[i] - a[i][j] * x[j]; } x[i] /= a[i][i]; }",
            "Map-v:256",
        ),
        (
            "for (i = 0; i < n; i++) for (j = 0; j < i; j++) { for (k = 0; k < j; k++) a[i][j] -= a[i][k] * a[j][k]; a[i][j] /= a[j][j]; }",
            "Map-v:256",
        ),
        (
            "for (i = 0; i < n; i++) for (k = row[i]; k < row[i + 1]; k++) x[i] -= y[col[k]] * x[0];",
            "serial:1",
        ),
        (
            "for (i = 0; i < n; i++) { for (j = 0; j <= i; j++) x[i] -= a[i][j] * x[j]; x[i] /= a[i][i]; }",
            "serial:1",
        ),
        (
            "for (i = 0; i < n; i++) { for (j = 0; j < i; j++) x[i] -= a[i][j] * x[col[j]]; x[i] /= a[i][i]; }",
            "serial:1",
        ),
        // Nothing is won where the host would launch for each turn.
        (
            "for (i = 1; i < n; i++) { x[i] = x[i - 1]; for (j = 0; j < m; j++) x[i] += a[i][j] * y[j]; }",
            "serial:1",
        ),
        (
            "for (i = 0; i < n; i++) { x[i] = y[i]; \n#pragma acc loop seq\nfor (j = 0; j < i; j++) x[i] -= a[i][j] * x[j]; }",
            "serial:1",
        ),
    ]);
}

#[test]
fn directives_and_sizes_are_followed() {
    let seq = FACTORS.replacen("for (j", "\n#pragma acc loop seq\nfor (j", 1);
    let inner = FACTORS.replacen("for (k", "\n#pragma acc loop\nfor (k", 1);
    let outer = FACTORS.replacen("for (j", "\n#pragma acc loop\nfor (j", 1);
    check(&[
        (&seq, "serial:1 Map-gv:128 serial:1"),
        (&inner, "serial:1 Map-gv:128 serial:1"),
        (&outer, "Map-v:256"),
    ]);
    assert_eq!(kernels_of("kernels loop", FACTORS), "Map-v:256");
    for directive in [
        "kernels num_gangs(4)",
        "kernels num_workers(2)",
        "kernels vector_length(64)",
    ] {
        let found = kernels_of(directive, FACTORS);
        assert!(found.contains(" Map-gv:"), "{directive}: {found}");
    }
}

#[test]
fn the_report_counts_what_is_saved() {
    assert_eq!(
        stepper(FACTORS),
        "One gang steps through it, which saves the host a launch or more for each i and j"
    );
    assert_eq!(
        stepper(
            "for (t = 0; t < m; t++) for (i = 0; i < n; i++) x[i + t] = x[i + t] * 0.5 + y[i];"
        ),
        "the host steps through it"
    );
    assert_eq!(
        stepper(
            "for (t = 0; t < flag[0]; t++) for (i = 0; i < n; i++) x[i + t] = x[i + t] * 0.5 + y[i];"
        ),
        "One gang steps through it"
    );
}

/// On the host's cores a loop is what it would be without the gang.
#[test]
fn the_cores_share_what_they_would_have_shared() {
    let host = |body: &str| {
        let text = plan_as_written(&source("kernels", body));
        let loops = text.lines().filter(|l| l.trim().starts_with("loop "));
        let host = loops.filter_map(|l| Some(l.split_once("; host ")?.1.to_string()));
        host.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(host(FACTORS), "Sequential Sequential ThreadsSimd");
    assert_eq!(
        host(
            "for (i = 0; i < n; i++) { double s = x[i]; for (k = row[i]; k < row[i + 1]; k++) s -= x[col[k]]; x[i] = s; }"
        ),
        "Sequential Sequential"
    );
}
