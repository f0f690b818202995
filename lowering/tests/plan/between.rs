//! Variables that are declared between the loops of a region.

use super::plan_as_written;

/// The mappings of a region's kernels, and behind `|` the variables for which the region has memory of its own, or why it is one kernel. The
/// region is a loop over `t` around `body`.
fn kernels(body: &str) -> String {
    let found = plan_as_written(&format!(
        "int g(double *); double a[100], b[100]; int k[100];
void f(int n, double *restrict x, double *restrict y)
{{
#pragma acc kernels copy(x[0:n], y[0:n])
for (int t = 0; t < n; t++) {{ {body} }}
}}
"
    ));
    let mapping = |l: &str| {
        l.strip_prefix("kernel ")?
            .rsplit(' ')
            .next()
            .map(str::to_string)
    };
    let own = |l: &str| {
        let item = l.split_once(": create(")?.1;
        item.split_once(')').map(|(name, _)| name.to_string())
    };
    let lines = || found.lines().map(str::trim);
    let kernels: Vec<String> = lines().filter_map(mapping).collect();
    let mut rest: Vec<String> = lines().filter_map(own).collect();
    if found.contains("a variable declared between the loops is shared by them") {
        rest.push("shared".into());
    }
    format!("{} | {}", kernels.join(" "), rest.join(", "))
}

fn check(cases: &[(&str, &str)]) {
    for (body, want) in cases {
        assert_eq!(kernels(body), *want, "{body}");
    }
}

const LOOPS: &str =
    "for (int i = 1; i < n; i++) y[i] = x[i - 1] * s; for (int i = 0; i < n; i++) x[i] = y[i];";

fn with(declaration: &str) -> String {
    format!("{declaration} {LOOPS}")
}

#[test]
fn each_kernel_computes_what_it_can() {
    for declaration in [
        "double s = 0.5;",
        "const double s = 0.1 * t;",
        "double s = 0.1 * (n - t), unused = s * 2;",
        "double h = 0.1 * t, s = h * h;",
        "double *q = x; double s = 2;",
    ] {
        assert_eq!(
            kernels(&with(declaration)),
            "Map-gv Map-gv | ",
            "{declaration}"
        );
    }
}

#[test]
fn kernels_hand_on_values_through_memory() {
    for declaration in [
        "double s = x[t];",
        "double s; s = 3;",
        "const float s = x[t] / y[t];",
        "double s = 1; s += t;",
        "double s = sqrt(n);",
    ] {
        let source = with(declaration);
        assert_eq!(
            kernels(&source),
            "serial Map-gv Map-gv | s",
            "{declaration}"
        );
    }
    check(&[
        // A sum goes from one loop to another.
        (
            "double s = 0; for (int i = 0; i < n; i++) s += x[i]; for (int i = 0; i < n; i++) x[i] -= s;",
            "serial Map-gv Map-gv | s",
        ),
        // Only one loop uses it, and assigns it first.
        (
            "double s; for (int i = 0; i < n; i++) { s = x[i]; y[i] = s * s; } for (int i = 0; i < n; i++) x[i] = y[i];",
            "Map-gv Map-gv | ",
        ),
        // The kernels between the loops use it.
        (
            "double s = x[t]; s = s * s; x[0] = s; for (int i = 0; i < n; i++) x[i] += y[i] + t;",
            "serial Map-gv | ",
        ),
        (
            "double s[2][3]; s[0][1] = x[t]; for (int i = 0; i < n; i++) x[i] += s[0][1];",
            "serial Map-gv | s",
        ),
        (
            "double s = x[0]; if (t > 3) { double r = s * y[t]; for (int i = 0; i < n; i++) x[i] += r; }",
            "serial serial Map-gv | s, r",
        ),
    ]);
}

#[test]
fn what_stays_in_one_kernel() {
    for declaration in [
        "double *q = x + k[t]; double s = 2; y[t] = *q; q = y;",
        "struct { double v; } c = { x[t] }; double s = c.v;",
        "double c[2] = { x[t], 1 }; double s = c[0];",
        "static double s; s += 1;",
        "volatile double s = x[t];",
        "double c[k[0]]; double s = 1; c[0] = 2; y[0] = c[0];",
    ] {
        let found = kernels(&with(declaration));
        let one = found.starts_with("serial |") || found.starts_with("Map-v |");
        assert!(one || !found.contains("Map"), "{declaration}: {found}");
    }
}

#[test]
fn short_loops_stay_in_the_thread_or_gang_around() {
    let one = |head: &str| format!("{head} x[i + t] += y[i];");
    let short = "for (int i = 0; i < 31; i++)";
    assert!(kernels(&one(short)).starts_with("serial |"));
    for head in [
        "for (int i = k[t]; i < k[t + 1]; i++)",
        "int from = k[t], to = from + k[t + 1]; for (int i = from; i < to; i++)",
    ] {
        assert!(kernels(&one(head)).starts_with("Map-v |"), "{head}");
    }
    for head in [
        "for (int i = 0; i < 32; i++)",
        "for (int i = t + 1; i < n; i++)",
        "for (int i = 0; i < k[t]; i++)",
        "for (int h = 0; h < 8; h++) for (int i = h * 8; i < h * 8 + 8; i++)",
    ] {
        assert!(
            kernels(&one(head)).starts_with("Map-"),
            "{head}: {}",
            kernels(&one(head))
        );
    }
    let asked = "\n#pragma acc loop gang vector\nfor (int i = 0; i < 9; i++)";
    assert_eq!(kernels(&one(asked)), "Map-gv | ");
}

/// Kernels see the host's value of the variable of a loop that the host steps through.
#[test]
fn the_host_steps_only_what_nobody_else_assigns() {
    let rows = "for (j = 1; j < 50; j++) for (int i = 0; i < n; i++) for (int h = 0; h < n; h++) x[h * n + i + j] += y[h];";
    let one = |rest: &str| format!("int j; {rows} {rest}");
    check(&[
        (&one("x[0] = 1;"), "Map-gv-gv serial | "),
        (&one("j = k[t]; x[0] = j;"), "serial | "),
        (&one("int *q = &j; *q = k[t]; x[0] = j;"), "serial | "),
        (&one(rows), "Map-gv-gv Map-gv-gv | "),
    ]);
}

#[test]
fn loops_in_order_move_into_threads_with_memory_of_their_own() {
    let t = "for (t = 0; t < n; t++)";
    let i = "for (i = 0; i < n; i++)";
    let ij = "for (i = 0; i < 100; i++) for (int j = 0; j < 100; j++)";
    for (body, want) in [
        (format!("{t} {i} x[i] += y[i];"), "one"),
        (
            format!("{t} {{ {i} {{ x[i] = x[i] * 2 + y[i]; }} }}"),
            "one",
        ),
        (format!("{t} {i} {{ s = x[i]; x[i] = s * s; }}"), "one"),
        (
            format!("{t} {ij} a[i][j] = a[i][j] * 0.5 + b[j][i];"),
            "one",
        ),
        (
            format!("{t} for (int r = 0; r < 9; r++) {i} x[i] += y[r] * t;"),
            "one",
        ),
        (format!("{t} {i} p[i] = p[i] * 0.5 + q[i];"), "one"),
        // What other iterations touch.
        (format!("{t} {i} x[i + t] += y[i];"), "stepped"),
        (
            format!("{t} for (i = 0; i < n - 1; i++) if (t % 2) x[i + 1] = 1; else x[i] += 1;"),
            "stepped",
        ),
        (
            format!("{t} {i} x[i] = x[i] * 2 + y[n - i]; y[0] = 1;"),
            "one",
        ),
        (
            format!("{t} {{ {i} x[i] = x[i] * 2 + y[i]; y[t] = x[0]; }}"),
            "stepped",
        ),
        // Bounds that depend on each other, or that change.
        (format!("{t} for (i = t; i < n; i++) x[i] *= 2;"), "stepped"),
        (
            format!("{t} for (i = 0; i < k[t]; i++) x[i] *= 2;"),
            "stepped",
        ),
        // The order is seen, or the user has given it.
        (
            format!("\n#pragma acc loop seq\n{t} {i} x[i] *= 2;"),
            "stepped",
        ),
        (
            format!("{t} \n#pragma acc loop gang(8) vector(32)\n{i} x[i] *= 2;"),
            "stepped",
        ),
    ] {
        let found = plan_as_written(&format!(
            "double a[100][100], b[100][100]; int k[100];
void f(int n, double *restrict x, double *restrict y, double *p, double *q)
{{
int i, t; double s;
#pragma acc kernels
{{ {body} }}
}}
"
        ));
        let moved = found.contains("runs sequentially in each thread")
            || found.contains("run sequentially in each thread");
        let stepped = found.contains("steps through it");
        let seen = match (moved, stepped) {
            (true, false) => "one",
            (false, true) => "stepped",
            _ => "neither",
        };
        assert_eq!(seen, want, "{body}\n{found}");
    }
}
