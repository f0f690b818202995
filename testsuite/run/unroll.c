// PGI's unroll(n): on a loop in order, on a vector loop, with a remainder, with a constant expression, and around other loops.
// run: -O2
// expect: device kernels=3
#include "check.h"
#define FOUR 4
enum { N = 103, M = 37 };
static double a[N][M], b[M];

int main(void)
{
    for (int j = 0; j < M; j++)
        b[j] = j % 7;
#pragma acc parallel loop gang copyout(a) copyin(b)
    for (int i = 0; i < N; i++) {
        double s = 0;
#pragma acc loop seq unroll(FOUR)
        for (int k = 0; k < M; k++)
            s += b[k] * (i + 1);
#pragma acc loop vector unroll(2 + 1)
        for (int j = 0; j < M; j++)
            a[i][j] = s - j;
    }
    double sum = 0;
    for (int j = 0; j < M; j++)
        sum += b[j];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            CHECK(a[i][j] == sum * (i + 1) - j);

    long total = 0;
    /* The order of the iterations of a loop that breaks must stay. */
#pragma acc serial copy(total)
    {
#pragma acc loop seq unroll(8)
        for (int i = 0; i < 1000; i++) {
            if (i == 613)
                break;
            total += i;
        }
    }
    CHECK(total == 613 * 612 / 2);

    /* Around a loop that threads share. */
#pragma acc parallel copy(a)
#pragma acc loop seq unroll(2)
    for (int i = 0; i < 5; i++) {
#pragma acc loop gang vector
        for (int j = 0; j < M; j++)
            a[i][j] = i + j;
    }
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < M; j++)
            CHECK(a[i][j] == i + j);
    return CHECKED();
}
