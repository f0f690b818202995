// Loops that are cut at an iteration whose element the others use, with counters that their bodies declare before the loops inside: each part has its own.
// expect: device kernels>=7
// expect: multicore host_kernels>=1

#include <stdio.h>

#define N 600

static int chosen[N], given[N], made[N], around[N];

static void cut(int n)
{
    int i;
#pragma acc kernels
    for (i = 0; i < n; i++) {
        int scratch[4], q;
        chosen[i] = chosen[n - 1] + made[i];
        for (q = 0; q < 4; q++)
            scratch[q] = (given[i] + q) % 997;
        made[i] = scratch[0] + 2 * scratch[3];
    }
}

static void cut_deeper(int n)
{
#pragma acc kernels
    for (int i = 0; i < n; i++) {
        chosen[i] = chosen[7] + given[i];
        {
            int p, sum = 0;
            for (p = 0; p < 3; p++) {
                int q;
                for (q = p; q < 4; q++)
                    sum += p * q;
            }
            around[i] = sum + i;
        }
    }
}

/* The counter inside is the function's own, and the host reads it behind the construct. */
static int cut_around(int n, int width)
{
    int q = -1;
#pragma acc kernels
    for (int i = 1; i < n; i++)
        for (q = 1; q < width; q++)
            chosen[i] = chosen[23] ? chosen[i] + given[q] : 1;
    return q;
}

int main(void)
{
    int wrong = 0;
    for (int i = 0; i < N; i++) {
        chosen[i] = i % 11;
        given[i] = i * 7 % 990;
        made[i] = i % 13;
    }
    int used = (N - 1) % 11;
    cut(N);
    for (int i = 0; i < N; i++) {
        int a = given[i], b = given[i] + 3;
        wrong += chosen[i] != used + i % 13;
        wrong += made[i] != a + 2 * b;
    }
    used = chosen[7];
    cut_deeper(N);
    for (int i = 0; i < N; i++) {
        int sum = i;
        for (int p = 0; p < 3; p++)
            for (int q = p; q < 4; q++)
                sum += p * q;
        // Behind it, the element has its new value.
        wrong += chosen[i] != used + given[i] + (i > 7 ? given[7] : 0);
        wrong += around[i] != sum;
    }
    for (int i = 0; i < N; i++)
        chosen[i] = i % 3;
    wrong += cut_around(N, 5) != 5 || cut_around(1, 5) != -1 || cut_around(N, 1) != 1;
    for (int i = 1; i < N; i++)
        wrong += chosen[i] != i % 3 + 7 + 14 + 21 + 28;
    if (wrong)
        printf("%d wrong\n", wrong);
    return wrong != 0;
}
