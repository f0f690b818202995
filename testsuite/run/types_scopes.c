// Types of one name: in blocks and functions beside each other, tags and typedefs that C keeps apart, constants of enumerations.
// expect: device kernels=4
// expect: multicore host_kernels=4
#include "check.h"
#define N 40

typedef double real;
typedef struct {
    real x, y;
} point;
struct box {
    int side;
    short kind;
};
typedef long box;
enum { FIRST = 1, SECOND = 2 };

static int narrow(int i)
{
    typedef short real;
    struct box {
        signed char a[3];
    } b = {{1, 2, 3}};
    enum { FIRST = 10, THIRD };
    real r = (real)(70000 + i);
    return r + b.a[i % 3] * 100000 + (int)sizeof(b) * 1000000 + FIRST + THIRD;
}

static int wide(int i)
{
    typedef struct {
        long x;
        int w;
    } point;
    enum box { FIRST = 20, SECOND } e = i % 2 ? FIRST : SECOND;
    point p = {i, e};
    return (int)(p.x * 100 + p.w + (long)sizeof(point) * 100000);
}

static double whole(point p, struct box b, box l)
{
    return p.x + p.y + b.side * b.kind + (double)l + FIRST * 1000 + SECOND * 10000;
}

int main(void)
{
    int a[N], c[N];
    double d[N];
#pragma acc parallel loop copyout(a)
    for (int i = 0; i < N; i++)
        a[i] = narrow(i);
#pragma acc parallel loop copyout(c)
    for (int i = 0; i < N; i++)
        c[i] = wide(i);
#pragma acc parallel loop copyout(d) copyin(a, c)
    for (int i = 0; i < N; i++) {
        point p = {i, 0.5};
        struct box b = {3, 4};
        box l = 7;
        d[i] = whole(p, b, l) + narrow(i) - a[i] + wide(i) - c[i];
    }
    for (int i = 0; i < N; i++) {
        CHECK(a[i] == narrow(i) && c[i] == wide(i));
        CHECK(d[i] == i + 0.5 + 12 + 7 + 1000 + 20000);
    }
    struct box own = {5, 6};
#pragma acc parallel loop copyout(a) firstprivate(own)
    for (int i = 0; i < N; i++) {
        struct box {
            struct box *next;
            int n;
        } last = {0, i}, first = {&last, 0};
        a[i] = first.next->n + own.side + own.kind;
    }
    CHECK(a[0] == 11 && a[N - 1] == N + 10);
    return CHECKED();
}
