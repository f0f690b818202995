// One loop over all levels: workers count where the grid is made, and neighbouring lanes take neighbouring iterations (the kernels are in golden/).
// expect: device kernels=14
// launch: lane_order_all_17 grid=782x1x1 block=32x4x1
// launch: lane_order_given_27 grid=334x1x1 block=24x5x1
// launch: lane_order_given_27 grid=1x1x1 block=24x5x1
// launch: lane_order_inner_39 grid=30x1x1 block=32x4x1
// launch: lane_order_turns_54 device=sim:0 grid=782x1x1 block=32x4x1
// launch: lane_order_turns_54 device=nvidia:0 grid=128x1x1 block=32x4x1
#include "check.h"
#include <limits.h>
#define N 100000

static int a[N];

static void all(void)
{
    #pragma acc parallel loop gang worker vector num_workers(4) vector_length(32) copyout(a)
    for (int i = 0; i < N; i++)
        a[i] = 3 * i;
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 3 * i);
}

/* A step, and sizes that only the run knows. */
static void given(int n, int workers, int lanes)
{
    #pragma acc parallel loop gang worker vector num_workers(workers) vector_length(lanes) copy(a)
    for (int i = 4; i <= n; i += 2)
        a[i] = -i;
    for (int i = 0; i < N; i++)
        CHECK(a[i] == (i >= 4 && i <= n && i % 2 == 0 ? -i : 3 * i));
    for (int i = 0; i < N; i++)
        a[i] = 3 * i;
}

static void inner(void)
{
    static int b[30][1000];
    #pragma acc parallel loop gang num_workers(4) vector_length(32) copyout(b)
    for (int i = 0; i < 30; i++) {
        #pragma acc loop worker vector
        for (int j = 0; j < 1000; j++)
            b[i][j] = i * j;
    }
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 1000; j++)
            CHECK(b[i][j] == i * j);
}

/* Loops whose threads take several turns, counted in another type than their own. */
static long turns(unsigned n, size_t m, int least)
{
    long sum = 0, wide = 0, few = 0, signs = 0;
    #pragma acc parallel loop gang worker vector num_workers(4) vector_length(32) reduction(+:sum) copyin(a)
    for (int i = 0; i < N; i++)
        sum += a[i];
    #pragma acc parallel loop reduction(+:wide) copyin(a)
    for (size_t i = 3; i < m; i += 3)
        wide += a[i];
    #pragma acc parallel loop reduction(+:few) copyin(a)
    for (unsigned i = 0; i <= n; i++)
        few += a[i];
    /* The bound is as large as an unsigned number may be. */
    #pragma acc parallel loop reduction(+:signs)
    for (unsigned i = 0; i < (unsigned)least / 4096u; i++)
        signs += i % 3;
    #pragma acc parallel loop reduction(+:signs)
    for (int i = 0; i < least; i++)
        signs++;
    long want = 0;
    for (unsigned i = 0; i < UINT_MAX / 4096u; i++)
        want += i % 3;
    CHECK(sum == 3L * N * (N - 1) / 2);
    CHECK(few == 3L * n * (n + 1) / 2);
    CHECK(signs == want);
    long steps = 0;
    for (size_t i = 3; i < m; i += 3)
        steps += a[i];
    CHECK(wide == steps);
    return sum;
}

int main(void)
{
    all();
    given(80000, 5, 24);
    given(5, 5, 24);
    inner();
    turns(N - 1, N, -1);
    turns(0, 0, -1);
    return CHECKED();
}
