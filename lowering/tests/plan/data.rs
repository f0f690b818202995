//! Data of constructs in plans: implicit attributes, footprints, and where scalars live.

use super::*;

#[test]
fn implicit_attributes() {
    check(
        "struct s { int n; double x[4]; };
int table[10];
void f(int n) {
    double a[100], b[100];
    struct s s = {0};
    int count = 0, last = 0;
#pragma acc parallel loop
    for (int i = 0; i < n; i++) a[i] = b[i] + s.x[i & 3] + table[i % 10] + count;
#pragma acc kernels
    { last = count + n; b[last] = last; }
}
",
        expect![[r#"
            t.c:7 in f: parallel loop
              data 0: copyin(b) whole rows [implicit]
              data 1: copyin(s) whole [implicit]
              data 2: copyin(table) whole [implicit]
              data 3: create(a) whole [implicit]
              Parallel, host: fork
                kernel t_f_7 Map-gv
                  grid (ceil(trips(i) / 128), 1, 1) block (128, 1, 1)
                  param n: value
                  param b: address of data 0 restrict read-only
                  param s: reference to data 1
                  param table: address of data 2 restrict read-only
                  param count: value
                  param a: address of data 3 restrict
                loop 0 line 8 (i = 0; i < n; i++): gang vector → block.x thread.x; host ThreadsSimd
                  because: a loop of a parallel construct is independent
                  threads where they pay: about 8 * n operations
                  note 8: on the host's cores, threads share this where n is about 130000 or more
                  on the host's cores: ThreadsSimd
                  for one thread: Simd
                  threads: as measured
            t.c:9 in f: kernels
              data 0: create(b) whole [implicit]
              Kernels, host: fork
                kernel t_f_10 serial
                  grid (1, 1, 1) block (1, 1, 1)
                  param count: value
                  param n: value
                  param b: address of data 0 restrict
                  private(last)
        "#]],
    );
}

#[test]
fn default_none_names_each() {
    check(
        "void f(int n, int *a) {
    int b[10];
#pragma acc parallel loop default(none) copy(a[0:n])
    for (int i = 0; i < n; i++) a[i] = b[0];
}
",
        expect![[r#"
            error ACC0128 line 4: 'n' is used in a construct with default(none), and no clause names it
            error ACC0128 line 4: 'b' is used in a construct with default(none), and no clause names it
            t.c:3 in f: parallel loop
              data 0: copy(a[0:n])
              Parallel, host: fork
                kernel t_f_3 Map-gv
                  grid (ceil(trips(i) / 512), 1, 1) block (128, 1, 1)
                  param a: address of data 0
                loop 0 line 4 (i = 0; i < n; i++): gang vector → block.x thread.x; host ThreadsSimd
                  because: a loop of a parallel construct is independent
                  turns: 4 at once, 128 apart
                  threads where they pay: about 3 * n operations
                  note 4: on the host's cores, threads share this where n is about 340000 or more
                  on the host's cores: ThreadsSimd
                  for one thread: Simd
                  threads: as measured
        "#]],
    );
}

/// Of which footprints the ends are used for certain.
#[test]
fn ends_of_footprints() {
    for (exact, body) in [
        (true, "for (int i = 0; i < n; i++) a[i] = 1;"),
        (true, "for (int i = n - 1; i >= 0; i--) a[i] = 1;"),
        (true, "for (int i = 0; i < n; i++) a[2 * i + 1] = 1;"),
        (
            true,
            "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i * m + j] = 1;",
        ),
        (
            true,
            "for (int i = 0; i < n; i++) { a[i] = 1; if (on) a[i] = 2; }",
        ),
        (
            true,
            "for (int i = 1; i < n; i++) { int k = i - 1; a[k] = a[k + 1]; }",
        ),
        (false, "for (int i = 0; i < n; i++) if (on) a[i] = 1;"),
        (
            false,
            "for (int i = 0; i < n; i++) { a[i] = 1; if (on) a[i + 1] = 2; }",
        ),
        (false, "for (int i = 0; i < n; i++) on && (a[i] = 1);"),
        (false, "for (int i = 0; i < n; i += 2) a[i] = 1;"),
        (
            false,
            "for (int i = 0; i < n; i++) for (int j = i; j < m; j++) a[i] = 1;",
        ),
        (
            false,
            "for (int i = 0; i < n; i++) { a[i] = 1; if (on) break; }",
        ),
        (
            false,
            "for (int i = 0; i < n; i++) { int k = on; for (int j = 0; j < k; j++) a[i] = 1; }",
        ),
    ] {
        let text = plan(&format!(
            "void f(int n, int m, int on, int *a) {{\n#pragma acc serial\n    {{ {body} }}\n}}\n"
        ));
        let item = text
            .lines()
            .find(|l| l.contains("copy(a["))
            .unwrap_or(&text);
        assert_eq!(item.contains(" exact "), exact, "{body}: {item}");
    }
}

#[test]
fn footprints() {
    check(
        "void f(int n, int m, const float *restrict a, float *restrict b) {
#pragma acc kernels
    for (int i = 1; i < n - 1; i++)
        for (int j = 0; j < m; j++)
            b[i * m + j] = a[(i - 1) * m + j] + a[(i + 1) * m + j];
}
",
        expect![[r#"
            t.c:2 in f: kernels
              data 0: copyin(a[0:n*m]) exact [inferred: reads a[(i - 1)*m + j], 1 <= i < n - 1, 0 <= j < m; reads a[(i + 1)*m + j], 1 <= i < n - 1, 0 <= j < m]
              data 1: copyout(b[m:up to n*m - m]) exact [inferred: writes b[i*m + j], 1 <= i < n - 1, 0 <= j < m]
              Kernels, host: fork
                kernel t_f_3 Map-gv-gv
                  grid (ceil(trips(j) / 32), ceil(trips(i) / 4), 1) block (32, 4, 1)
                  param n: value
                  param m: value
                  param a: address of data 0 restrict read-only
                  param b: address of data 1 restrict
                loop 0 line 3 (i = 1; i < n - 1; i++): gang vector → block.y thread.y; host Threads
                  because: Loop is parallelizable
                  threads where they pay: about 5 * (n - 2) * m operations
                  note 3: on the host's cores, threads share this where (n - 2) * m is about 200000 or more
                  on the host's cores: Threads
                  for one thread: sequential
                  threads: as measured
                loop 1 line 4 (j = 0; j < m; j++): gang vector → block.x thread.x; host Simd
                  because: Loop is parallelizable
                  on the host's cores: Simd
        "#]],
    );
}

#[test]
fn scalars_of_fortran_born_c() {
    check(
        "void f(int n, float *restrict a) {
    int i, j;
    float t, sum;
#pragma acc parallel loop gang copy(a[0:n*n])
    for (i = 0; i < n; i++) {
        sum = 0;
#pragma acc loop vector reduction(+:sum)
        for (j = 0; j < n; j++) { t = a[i*n+j]; sum += t * t; }
        a[i*n] = sum;
    }
}
",
        expect![[r#"
            t.c:4 in f: parallel loop
              data 0: copy(a[0:n*n])
              Parallel, host: fork
                kernel t_f_4 Map-g-v
                  grid (trips(i), 1, 1) block (128, 1, 1)
                  param n: value
                  param a: address of data 0
                loop 0 line 5 (i = 0; i < n; i++): gang → block.x; host Threads
                  because: a loop of a parallel construct is independent
                  private(sum)
                  threads where they pay: about 5 * n * n operations
                  note 5: on the host's cores, threads share this where n * n is about 200000 or more
                  note 5: the host's cores run it in tiles of 8 iterations of i
                  on the host's cores: Threads private(sum, j, t)
                  for one thread: sequential, own sum, j, t, i
                  threads: as measured
                loop 1 line 8 (j = 0; j < n; j++): vector → thread.x; host Simd
                  because: a loop of a parallel construct is independent
                  turns: several, 128 apart
                  private(t)
                  reduction(+:sum)
                  on the host's cores: Simd private(t) reduction(+:sum)
        "#]],
    );
}
