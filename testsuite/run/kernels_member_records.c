// Arrays of structs behind members: what is stored in their elements changes none of the struct's own numbers, so members without a clause are what variables are. Where the
// struct holds such an element itself, a store may reach it, and the data has to be there.
// launch: kernels_member_records_move_53 grid=1x1x1 block=128x1x1
// launch: kernels_member_records_forces_53 grid=1x1x1 block=128x1x1
// report: copy(s->r[0:s->n])
// expect: device kernels=6
// expect: multicore host_kernels=6
#include "check.h"
#include <math.h>
#define N 60

typedef struct { double x, y; } vec;
typedef struct { int n; vec *r, *v, *f; double *m; double length, cut; } system_;
typedef struct { int n; vec shift; vec *r; } held;

static vec r[N], v[N], f[N], want_r[N], want_v[N];
static double m[N];

/* One directive, or none. */
#define BOTH(name, type, loop)                                            \
    static void name(type *s, double dt) { PRAGMA(acc kernels) loop }     \
    static void name##_plain(type *s, double dt) { loop }
#define BODIES                                                            \
    BOTH(move, system_, MOVE) BOTH(forces, system_, FORCES) BOTH(shifted, held, SHIFTED)

#define MOVE                                                              \
    for (int i = 0; i < s->n; i++) {                                      \
        s->v[i].x += dt * s->f[i].x / s->m[i];                            \
        s->v[i].y += dt * s->f[i].y / s->m[i];                            \
        s->r[i].x += dt * s->v[i].x;                                      \
        s->r[i].y += dt * s->v[i].y;                                      \
        if (s->r[i].x >= s->length)                                       \
            s->r[i].x -= s->length;                                       \
    }
#define FORCES                                                            \
    for (int i = 0; i < s->n; i++) {                                      \
        vec a = {0, dt};                                                  \
        for (int j = 0; j < s->n; j++) {                                  \
            double x = s->r[i].x - s->r[j].x, y = s->r[i].y - s->r[j].y;  \
            if (j == i || x * x + y * y > s->cut)                         \
                continue;                                                 \
            a.x += x;                                                     \
            a.y += y;                                                     \
        }                                                                 \
        s->f[i] = a;                                                      \
    }
#define SHIFTED                                                           \
    for (int i = 0; i < s->n; i++) {                                      \
        s->r[i].x += s->shift.x;                                          \
        s->r[i].y += dt;                                                  \
    }

BODIES

int main(void)
{
    system_ s = {N, r, v, f, m, 8, 9}, t = {N, want_r, want_v, f, m, 8, 9};
    for (int i = 0; i < N; i++) {
        r[i].x = want_r[i].x = i % 8;
        r[i].y = want_r[i].y = i / 8;
        m[i] = 1 + i % 2;
    }
    for (int k = 0; k < 2; k++) {
        forces(&s, 0.5);
        move(&s, 0.5);
        forces_plain(&t, 0.5);
        move_plain(&t, 0.5);
    }
    held h = {N, {0.25, 0}, r};
#pragma acc data copyin(h) copy(h.r[0:N])
    for (int k = 0; k < 2; k++)
        shifted(&h, 1);
    held g = {N, {0.25, 0}, want_r};
    shifted_plain(&g, 1);
    shifted_plain(&g, 1);
    for (int i = 0; i < N; i++)
        CHECK(r[i].x == want_r[i].x && r[i].y == want_r[i].y && v[i].x == want_v[i].x);
    return CHECKED();
}
