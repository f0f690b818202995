// goto between loops of other levels: forward past declarations and stores, backward, out of a sequential loop, several labels;
// in gang code that one thread runs for all, and in code that all run.
// expect: device kernels=4
// expect: multicore host_kernels=4
#include "check.h"
#define N 37
#define M 45

static int a[N][M], b[N], c[N];

int main(void)
{
    #pragma acc parallel loop gang copy(a, b, c)
    for (int i = 0; i < N; i++) {
        int start = i;
        if (i % 3 == 1)
            goto skip;
        double more = i * 0.5;
        struct { int low, high; } range = { i, i + 7 };
        b[i] = range.high;
        start += (int)(more * 2) + range.low;
    skip:;
        int tries = 0;
    again:
        tries++;
        if (tries < i % 5)
            goto again;
        #pragma acc loop vector
        for (int j = 0; j < M; j++)
            a[i][j] = start + j + tries;
        int sum = 0;
        #pragma acc loop worker vector reduction(+:sum)
        for (int j = 0; j < M; j++)
            sum += a[i][j];
        for (int k = 0; k < 100; k++)
            if (k * k > i)
                goto found;
        sum = -1;
    found:
        c[i] = sum;
    }
    for (int i = 0; i < N; i++) {
        int start = i % 3 == 1 ? i : 3 * i, tries = i % 5 > 1 ? i % 5 : 1;
        CHECK(b[i] == (i % 3 == 1 ? 0 : i + 7));
        CHECK(c[i] == M * (start + tries) + M * (M - 1) / 2);
        for (int j = 0; j < M; j++)
            CHECK(a[i][j] == start + j + tries);
    }
    // In a worker's code, under a condition that workers disagree on.
    #pragma acc parallel loop gang worker num_workers(4) vector_length(8) copy(a, c)
    for (int i = 0; i < N; i++) {
        int scale = 1;
        if (i % 2) {
            if (c[i] % 2 == 0)
                goto even;
            scale = 3;
        even:
            c[i] = -scale;
        }
        #pragma acc loop vector
        for (int j = 0; j < M; j++)
            a[i][j] = scale * j;
    }
    for (int i = 0; i < N; i++) {
        int start = i % 3 == 1 ? i : 3 * i, tries = i % 5 > 1 ? i % 5 : 1;
        int sum = M * (start + tries) + M * (M - 1) / 2;
        int scale = i % 2 && sum % 2 ? 3 : 1;
        CHECK(c[i] == (i % 2 ? -scale : sum));
        CHECK(a[i][M - 1] == scale * (M - 1));
    }
    // Loops whose levels are the compiler's choice stay in order where a jump leads past them.
    #pragma acc kernels loop independent copy(a, b)
    for (int i = 0; i < N; i++) {
        #pragma acc loop independent
        for (int j = 0; j < M; j++) {
            int sum = 0;
            if (b[i] > j)
                goto behind;
            for (int k = 0; k < 5; k++)
                sum += b[i];
        behind:
            a[i][j] = sum + j;
        }
    }
    #pragma acc parallel loop gang copy(a, c)
    for (int i = 0; i < N; i++) {
        if (i % 4 == 2)
            goto out;
        #pragma acc loop
        for (int j = 0; j < M; j++)
            a[i][j] -= j;
    out:
        c[i] = i;
    }
    for (int i = 0; i < N; i++) {
        CHECK(c[i] == i);
        for (int j = 0; j < M; j++)
            CHECK(a[i][j] == (b[i] > j ? 0 : 5 * b[i]) + (i % 4 == 2 ? j : 0));
    }
    return CHECKED();
}
