//! Kernels of `parallel` constructs with several loops.

use super::plan;

/// How many kernels a construct with these clauses and this body is.
fn kernels(clauses: &str, body: &str) -> usize {
    let source = format!(
        "double g; static int count(void) {{ return 3; }}
void f(int n, double *restrict x, double *restrict y, double a[restrict 90][90], double s)
{{
    #pragma acc parallel copy(x[0:n], y[0:n], a[0:90]) {clauses}
    {{
        {body}
    }}
}}
"
    );
    let source = source
        .replace(
            "FLAT",
            "\n#pragma acc loop gang vector\nfor (int i = 0; i < n; i++)",
        )
        .replace(
            "ALL",
            "\n#pragma acc loop gang worker vector\nfor (int i = 0; i < n; i++)",
        )
        .replace(
            "GANG",
            "\n#pragma acc loop gang\nfor (int i = 0; i < n; i++)",
        )
        .replace(
            "LANES",
            "\n#pragma acc loop vector\nfor (int j = 0; j < n; j++)",
        );
    let text = plan(&source);
    assert!(!text.contains("error "), "{body}: {text}");
    text.lines().filter(|l| l.contains("  kernel ")).count()
}

const ROWS: &str = "GANG { LANES a[i][j] += 1; }";

#[test]
fn shapes() {
    for (clauses, body, want) in [
        ("", format!("FLAT x[i] = 1; {ROWS}"), 2),
        (
            "",
            format!("FLAT x[i] = 1; FLAT y[i] = 1; {ROWS} {ROWS}"),
            2,
        ),
        ("", format!("FLAT x[i] = 1; {ROWS} FLAT y[i] = 1;"), 3),
        ("", "FLAT x[i] = 1; ALL y[i] = 1;".into(), 2),
        ("", "ALL x[i] = 1; ALL y[i] = 1;".into(), 1),
        // The grid is given, and the blocks are the same.
        ("num_gangs(9)", format!("FLAT x[i] = 1; {ROWS}"), 1),
        ("num_gangs(9)", "FLAT x[i] = 1; ALL y[i] = 1;".into(), 2),
        ("num_workers(n)", "FLAT x[i] = 1; ALL y[i] = 1;".into(), 2),
    ] {
        assert_eq!(kernels(clauses, &body), want, "{clauses}: {body}");
    }
}

#[test]
fn what_stands_between() {
    for (between, want) in [
        ("int m = n - 1; double f = 2.0 / m; f *= 3;", 2),
        ("double f = __builtin_sqrt(s);", 2),
        ("double f = x[0];", 1),
        ("double f = *y;", 1),
        ("double f = g;", 1),
        ("double f = count();", 1),
        ("x[0] = 1;", 1),
        ("s += 1;", 1),
        ("if (n > 3) n = 3;", 1),
        ("double own[3];", 1),
        ("{ double f = s; f++; }", 1),
        ("double f = s, *to = &f; *to = 1;", 1),
        ("for (int k = 0; k < 3; k++) x[k] = 1;", 1),
    ] {
        let body = format!("FLAT x[i] = 1; {between} {ROWS}");
        assert_eq!(kernels("", &body), want, "{between}");
    }
}

#[test]
fn what_loops_leave() {
    for (clauses, body) in [
        // A sum that the other loop, or code before it, uses.
        (
            "",
            "double t = 0;\n#pragma acc loop gang vector reduction(+:t)\nfor (int i = 0; i < n; i++) t += x[i]; GANG { LANES a[i][j] += t; }",
        ),
        (
            "copy(s)",
            "double t = s;\n#pragma acc loop gang vector reduction(+:s)\nfor (int i = 0; i < n; i++) s += x[i]; GANG { LANES a[i][j] += t; }",
        ),
        (
            "firstprivate(s)",
            "FLAT x[i] = s; GANG { LANES a[i][j] += s; }",
        ),
        ("private(s)", "FLAT x[i] = i; GANG { LANES a[i][j] += 1; }"),
        (
            "reduction(+:s)",
            "FLAT x[i] = i; GANG { LANES a[i][j] += 1; }",
        ),
        ("num_gangs(count())", "FLAT x[i] = i; ALL y[i] = 1;"),
    ] {
        assert_eq!(kernels(clauses, body), 1, "{clauses}: {body}");
    }
}
