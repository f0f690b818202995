// Bounds behind pointers that the device knows better than the host, since a construct elsewhere has assigned them there.
// run: -O2 --acc-transform=false
#include "check.h"
#include <string.h>

enum { N = 3000 };
typedef struct { int n, m; } sizes;
static double a[N], want[N];

static void by_member(sizes *p)
{
    #pragma acc kernels copy(a)
    for (int i = 0; i < p->n; i++)
        a[i] += 1;
}

static void by_element(int *n)
{
    #pragma acc kernels copy(a)
    for (int i = 0; i < *n; i++)
        a[i] += 1;
}

static void steps_by_element(int *n)
{
    #pragma acc kernels copy(a)
    for (int t = 0; t < n[0]; t++)
        for (int i = 0; i < 2000; i++)
            a[i + t] = a[i + t]*0.5 + 1;
}

static void steps_by_member(sizes *p)
{
    #pragma acc kernels copy(a)
    for (int t = 0; t < p->m; t++)
        for (int i = 0; i < 2000; i++)
            a[i + t] = a[i + t]*0.5 + 1;
}

static void on_condition(int *n)
{
    #pragma acc kernels copy(a)
    {
        if (n[0] > 4)
            for (int i = 0; i < 2000; i++)
                a[i] += n[0];
    }
}

static void parallel(sizes *p)
{
    #pragma acc parallel loop copy(a)
    for (int i = 0; i < p->n; i++)
        a[i] += 1;
}

static void steps(int count)
{
    for (int t = 0; t < count; t++)
        for (int i = 0; i < 2000; i++)
            want[i + t] = want[i + t]*0.5 + 1;
}

static void add(int count, double value)
{
    for (int i = 0; i < count; i++)
        want[i] += value;
}

#define TRY(call, wanted)                                                  \
    do {                                                                   \
        sizes p = { 3, 2 };                                                \
        int n[2] = { 3, 0 };                                               \
        memset(a, 0, sizeof a);                                            \
        memset(want, 0, sizeof want);                                      \
        PRAGMA(acc enter data copyin(p, n, a))                             \
        PRAGMA(acc serial present(p, n))                                   \
        {                                                                  \
            p.n = 2500;                                                    \
            p.m = 7;                                                       \
            n[0] = 9;                                                      \
        }                                                                  \
        call;                                                              \
        PRAGMA(acc exit data copyout(a) delete(p, n))                      \
        wanted;                                                            \
        CHECK(memcmp(a, want, sizeof a) == 0);                             \
    } while (0)

int main(void)
{
    TRY(by_member(&p), add(2500, 1));
    TRY(by_element(n), add(9, 1));
    TRY(steps_by_element(n), steps(9));
    TRY(steps_by_member(&p), steps(7));
    TRY(on_condition(n), add(2000, 9));
    TRY(parallel(&p), add(2500, 1));
    return CHECKED();
}
