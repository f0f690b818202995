// gcc's vectors: arithmetic by elements, comparisons, scalar operands, subscripts, casts; as locals, private variables, elements of
// arrays, members, arguments and results.
// run: -O2 -Wno-psabi
// expect: device kernels=6
// expect: multicore host_kernels=6
#include "check.h"
#include <stdlib.h>
#include <string.h>
#define N 64

typedef float v4 __attribute__((vector_size(16)));
typedef int i4 __attribute__((vector_size(16)));
typedef unsigned u4 __attribute__((vector_size(16)));
typedef double d2 __attribute__((vector_size(16)));
typedef long l2 __attribute__((vector_size(16)));
typedef signed char c16 __attribute__((vector_size(16)));
typedef unsigned short s4 __attribute__((vector_size(8)));
typedef double d8 __attribute__((vector_size(64)));
typedef struct {
    char tag;
    v4 at;
    i4 cells[2];
} particle;

#pragma acc routine seq
static v4 advance(v4 x, v4 by, float dt) { return x + by * dt; }

#pragma acc routine seq
static float dot(v4 a, const v4 *b)
{
    v4 p = a * *b;
    return p[0] + p[1] + p[2] + p[3];
}

#pragma acc routine vector
static void scale(d8 *row, int n, d8 by)
{
    #pragma acc loop vector
    for (int i = 0; i < n; i++)
        row[i] *= by;
}

static v4 floats(int i, v4 x)
{
    v4 y = x * 2 + 1.0f, z = {1, 2, (float)i};
    y[i % 4] = 7;
    y += x;
    y *= 2;
    y -= (v4){0.5f, -i};
    return -y / (z + 3) + (i > 5 ? x : z);
}

static i4 integers(int i, v4 x)
{
    i4 a = {i, -i, 3 * i, 7}, b = a << 2, c = x < floats(i, x), d = (i4)x;
    u4 u = (u4)a >> 3;
    c16 bytes = (c16)a + (signed char)100;
    s4 small = (s4){(unsigned short)i, 65535, 3} + 1, wide = small == 0;
    b ^= a | 5;
    b %= 17;
    a >>= (i4){1, 2, 3, 0};
    return (a & c) | (~d & b) | (i4)(u ^ 9u) | (i4)bytes | (i4){small[1], wide[1], (int)sizeof(wide), (int)(long)small};
}

static l2 doubles(int i, d2 *store)
{
    d2 x = {i, -i}, y = x * x - 0.25;
    *store = y;
    return (x >= y) + (l2)(x != 0.0) - (3 > (l2){i, 2});
}

int main(void)
{
    v4 a[N], moved[N], start = {0.5f, 1, 2, 3};
    i4 b[N];
    l2 c[N];
    d2 store[N];
    float dots[N];
    particle p[N];
    d8 *rows = aligned_alloc(64, N * sizeof(d8));
    for (int i = 0; i < N; i++) {
        rows[i] = (d8){i, 1, 2, 3, 4, 5, 6, 7};
        p[i] = (particle){(char)i, {i, 1, 2, 3}, {{i}, {0, i}}};
    }
    #pragma acc parallel loop copyout(a, b, c, store) copyin(start)
    for (int i = 0; i < N; i++) {
        a[i] = floats(i, start + (float)i);
        b[i] = integers(i, start * 3);
        c[i] = doubles(i, &store[i]);
    }
    v4 shared = start, own;
    #pragma acc parallel loop copyout(moved, dots) firstprivate(shared) private(own)
    for (int i = 0; i < N; i++) {
        own = shared * (float)i;
        for (int k = 0; k < 4; k++)
            own[k] += k;
        moved[i] = advance(own, shared, 0.5f);
        dots[i] = dot(own, &shared);
    }
    #pragma acc parallel loop copy(p)
    for (int i = 0; i < N; i++) {
        p[i].at = advance(p[i].at, start, 2);
        p[i].at[1] = p[i].tag;
        p[i].cells[1] += p[i].cells[0] + 1;
        p[i].cells[0][3]--;
    }
    #pragma acc parallel num_gangs(2) copy(rows[0:N])
    #pragma acc loop gang
    for (int g = 0; g < 2; g++)
        scale(rows + g * (N / 2), N / 2, (d8){2, 3, 4, 5, 6, 7, 8, 9});
    /* By one thread for all of a gang; and by the compiler's own mapping. */
    i4 sums[4];
    int bad = 0;
    #pragma acc parallel loop gang copyout(sums) reduction(+ : bad)
    for (int g = 0; g < 4; g++) {
        i4 each = {g, 1, 2, 3};
        each = each * each;
        #pragma acc loop vector reduction(+ : bad)
        for (int i = 0; i < N; i++)
            bad += each[0] != g * g || each[3] != 9;
        sums[g] = each;
    }
    v4 x[N], y[N];
    for (int i = 0; i < N; i++)
        x[i] = y[i] = (v4){i, 2 * i};
    #pragma acc kernels loop
    for (int i = 0; i < N; i++)
        x[i] = x[i] * 0.5f + y[N - 1 - i];
    CHECK(bad == 0);
    for (int i = 0; i < N; i++) {
        v4 wanted = floats(i, start + (float)i), mine = start * (float)i + (v4){0, 1, 2, 3}, way = advance(mine, start, 0.5f);
        i4 ints = integers(i, start * 3);
        d2 stored;
        l2 longs = doubles(i, &stored);
        CHECK(!memcmp(&a[i], &wanted, 16) && !memcmp(&b[i], &ints, 16) && !memcmp(&c[i], &longs, 16) && !memcmp(&store[i], &stored, 16));
        CHECK(!memcmp(&moved[i], &way, 16) && dots[i] == dot(mine, &start));
        CHECK(p[i].at[0] == i + 1 && p[i].at[1] == i && p[i].at[3] == 9 && p[i].tag == i);
        CHECK(p[i].cells[0][0] == i && p[i].cells[0][3] == -1 && p[i].cells[1][0] == i + 1 && p[i].cells[1][1] == i + 1);
        CHECK(rows[i][0] == 2 * i && rows[i][7] == 63 && x[i][1] == i + 2 * (N - 1 - i) && x[i][3] == 0);
    }
    for (int g = 0; g < 4; g++)
        CHECK(sums[g][0] == g * g && sums[g][3] == 9);
    free(rows);
    return CHECKED();
}
