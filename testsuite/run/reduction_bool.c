// Reductions of truth values: each operator, on every set of levels, alone and in arrays.
// covers: reduction integers
// expect: device kernels=81
// expect: multicore host_kernels=81
#include "check.h"
#include <stdbool.h>
#define N 301

#define ON_LEVELS(M, ...)                                                     \
    M(gang num_gangs(9), __VA_ARGS__)                                         \
    M(worker num_gangs(1) num_workers(6), __VA_ARGS__)                        \
    M(vector num_gangs(1) vector_length(96), __VA_ARGS__)                     \
    M(gang vector num_gangs(3) vector_length(37), __VA_ARGS__)                \
    M(gang worker vector num_gangs(2) num_workers(2) vector_length(37), __VA_ARGS__)

#define ONE(levels, op, update)                                               \
    for (int first = 0; first < 1; first++) {                                 \
        bool r = seed, want = seed;                                           \
        PRAGMA(acc parallel loop levels reduction(op:r) copyin(v))            \
        for (int i = 0; i < N; i++)                                           \
            r = update(r, v[i]);                                              \
        for (int i = 0; i < N; i++)                                           \
            want = update(want, v[i]);                                        \
        CHECK(r == want);                                                     \
    }

#define MANY(levels, op, update)                                              \
    {                                                                         \
        bool r[5] = {0, 1, 0, 1, 1}, want[5] = {0, 1, 0, 1, 1};               \
        PRAGMA(acc parallel loop levels reduction(op:r) copyin(v))            \
        for (int i = 0; i < N; i++)                                           \
            r[i % 5] = update(r[i % 5], v[i]);                                \
        for (int i = 0; i < N; i++)                                           \
            want[i % 5] = update(want[i % 5], v[i]);                          \
        for (int k = 0; k < 5; k++)                                           \
            CHECK(r[k] == want[k]);                                           \
    }

#define ADD(r, x) ((r) + (x) != 0)
#define MUL(r, x) ((r) * (x) != 0)
#define MAX(r, x) ((r) > (x) ? (r) : (x))
#define MIN(r, x) ((r) < (x) ? (r) : (x))
#define AND(r, x) ((r) & (x))
#define OR(r, x) ((r) | (x))
#define XOR(r, x) ((r) ^ (x))
#define LAND(r, x) ((r) && (x))
#define LOR(r, x) ((r) || (x))

int main(void)
{
    static bool v[N];
    bool seed = false;
    for (int i = 0; i < N; i++)
        v[i] = i == 200 || i == 14 || i == 8;
    ON_LEVELS(ONE, +, ADD)
    ON_LEVELS(ONE, max, MAX)
    ON_LEVELS(ONE, |, OR)
    ON_LEVELS(ONE, ^, XOR)
    ON_LEVELS(ONE, ||, LOR)
    ON_LEVELS(MANY, ^, XOR)
    ON_LEVELS(MANY, ||, LOR)
    ON_LEVELS(MANY, +, ADD)
    seed = true;
    for (int i = 0; i < N; i++)
        v[i] = i != 33 && i != 150;
    ON_LEVELS(ONE, *, MUL)
    ON_LEVELS(ONE, min, MIN)
    ON_LEVELS(ONE, &, AND)
    ON_LEVELS(ONE, &&, LAND)
    ON_LEVELS(MANY, *, MUL)
    ON_LEVELS(MANY, &, AND)
    ON_LEVELS(MANY, &&, LAND)
    ON_LEVELS(MANY, min, MIN)
    /* Nothing but the incoming value. */
    bool none = true;
    #pragma acc parallel loop reduction(+:none) copyin(v)
    for (int i = 0; i < N; i++)
        none += false;
    CHECK(none);
    return CHECKED();
}
