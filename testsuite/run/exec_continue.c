// An early continue before an inner parallel loop, and inside one: nobody waits for those that left.
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#define N 57
#define M 90

int main(void)
{
    static int a[N][M], seen[N];
    #pragma acc parallel num_gangs(3) num_workers(2) vector_length(32) copy(a, seen)
    #pragma acc loop gang worker
    for (int i = 0; i < N; i++) {
        if (i % 5 == 3)
            continue;
        seen[i] = 1;
        int limit = i;
        #pragma acc loop vector
        for (int j = 0; j < M; j++) {
            if (j % 4 == 2)
                continue;
            a[i][j] = limit + j;
            if (j < i)
                continue;
            a[i][j] += 1000;
        }
        if (limit > 50)
            continue;
        seen[i] = 2;
    }
    for (int i = 0; i < N; i++) {
        int skip = i % 5 == 3;
        CHECK(seen[i] == (skip ? 0 : i > 50 ? 1 : 2));
        for (int j = 0; j < M; j++)
            CHECK(a[i][j] == (skip || j % 4 == 2 ? 0 : j < i ? i + j : i + j + 1000));
    }
    return CHECKED();
}
