// Pointers in structs whose sections begin behind where the pointers point, or before: on the device a pointer points to where its own element
// is or would be (2.7.2), not to the section's first byte.
// expect: device kernels=4 in_order=0
// expect: multicore host_kernels=4
#include "check.h"

enum { N = 64, FROM = 20, COUNT = 30 };

struct vector {
    int n;
    double *p;
    struct {
        float *q;
    } inner;
};

static double a[N];
static float b[N];

static void fill(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = i;
        b[i] = (float)(2 * i);
    }
}

static void compare(int first, int behind)
{
    for (int i = 0; i < N; i++) {
        int inside = first <= i && i < behind;
        CHECK(a[i] == (inside ? 3.0 * i + 1 : i));
        CHECK(b[i] == (float)(inside ? 2 * i - 5 : 2 * i));
    }
}

/* Both pointers at the beginnings of their arrays. */
static void behind(void)
{
    struct vector v = {N, a, {b}};
    fill();
#pragma acc data copyin(v) copy(v.p[FROM:COUNT], v.inner.q[FROM:COUNT])
    {
#pragma acc parallel loop present(v)
        for (int i = FROM; i < FROM + COUNT; i++) {
            v.p[i] = 3 * v.p[i] + 1;
            v.inner.q[i] -= 5;
        }
    }
    CHECK(v.p == a && v.inner.q == b);
    compare(FROM, FROM + COUNT);
}

/* Through a pointer to the struct, entered and left. */
static void entered(int from, int count)
{
    struct vector v = {N, a, {b}}, *s = &v;
    fill();
#pragma acc enter data copyin(s[0:1])
#pragma acc enter data copyin(s->p[from:count], s->inner.q[from:count])
#pragma acc parallel loop present(s)
    for (int i = from; i < from + count; i++) {
        s->p[i] = 3 * s->p[i] + 1;
        s->inner.q[i] -= 5;
    }
#pragma acc exit data copyout(s->p[from:count], s->inner.q[from:count])
#pragma acc exit data delete(s[0:1])
    CHECK(s->p == a && s->inner.q == b);
    compare(from, from + count);
}

/* The pointers into the middle of what is there already. */
static void within(void)
{
    struct vector v = {N, a + FROM, {b + FROM}};
    fill();
#pragma acc data copy(a, b) copyin(v)
    {
#pragma acc data copy(v.p[0:COUNT], v.inner.q[0:COUNT])
        {
#pragma acc parallel loop present(v)
            for (int i = 0; i < COUNT; i++) {
                v.p[i] = 3 * v.p[i] + 1;
                v.inner.q[i] -= 5;
            }
        }
    }
    compare(FROM, FROM + COUNT);
}

/* A section behind the pointer, in an array that is there from its beginning. */
static void both(void)
{
    struct vector v = {N, a + 5, {b + 5}};
    fill();
#pragma acc data copy(a, b) copyin(v)
    {
#pragma acc data copy(v.p[FROM:COUNT], v.inner.q[FROM:COUNT])
        {
#pragma acc parallel loop present(v)
            for (int i = FROM; i < FROM + COUNT; i++) {
                v.p[i] = 3 * v.p[i] + 1;
                v.inner.q[i] -= 5;
            }
        }
    }
    compare(FROM + 5, FROM + COUNT + 5);
}

int main(void)
{
    behind();
    entered(FROM, COUNT);
    within();
    both();
    return CHECKED();
}
