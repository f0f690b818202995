//! `--emit=analysis`: what analyses found, as sets.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use accrs_frontend::Input;
use accrs_lowering::{Options, analysis, prepare};
use expect_test::{Expect, expect};

fn findings(source: &str) -> String {
    let out = accrs_frontend::parse(Input {
        text: source.to_string(),
        path: "t.c",
        cflags: &[],
        rules: &accrs_frontend::CRules::default(),
        strict: false,
    });
    let mut unit = out.unit.expect(source);
    prepare(&mut unit, &Options::default());
    analysis(&unit, &Options::default()).0
}

/// Without what is said of variables.
fn check(source: &str, want: Expect) {
    let text = findings(source);
    let from = text.find("  references").expect(&text);
    // An expectation has no blanks in front of all of its lines.
    let lines = text[from..].lines();
    let lines = lines.map(|l| l.strip_prefix("  ").unwrap_or(l));
    want.assert_eq(&lines.map(|l| format!("{l}\n")).collect::<String>());
}

#[test]
fn a_product_of_matrices() {
    check(
        "void f(int n, double a[n][n], double b[n][n], double c[n][n]) {
#pragma acc kernels
for (int i = 0; i < n; i++)
for (int j = 0; j < n; j++)
for (int k = 0; k < n; k++)
c[i][j] += a[i][k] * b[k][j];
}
",
        expect![[r#"
            references
              6:12 reads a[i][k]
                [n] -> { [i, j, k] -> a[i, k] : 0 <= i < n and 0 <= j < n and 0 <= k < n }
              6:22 reads b[k][j]
                [n] -> { [i, j, k] -> b[k, j] : 0 <= i < n and 0 <= j < n and 0 <= k < n }
              6:1 updates c[i][j]
                [n] -> { [i, j, k] -> c[i, j] : 0 <= i < n and 0 <= j < n and 0 <= k < n }
            arrays
              a
                data: copyin(a[0:n]), implicit
                reads [n] -> { a[i0, i1] : 0 <= i0 < n and 0 <= i1 < n }
              b
                data: copyin(b[0:n]), implicit
                reads [n] -> { b[i0, i1] : 0 <= i0 < n and 0 <= i1 < n }
              c
                data: copy(c[0:n]), implicit
                reads [n] -> { c[i0, i1] : 0 <= i0 < n and 0 <= i1 < n }
                writes [n] -> { c[i0, i1] : 0 <= i0 < n and 0 <= i1 < n }
            loop line 3 (i = 0; i < n; i++)
              domain [n] -> { [i] : 0 <= i < n }
              verdict: Loop is parallelizable if c and a, c and b don't overlap, which is checked at run time
              pairs of references: 2 of different objects, 1 apart by the polynomial test
              depends [n] -> { [i, j, k] -> [i' = i, j' = j, k'] : 0 <= i < n and 0 <= j < n and k >= 0 and k < k' < n }; its closure is exact
                begins in [n] -> { [i, j, k = 0] : n >= 2 and 0 <= i < n and 0 <= j < n }
                slices: one for each of [n] -> { [i, j, k = 0] : n >= 2 and 0 <= i < n and 0 <= j < n }
                free schedule: [n] -> { [i', j', k'] -> [k_ = k'] : 0 <= i' < n and 0 <= j' < n and 0 < k' < n }
              loop line 4 (j = 0; j < n; j++)
                domain [n] -> { [i, j] : 0 <= i < n and 0 <= j < n }
                verdict: Loop is parallelizable if c and a, c and b don't overlap, which is checked at run time
                pairs of references: 2 of different objects, 1 apart by the polynomial test
                loop line 5 (k = 0; k < n; k++)
                  domain [n] -> { [i, j, k] : 0 <= i < n and 0 <= j < n and 0 <= k < n }
                  verdict: run sequentially in each thread: it sums up, and the loops around it use the parallelism
                  pairs of references: 2 of different objects, 1 that meet or may meet
                  flow, anti, output: c[i][j] at 6:1 -> c[i][j] at 6:1, direction (=,=,<) (as c[0][0] in i = 0, j = 0, k = 0 and in i = 0, j = 0, k = 1, where n is 2)
        "#]],
    );
}

#[test]
fn triangles_of_a_factorisation() {
    check(
        "void f(int n, double a[restrict n][n]) {
#pragma acc kernels
for (int k = 0; k < n; k++) {
for (int i = k + 1; i < n; i++)
a[i][k] /= a[k][k];
for (int i = k + 1; i < n; i++)
for (int j = k + 1; j < n; j++)
a[i][j] -= a[i][k] * a[k][j];
}
}
",
        expect![[r#"
            references
              5:12 reads a[k][k]
                [n] -> { [k, i] -> a[k, k] : k >= 0 and k < i < n }
              5:1 updates a[i][k]
                [n] -> { [k, i] -> a[i, k] : k >= 0 and k < i < n }
              8:12 reads a[i][k]
                [n] -> { [k, i, j] -> a[i, k] : k >= 0 and k < i < n and k < j < n }
              8:22 reads a[k][j]
                [n] -> { [k, i, j] -> a[k, j] : k >= 0 and k < i < n and k < j < n }
              8:1 updates a[i][j]
                [n] -> { [k, i, j] -> a[i, j] : k >= 0 and k < i < n and k < j < n }
            arrays
              a
                data: copy(a[0:n]), implicit
                reads [n] -> { a[i0, i1] : n >= 2 and 0 <= i0 < n and 0 <= i1 < n }
                writes [n] -> { a[i0, i1] : 0 < i0 < n and 0 <= i1 < n }
            loop line 3 (k = 0; k < n; k++)
              domain [n] -> { [k] : 0 <= k < n }
              verdict: Loop carries a dependence: a[i][j] written at 8:1 is read as a[k][k] at 5:12 (as a[1][1] in k = 0, i = 1, j = 1 and in k = 1, i = 2, where n is 3); run sequentially. One kernel whose blocks wait for each other steps through it, if threads have up to 5 iterations of a loop in it; otherwise the host does
              pairs of references: 4 apart by the polynomial test, 5 that meet or may meet
              flow: a[i][j] at 8:1 -> a[k][k] at 5:12, direction (<) (as a[1][1] in k = 0, i = 1, j = 1 and in k = 1, i = 2, where n is 3)
              flow, anti, output: a[i][j] at 8:1 -> a[i][k] at 5:1, direction (<) (as a[2][1] in k = 0, i = 2, j = 1 and in k = 1, i = 2, where n is 3)
              flow: a[i][j] at 8:1 -> a[i][k] at 8:12, direction (<,=,<) (as a[2][1] in k = 0, i = 2, j = 1 and in k = 1, i = 2, j = 2, where n is 3)
              flow: a[i][j] at 8:1 -> a[k][j] at 8:22, direction (<,<,=) (as a[1][2] in k = 0, i = 1, j = 2 and in k = 1, i = 2, j = 2, where n is 3)
              flow, anti, output: a[i][j] at 8:1 -> a[i][j] at 8:1, direction (<,=,=) (as a[2][2] in k = 0, i = 2, j = 2 and in k = 1, i = 2, j = 2, where n is 3)
              slices aren't known: isl would take too long
              loop line 4 (i = k + 1; i < n; i++)
                domain [n] -> { [k, i] : 0 <= k < n and k < i < n }
                verdict: Loop is parallelizable
                pairs of references: 2 apart by the polynomial test
              loop line 6 (i = k + 1; i < n; i++)
                domain [n] -> { [k, i] : 0 <= k < n and k < i < n }
                verdict: Loop is parallelizable
                pairs of references: 3 apart by the polynomial test
                loop line 7 (j = k + 1; j < n; j++)
                  domain [n] -> { [k, i, j] : 0 <= k < n and k < i < n and k < j < n }
                  verdict: Loop is parallelizable
                  pairs of references: 3 apart by the polynomial test
        "#]],
    );
}

#[test]
fn a_stencil_in_place() {
    check(
        "void f(int n, double a[n][n]) {
#pragma acc kernels
for (int i = 1; i < n; i++)
for (int j = 0; j < n - 1; j++)
a[i][j] = a[i - 1][j + 1] + a[i][j];
}
",
        expect![[r#"
            references
              5:11 reads a[i - 1][j + 1]
                [n] -> { [i, j] -> a[-1 + i, 1 + j] : 0 < i < n and 0 <= j <= -2 + n }
              5:29 reads a[i][j]
                [n] -> { [i, j] -> a[i, j] : 0 < i < n and 0 <= j <= -2 + n }
              5:1 writes a[i][j]
                [n] -> { [i, j] -> a[i, j] : 0 < i < n and 0 <= j <= -2 + n }
            arrays
              a
                data: copy(a[0:n]), implicit
                reads [n] -> { a[i0, i1] : 0 <= i0 < n and 0 <= i1 < n and ((i0 <= -2 + n and i1 > 0) or (i0 > 0 and i1 <= -2 + n)) }
                writes [n] -> { a[i0, i1] : 0 < i0 < n and 0 <= i1 <= -2 + n }
            loop line 3 (i = 1; i < n; i++)
              domain [n] -> { [i] : 0 < i < n }
              verdict: Loop carries a dependence: a[i][j] written at 5:1 is read as a[i - 1][j + 1] at 5:11 (as a[1][1] in i = 1, j = 1 and in i = 2, j = 0, where n is 3); run sequentially. One kernel whose blocks wait for each other steps through it, if threads have up to 5 iterations of a loop in it; otherwise the host does
              pairs of references: 2 apart by the polynomial test, 1 that meet or may meet
              flow: a[i][j] at 5:1 -> a[i - 1][j + 1] at 5:11, distance (1,-1) (as a[1][1] in i = 1, j = 1 and in i = 2, j = 0, where n is 3)
              depends [n] -> { [i, j] -> [i' = 1 + i, j' = -1 + j] : 0 < i <= -2 + n and 0 < j <= -2 + n }; its closure is exact
                begins in [n] -> { [i = 1, j] : 0 < j <= -2 + n; [i, j = -2 + n] : 2 <= i <= -2 + n }
                slices: one for each of [n] -> { [i = 1, j] : 0 < j <= -2 + n; [i, j = -2 + n] : 2 <= i <= -2 + n }
                free schedule: [n] -> { [i', j'] -> [k = -1 + i'] : i' >= 2 and 0 <= j' < n - i'; [i', j'] -> [k = -2 + n - j'] : i' < n and n - i' <= j' <= -3 + n }
              loop line 4 (j = 0; j < n - 1; j++)
                domain [n] -> { [i, j] : 0 < i < n and 0 <= j <= -2 + n }
                verdict: Loop is parallelizable
                pairs of references: 3 apart by the polynomial test
        "#]],
    );
}

#[test]
fn steps_and_ways() {
    check(
        "void f(int n, double *a) {
#pragma acc kernels
{
for (int i = 4; i < n; i += 2) a[i] = a[i - 4] + a[i + 1];
for (int i = n; i > 3; i--) a[i] = a[i - 3];
}
}
",
        expect![[r#"
            references
              4:39 reads a[i - 4]
                [n] -> { [i] -> a[-4 + i] : (i) mod 2 = 0 and 4 <= i < n }
              4:50 reads a[i + 1]
                [n] -> { [i] -> a[1 + i] : (i) mod 2 = 0 and 4 <= i < n }
              4:32 writes a[i]
                [n] -> { [i] -> a[i] : (i) mod 2 = 0 and 4 <= i < n }
              5:36 reads a[i - 3]
                [n] -> { [i] -> a[-3 + i] : 4 <= i <= n }
              5:29 writes a[i]
                [n] -> { [i] -> a[i] : 4 <= i <= n }
            arrays
              a
                data: copy(a[0:n + 1]), inferred
                reads [n] -> { a[i0] : i0 <= n and (((i0) mod 2 = 1 and i0 >= 5) or (i0 <= -3 + n and floor((i0)/2) >= 0 and 2*floor((i0)/2) <= -5 + n + 2i0)) }
                writes [n] -> { a[i0] : 4 <= i0 <= n }
            loop line 4 (i = 4; i < n; i += 2)
              domain [n] -> { [i] : (i) mod 2 = 0 and 4 <= i < n }
              verdict: Loop carries a dependence: a[i] written at 4:32 is read as a[i - 4] at 4:39 (as a[4] in i = 4 and in i = 8, where n is 9); run sequentially
              pairs of references: 2 apart by the polynomial test, 1 that meet or may meet
              flow: a[i] at 4:32 -> a[i - 4] at 4:39, distance (2) (as a[4] in i = 4 and in i = 8, where n is 9)
              depends [n] -> { [i] -> [i' = 4 + i] : (i) mod 2 = 0 and 4 <= i <= -5 + n }; its closure is exact
                begins in [n] -> { [i] : (i) mod 2 = 0 and 4 <= i <= 7 and i <= -5 + n }
                slices: one for each of [n] -> { [i] : (i) mod 2 = 0 and 4 <= i <= 7 and i <= -5 + n }
                free schedule: [n] -> { [i'] -> [k] : (i') mod 2 = 0 and 8 <= i' < n and -7 + i' <= 4k <= -4 + i' }
            loop line 5 (i = n; i > 3; i--)
              domain [n] -> { [i] : 4 <= i <= n }
              verdict: Loop carries a dependence: a[i] written at 5:29 is read as a[i - 3] at 5:36 (as a[4] in i = 4 and in i = 7, where n is 7); run sequentially
              pairs of references: 1 apart by the polynomial test, 1 that meet or may meet
              anti: a[i - 3] at 5:36 -> a[i] at 5:29, distance (3) (as a[4] in i = 7 and in i = 4, where n is 7)
        "#]],
    );
}

#[test]
fn under_conditions() {
    check(
        "void f(int n, int k, const int *flag, double *restrict a) {
#pragma acc kernels
for (int i = 0; i < n; i++) {
if (i % 2 == 0 && i > k) a[i] = 1;
if (flag[i]) a[2 * i + 1] = 2;
}
}
",
        expect![[r#"
              references
                4:26 writes a[i]
                  [n, k] -> { [i] -> a[i] : (i) mod 2 = 0 and i > k and 0 <= i < n }
                5:5 reads flag[i]
                  [n] -> { [i] -> flag[i] : 0 <= i < n }
                5:14 may write a[2*i + 1]
                  at most [n] -> { [i] -> a[1 + 2i] : 0 <= i < n }
              arrays
                a
                  data: copy(a[n >= 1 ? k <= -1 ? 0 : 1 : 0:up to n >= 1 ? 2*n : 0]), inferred
                  writes at most [n, k] -> { a[i0] : i0 >= 0 and (((i0) mod 2 = 0 and k < i0 < n) or ((i0) mod 2 = 1 and 0 < i0 < 2n)) }
                flag
                  data: copyin(flag[0:n]), inferred
                  reads [n] -> { flag[i0] : 0 <= i0 < n }
              loop line 3 (i = 0; i < n; i++)
                domain [n] -> { [i] : 0 <= i < n }
                verdict: Loop is parallelizable
                pairs of references: 1 of different objects, 2 apart by the polynomial test, 1 apart by isl
        "#]],
    );
}

#[test]
fn rows_in_one_dimension() {
    check(
        "void f(int n, int m, double *a) {
#pragma acc kernels
for (int i = 1; i < n; i++)
for (int j = 0; j < m; j++)
a[i*m + j] = a[(i - 1)*m + j] + a[n*m];
}
",
        expect![[r#"
            references
              5:14 reads a[(i - 1)*m + j]
                [n, m] -> { [i, j] -> a[-1 + i, j] : 0 < i < n and 0 <= j < m }
              5:33 reads a[n*m]
                [n, m] -> { [i, j] -> a[n, 0] : 0 < i < n and 0 <= j < m }
              5:1 writes a[i*m + j]
                [n, m] -> { [i, j] -> a[i, j] : 0 < i < n and 0 <= j < m }
            arrays
              a
                data: copy(a[0:n*m + 1]), inferred
            loop line 3 (i = 1; i < n; i++)
              domain [n] -> { [i] : 0 < i < n }
              verdict: Loop carries a dependence: a[i*m + j] written at 5:1 is read as a[(i - 1)*m + j] at 5:14 (in i = 1, j = 0 and in i = 2, j = 0, where n is 3, m is 1); run sequentially
              pairs of references: 1 apart by the polynomial test, 1 apart by isl, 1 that meet or may meet
              flow: a[i*m + j] at 5:1 -> a[(i - 1)*m + j] at 5:14, distance (1,0) (in i = 1, j = 0 and in i = 2, j = 0, where n is 3, m is 1)
              depends [n, m] -> { [i, j] -> [i' = 1 + i, j' = j] : 0 < i <= -2 + n and 0 <= j < m }; its closure is exact
                begins in [n, m] -> { [i = 1, j] : n >= 3 and 0 <= j < m }
                slices: one for each of [n, m] -> { [i = 1, j] : n >= 3 and 0 <= j < m }
                free schedule: [n, m] -> { [i', j'] -> [k = -1 + i'] : 2 <= i' < n and 0 <= j' < m }
              loop line 4 (j = 0; j < m; j++)
                domain [n, m] -> { [i, j] : 0 < i < n and 0 <= j < m }
                verdict: Loop is parallelizable
                pairs of references: 2 apart by the polynomial test, 1 apart by isl
        "#]],
    );
}

#[test]
fn subscripts_from_memory() {
    check(
        "void f(int n, const int *restrict idx, double *restrict c) {
#pragma acc kernels
for (int i = 0; i < n; i++) c[idx[i]] = c[i];
}
",
        expect![[r#"
            references
              3:41 reads c[i]
                [n] -> { [i] -> c[i] : 0 <= i < n }
              3:31 reads idx[i]
                [n] -> { [i] -> idx[i] : 0 <= i < n }
              3:29 may write c[idx[i]]: idx[i] isn't affine
                at most [n] -> { [i] -> c[x0] : 0 <= i < n }
            arrays
              c
                data: copy(c[:]), inferred
                reads [n] -> { c[i0] : 0 <= i0 < n }
                writes at most [n] -> { c[x0] : n > 0 }
              idx
                data: copyin(idx[0:n]), inferred
                reads [n] -> { idx[i0] : 0 <= i0 < n }
            loop line 3 (i = 0; i < n; i++)
              domain [n] -> { [i] : 0 <= i < n }
              verdict: Loop may carry a dependence: c[idx[i]] written at 3:29 and c[i] read at 3:41: idx[i] is not affine in the loop variables; run sequentially
              pairs of references: 1 of different objects, 2 that meet or may meet
              may be flow: c[idx[i]] at 3:29 -> c[i] at 3:41, direction (<) (in i = 0 and in i = 1, where n is 2); idx[i] isn't affine
              may be anti: c[i] at 3:41 -> c[idx[i]] at 3:29, direction (<) (in i = 0 and in i = 1, where n is 2); idx[i] isn't affine
              may be output: c[idx[i]] at 3:29 -> c[idx[i]] at 3:29, direction (<) (in i = 0 and in i = 1, where n is 2); idx[i] isn't affine
              depends at most [n] -> { [i] -> [i'] : i >= 0 and i < i' < n }; its closure may be too large as it is
                begins in [n] -> { [i = 0] : n >= 2 }
                slices: one, or more
        "#]],
    );
}

#[test]
fn sums_and_own_arrays() {
    check(
        "double f(int n, const double *restrict a, double *restrict b) {
double s = 0;
#pragma acc kernels
for (int i = 0; i < n; i++) {
double t[4];
for (int k = 0; k < 4; k++) t[k] = a[4*i + k];
b[0] += t[0];
s += t[3];
}
return s;
}
double g(int n, const double *restrict a, double *restrict b) {
double t[2];
#pragma acc kernels
for (int i = 0; i < n; i++) {
t[0] = a[i];
t[1] = t[0] * 2;
b[i] = t[1];
}
return 0;
}
",
        expect![[r#"
            references
              6:36 reads a[4*i + k]
                [n] -> { [i, k] -> a[4i + k] : 0 <= i < n and 0 <= k <= 3 }
              7:1 updates b[0]
                [n] -> { [i] -> b[0] : 0 <= i < n }
            arrays
              a
                data: copyin(a[0:4*n]), inferred
                reads [n] -> { a[i0] : 0 <= i0 < 4n }
              b
                data: copy(b[0:1]), inferred
                reads [n] -> { b[0] : n > 0 }
                writes [n] -> { b[0] : n > 0 }
            loop line 4 (i = 0; i < n; i++)
              domain [n] -> { [i] : 0 <= i < n }
              verdict: Loop is parallelizable
              reduced: +:s, found
              reduced: +:b[0], found
              pairs of references: 1 of different objects, 1 that meet or may meet
              flow, anti, output: b[0] at 7:1 -> b[0] at 7:1, direction (<) (as b[0] in i = 0 and in i = 1, where n is 2); gone, since b is reduced
              loop line 6 (k = 0; k < 4; k++)
                domain [n] -> { [i, k] : 0 <= i < n and 0 <= k <= 3 }
                verdict: Loop is parallelizable
                pairs of references: 1 of different objects, 1 apart by the polynomial test
            t.c:14 kernels in g
            variables
              i: read, written, declared here, assigned before read
              n: read
              a: read, read through
              t: read, written
              b: read, written through
            references
              16:8 reads a[i]
                [n] -> { [i] -> a[i] : 0 <= i < n }
              16:1 writes t[0]
                [n] -> { [i] -> t[0] : 0 <= i < n }
              17:8 reads t[0]
                [n] -> { [i] -> t[0] : 0 <= i < n }
              17:1 writes t[1]
                [n] -> { [i] -> t[1] : 0 <= i < n }
              18:8 reads t[1]
                [n] -> { [i] -> t[1] : 0 <= i < n }
              18:1 writes b[i]
                [n] -> { [i] -> b[i] : 0 <= i < n }
            arrays
              a
                data: copyin(a[0:n]), inferred
                reads [n] -> { a[i0] : 0 <= i0 < n }
              t
                reads [n] -> { t[i0] : n > 0 and 0 <= i0 <= 1 }
                writes [n] -> { t[i0] : n > 0 and 0 <= i0 <= 1 }
              b
                data: copyout(b[0:n]), inferred
                writes [n] -> { b[i0] : 0 <= i0 < n }
            loop line 15 (i = 0; i < n; i++)
              domain [n] -> { [i] : 0 <= i < n }
              verdict: Loop is parallelizable
              private: t
              pairs of references: 4 of different objects, 1 apart by the polynomial test, 2 that meet or may meet
              output: t[0] at 16:1 -> t[0] at 16:1, direction (<) (as t[0] in i = 0 and in i = 1, where n is 2); gone, since t is private
              flow: t[0] at 16:1 -> t[0] at 17:8, direction (<) (as t[0] in i = 0 and in i = 1, where n is 2); gone, since t is private
              anti: t[0] at 17:8 -> t[0] at 16:1, direction (<) (as t[0] in i = 0 and in i = 1, where n is 2); gone, since t is private
        "#]],
    );
}

#[test]
fn bounds_by_cases() {
    check(
        "void f(int n, int m, double *restrict a) {
#pragma acc kernels
for (int i = 0; i < n; i++)
for (int j = i > m ? i : m; j < (n < 2*i ? n : 2*i); j++) a[i] = a[i] + j;
}
",
        expect![[r#"
            references
              4:66 reads a[i]
                [n, m] -> { [i, j] -> a[i] : j >= m and i <= j < 2i and j < n }
              4:59 writes a[i]
                [n, m] -> { [i, j] -> a[i] : j >= m and i <= j < 2i and j < n }
            arrays
              a
                data: copy(a[n >= 2 && n >= m + 1 ? m <= 1 ? 1 : m - (m + 1)/2 + 1 : 0:up to n >= 2 && n >= m + 1 ? n : 0]), inferred
                reads [n, m] -> { a[i0] : m < n and 0 < i0 < n and 2i0 > m }
                writes [n, m] -> { a[i0] : m < n and 0 < i0 < n and 2i0 > m }
            loop line 3 (i = 0; i < n; i++)
              domain [n] -> { [i] : 0 <= i < n }
              verdict: Loop is parallelizable
              pairs of references: 2 apart by the polynomial test
              depends [n, m] -> { [i, j] -> [i' = i, j'] : j >= m and j >= i and j < j' < 2i and j' < n }; its closure is exact
                begins in [n, m] -> { [i, j = m] : m <= -2 + n and i <= m and 2i >= 2 + m; [i, j = i] : i > m and 2 <= i <= -2 + n }
                slices: one for each of [n, m] -> { [i, j = m] : m <= -2 + n and i <= m and 2i >= 2 + m; [i, j = i] : i > m and 2 <= i <= -2 + n }
                free schedule: [n, m] -> { [i', j'] -> [k = -i' + j'] : i' > m and i' < j' < 2i' and j' < n; [i', j'] -> [k = -m + j'] : i' <= m and m < j' < 2i' and j' < n }
              loop line 4 (j = i > m ? i : m; j < n < 2*i ? n : 2*i; j++)
                domain [n, m] -> { [i, j] : j >= m and i <= j < 2i and j < n }
                verdict: run sequentially in each thread: it sums up, and the loops around it use the parallelism
                pairs of references: 2 that meet or may meet
                flow: a[i] at 4:59 -> a[i] at 4:66, direction (=,<) (as a[2] in i = 2, j = 2 and in i = 2, j = 3, where n is 4, m is 0)
                anti: a[i] at 4:66 -> a[i] at 4:59, direction (=,<) (as a[2] in i = 2, j = 2 and in i = 2, j = 3, where n is 4, m is 0)
                output: a[i] at 4:59 -> a[i] at 4:59, direction (=,<) (as a[2] in i = 2, j = 2 and in i = 2, j = 3, where n is 4, m is 0)
        "#]],
    );
}

#[test]
fn names_that_isl_does_not_take() {
    check(
        "struct s { int n; double *x; };
void f(struct s v, int and, int e0) {
#pragma acc kernels copy(v.x[0:100])
for (int mod = and; mod < v.n; mod++) v.x[mod % 3 + e0 * and] = 1;
}
",
        expect![[r#"
            references
              4:39 writes v.x[mod%3 + e0*and]
                [and_, v_n, and_e0] -> { [mod_] -> v_x[x0] : (-and_e0 - mod_ + x0) mod 3 = 0 and and_ <= mod_ < v_n and -2 + and_e0 <= x0 <= 2 + and_e0 and ((mod_ < 0 and x0 <= and_e0) or (mod_ >= 0 and x0 >= and_e0)) }, mod_ = mod, and_ = and, v_n = v.n, and_e0 = and*e0
            arrays
              v.x
                data: copy(v.x[0:100]), a clause
                data: no_create(v.x), implicit
                writes [and_, v_n, and_e0] -> { v_x[x0] : -2 + and_e0 <= x0 <= 2 + and_e0 and ((exists (e0: x0 <= and_e0 and 3e0 > -and_e0 + x0 and -v_n - and_e0 + x0 < 3e0 <= -and_ - and_e0 + x0)) or (exists (e0: x0 >= and_e0 and -v_n - and_e0 + x0 < 3e0 <= -and_ - and_e0 + x0 and 3e0 <= -and_e0 + x0))) }, and_ = and, v_n = v.n, and_e0 = and*e0
            loop line 4 (mod = and; mod < v.n; mod++)
              domain [and_, v_n] -> { [mod_] : and_ <= mod_ < v_n }, mod_ = mod, and_ = and, v_n = v.n
              verdict: Loop may carry a dependence: v.x[mod%3 + e0*and] written at 4:39: mod%3 is not affine in the loop variables; run sequentially
              pairs of references: 1 that meet or may meet
              may be output: v.x[mod%3 + e0*and] at 4:39 -> v.x[mod%3 + e0*and] at 4:39, direction (<) (as v.x[0] in mod = 0 and in mod = 3, where and is 0, v.n is 4)
              depends [and_, v_n, and_e0] -> { [mod_] -> [mod'] : mod_ >= and_ and mod' < v_n and (((-mod_ + mod') mod 3 = 0 and 3 + mod_ <= mod' < 0) or ((-mod_ + mod') mod 3 = 0 and mod_ >= 0 and mod' >= 3 + mod_) or ((mod_) mod 3 = 0 and (mod') mod 3 = 0 and mod_ <= -3 and mod' >= 0)) }, and_ = and, v_n = v.n, and_e0 = and*e0, mod_ = mod; its closure is exact
                begins in [and_, v_n, and_e0] -> { [mod_] : and_ <= mod_ <= -4 + v_n and ((0 <= mod_ <= 2 + and_) or (mod_ >= 3 + and_ and 0 <= mod_ <= 2 and 3*floor((mod_)/3) < mod_) or (mod_ <= 2 + and_ and 3*floor((mod_)/3) >= 6 + and_ + 2mod_)) }
                slices: one for each of [and_, v_n, and_e0] -> { [mod_] : and_ <= mod_ <= -4 + v_n and ((0 <= mod_ <= 2 + and_) or (mod_ >= 3 + and_ and 0 <= mod_ <= 2 and 3*floor((mod_)/3) < mod_) or (mod_ <= 2 + and_ and 3*floor((mod_)/3) >= 6 + and_ + 2mod_)) }
                free schedule: [and_, v_n, and_e0] -> { [mod'] -> [k] : mod' < v_n and ((mod' <= 0 and k > 0 and -2 - and_ + mod' <= 3k <= -and_ + mod') or (and_ >= 0 and mod' >= 3 + and_ and -2 - and_ + mod' <= 3k <= -and_ + mod') or (and_ < 0 and mod' >= 3 and -2 + mod' <= 3k <= mod' and 3*floor((mod')/3) < mod') or (3k = 3 + mod' and -5 <= and_ <= -3 and mod' >= 3) or (3k = mod' and -2 <= and_ < 0 and mod' >= 3) or ((-and_) mod 3 = -and_ + mod' - 3k and and_ <= -6 and mod' >= 3 and -2 - and_ + mod' <= 3k <= -and_ + mod')) }
        "#]],
    );
}

/// What stands in a fenced block of the guide's page.
fn block<'p>(page: &'p str, fence: &str) -> &'p str {
    let from = page.split_once(&format!("```{fence}\n")).unwrap().1;
    from.split_once("```").unwrap().0
}

#[test]
fn the_guide_shows_what_is_printed() {
    let page = include_str!("../../docs/guide/reading-analysis.md");
    let said = findings(block(page, "c sweep.c")).replace("t.c:", "sweep.c:");
    assert_eq!(block(page, "text"), said, "{said}");
}
