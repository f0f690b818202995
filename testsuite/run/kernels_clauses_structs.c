// Arrays of structs that data clauses tell apart: in parallel on a device, and on the host's cores where they don't overlap.
// launch: kernels_clauses_structs_turn_15 grid=4x1x1 block=128x1x1
// expect: device kernels>=2
// expect: multicore host_kernels>=2
#include "check.h"
#include "device.h"
#include <stdlib.h>

typedef struct { float x, y; struct { int id; short tag[2]; } s; } point;

static void turn(point *to, const point *from, int n)
{
    #pragma acc kernels copyout(to[0:n]) copyin(from[0:n])
    /* The one behind becomes the one before. */
    for (int i = 0; i < n; i++) {
        to[i] = from[i];
        to[i].x = -from[i].y;
        to[i].s.tag[1] = to[i].s.id;
    }
}

int main(void)
{
    enum { N = 500 };
    point *a = calloc(N, sizeof *a), *b = malloc(N * sizeof *b);
    for (int i = 0; i < N; i++) {
        a[i].y = i;
        a[i].s.id = 2 * i;
    }
    turn(b, a, N);
    for (int i = 0; i < N; i++)
        CHECK(b[i].x == -i && b[i].y == i && b[i].s.id == 2 * i && b[i].s.tag[1] == 2 * i);
    if (!discrete()) {
        turn(a + 1, a, N - 1);
        for (int i = 1; i < N; i++)
            CHECK(a[i].s.id == 0 && a[i].y == 0);
    } else {
        turn(a, b, N);
        CHECK(a[9].x == -9);
    }
    free(a);
    free(b);
    return CHECKED();
}
