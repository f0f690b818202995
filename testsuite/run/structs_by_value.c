// Structs and complex numbers that routines of another file take and return by value.
// with: parts/structs_by_value_other.c
// covers: routine files
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#define N 200

typedef struct {
    float x, y, z;
} vec;
struct big {
    double a[9];
    int n;
};

#pragma acc routine seq
vec vec_add(vec a, vec b);
#pragma acc routine seq
struct big grown(struct big b, int by, const double *more);
#pragma acc routine seq
double sum(struct big b, vec v);
#pragma acc routine seq
double _Complex turned(double _Complex z);

static vec v[N];
static double s[N], more[9];

int main(void)
{
#pragma acc parallel loop copyout(v)
    for (int i = 0; i < N; i++) {
        vec a = {(float)i, (float)(2 * i), (float)(3 * i)}, b = {1, 1, 1};
        v[i] = vec_add(a, vec_add(b, b));
        v[i].x += a.x;
    }
    for (int i = 0; i < N; i++)
        CHECK(v[i].x == (float)(2 * i + 2) && v[i].y == (float)(2 * i + 2) && v[i].z == (float)(3 * i + 2));
    for (int i = 0; i < 9; i++)
        more[i] = i;
#pragma acc parallel loop copyin(v, more) copyout(s)
    for (int i = 0; i < N; i++) {
        struct big b = {{0}, 5};
        s[i] = sum(grown(b, i, more), v[i]) + b.n + __real__ turned(i * 1.0i);
    }
    for (int i = 0; i < N; i++)
        CHECK(s[i] == 9 * i + 36 + 5 + i + (7 * i + 6) + 5 - i);
    return CHECKED();
}
