// Atomic updates of members: parts of the iterations have copies of structures that are nothing but numbers of one type. Where an element has other members,
// or the loop looks at one, the updates stay atomic.
// env: ACCRS_LEAST_WORK=0
// again: OMP_NUM_THREADS=3 ACCRS_CORES=always
// expect: device kernels=7
// report: parts of the iterations have copies of force[0:n]
// report: parts of the iterations have copies of force[from:n]
// report: parts of the iterations have copies of h[0:1]
// report: parts of the iterations have copies of bodies
#include "check.h"
#include <string.h>

enum { N = 500, BINS = 16 };

struct vec { double x, y, z; };
struct body { float f[3], torque[3]; };
struct table { int low[BINS], high[BINS]; };
struct mixed { double f; int type; };

static struct vec pos[N];
static struct body bodies[N], plain_bodies[N];
static struct mixed mixed[N];

/* Pairs: both atoms of each feel it. */
static void pairs(int n, const struct vec *restrict pos, struct vec *restrict force)
{
#pragma acc parallel loop copyin(pos[0:n]) copy(force[0:n])
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n && j < i + 40; j++) {
            double dx = pos[i].x - pos[j].x;
#pragma acc atomic
            force[i].x += dx;
#pragma acc atomic update
            force[i].z += 1;
#pragma acc atomic
            force[j].x -= dx;
#pragma acc atomic
            force[j].y -= 2;
        }
}

static void tables(int n, const int *restrict v, struct table *restrict h)
{
#pragma acc parallel loop copyin(v[0:n]) copy(h[0:1])
    for (int i = 0; i < n; i++) {
        if (v[i] < BINS) {
#pragma acc atomic
            h->low[v[i]]++;
        } else {
#pragma acc atomic
            h[0].high[v[i] % BINS] += 2;
        }
    }
}

static void arrays(int n)
{
#pragma acc parallel loop copy(bodies)
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 20; k++) {
#pragma acc atomic
            bodies[(i * 7 + k) % N].f[k % 3] += i;
#pragma acc atomic
            bodies[(i + k) % N].torque[1] += 1;
        }
}

/* Elements that don't begin with the first one. */
static void behind(int n, int from, struct vec *force)
{
#pragma acc parallel loop copy(force[from:n])
    for (int i = 0; i < 30 * n; i++) {
#pragma acc atomic
        force[from + i * 7 % n].z += i % 3;
    }
}

/* Other members, or a look at one. */
static void atomic(int n, struct vec *restrict force)
{
#pragma acc parallel loop copy(mixed)
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 20; k++) {
#pragma acc atomic
            mixed[(i + k) % N].f += k;
        }
#pragma acc parallel loop copy(force[0:n])
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 20; k++) {
#pragma acc atomic
            force[(i + k) % n].x += force[i].z;
        }
#pragma acc parallel loop copy(force[0:n])
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 20; k++) {
#pragma acc atomic
            force[(i + k) % n].y += 1;
#pragma acc atomic
            force[(i * k) % n].z *= 1;
        }
}

int main(void)
{
    static struct vec force[N], want[N];
    static struct table h[1], wh;
    static int v[N];
    for (int i = 0; i < N; i++) {
        pos[i].x = i * i % 31, v[i] = i * 7 % 50;
        force[i] = want[i] = (struct vec){i, 2 * i, 3};
        mixed[i].type = i;
        bodies[i].f[2] = plain_bodies[i].f[2] = i;
    }
    pairs(N, pos, force);
    for (int i = 0; i < N; i++)
        for (int j = i + 1; j < N && j < i + 40; j++) {
            double dx = pos[i].x - pos[j].x;
            want[i].x += dx, want[i].z += 1, want[j].x -= dx, want[j].y -= 2;
        }
    CHECK(memcmp(force, want, sizeof force) == 0);
    behind(N - 9, 9, force);
    for (int i = 0; i < 30 * (N - 9); i++)
        want[9 + i * 7 % (N - 9)].z += i % 3;
    CHECK(memcmp(force, want, sizeof force) == 0);
    tables(N, v, h);
    for (int i = 0; i < N; i++)
        if (v[i] < BINS)
            wh.low[v[i]]++;
        else
            wh.high[v[i] % BINS] += 2;
    CHECK(memcmp(h, &wh, sizeof wh) == 0);
    arrays(N);
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 20; k++)
            plain_bodies[(i * 7 + k) % N].f[k % 3] += i, plain_bodies[(i + k) % N].torque[1] += 1;
    CHECK(memcmp(bodies, plain_bodies, sizeof bodies) == 0);
    for (int i = 0; i < N; i++)
        force[i].z = want[i].z = 3;
    atomic(N, force);
    for (int i = 0; i < N; i++)
        CHECK(mixed[i].f == 190 && mixed[i].type == i && force[i].x == want[i].x + 60 && force[i].y == want[i].y + 20 && force[i].z == 3);
    return CHECKED();
}
