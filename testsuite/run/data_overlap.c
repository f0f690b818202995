// Sections of one construct that overlap, where no clause says how far they go: they come to the device as one.
// expect: device kernels=11 allocs=12 uploads=12 downloads=11
// expect: device alloc_bytes=10336 upload_bytes=8952 download_bytes=7992
#include "check.h"
#include <stdlib.h>
#define N 200

struct record {
    int head[4];
    int body[100];
};

/* Which of two is first, and which of them is written. */
static void shift(int n, double *a, double *b)
{
    #pragma acc serial loop
    for (int i = 0; i < n; i++)
        a[i + 1] = b[i] + 1;
}

static void back(int n, double *a, double *b)
{
    #pragma acc serial loop
    for (int i = 0; i < n; i++)
        a[i] = b[i + 1] + 1;
}

/* The same memory as all of both. */
static void twice(int n, double *a, double *b)
{
    #pragma acc serial loop
    for (int i = 0; i < n; i++)
        a[i] = b[i] * 2 + a[i];
}

/* The larger one last. */
static void within(int n, double *a, double *b)
{
    #pragma acc serial loop
    for (int i = 0; i < n; i++)
        a[i] = b[i - 1] + b[i] + b[i + 1];
}

static void three(int n, double *a, double *b, double *c)
{
    #pragma acc serial loop
    for (int i = 0; i < n; i++)
        b[i] = a[i] + c[i];
}

static void clause(int n, double *a, double *b)
{
    #pragma acc serial loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] += b[i];
}

static void made(int n, double *a, double *b)
{
    #pragma acc serial loop copyout(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = b[i] + 1;
}

static void queued(int n, double *a, double *b)
{
    #pragma acc serial loop async(2)
    for (int i = 0; i < n; i++)
        a[i + 1] = b[i] + 1;
    #pragma acc wait(2)
}

static void bare(int n, double *a, double *b)
{
    #pragma acc serial loop copy(a) copyin(b)
    for (int i = 0; i < n; i++)
        a[i + 1] = b[i] + 1;
}

static struct record all;

static void members(int n, int *p)
{
    #pragma acc serial loop
    for (int i = 0; i < n; i++)
        p[i] = all.head[i % 4] + all.body[i] + i;
}

static void apart(int n, double *a, double *b)
{
    #pragma acc serial loop
    for (int i = 0; i < n; i++)
        a[i] = b[i];
}

static double *numbers(void)
{
    double *x = malloc(N * sizeof *x);
    if (!x)
        exit(2);
    for (int i = 0; i < N; i++)
        x[i] = i % 17;
    return x;
}

static void check(double *x, double *y)
{
    for (int i = 0; i < N; i++)
        CHECK(x[i] == y[i]);
    free(x);
    free(y);
}

int main(void)
{
    double *x = numbers(), *y = numbers();
    shift(99, x, x);
    for (int i = 0; i < 99; i++)
        y[i + 1] = y[i] + 1;
    check(x, y);

    x = numbers(), y = numbers();
    back(99, x, x);
    for (int i = 0; i < 99; i++)
        y[i] = y[i + 1] + 1;
    check(x, y);

    x = numbers(), y = numbers();
    twice(100, x, x);
    for (int i = 0; i < 100; i++)
        y[i] *= 3;
    check(x, y);

    x = numbers(), y = numbers();
    within(98, x + 1, x + 1);
    for (int i = 1; i < 99; i++)
        y[i] = y[i - 1] + y[i] + y[i + 1];
    check(x, y);

    /* The second overlaps the first, the third the second. */
    x = numbers(), y = numbers();
    three(60, x, x + 40, x + 80);
    for (int i = 0; i < 60; i++)
        y[40 + i] = y[i] + y[80 + i];
    check(x, y);

    x = numbers(), y = numbers();
    clause(100, x, x + 50);
    for (int i = 0; i < 100; i++)
        y[i] += y[50 + i];
    check(x, y);

    x = numbers(), y = numbers();
    made(100, x, x + 50);
    for (int i = 0; i < 100; i++)
        y[i] = y[50 + i] + 1;
    check(x, y);

    x = numbers(), y = numbers();
    queued(99, x, x);
    for (int i = 0; i < 99; i++)
        y[i + 1] = y[i] + 1;
    check(x, y);

    x = numbers(), y = numbers();
    bare(99, x, x);
    for (int i = 0; i < 99; i++)
        y[i + 1] = y[i] + 1;
    check(x, y);

    for (int i = 0; i < 100; i++)
        all.body[i] = i;
    all.head[1] = 3;
    members(90, all.body + 10);
    for (int i = 0, was = 0; i < 100; i++) {
        was = i < 10 ? i : (i - 10) % 4 == 1 ? 3 : 0;
        if (i >= 10)
            was += all.body[i - 10] + i - 10;
        CHECK(all.body[i] == was);
    }

    /* Neighbours stay two. */
    x = numbers(), y = numbers();
    apart(100, x, x + 100);
    for (int i = 0; i < 100; i++)
        y[i] = y[i + 100];
    check(x, y);
    return CHECKED();
}
