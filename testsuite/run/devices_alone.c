// Constructs that one device runs, though several could share their loops: data that is there from before, parts that would write what others use, a
// device that the program has chosen. What they leave is what one device leaves.
// run: -O2 --acc-devices=true
// env: ACC_NUM_SIM_DEVICES=3 ACCRS_GPU_DEVICES=3 ACCRS_NOTIFY=1
// again: ACCRS_DEVICES=all
// openmp: it counts how often an expression of a clause with effects is evaluated
// expect: device kernels=15 device_parts=3
// message: devices_alone.c line=43 device=
// message: : a[0:n] is present on
// message: devices_alone.c line=51 device=
// message: bytes are of one part and written by another
// message: : the program has chosen a device
// report: may be shared by several devices (--acc-devices)
// report: runs on one device: it is more than one kernel
// report: runs on one device: all iterations may write to h[0:16]
// report: runs on one device: its outermost loop runs sequentially
// report: runs on one device: routines of the file use variables that a declare directive has put on the device
// report: runs on one device: an expression of its clauses has effects
// report: runs on one device: what it uses of k is known only when it runs
// report: runs on one device: a bound of its outermost loop is a member that the device may have
#include "check.h"
#include <openacc.h>
#include <stdlib.h>

static int scale = 3;
#pragma acc declare copyin(scale)

#pragma acc routine seq
static int scaled(int x)
{
    return scale * x;
}

static void routine(int n, int *restrict a)
{
#pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = scaled(a[i]);
}

static void add(int n, int *a)
{
#pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] += 1;
}

// Pointers that may overlap: where they do, parts would read what others have written.
static void shift(int n, int *to, int *from)
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        to[i] = from[i] + 1;
}

static void histogram(int n, int *restrict h, const int *restrict k)
{
#pragma acc parallel loop copy(h[0:16])
    for (int i = 0; i < n; i++) {
#pragma acc atomic update
        h[k[i]]++;
    }
}

static void two(int n, int *restrict a, int *restrict b)
{
#pragma acc kernels
    {
        for (int i = 0; i < n; i++)
            a[i] = i;
        for (int i = 0; i < n; i++)
            b[n - 1 - i] = 2 * a[n - 1 - i];
    }
}

// Only rows below the diagonal can run at once.
static void ordered(int n, int (*restrict a)[8])
{
#pragma acc kernels
    for (int i = 1; i < n; i++)
        for (int j = 0; j < 8; j++)
            a[i][j] += a[i - 1][j];
}

struct field {
    int n, *at;
};

static void member(struct field f)
{
#pragma acc parallel loop copy(f.at[0:f.n])
    for (int i = 0; i < f.n; i++)
        f.at[i] += 1;
}

static int asked;

static int gangs(int n)
{
    asked++;
    return n;
}

static void once(int n, int *a)
{
#pragma acc parallel loop copy(a[0:n]) num_gangs(gangs(4))
    for (int i = 0; i < n; i++)
        a[i] += 1;
}

static void looked_up(int n, int *restrict a, const int *restrict k)
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        a[i] = k[(i + 3) % 2];
}

int main(void)
{
    enum { N = 300 };
    int *a = malloc((N + 8) * sizeof *a), *b = malloc(N * sizeof *b), h[16] = {0};
    for (int i = 0; i < N + 8; i++)
        a[i] = i;
    // Shared by three devices.
    add(N, a);
    CHECK(a[0] == 1 && a[N - 1] == N);
#pragma acc data copy(a[0:N])
    {
        add(N, a);
        CHECK(a[5] == 6 || acc_get_device_type() == acc_device_host);
    }
    CHECK(a[0] == 2 && a[N - 1] == N + 1);
    // On another device than the current one.
    acc_device_t type = acc_get_device_type();
    if (type != acc_device_host) {
        acc_set_device_num(2, type);
        acc_copyin(a, N * sizeof *a);
        acc_set_device_num(-1, type);
    }
    add(N, a);
    CHECK(a[0] == 3 && a[N - 1] == N + 2);
    if (type != acc_device_host) {
        acc_set_device_num(2, type);
        acc_delete(a, N * sizeof *a);
        // The program's own choice.
        add(N, a);
        acc_set_device_num(-1, type);
    } else {
        add(N, a);
    }
    CHECK(a[0] == 4 && a[N - 1] == N + 3);
    for (int i = 0; i < N; i++)
        a[i] = 0;
    shift(N - 1, a + 1, a);
    CHECK(a[N - 1] == N - 1);
    for (int i = 0; i < N; i++)
        b[i] = i % 15;
    histogram(N, h, b);
    CHECK(h[0] == 20 && h[14] == 20 && h[15] == 0);
    two(N, a, b);
    CHECK(b[N - 1] == 2 * (N - 1));
    ordered(N / 8, (int(*)[8])a);
    CHECK(a[8 * (N / 8 - 1)] > a[8]);
    routine(N, b);
    CHECK(b[7] == 42);
    member((struct field){N, b});
    CHECK(b[7] == 43 && b[N - 1] > 1);
    once(N, b);
    CHECK(b[7] == 44 && asked == 1);
    looked_up(N, b, h);
    CHECK(b[0] == h[1] && b[1] == h[0]);
    free(a);
    free(b);
    return CHECKED();
}
