// Reductions of elements of the file's own arrays and pointers, again and again: each thread has elements of its own.
// run: -O2
// env: ACCRS_LEAST_WORK=0
// expect: multicore host_kernels=121
// expect: device kernels>=21
#include "check.h"

enum { N = 500, M = 40000 };
static double a[N][N], row[4][3];
double z[4], *led;
static int h[16], x[M];

/* What goes wrong on the cores does so in one turn of many; devices have the same order again. */
static int cores(void)
{
    int shared = 1;
    #pragma acc parallel copyin(shared)
    shared = 0;
    return shared == 0;
}

static void sums(int times)
{
    static double room[4];
    led = room;
    for (int rep = 0; rep < times; rep++) {
        z[0] = led[0] = 0;
        for (int i = 0; i < 16; i++)
            h[i] = 0;
        #pragma acc kernels
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                z[0] += a[i][j];
        #pragma acc parallel loop reduction(+:h[0:16])
        for (int i = 0; i < M; i++)
            h[x[i]]++;
        #pragma acc parallel loop reduction(+:led[0:1])
        for (int i = 0; i < N; i++)
            led[0] += a[i][0];
        row[2][1] = 1;
        #pragma acc parallel loop reduction(+:row[2:1])
        for (int i = 0; i < N; i++)
            row[2][1] += a[i][1];
        CHECK(z[0] == 874992);
        CHECK(led[0] == 1742 && row[2][1] == 1747);
        for (int i = 0; i < 16; i++)
            CHECK(h[i] == M / 16);
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i + j) % 8;
    for (int i = 0; i < M; i++)
        x[i] = i % 16;
    sums(cores() ? 30 : 5);
    return CHECKED();
}
