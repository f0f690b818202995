//! Sections of pointers to pointers that no clause names: rows of which the same elements are used.

use super::plan;

/// What becomes of `a` in a construct of this body: its section, or the warning's words and its help.
fn found(body: &str) -> String {
    let out = plan(&format!(
        "void f(int n, int m, double **a, double ***c, const int *at, const int *used, double *restrict out, double **b)
{{
#pragma acc kernels
    for (int i = 1; i < n; i++) {{ {body} }}
}}
"
    ));
    let line = |start: &str| out.lines().find_map(|l| l.split_once(start));
    if let Some((_, why)) = line("the size of what 'a' points to is not known: ") {
        return why.split_once(". ").unwrap().0.to_string();
    }
    let (_, item) = line(": copyin(a").or_else(|| line(": copy(a")).unwrap();
    item.split_once(')').unwrap().0.to_string()
}

#[test]
fn rows_of_one_length() {
    for (body, want) in [
        ("for (int j = 0; j < m; j++) a[i][j] = 1;", "[1:n - 1][0:m]"),
        (
            "for (int j = 0; j < m; j++) a[i][j] = a[i - 1][j + 2];",
            "[0:n][0:m + 2]",
        ),
        (
            "double *r = a[i]; for (int j = 2; j < m; j++) r[j] *= 2;",
            "[1:n - 1][2:m - 2]",
        ),
        (
            "double *r = a[2 * i] + 1; for (int j = 0; j < m; j++) *r++ = 2;",
            "[2:2*n - 3][1:m]",
        ),
        ("out[i] = a[3][i];", "[3:1][1:n - 1]"),
        ("out[i] = a[i][0] + a[i][1];", "[1:n - 1][0:2]"),
    ] {
        assert_eq!(found(body), want, "{body}");
    }
}

/// What is used of one row says nothing of the memory of another one.
#[test]
fn rows_that_may_be_shorter_than_others() {
    for body in [
        "for (int j = 0; j < i; j++) a[i][j] = 1;",
        "for (int j = i; j < m; j++) a[i][j] = 1;",
        "a[i][i] = 1;",
        "for (int j = 0; j < m; j++) for (int k = 0; k < j; k++) a[j][k] = 1;",
        "if (used[i]) a[i][0] = 1;",
        "if (a[i]) a[i][0] = 1;",
        "for (int j = 0; j < m; j++) out[i] += used[j] ? a[i][j] : 0;",
        "for (int j = 0; j < m; j++) { if (out[j] > 1) break; a[i][j] = 1; }",
        "for (int j = 0; j < at[i]; j++) a[i][j] = 1;",
        "a[i][0] = 1; a[i][m] = 2;",
        "a[i][0] = 1; a[i + m][0] = 2;",
    ] {
        let why = found(body);
        assert!(
            why.contains("goes through another pointer") || why.contains("not affine"),
            "{body}: {why}"
        );
    }
}

/// Pointers that the construct itself changes, or hands on.
#[test]
fn pointers_that_are_not_the_hosts() {
    for body in [
        "double *r = a[i]; a[i] = a[i - 1]; a[i - 1] = r; a[i][0] = 1;",
        "double *r = a[i]; if (used[i]) r = a[0]; r[1] = a[i][0];",
    ] {
        let why = found(body);
        assert!(
            why.contains("goes through another pointer"),
            "{body}: {why}"
        );
    }
}

/// What a loop over `body` asks about rows, or why it isn't parallel.
fn asked(args: &str, body: &str) -> String {
    let out = plan(&format!(
        "void f(int n, int m, {args})
{{
#pragma acc kernels
    for (int i = 1; i < n; i++) {{ {body} }}
}}
"
    ));
    let known = |l: &&str| l.contains("parallelizable") || l.contains("a dependence");
    out.lines().find(known).unwrap().trim().to_string()
}

#[test]
fn rows_are_asked_about() {
    let tables = "double **a, double **c, double *x, char **s, char *t";
    for (body, want) in [
        (
            "for (int j = 0; j < m; j++) c[i][j] = a[i][j];",
            "if c and a, rows of c don't overlap",
        ),
        (
            "for (int j = 0; j < m; j++) c[i][j] *= 2;",
            "if rows of c don't overlap",
        ),
        ("x[i] = a[i][0];", "if x and a don't overlap"),
        (
            "for (int j = 0; j < m; j++) c[3][i] = a[i][j];",
            "if c and a don't overlap",
        ),
    ] {
        let found = asked(tables, body);
        assert!(found.contains(want), "{body}: {found}");
    }
    // A store of characters may change the pointers to rows, and stores to pointers do.
    for body in [
        "for (int j = 0; j < m; j++) s[i][j] = 0;",
        "t[i] = s[i][0];",
        "c[i] = c[i - 1]; c[i][0] = 1;",
    ] {
        let found = asked(tables, body);
        assert!(found.contains("a dependence"), "{body}: {found}");
    }
}
