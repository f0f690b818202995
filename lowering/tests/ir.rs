//! From text to region IR: small programs, their dumps.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use accrs_frontend::{Input, parse};
use expect_test::{Expect, expect};

/// The dump of a program that must be accepted without a word. The text is taken as
/// preprocessed already.
fn check(text: &str, expected: Expect) {
    let out = parse(Input {
        text: text.to_string(),
        path: "t.c",
        cflags: &[],
        rules: &accrs_frontend::CRules::default(),
        strict: false,
    });
    let said: Vec<String> = out
        .diagnostics
        .iter()
        // Blocks before loops are taken, with a warning.
        .filter(|d| d.code != accrs_frontend::diag::codes::BRACED_LOOP)
        .map(|d| format!("{}: {}", d.code, d.message))
        .collect();
    assert!(said.is_empty(), "{said:#?}");
    expected.assert_eq(&accrs_lowering::print::unit(&out.unit.expect("a unit")));
}

#[test]
fn jacobi_sweep() {
    check(
        r#"
void sweep(int n, int m, float *restrict a, float *restrict b)
{
#pragma acc data copy(a[0:n*m]) create(b[0:n*m])
    {
#pragma acc kernels loop gang vector(2)
        for (int i = 1; i < n - 1; i++) {
#pragma acc loop gang vector(16)
            for (int j = 1; j < m - 1; j++)
                b[i * m + j] = 0.25f * (a[i * m + j + 1] + a[(i - 1) * m + j]);
        }
#pragma acc update self(b[0:n]) async(1)
    }
}
"#,
        expect![[r#"
            var a: float *restrict (param)
            var n: int (param)
            var m: int (param)
            var b: float *restrict (param)
            var i: int (region)
            var j: int (region)
            construct 0 t.c:4 in sweep
                data copy(a[0:n*m]) create(b[0:n*m])
                host text, lines 5 to 13
            construct 1 t.c:6 in sweep inside construct 0
                kernels loop
                kernels loop gang vector(2)
                for #0 i: int = 1; < n - 1; + 1
                    loop gang vector(16)
                    for #1 j: int = 1; < m - 1; + 1
                        b[(i * m) + j] = (0.25f * (a[((i * m) + j) + 1] + a[((i - 1) * m) + j]));
            construct 2 t.c:12 in sweep inside construct 0
                update self(b[0:n]) async(1)
        "#]],
    );
}

#[test]
fn conversions_members_and_vlas() {
    check(
        r#"
typedef unsigned long size_t;
typedef double real_t;
struct pt { real_t x; union { int i; float f; }; unsigned bits : 3; };
void f(int n, size_t m, double A[n][m], struct pt *p, const real_t *q)
{
    double s = 0;
#pragma acc parallel loop reduction(+:s) copyin(A[:n], p[0:n], q[0:m])
    for (size_t j = 0; j < m; j += 2) {
        float t = A[n - 1][j] + p[j].i;
        struct pt local = { .x = 1, .i = 'a' };
        double (*row)[m] = A;
        s += t > 0 ? row[0][j] * q[j] : sizeof(real_t) + local.x + sizeof A[0];
    }
}
"#,
        expect![[r#"
            var s: double (local)
            var m: size_t (param)
            var n: int (param)
            var A: double [n][m] (param)
            var p: struct pt * (param)
            var q: const real_t * (param)
            var j: size_t (region)
            var t: float (region)
            var local: struct pt (region)
            var row: double (*)[m] (region)
            construct 0 t.c:8 in f
                parallel loop reduction(+:s) copyin(A[:n], p[0:n], q[0:m])
                parallel loop reduction(+:s)
                for #0 j: size_t = <size_t>(0); < m; + <size_t>(2)
                    t: float = <float>(A[n - 1][j] + <double>(p[j].i));
                    local: struct pt = {.x = <real_t>(1), .i = 'a'};
                    row: double (*)[m] = <double (*)[m]>(A);
                    s += ((t > <float>(0)) ? (row[0][j] * q[j]) : ((<real_t>(sizeof(real_t)) + local.x) + <real_t>(sizeof(A[0]))));
        "#]],
    );
}

#[test]
fn statements() {
    check(
        r#"
enum mode { UP, DOWN = 4 };
void f(int n, int *a, enum mode how)
{
    int i, k;
#pragma acc parallel copy(a[0:n])
#pragma acc loop gang
    for (i = n; i >= 1; i = i - 3) {
        k = 0;
        while (k < i) { if (k == 3) break; else k++; }
        do k--; while (k > 0);
        switch (how) {
        case UP: a[i]++; break;
        case DOWN ... 7: a[i] ^= 0x1Fu; /* on */
        default: ;
        }
        a[i] = ({ int z = a[i] ?: 2; z << 1; });
#pragma acc atomic capture
        { k = a[0]; a[0] += 1; }
    }
}
"#,
        expect![[r#"
            var a: int * (param)
            var n: int (param)
            var i: int (local)
            var k: int (local)
            var how: enum mode (param)
            var z: int (region)
            construct 0 t.c:6 in f
                parallel copy(a[0:n])
                loop gang
                for #0 i = n; >= 1; - 3
                    k = 0;
                    while k < i
                        if k == 3
                            break;
                        else
                            k++;
                    do
                        k--;
                    while k > 0;
                    switch <unsigned>(how)
                        case <unsigned>(UP)
                            a[i]++;
                        break;
                        case <unsigned>(DOWN) ... <unsigned>(7)
                            a[i] ^= 0x1Fu;
                        default
                            ;
                    a[i] = ({ z: int = a[i] ?: 2; z << 1; });
                    atomic capture
                        k = a[0];
                        a[0] += 1;
        "#]],
    );
}

#[test]
fn functions_that_regions_call() {
    check(
        r#"
double sqrt(double);
static int table[4] = { 1, 2, 3, 4 };
static inline int leaf(int x) { return x + table[x & 3]; }
#pragma acc routine seq
int branch(int x) { return x > 3 ? leaf(x - 1) : 0; }
int unused(int x) { return x; }
void f(int n, int *a)
{
#pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i != n; ++i)
        a[i] = branch(i) + __builtin_abs(a[i]);
}
"#,
        expect![[r#"
            var x: int (param)
            var a: int * (param)
            var n: int (param)
            var i: int (region)
            var : int (param)
            var x: int (param)
            var table: int [4] (global static)
            function branch(x: int) int [routine seq]
                return (x > 3) ? leaf(x - 1) : 0;
            function __builtin_abs(: int) int builtin
            function leaf(x: int) int static inline
                return x + table[x & 3];
            construct 0 t.c:5
                routine seq
                names function branch
            construct 1 t.c:10 in f
                parallel loop copy(a[0:n])
                parallel loop
                for #0 i: int = 0; != n; + 1
                    a[i] = (branch(i) + __builtin_abs(a[i]));
        "#]],
    );
}

#[test]
fn places_of_constructs() {
    check(
        r#"
void f(int n, int *a, int *b)
{
    if (n > 3)
#pragma acc parallel loop
        for (int *p = a; p < a + n; p++) *p = 0;
    else
        n = 2;
#pragma acc enter data copyin(b[0:n])
#pragma acc host_data use_device(b)
    {
#pragma acc wait(1)
    }
#pragma acc kernels
    {
        ;
        {
            a[0] = 1;
        }
    }
#pragma acc parallel loop collapse(2) device_type(nvidia) vector_length(64)
    {
        for (int i = 0; i < 10; i++)
            for (int j = 0; j < 20; j++)
                a[i] = j;
    }
}
"#,
        expect![[r#"
            var p: int * (region)
            var a: int * (param)
            var n: int (param)
            var b: int * (param)
            var i: int (region)
            var j: int (region)
            construct 0 t.c:5 in f
                parallel loop
                parallel loop
                for #0 p: int * = a; < a + n; + 1
                    *p = 0;
            construct 1 t.c:9 in f
                enter data copyin(b[0:n])
            construct 2 t.c:10 in f
                host_data use_device(b)
                host text, lines 11 to 13
            construct 3 t.c:12 in f inside construct 2
                wait(1)
            construct 4 t.c:14 in f
                kernels
                ;
                block
                    a[0] = 1;
            construct 5 t.c:21 in f
                parallel loop device_type(nvidia) vector_length(64)
                parallel loop collapse(2) device_type(nvidia)
                for #1 i: int = 0; < 10; + 1
                    for #2 j: int = 0; < 20; + 1
                        a[i] = j;
        "#]],
    );
}
