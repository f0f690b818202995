// By -acc=noautopar loops without a directive run in order in parallel constructs.
// run: -O2 -acc=noautopar
// openmp: the option is accrs's
// launch: automatic_off_gangs_15 grid=30x1x1 block=1x1x1
// launch: automatic_off_rows_22 grid=1x1x1 block=128x1x1
// expect: device kernels=2
#include "check.h"
#define N 30
#define M 100

static int a[N][M], y[N];

static void gangs(void)
{
#pragma acc parallel loop gang copy(a)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) a[i][j] += i + j;
}

static void rows(void)
{
#pragma acc parallel loop copyin(a) copyout(y)
    for (int i = 0; i < N; i++) {
        int sum = 0;
        for (int j = 0; j < M; j++) sum += a[i][j];
        y[i] = sum;
    }
}

int main(void)
{
    gangs();
    rows();
    for (int i = 0; i < N; i++) {
        int sum = 0;
        for (int j = 0; j < M; j++) {
            CHECK(a[i][j] == i + j);
            sum += a[i][j];
        }
        CHECK(y[i] == sum);
    }
    return CHECKED();
}
