// A call with a side effect between loops happens once an iteration, whatever the number of workers and lanes.
// expect: device kernels=1
#include "check.h"
#define N 33
#define M 64

static void bump(int *counter, int by)
{
    *counter = *counter + by;
}

int main(void)
{
    static int counters[N], a[N][M];
    #pragma acc parallel num_gangs(5) num_workers(4) vector_length(32) copy(counters) copyout(a)
    #pragma acc loop gang
    for (int i = 0; i < N; i++) {
        bump(&counters[i], i);
        #pragma acc loop worker vector
        for (int j = 0; j < M; j++)
            a[i][j] = counters[i] * j;
        bump(&counters[i], 1);
    }
    for (int i = 0; i < N; i++) {
        CHECK(counters[i] == i + 1);
        for (int j = 0; j < M; j++)
            CHECK(a[i][j] == i * j);
    }
    return CHECKED();
}
