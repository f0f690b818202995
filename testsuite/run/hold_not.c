// Loops around regions whose host code uses what the regions use, in ways that are easy to miss: nothing may stay on the device there.
// Each function's answer is checked against what plain C gives.
// expect: sim kernels=198 uploads=191
// expect: multicore host_kernels=201 uploads=0
#include "check.h"
#include <stdlib.h>
#include <string.h>
#ifdef _OPENACC
#include <openacc.h>
#endif

enum { N = 64, TURNS = 6 };

static int all[N], other[N], index_of[N] = { 5, 9, 33 };
static struct holder { int count; int v[N]; } whole;
static union both { int v[N]; short half[2 * N]; } mixed;

static unsigned long sum_of(const int *v)
{
    unsigned long sum = 0;
    for (int i = 0; i < N; i++)
        sum = sum * 31 + v[i];
    return sum;
}

#define STEP(v)                                                                 \
    PRAGMA(acc kernels)                                                         \
    for (int i = 0; i < N; i++)                                                 \
        (v)[i] = (v)[i] * 3 + i;

static unsigned long reads(int *v)
{
    unsigned long seen = 0;
    for (int t = 0; t < TURNS; t++) {
        STEP(v)
        seen = seen * 7 + v[t];
    }
    return seen;
}

static unsigned long writes(int *v)
{
    for (int t = 0; t < TURNS; t++) {
        STEP(v)
        v[t] -= 1000;
    }
    return sum_of(v);
}

static unsigned long other_name(int *v)
{
    int *p = v + 3;
    unsigned long seen = 0;
    for (int t = 0; t < TURNS; t++) {
        STEP(v)
        seen += t > 2 ? p[1] : *p;
        p++;
    }
    return seen;
}

static int last_of(void) { return all[N - 1]; }

static unsigned long calls(void)
{
    unsigned long seen = 0;
    for (int t = 0; t < TURNS; t++) {
        STEP(all)
        seen = seen * 5 + last_of();
    }
    return seen;
}

/* A new array in each turn, and another one in its place. */
static unsigned long short_lives(void)
{
    unsigned long seen = 0;
    for (int t = 0; t < TURNS; t++) {
        {
            int v[N] = { 1, 2, 3, 4 };
            STEP(v)
            if (t == 2) {
                STEP(v)
            }
            other[t] = 0;
            #pragma acc kernels
            for (int i = 0; i < N; i++)
                all[i] += v[i];
        }
        {
            int w[N];
            #pragma acc kernels
            for (int i = 0; i < N; i++)
                w[i] = i + t;
            #pragma acc kernels
            for (int i = 0; i < N; i++)
                all[i] ^= w[i];
        }
    }
    return sum_of(all) + seen;
}

static unsigned long by_pointer_to_global(void)
{
    int *p = all;
    unsigned long seen = 0;
    for (int t = 0; t < TURNS; t++) {
        STEP(all)
        seen = seen * 3 + p[t * 2];
    }
    return seen;
}

static unsigned long member(void)
{
    int *p = whole.v;
    unsigned long seen = 0;
    for (int t = 0; t < TURNS; t++) {
        STEP(p)
        seen = seen * 3 + whole.v[t + 1];
    }
    return seen;
}

static unsigned long bytes(int *v)
{
    unsigned long seen = 0;
    for (int t = 0; t < TURNS; t++) {
        STEP(v)
        seen = seen * 3 + *((unsigned char *)v + 5);
    }
    return seen;
}

static unsigned long in_union(void)
{
    int *p = mixed.v;
    unsigned long seen = 0;
    for (int t = 0; t < TURNS; t++) {
        STEP(p)
        seen = seen * 3 + mixed.half[2 * t];
    }
    return seen;
}

static unsigned long by_value(void)
{
    unsigned long seen = 0;
    for (int t = 0; t < TURNS; t++) {
        STEP(all)
        unsigned long here = 0;
        #pragma acc parallel loop firstprivate(all) reduction(+:here)
        for (int i = 0; i < N; i++)
            here += all[i] / 3;
        seen = seen * 5 + here;
    }
    return seen;
}

static unsigned long on_the_host(int *v, int yes)
{
    for (int t = 0; t < TURNS; t++) {
        STEP(v)
        #pragma acc kernels if(t % 2 == yes) copy(v[0:N])
        for (int i = 1; i < N; i++)
            v[i] ^= v[0];
    }
    return sum_of(v);
}

static unsigned long later(int *v)
{
    for (int t = 0; t < TURNS; t++) {
        STEP(v)
        #pragma acc parallel loop async(1) copy(v[0:N])
        for (int i = 0; i < N; i++)
            v[i] -= t;
        #pragma acc wait
    }
    return sum_of(v);
}

/* What the clause's construct writes isn't wanted back. Where memory is shared there is no second copy, and it undoes its changes. */
static unsigned long scratch(int *restrict v, int *restrict made)
{
#ifdef _OPENACC
    int shared = acc_get_device_type() == acc_device_host;
#else
    int shared = 1;
#endif
    for (int t = 0; t < TURNS; t++) {
        STEP(v)
        #pragma acc parallel loop copyin(v[0:N]) copy(other)
        for (int i = 0; i < N; i++) {
            v[i] *= 3;
            other[i] += v[i];
            if (shared)
                v[i] /= 3;
        }
        STEP(made)
        #pragma acc parallel loop create(made[0:N]) copy(other)
        for (int i = 0; i < N; i++) {
            int was = shared ? made[i] : 0;
            made[i] = t;
            other[i] ^= made[i];
            if (shared)
                made[i] = was;
        }
    }
    return sum_of(v) * 31 + sum_of(made) * 7 + sum_of(other);
}

/* The clause's section is read on the host. */
static unsigned long in_a_clause(int *v)
{
    for (int t = 0; t < TURNS; t++) {
        #pragma acc kernels
        for (int i = 0; i < N; i++)
            index_of[i] = (index_of[i] * 5 + 1) % (N - 1);
        #pragma acc parallel loop copy(v[0:index_of[1] + 1])
        for (int i = 0; i <= index_of[1]; i++)
            v[i] += i;
    }
    return sum_of(v);
}

static unsigned long jumped_into(int *v, int turns)
{
    int t = 0;
    unsigned long seen = 0;
    if (turns > 3)
        goto inside;
    for (; t < turns; t++) {
        STEP(v)
    inside:
        seen += 2;
    }
    return seen + sum_of(v);
}

static unsigned long in_the_condition(int *v)
{
    int t = 0;
    while (v[3] < 100000 && t < 20) {
        STEP(v)
        t++;
    }
    return t + sum_of(v);
}

static unsigned long told(int *v)
{
    char text[40];
    unsigned long seen = 0;
    for (int t = 0; t < TURNS; t++) {
        STEP(v)
        snprintf(text, sizeof text, "%d", v[t]);
        seen = seen * 7 + (long)strlen(text);
    }
    return seen;
}

static unsigned long in_an_expression(int *v)
{
    unsigned long seen = 0;
    for (int t = 0; t < TURNS; t++) {
        STEP(v)
        seen += ({ int *q = v; q[t] * 2; });
    }
    return seen;
}

/* These may stay: the host reads what the device only reads, or another array. */
static unsigned long only_read(int *restrict v, const int *restrict by)
{
    unsigned long seen = 0;
    for (int t = 0; t < TURNS; t++) {
        #pragma acc kernels
        for (int i = 0; i < N; i++)
            v[i] = v[i] * 3 + by[i];
        seen = seen * 3 + by[t];
        other[t] = (int)seen;
    }
    return seen + sum_of(v);
}

/* Sections that move on, and overlap those of the turn before. */
static unsigned long windows(int *v)
{
    for (int t = 0; t + 16 <= N; t += 5) {
        #pragma acc kernels
        for (int i = t; i < t + 16; i++)
            v[i] += i * t;
        #pragma acc kernels
        for (int i = t + 2; i < t + 9; i++)
            v[i] ^= v[i + 3];
    }
    return sum_of(v);
}

int main(void)
{
    int *v = malloc(N * sizeof *v);
    unsigned long sum = 0;
    int k = 0;
#define NEXT(call)                                                              \
    do {                                                                        \
        for (int i = 0; i < N; i++)                                             \
            v[i] = all[i] = whole.v[i] = mixed.v[i] = i % 9 - 4;                \
        unsigned long answer = (call);                                                   \
        sum = sum * 1000003 + answer;                                           \
        printf("%d: %lu\n", k++, answer);                                       \
    } while (0)
    NEXT(reads(v));
    NEXT(writes(v));
    NEXT(other_name(v));
    NEXT(calls());
    NEXT(short_lives());
    NEXT(by_pointer_to_global());
    NEXT(member());
    NEXT(bytes(v));
    NEXT(in_union());
    NEXT(by_value());
    NEXT(on_the_host(v, 1));
    NEXT(later(v));
    NEXT(in_a_clause(v));
    NEXT(jumped_into(v, 2));
    NEXT(jumped_into(v, 5));
    NEXT(in_the_condition(v));
    NEXT(told(v));
    NEXT(in_an_expression(v));
    NEXT(only_read(v, other));
    NEXT(windows(v));
    for (int i = 0; i < N; i++)
        other[i] = 0;
    NEXT(scratch(v, whole.v));
    CHECK(sum == 5935574610299743960ul);
    printf("%lu\n", sum);
    free(v);
    return CHECKED();
}
