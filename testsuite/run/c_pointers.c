// Pointers as programs use them: restrict, volatile, const in all places, pointer arithmetic and differences, void *,
// pointers to pointers into one array, pointers to arrays, array compound literals, casts between them.
// expect: device kernels=3
// expect: multicore host_kernels=3
#include "check.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#define N 96

typedef float row[4];

static float first(const float *restrict const p, const float *const end)
{
    const float *q = p;
    float s = 0;
    while (q < end)
        s += *q * (float)(end - q), q++;
    return s;
}

static void rotate(row *m)
{
    float t = (*m)[0];
    memmove(*m, &(*m)[1], 3 * sizeof(float));
    (*m)[3] = t;
}

static int pick(int i, int k)
{
    int *p = (int[]){i, i + 1, i + 2, i * i};
    const int(*table)[2] = (const int[][2]){{1, 2}, {3, 4}};
    int **pp = &p;
    return (*pp)[k & 3] + table[k & 1][1] + *(int *)&(float){1.0f} % 1000 + (p + 3 - &p[1]);
}

static uint32_t bits(float f)
{
    uint32_t u;
    memcpy(&u, &f, sizeof u);
    return u;
}

static double sum_any(const void *data, int n, int wide)
{
    double s = 0;
    if (wide) {
        const double *d = data;
        for (int i = 0; i < n; i++)
            s += d[i];
    } else {
        for (const float *f = data; f != (const float *)data + n; ++f)
            s += *f;
    }
    return s;
}

int main(void)
{
    float a[N][4], *flat = &a[0][0];
    double s[N];
    int p[N];
    volatile int *flag = malloc(sizeof *flag);
    *flag = 3;
    for (int i = 0; i < N * 4; i++)
        flat[i] = 0.25f * i;
    #pragma acc parallel loop copy(a) copyout(s)
    for (int i = 0; i < N; i++) {
        row *m = &a[i];
        rotate(m);
        double d[3] = {1, i, 2};
        s[i] = first(a[i], a[i] + 4) + sum_any(d, 3, 1) + sum_any(*m, 2, 0) + bits(a[i][0]);
    }
    #pragma acc parallel loop copyout(p) copyin(flag[0:1])
    for (int i = 0; i < N; i++)
        p[i] = pick(i, i % 7) + *flag;
    long distance = 0;
    char *bytes = (char *)flat;
    #pragma acc serial copyin(bytes[0:sizeof a]) copy(distance)
    {
        float *x = (float *)bytes, *y = x + 10;
        char *z = (char *)y;
        distance = (y - x) + (z - bytes) + (long)((uintptr_t)y - (uintptr_t)x) + (y > x) + !x;
        const float *end = x + 4;
        distance += (long)(*--end * 4);
    }
    CHECK(distance == 10 + 40 + 40 + 1 + 0);
    for (int i = 0; i < N; i++) {
        float w[4] = {0.25f * (4 * i + 1), 0.25f * (4 * i + 2), 0.25f * (4 * i + 3), 0.25f * (4 * i)};
        double d[3] = {1, i, 2};
        CHECK(memcmp(a[i], w, sizeof w) == 0);
        CHECK(s[i] == first(w, w + 4) + sum_any(d, 3, 1) + sum_any(w, 2, 0) + bits(w[0]));
        CHECK(p[i] == pick(i, i % 7) + 3);
    }
    free((void *)flag);
    return CHECKED();
}
