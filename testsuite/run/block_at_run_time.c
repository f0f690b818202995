// Numbers of lanes and workers that are only known when the program runs, and more than a device has room for in a block: it takes what fits.
// expect: device kernels=4
// expect: multicore host_kernels=4
// launch: block=1024x1x1
// launch: block=256x4x1
#include "check.h"
#define N 3000

static int a[N], b[40][50];

static void add(int lanes, int workers)
{
    (void)lanes;
    (void)workers;
#pragma acc parallel loop gang vector vector_length(lanes) copy(a)
    for (int i = 0; i < N; i++)
        a[i]++;
#pragma acc parallel loop gang worker num_workers(workers) vector_length(lanes) copy(b)
    for (int i = 0; i < 40; i++) {
        int s = 0;
#pragma acc loop vector reduction(+:s)
        for (int j = 0; j < 50; j++)
            s += b[i][j];
#pragma acc loop vector
        for (int j = 0; j < 50; j++)
            b[i][j] += s;
    }
}

int main(void)
{
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 50; j++)
            b[i][j] = i == j;
    add(N, 1);
    add(256, 200);
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 2);
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 50; j++)
            CHECK(b[i][j] == (i == j) + 1 + 51);
    return CHECKED();
}
