// Structs and unions by value: arguments, results, assignment, nesting, arrays in them, anonymous members, padding,
// alignas, designated and compound literals, a flexible array member, arrays of structs in data clauses.
// run: -O2 -Wno-psabi
// expect: device kernels=3
// expect: multicore host_kernels=3
#include "check.h"
#include <stdlib.h>
#include <stddef.h>
#define N 70

typedef struct {
    double x, y, z;
} vec3;

struct cell {
    char tag;
    vec3 p, v;
    union {
        struct {
            short lo, hi;
        };
        int both;
        unsigned char bytes[4];
    };
    float w[2][3];
    _Alignas(32) long big;
};

struct tail {
    int n;
    double sum;
    float data[];
};

typedef union {
    vec3 v;
    double a[3];
} view;

static inline vec3 add(vec3 a, vec3 b)
{
    return (vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline vec3 scale(double s, const vec3 a)
{
    vec3 r = {.z = s * a.z, .x = s * a.x};
    r.y = s * a.y;
    return r;
}

static inline double dot(vec3 a, vec3 b)
{
    view p = {.v = a}, q = {b};
    double s = 0;
    for (int k = 0; k < 3; k++)
        s += p.a[k] * q.a[k];
    return s;
}

static struct cell advance(struct cell c, double dt)
{
    c.p = add(c.p, scale(dt, c.v));
    if (dot(c.p, c.p) > 100.0)
        c.v = scale(-1.0, c.v);
    c.lo++;
    c.hi = (short)(c.hi - c.lo);
    c.bytes[1] ^= 3;
    for (int r = 0; r < 2; r++)
        for (int k = 0; k < 3; k++)
            c.w[r][k] = (float)(c.w[r][k] * 0.5 + r - k);
    c.big += (long)sizeof(struct cell) + (long)offsetof(struct cell, big) + _Alignof(struct cell);
    c.tag = (char)(c.tag + (c.both & 1));
    return c;
}

int main(void)
{
    struct cell *c = aligned_alloc(32, N * sizeof *c), *want = aligned_alloc(32, N * sizeof *want);
    for (int i = 0; i < N; i++) {
        c[i] = (struct cell){.tag = 'a', .p = {i, 0.5 * i, -i}, .both = i * 70000};
        c[i].v = (vec3){.y = 1, .z = 0.25 * i};
        want[i] = c[i];
    }
    double total = 0, sum = 0;
    #pragma acc data copy(c[0:N])
    {
        #pragma acc parallel loop
        for (int i = 0; i < N; i++) {
            struct cell mine = c[i];
            for (int k = 0; k < 5; k++)
                mine = advance(mine, 0.1 * k);
            c[i] = mine;
        }
        #pragma acc parallel loop reduction(+:total)
        for (int i = 0; i < N; i++)
            total += dot(c[i].p, (vec3){1, 2, 4}) + c[i].w[1][2];
    }
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 5; k++)
            want[i] = advance(want[i], 0.1 * k);
        CHECK(c[i].p.x == want[i].p.x && c[i].p.y == want[i].p.y && c[i].p.z == want[i].p.z && c[i].v.z == want[i].v.z);
        CHECK(c[i].both == want[i].both && c[i].big == want[i].big && c[i].tag == want[i].tag && c[i].w[1][2] == want[i].w[1][2]);
        sum += dot(c[i].p, (vec3){1, 2, 4}) + c[i].w[1][2];
    }
    CHECK(total - sum < 1e-9 && sum - total < 1e-9);
    struct tail *t = malloc(sizeof *t + N * sizeof(float));
    t->n = N;
    t->sum = 0;
    for (int i = 0; i < N; i++)
        t->data[i] = 0.5f * i;
    char *whole = (char *)t;
    size_t bytes = sizeof *t + N * sizeof(float);
    #pragma acc serial copy(whole[0:bytes])
    {
        struct tail *d = (struct tail *)whole;
        for (int i = 0; i < d->n; i++) {
            d->data[i] += 1;
            d->sum += d->data[i];
        }
    }
    CHECK(t->sum == N + 0.25 * N * (N - 1) && t->data[N - 1] == 0.5f * (N - 1) + 1);
    free(t), free(c), free(want);
    return CHECKED();
}
