// ACCRS_COMPARE: each construct runs on the device and on the cores from the same values. What differs is told by its name; the program goes on as without.
// env: ACCRS_COMPARE=report=2
// env: OMP_NUM_THREADS=3
// expect: device kernels=10 host_kernels=1 compared=8 differing=6
// expect: multicore host_kernels=11 compared=0
// faults: it reads what the runtime says
#include "check.h"
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define N 100

static const float weights[3] = {1, 2, 3};
static double table[4][5];
#pragma acc declare create(table)

struct cells {
    int n;
    double *x;
};

#pragma acc routine seq
static double from_table(int i)
{
    return table[i % 4][i % 5];
}

/* 1 on the cores, 0 on a device: as if one of them had a defect. */
#define DEFECT (acc_on_device(acc_device_host) != 0)

static void same(double *a, double *s)
{
#pragma acc parallel loop present(a[0:N]) reduction(+:s[0:1])
    for (int i = 0; i < N; i++) {
        a[i] += weights[i % 3];
        s[0] += a[i];
    }
}

static void sums(double *a, double *out)
{
    double sum = 1, most = -1;
#pragma acc parallel loop present(a[0:N]) reduction(+:sum) reduction(max:most)
    for (int i = 0; i < N; i++) {
        sum += a[i] + from_table(i);
        most = a[i] > most ? a[i] : most;
    }
    out[0] = sum, out[1] = most;
}

static void one(double *a)
{
#pragma acc parallel loop present(a[0:N])
    for (int i = 0; i < N; i++)
        a[i] = i == 42 && DEFECT ? -1 : a[i] + 1;
}

static void rows(int n, int m, float (*v)[m])
{
#pragma acc parallel loop collapse(2) copy(v[0:n][0:m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            v[i][j] += 1 + (i == 3 && j > 4 && DEFECT);
}

static void queued(int *p, int lo)
{
#pragma acc parallel loop copy(p[lo:10]) async(1)
    for (int i = lo; i < lo + 10; i++)
        p[i] += 1 + (i == 17 && DEFECT);
#pragma acc wait(1)
}

static void members(struct cells *c)
{
#pragma acc parallel loop present(c)
    for (int i = 0; i < c->n; i++)
        c->x[i] += 1 + (i == 2 && DEFECT);
}

static void scalar(int *count)
{
    int found = 0;
#pragma acc parallel copy(found)
    found = 3 + DEFECT;
    *count = found;
}

static void address(double *d)
{
#pragma acc parallel loop deviceptr(d)
    for (int i = 0; i < N; i++)
        d[i] = DEFECT;
}

static void unless(double *a, int host)
{
#pragma acc parallel loop if(!host)
    for (int i = 0; i < N; i++)
        a[i] = DEFECT;
}

static int lines(const char *said)
{
    int n = 0;
    for (; *said; said++)
        n += *said == '\n';
    return n;
}

/* What the runtime says while `work` runs. */
static char text[4000];
#define SAYS(work)                                                \
    do {                                                          \
        FILE *file = tmpfile();                                   \
        int err = dup(2);                                         \
        dup2(fileno(file), 2);                                    \
        work;                                                     \
        dup2(err, 2);                                             \
        close(err);                                               \
        rewind(file);                                             \
        text[fread(text, 1, sizeof text - 1, file)] = 0;          \
        fclose(file);                                             \
    } while (0)
#define HAS(part) CHECK(!device || strstr(text, part))

int main(void)
{
    int device = acc_get_device_type() != acc_device_host;
    static double a[N], out[2];
    static int p[N];
    float v[4][7] = {{0}};
    double s[1] = {0};
    struct cells c = {4, malloc(4 * sizeof(double))};
    for (int i = 0; i < N; i++)
        a[i] = p[i] = i;
    for (int i = 0; i < 4; i++)
        c.x[i] = i;
    for (int i = 0; i < 20; i++)
        table[i / 5][i % 5] = i;
#pragma acc update device(table)
    for (int i = 0; i < 20; i++)
        table[i / 5][i % 5] = device ? -1 : table[i / 5][i % 5];
#pragma acc enter data copyin(a, c, c.x[0:4])

    SAYS(same(a, s); sums(a, out));
    CHECK(text[0] == 0);
    CHECK(s[0] == 4950 + 34 + 66 + 99);
    CHECK(out[0] == 1 + s[0] + 950 && out[1] == 101);
    /* The host's memory has what it would have: nothing has come back. */
    CHECK(a[5] == (device ? 5 : 8) && table[1][2] == (device ? -1 : 7));

    SAYS(one(a));
    HAS("(in one, parallel loop): a[42]: the device has 44 (0x4046000000000000), the cores -1 (0xbff0000000000000)\n");
    HAS("1 of 100 elements of a differ\n");
    SAYS(one(a));
    CHECK(text[0] == 0);
#pragma acc update self(a)
    CHECK(a[42] == (device ? 45 : -1) && a[41] == 46);

    SAYS(rows(4, 7, v));
    HAS("(in rows, parallel loop): v[3][5]: the device has 1 (0x3f800000), the cores 2 (0x40000000)\n");
    HAS("2 of 28 elements of v[0:n][0:m] differ, v[3][5] most, by 1e0\n");
    CHECK(v[3][5] == (device ? 1 : 2) && v[3][4] == 1);

    SAYS(queued(p, 10));
    HAS("(in queued, parallel loop): p[lo + 7]: the device has 18 (0x00000012), the cores 19 (0x00000013)\n");
    CHECK(p[17] == (device ? 18 : 19) && p[9] == 9 && p[10] == 11);

    SAYS(members(&c));
    HAS("(in members, parallel loop): c.x[2]: the device has 3 (0x4008000000000000), the cores 4 (0x4010000000000000)\n");
    CHECK(c.x[2] == (device ? 2 : 4));

    int count = 0;
    SAYS(scalar(&count));
    HAS("(in scalar, parallel): found: the device has 3 (0x00000003), the cores 4 (0x00000004)\n");
    CHECK(count == (device ? 3 : 4));

    double *d = acc_malloc(N * sizeof(double));
    SAYS(address(d); address(d));
    HAS("(in address, parallel loop): not compared: d is an address of the device\n");
    CHECK(!device || lines(text) == 1);
    acc_free(d);

    /* Nothing of a device, nothing to compare. */
    SAYS(unless(a, 1));
    CHECK(text[0] == 0);
#pragma acc exit data delete(c.x, c, a)
    free(c.x);
    return CHECKED();
}
