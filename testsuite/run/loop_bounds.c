// Bounds that are expressions: calls, struct members, array elements, the outer loop's variable, casts.
// expect: device kernels=3
// expect: multicore host_kernels=3
#include "check.h"
#define N 64

struct grid {
    int low, high;
    int stride[2];
};

static int twice(int x)
{
    return 2 * x;
}

int main(void)
{
    struct grid g = {3, 60, {1, 5}};
    static int a[N], b[N][N];
    int ends[N];
    for (int i = 0; i < N; i++)
        ends[i] = (i * 5) % N;
    #pragma acc parallel loop gang vector copy(a)
    for (int i = g.low; i < twice(g.high / 2); i += g.stride[1])
        a[i] = i;
    #pragma acc parallel loop gang copyin(ends) copy(b)
    for (int i = 0; i < N; i++) {
        #pragma acc loop vector
        for (int j = i / 2; j < ends[i]; j++)
            b[i][j] = i + j;
    }
    double width = 10.75;
    #pragma acc parallel loop copy(a)
    for (int i = 0; i < (int)width; i++)
        a[i] += 500;
    for (int i = 0; i < N; i++) {
        CHECK(a[i] == (i >= 3 && i < 60 && (i - 3) % 5 == 0 ? i : 0) + (i < 10 ? 500 : 0));
        for (int j = 0; j < N; j++)
            CHECK(b[i][j] == (j >= i / 2 && j < ends[i] ? i + j : 0));
    }
    return CHECKED();
}
