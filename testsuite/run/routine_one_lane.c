// Vector routines with sums, called by workers under a condition, where the vector length is 1: rows of threads that are one
// thread wide still meet at the routine's barriers. With an early return, too.
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#define N 10
#define M 91

static int a[N][M], b[N];

#pragma acc routine vector
static int total(const int *row, int m)
{
    int sum = 3;
    if (m % 5 == 2)
        return sum;
    #pragma acc loop vector reduction(+:sum)
    for (int j = 0; j < m; j++)
        sum += row[j];
    return sum;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = i + j;
    #pragma acc parallel loop gang worker copyin(a) copy(b) num_workers(4) vector_length(1) num_gangs(2)
    for (int i = 0; i < N; i++) {
        if (i % 3) {
            int sum = total(a[i], M);
            b[i] = sum + i;
        }
    }
    for (int i = 0; i < N; i++)
        CHECK(b[i] == (i % 3 ? 3 + M * i + M * (M - 1) / 2 + i : 0));
    #pragma acc parallel loop gang worker copyin(a) copy(b) num_workers(3) vector_length(1)
    for (int i = N - 1; i >= 0; i--)
        b[i] = total(a[i], i % 2 ? M : 52);
    for (int i = 0; i < N; i++)
        CHECK(b[i] == (i % 2 ? 3 + M * i + M * (M - 1) / 2 : 3));
    return CHECKED();
}
