// What each gang has for itself is combined within the gang: the examples of §2.9.11, and a loop of a routine.
// covers: reduction private, reduction orphaned
// expect: device kernels=6
// expect: multicore host_kernels=6
#include "check.h"
#define N 1013
#define GANGS 4

#pragma acc routine gang
static long part(const int *a, int n)
{
    long s = 0;
    #pragma acc loop gang vector reduction(+:s)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s; /* this gang's part */
}

/* Of the construct's gangs, each adds its part of z to the shared y. */
static void example(void)
{
    int x = 0, y = 0;
    #pragma acc parallel copy(x) reduction(+:x,y) num_gangs(GANGS)
    {
        int z = 0;
        #pragma acc loop gang vector reduction(+:x,z)
        for (int i = 0; i < N; ++i) {
            x += 1;
            z += 2;
        }
        y += z;
    }
    CHECK(x == N && y == 2 * N);
}

static void clauses(void)
{
    int p = 0, f = 7, sum = 0, seen = 0;
    #pragma acc parallel private(p) firstprivate(f) copy(sum, seen) num_gangs(GANGS)
    {
        p = 1;
        #pragma acc loop gang worker vector reduction(+:p) reduction(max:f)
        for (int i = 0; i < N; i++) {
            p += i;
            f = f > i ? f : i;
        }
        #pragma acc atomic
        sum += p;
        #pragma acc atomic
        seen += f >= 7;
    }
    CHECK(sum == N * (N - 1) / 2 + GANGS && seen == GANGS && f == 7);
}

static void array(void)
{
    int total[3] = {0};
    #pragma acc parallel copy(total) num_gangs(GANGS)
    {
        int h[3] = {0};
        #pragma acc loop gang vector reduction(+:h)
        for (int i = 0; i < N; i++)
            h[i % 3]++;
        for (int k = 0; k < 3; k++) {
            #pragma acc atomic
            total[k] += h[k];
        }
    }
    for (int k = 0; k < 3; k++)
        CHECK(total[k] == (N - k + 2) / 3);
}

/* Private and shared in one construct (the text's third example). */
static void both(void)
{
    int x = 0, y = 0;
    #pragma acc parallel firstprivate(x) copy(y) num_gangs(1)
    {
        #pragma acc loop seq reduction(+:x,y)
        for (int i = 0; i < N; ++i) {
            x += 1;
            y += 2;
        }
        #pragma acc loop worker reduction(+:x,y)
        for (int i = 0; i < N; ++i) {
            x += 1;
            y += 2;
        }
        #pragma acc loop vector reduction(+:x,y)
        for (int i = 0; i < N; ++i) {
            x += 1;
            y += 2;
        }
    }
    CHECK(x == 0 && y == 6 * N);
}

int main(void)
{
    static int a[N];
    long all = 0;
    int calls = 0;
    for (int i = 0; i < N; i++)
        a[i] = i;
    example();
    clauses();
    array();
    both();
    #pragma acc parallel copyin(a) copy(all, calls) num_gangs(GANGS)
    {
        long mine = part(a, N);
        #pragma acc atomic
        all += mine;
        #pragma acc atomic
        calls++;
    }
    CHECK(calls == GANGS && all == (long)N * (N - 1) / 2);
    /* A gang's own sum in each iteration of a loop without a level of its own. */
    all = 0;
    #pragma acc parallel loop gang copyin(a) reduction(+:all) num_gangs(GANGS)
    for (int k = 0; k < 10; k++) {
        long s = 0;
        #pragma acc loop vector reduction(+:s)
        for (int i = 0; i < N; i++)
            s += a[i];
        all += s;
    }
    CHECK(all == 10 * ((long)N * (N - 1) / 2));
    return CHECKED();
}
