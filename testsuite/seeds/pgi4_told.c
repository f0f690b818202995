// The compiler tells what it has decided, and why: what moves, which loop is parallel on what, what is a reduction, and of what keeps a loop in order two
// iterations that show it. Of rows with a pitch that nobody knows the pitch is named.
// report: Generating copyin(b[0:n]) [inferred: reads b[i], 0 <= i < n]
// report: Generating reduction(+:s) [inferred]
// report: #pragma acc loop gang vector(128) /* blockIdx.x threadIdx.x
// report: Loop carries a dependence: a[i] written at 32:13 is read as a[i - 3] at 32:20 (as a[3] in i = 3 and in i = 6, where n is 7)
// report: This rests on n <= lda
// expect: device kernels=4
#include "../run/check.h"

enum { N = 64 };
static float x[N * N], y[N * N];

static float sum(int n, const float *restrict b)
{
    float s = 0;
#pragma acc region
    {
        for (int i = 0; i < n; i++)
            s += b[i];
    }
    return s;
}

static void recurrence(int n, float *restrict a)
{
#pragma acc region
    {
        for (int i = 0; i < n; i++)
            a[i] = 1;
        for (int i = 3; i < n; i++)
            a[i] = a[i - 3] + 1;
    }
}

static void pitched(int n, int lda, float *restrict a)
{
#pragma acc region
    {
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++)
                a[i + lda * j] *= 2;
    }
}

int main(void)
{
    for (int i = 0; i < N * N; i++)
        x[i] = 1;
    CHECK(sum(N * N, x) == N * N);
    pitched(N - 4, N, x);
    CHECK(x[0] == 2 && x[N - 5] == 2 && x[N - 4] == 1 && x[N * (N - 5)] == 2 && x[N * (N - 4)] == 1);
    recurrence(N, y);
    CHECK(y[3] == 2 && y[63] == 22);
    return CHECKED();
}
