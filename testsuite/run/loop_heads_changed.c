// Heads of loops that read what the loop changes. C reads the start once, before the loop, and the bound and the step before each iteration: such
// loops run in order. Where the memory is another one, as the text or the run tells, they stay parallel.
// env: ACCRS_LEAST_WORK=0 OMP_NUM_THREADS=3
// expect: sim kernels>=12
// expect: multicore host_kernels=12
// report: Loop may carry a dependence: h[i] written at
// report: Loop is parallelizable if count and a don't overlap, which is checked at run time
// report: Loop may carry a dependence: k written at
// report: Loop may carry a dependence: m written at
// report: Loop may carry a dependence: h[j] written at
// report: Loop is parallelizable on a device (data clauses tell row and to, a and to apart)
// report: Loop is parallelizable on a device (data clauses tell e and a apart)
// report: threads share this where 400 - 9 - (h[400 - 1]%8) is about
#include <stdio.h>

#define N 400
static int h[N], x[N], y[N];

struct ends {
    int lo, hi;
};

static void put(int *row, int at, int v)
{
    row[at] = v;
}

__attribute__((noinline)) static void start_in_array(void)
{
    #pragma acc kernels
    for (int i = h[0]; i < N; i++)
        h[i] = i + N / 2;
}

__attribute__((noinline)) static void bound_in_array(const int *count, int *a)
{
    #pragma acc kernels present(count[0:1], a[0:40])
    for (int i = 0; i < *count; i++)
        a[i] = i + 5;
}

__attribute__((noinline)) static int sum_from(int k)
{
    #pragma acc kernels
    for (int i = k; i < N; i++)
        k += x[i];
    return k;
}

__attribute__((noinline)) static int largest_from(int m)
{
    #pragma acc kernels
    for (int i = m; i < N; i++) {
        y[i] += i;
        if (x[i] > m)
            m = x[i];
    }
    return m;
}

__attribute__((noinline)) static void sum_in_element(void)
{
    #pragma acc kernels
    for (int i = h[1]; i < N; i++)
        h[i & 3] += x[i];
}

__attribute__((noinline)) static void changed_by_callee(void)
{
    #pragma acc kernels
    for (int i = h[2] % 9; i < N - 8; i += 1 + (h[5] & 1))
        put(h, i, h[i + 8] + i);
}

__attribute__((noinline)) static void bound_in_struct(struct ends *e)
{
    #pragma acc kernels copy(e[0:1])
    for (int i = e->lo; i < e->hi; i++) {
        e->hi = N - i;
        y[i] += i;
    }
}

/* The inner loop's heads name what the outer one changes, or the inner one itself. */
__attribute__((noinline)) static int nested(int k)
{
    int s = 0;
    #pragma acc kernels
    {
        for (int i = 0; i < 4; i++) {
            for (int j = s % 7; j < 30; j++)
                y[j] += i;
            s += x[i];
        }
        for (int i = 0; i < 10; i++) {
            for (int j = k; j < 40; j++)
                k += x[j] & 1;
            y[i] += k;
        }
        for (int i = h[3] % 5; i < 9; i++)
            for (int j = h[i] % 3; j < 20; j++)
                h[j] = (h[j] + i * j) % 50;
    }
    return s * 1000 + k;
}

__attribute__((noinline)) static int counted_up(int k)
{
    #pragma acc kernels
    for (int i = k++; i < N; i++)
        y[i] += i;
    return k;
}

/* Rows of a sparse matrix: what the heads read is another array. */
__attribute__((noinline)) static void rows(int n, const int *row, const int *a, int *to)
{
    #pragma acc kernels copyin(row[0:n + 1], a[0:4 * n]) copyout(to[0:n])
    for (int i = 0; i < n; i++) {
        int s = 0;
        for (int j = row[i]; j < row[i + 1]; j++)
            s += a[j];
        to[i] = s;
    }
}

/* Whether the bound is among what the loop writes is asked when it runs. */
__attribute__((noinline)) static void bound_apart(struct ends *e, int n, int *a)
{
    #pragma acc kernels copy(e[0:1], a[0:n])
    for (int i = e->lo; i < n; i++)
        a[i] += i;
}

/* The start lies behind all that is written. */
__attribute__((noinline)) static void start_behind(void)
{
    #pragma acc kernels
    for (int i = h[N - 1] % 8; i < N - 9; i++)
        h[i + 8] = i;
}

static void show(const char *what, int value)
{
    unsigned s = 7;
    for (int i = 0; i < N; i++)
        s = s * 31 + (unsigned)h[i] * 5 + (unsigned)y[i];
    printf("%s %d %x\n", what, value, s);
}

int main(void)
{
    static int z[64], row[101], a[400], to[100];
    for (int i = 0; i < N; i++)
        x[i] = i % 23;
    start_in_array();
    show("array", 0);
    z[2] = 20;
    #pragma acc data copy(z)
    bound_in_array(&z[2], z);
    int written = 0;
    while (z[written])
        written++;
    show("bound", written);
    show("sum", sum_from(10));
    show("largest", largest_from(3));
    for (int i = 0; i < N; i++)
        h[i] = i * 7 % 40;
    sum_in_element();
    show("element", 0);
    for (int i = 0; i < N; i++)
        h[i] = i * 7 % 40;
    changed_by_callee();
    show("callee", 0);
    struct ends e = { 2, 300 };
    bound_in_struct(&e);
    show("struct", e.hi);
    for (int i = 0; i < N; i++)
        h[i] = i * 7 % 40;
    show("nested", nested(10));
    show("counted", counted_up(5));
    for (int i = 0; i <= 100; i++)
        row[i] = 4 * i;
    for (int i = 0; i < 400; i++)
        a[i] = i;
    rows(100, row, a, to);
    show("rows", to[99]);
    bound_apart(&e, 100, to);
    show("apart", to[98]);
    start_behind();
    show("behind", 0);
    return 0;
}
