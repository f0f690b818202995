//! What only an exact test can tell of loops: conditions, remainders, steps, triangles, coupled subscripts.

use super::reasons;

/// Each loop of a nest over arrays of ints: `=` it may run in parallel, `<` it carries a dependence for certain, `?` it may.
fn verdicts(nest: &str) -> String {
    let source = format!(
        "int A[100][100], B[400], C[400];
void f(int n, int m, int k, int V[][n + 4])
{{
    int i, j;
#pragma acc kernels
{nest}
}}
"
    );
    let sign = |reason: String| match reason {
        r if r.contains("carries a dependence") => '<',
        r if r.contains("may carry") => '?',
        r if r.starts_with("Loop is parallelizable") => '=',
        r => panic!("{nest}: {r}"),
    };
    reasons(&source).into_iter().map(sign).collect()
}

fn check(cases: &[(&str, &str)]) {
    assert_eq!(accrs_isl::is_there(), Ok(()));
    for (nest, want) in cases {
        assert_eq!(verdicts(nest), *want, "{nest}");
    }
}

#[test]
fn coupled_subscripts() {
    check(&[
        (
            "for (i = 0; i < 50; i++) for (j = i + 1; j < 50; j++) A[i][j] = A[j][i];",
            "==",
        ),
        (
            "for (i = 0; i < 50; i++) for (j = i; j < 50; j++) A[i][j] = A[j][i] + 1;",
            "==",
        ),
        (
            "for (i = 0; i < 50; i++) for (j = 0; j < 50; j++) A[i][j] = A[j][i];",
            "<=",
        ),
        (
            "for (i = 0; i < 20; i++) for (j = 0; j < 20; j++) A[i + j][i - j + 20] = i;",
            "==",
        ),
        (
            "for (i = 0; i < 20; i++) for (j = 0; j < 20; j++) A[i + j][2 * (i + j)] = i;",
            "<=",
        ),
        (
            "for (i = 1; i < n; i++) for (j = 1; j < n; j++) A[i][j] = A[i - 1][j - 1];",
            "<=",
        ),
        (
            "for (i = 1; i < n; i++) for (j = 1; j < n; j++) A[i][j] = A[i - 1][j] + A[i][j - 1];",
            "<<",
        ),
    ]);
}

#[test]
fn steps_and_remainders() {
    check(&[
        ("for (i = 0; i < n; i += 2) B[i] = B[i + 1];", "="),
        ("for (i = 0; i < n; i += 2) B[i] = B[i + 2];", "<"),
        (
            "for (i = 99; i >= 0; i -= 3) B[i] = B[i + 1] + B[i + 2];",
            "=",
        ),
        (
            "for (i = 0; i < n; i += 4) for (j = i; j < i + 4; j++) B[j] = j;",
            "==",
        ),
        (
            "for (i = 0; i < n; i += 4) for (j = i; j < i + 5; j++) B[j] = j;",
            "<=",
        ),
        ("for (i = 0; i < 80; i++) A[i % 8][i / 8] = i;", "="),
        ("for (i = 0; i < 80; i++) A[i % 8][i / 16] = i;", "<"),
        (
            "for (i = 0; i < 80; i++) B[(i >> 2) + 100 * (i & 3)] = i;",
            "=",
        ),
        ("for (i = -5; i < 5; i++) B[i / 2 + 10] = i;", "<"),
        ("for (i = -4; i < 0; i += 2) B[i / 2 + 10] = i;", "="),
    ]);
}

#[test]
fn conditions() {
    check(&[
        (
            "for (i = 0; i < n; i++) if (i % 2 == 0) B[i] = B[i + 1];",
            "=",
        ),
        ("for (i = 0; i < n; i++) if (i % 2) B[i] = B[i + 2];", "<"),
        (
            "for (i = 0; i < 99; i++) if (i < 50) B[i] = B[i + 50];",
            "=",
        ),
        (
            "for (i = 0; i < 99; i++) if (i < 51) B[i] = B[i + 50];",
            "<",
        ),
        (
            "for (i = 0; i < 99; i++) if (!(i >= 50 || i == 7)) B[i] = C[i]; else C[i] = B[i - 50];",
            "<",
        ),
        (
            "for (i = 0; i < 99; i++) if (i < 50 && C[i]) B[i] = B[i + 50];",
            "=",
        ),
        // What isn't known holds in neither branch.
        (
            "for (i = 0; i < 99; i++) if (C[i] && i < 50) B[i] = 1; else B[i + 20] = 2;",
            "?",
        ),
        ("for (i = 0; i < n; i++) if (i != k) B[i] = B[k];", "="),
        (
            "for (i = 0; i < n; i++) for (j = 0; j < n; j++) if (i == j) A[i][0] = A[0][j] + 1;",
            "==",
        ),
        (
            "for (i = 0; i < n; i++) for (j = 0; j < n; j++) if (j == 3) B[i] = A[i][j];",
            "==",
        ),
    ]);
}

#[test]
fn bounds_by_cases() {
    check(&[
        (
            "for (i = 0; i < (n < 20 ? n : 20); i++) B[i] = B[i + 20];",
            "=",
        ),
        (
            "for (i = 0; i < (n > 20 ? n : 20); i++) B[i] = B[i + 20];",
            "<",
        ),
        (
            "for (i = n > 3 ? n - 3 : 0; i < n; i++) B[i] = B[i - 3];",
            "=",
        ),
        (
            "for (i = n > 4 ? n - 4 : 0; i < n; i++) B[i] = B[i - 3];",
            "<",
        ),
    ]);
}

#[test]
fn unsigned_values_that_wrap_prove_nothing() {
    check(&[
        // At i = 0 the difference is the largest value, and B[5] is written.
        (
            "for (unsigned u = 0; u < 6; u++) if (u - 1 > 9u) B[5] = 1; else B[u] = B[5];",
            "?",
        ),
        (
            "for (unsigned u = 0; u < 6; u++) B[(u - 1u) % 8u] = B[7];",
            "?",
        ),
        (
            "for (unsigned u = 0; u < 20; u++) B[4294967295u * (u / 2) + 20u] = B[u + 5];",
            "?",
        ),
        (
            "for (unsigned u = 0; u < 90; u++) if (u < 40u) B[u] = B[u + 40];",
            "=",
        ),
    ]);
}

#[test]
fn an_example_is_named() {
    let source = "int B[100];
void f(int n)
{
#pragma acc kernels
for (int i = 0; i < n; i++) if (i > 4) B[i] = B[i - 3];
}
";
    let reason = &reasons(source)[0];
    assert!(
        reason.contains("(as B[5] in i = 5 and in i = 8, where n is 9)"),
        "{reason}"
    );
}

#[test]
fn jumps_to_the_next_iteration() {
    check(&[
        (
            "for (i = 0; i < n; i++) { if (i % 2) continue; B[i] = B[i + 1]; }",
            "=",
        ),
        (
            "for (i = 0; i < n; i++) { if (i % 2) { C[i] = 1; continue; } B[i] = B[i + 2]; }",
            "<",
        ),
        (
            "for (i = 0; i < n; i++) { if (i > 5) { if (i % 2) continue; } B[i] = B[i + 1]; }",
            "?",
        ),
        // Labels lead past conditions.
        (
            "for (i = 0; i < 90; i++) { if (C[i]) goto in; if (i % 2) continue; in: B[i] = B[i + 1]; }",
            "?",
        ),
        (
            "for (i = 0; i < 90; i++) { if (C[i]) goto in; if (i < 45) { in: B[i] = B[i + 45]; } }",
            "?",
        ),
        (
            "for (i = 0; i < 90; i++) switch (C[i]) { case 0: if (i < 45) { case 1: B[i] = B[i + 45]; } }",
            "?",
        ),
        (
            "for (i = 0; i < 90; i++) if (i < 45) switch (C[i]) { case 0: case 1: B[i] = B[i + 45]; }",
            "=",
        ),
    ]);
}

/// Whether the outer loop of a nest that fills `t` in each iteration runs in parallel.
fn own_array(body: &str) -> bool {
    let source = format!(
        "int A[100][100], C[400];
void f(int n)
{{
    int t[8];
#pragma acc kernels
    for (int i = 0; i < 100; i++) {{ {body} }}
}}
"
    );
    reasons(&source)[0].starts_with("Loop is parallelizable")
}

#[test]
fn arrays_that_each_iteration_fills() {
    let fill = "for (int k = 0; k < 8; k++) t[k] = A[i][k];";
    for read in [
        "C[i] = t[7];",
        "for (int k = 7; k >= 0; k--) C[i] += t[k] * t[7 - k];",
        "if (n > i) C[i] = t[i % 8]; else t[0] = 1;",
        "t[3] += t[4]; C[i] = t[3];",
    ] {
        assert!(own_array(&format!("{fill} {read}")), "{read}");
    }
    for body in [
        // Not all is written, or not before, or not in each iteration.
        "for (int k = 0; k < 7; k++) t[k] = A[i][k]; C[i] = t[7];",
        "C[i] = t[2]; for (int k = 0; k < 8; k++) t[k] = A[i][k];",
        "if (A[i][0]) { t[0] = 1; } C[i] = t[0];",
        "for (int k = 0; k < 8; k++) { t[k] = A[i][k]; if (t[k]) break; } C[i] = t[7];",
        "for (int k = 0; k < n; k++) t[k] = A[i][k]; C[i] = t[7];",
        "for (int k = 0; k < 8; k++) t[k] = t[(k + 1) % 8]; C[i] = t[7];",
    ] {
        assert!(!own_array(body), "{body}");
    }
}

/// One iteration surely hands a scalar to another where it writes it, and a later one reads and hasn't written it.
#[test]
fn scalars_that_iterations_hand_on() {
    check(&[
        ("for (i = 0; i < 9; i++) { C[i] = k; k = B[i]; }", "<"),
        ("for (i = 3; i < 4; i++) { C[i] = k; k = B[i]; }", "="),
        (
            "for (i = 3; i < 9; i++) { if (i < 1) k = B[i]; C[i] = k; }",
            "=",
        ),
        (
            "for (i = 0; i < 9; i++) { if (i < 1) k = B[i]; C[i] = k; }",
            "<",
        ),
        (
            "for (i = 8; i >= 0; i--) { if (i < 1) k = B[i]; C[i] = k; }",
            "?",
        ),
        (
            "for (i = 8; i >= 0; i--) { if (i > 6) k = B[i]; C[i] = k; }",
            "<",
        ),
        (
            "for (i = 0; i < 9; i++) { C[i] = k; if (i == 8) k = B[i]; }",
            "?",
        ),
        (
            "for (i = 0; i < 9; i++) { if (B[i]) k = i; C[i] = k; }",
            "?",
        ),
        (
            "for (i = 0; i < 9; i++) { if (i < 5) k = i; if (i < 4) C[i] = k; else k = 2; }",
            "=",
        ),
        (
            "for (i = 0; i < n; i++) { if (n > 3) k = B[i]; C[i] = k; }",
            "?",
        ),
        (
            "for (i = 0; i < n; i++) { for (j = 0; j < m; j++) k = j; C[i] = k; }",
            "?=",
        ),
        (
            "for (i = 0; i < n; i++) for (j = 0; j < n; j++) { A[i][j] = k; k = 3 * k + j; }",
            "<<",
        ),
        (
            "for (i = 0; i < n; i++) for (j = i; j < i + 1; j++) { A[i][j] = k; k = 3 * k + j; }",
            "<=",
        ),
    ]);
}

/// What the distance of subscripts says counts only where both accesses surely happen, in iterations that there are.
#[test]
fn certain_where_it_happens() {
    check(&[
        ("for (i = 1; i < n; i++) if (C[i]) B[i] = B[i - 1];", "?"),
        ("for (i = 1; i < n; i++) B[i] = B[i - 1];", "<"),
        ("for (i = 1; i < n; i++) if (n > 5) B[i] = B[i - 1];", "?"),
        // The construct knows how far the inner loop goes.
        (
            "for (i = 0; i < 7; i++) { k = i + 4; for (j = 0; j < k; j++) A[i][j + 10] = A[i][j]; }",
            "==",
        ),
        (
            "for (i = 0; i < 7; i++) { k = i + 4; for (j = 0; j < k; j++) A[i][j + 9] = A[i][j]; }",
            "=<",
        ),
        // Or doesn't.
        (
            "for (i = 0; i < 7; i++) { k = C[i]; for (j = 0; j < k; j++) A[i][j + 9] = A[i][j]; }",
            "=?",
        ),
        (
            "for (i = 0; i < 7; i++) { k = C[i]; for (j = 0; j < k; j++) A[i][j + 1] = A[i][j]; }",
            "=<",
        ),
    ]);
}

/// A program's parameters have no values with which accesses would leave their arrays.
#[test]
fn certain_where_arrays_are_long_enough() {
    check(&[
        // Iterations 0 and 11 meet, and `A` has rows for both.
        ("for (i = 0; i < n; i++) B[i % 11] = A[i * 9][0];", "<"),
        // Not for iteration 12.
        ("for (i = 0; i < n; i++) B[i % 12] = A[i * 9][0];", "?"),
        (
            "for (i = 0; i < n; i++) { B[i % 12] = i; A[0][i * 9] = i; }",
            "?",
        ),
        // Unless it isn't touched there.
        (
            "for (i = 0; i < n; i++) { B[i % 12] = i; if (C[i]) A[i * 9][0] = 3; }",
            "<",
        ),
        (
            "for (i = 0; i < n; i++) { B[i % 12] = i; if (i < 12) A[i * 9][0] = 3; }",
            "<",
        ),
        // Rows may be of variable length.
        (
            "for (i = 0; i < m; i++) { B[i % 12] = i; V[0][i + n] = i; }",
            "?",
        ),
        (
            "for (i = 0; i < m; i++) { B[i % 3] = i; V[0][i + n] = i; }",
            "<",
        ),
        (
            "for (i = 0; i < m; i++) { B[i % 12] = i; V[i + n][0] = i; }",
            "<",
        ),
        // The bound is a product: the last iteration says how large n may be.
        (
            "for (i = 0; i < 9; i++) for (j = 1; j < n; j += 3) { B[j] = A[i * n + j][0]; B[j + i * 7] = 1; }",
            "<?",
        ),
        (
            "for (i = 0; i < 9; i++) for (j = 1; j < n; j += 3) { B[j] = A[i + j][0]; B[j + i * 7] = 1; }",
            "<<",
        ),
    ]);
}

/// Rows behind one another, of a length that is known when the program runs: columns are independent.
#[test]
fn rows_of_unknown_length() {
    check(&[
        (
            "for (i = 0; i < m; i++) { B[i] = 1; for (j = 1; j < n; j++) B[j * m + i] += B[(j - 1) * m + i]; }",
            "=<",
        ),
        (
            "for (i = 0; i < m; i++) { B[i] += 1; C[i] = B[(n - 1) * m + i]; B[(n - 1) * m + i] = 2; }",
            "=",
        ),
        (
            "for (i = 1; i < m - 1; i++) for (j = 1; j < n; j++) B[j * m + i - 1] += B[(j - 1) * m + i - 1];",
            "=<",
        ),
        (
            "for (j = 1; j < n; j++) for (i = 0; i < m + 2; i++) B[j * (m + 2) + i] += B[(j - 1) * (m + 2) + i];",
            "<=",
        ),
        // Planes of rows.
        (
            "for (int h = 0; h < k; h++) for (i = 1; i < n; i++) for (j = 0; j < m; j++) B[(h * n + i) * m + j] += B[(h * n + i - 1) * m + j];",
            "=<=",
        ),
        // A row is left at its end.
        (
            "for (i = 0; i <= m; i++) for (j = 1; j < n; j++) B[j * m + i] += B[(j - 1) * m + i];",
            "??",
        ),
        (
            "for (i = 0; i < m; i++) for (j = 1; j < n; j++) B[j * m + i + 1] += B[(j - 1) * m + i];",
            "??",
        ),
        (
            "for (i = 0; i < k; i++) for (j = 1; j < n; j++) B[j * m + i] += B[(j - 1) * m + i];",
            "??",
        ),
        // The length of rows changes.
        (
            "for (i = 0; i < 9; i++) for (j = 1; j < n; j++) B[j * i + j] += B[(j - 1) * i + j];",
            "?=",
        ),
    ]);
}

/// Unsigned products with large factors go around the end of their type.
#[test]
fn hashes_are_not_affine() {
    check(&[
        (
            "for (i = 0; i < 14; i++) B[((unsigned)i * 7u) % 100u] = i;",
            "=",
        ),
        (
            "for (i = 0; i < 20; i++) B[((unsigned)i * 1103515245u + 12345u) % 100u] = i;",
            "?",
        ),
        (
            "for (i = 0; i < 20; i++) B[((unsigned)i * 0x40000000u) / 0x40000000u] = i;",
            "?",
        ),
        (
            "for (i = 0; i < 20; i++) B[((unsigned long)i * 6364136223846793005ul) >> 56] = i;",
            "?",
        ),
        (
            "for (i = 0; i < 20; i++) B[((unsigned)i << 30) >> 30] = i;",
            "?",
        ),
        (
            "for (i = 0; i < 20; i++) if ((unsigned)i * 0x10000000u < 99u) B[0] = i;",
            "?",
        ),
    ]);
}

/// What holds around a loop holds in it.
#[test]
fn conditions_around_a_loop() {
    check(&[
        (
            "for (i = 0; i < 9; i++) if (i > 5) for (j = 0; j < 6; j++) A[i][j] = A[i][j + i];",
            "==",
        ),
        (
            "for (i = 0; i < 9; i++) if (i < 5) for (j = 0; j < 6; j++) A[i][j] = A[i][j + i];",
            "=<",
        ),
        (
            "for (i = 0; i < 9; i++) { if (i < 6) continue; for (j = 0; j < 5; j++) A[i][j] = A[i][j + i]; }",
            "==",
        ),
        (
            "for (i = 0; i < 9; i++) if (C[i] > m) { for (j = 0; j < 9; j++) A[i][j] = A[i][j + 1]; }",
            "=<",
        ),
        // What held before may hold no longer.
        (
            "for (i = 0; i < 9; i++) { k = C[i]; if (k > 10) { k = 1; for (j = 0; j < 9; j++) A[i][j] = A[i][j + k]; } }",
            "=?",
        ),
    ]);
}

/// A value that was computed from a variable stays as it is where a loop counts with the variable afterwards.
#[test]
fn definitions_keep_their_values() {
    check(&[
        (
            "for (i = 0; i < 9; i++) { j = m; k = j; for (j = 0; j < 20; j++) B[i * 10 + k - j] = i; }",
            "?=",
        ),
        (
            "for (i = 0; i < 9; i++) for (j = 0; j < 20; j++) { k = j; B[i * 20 + k] = i; }",
            "==",
        ),
    ]);
}
