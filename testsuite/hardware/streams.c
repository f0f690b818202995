/* streams.c: loops that only move memory, on arrays of N doubles (argument 1): copy, saxpy, triad, dot product, sum, largest value.
 * Bytes: each array once, read or written. A saxpy is on 2 N floats in the memory of two of the arrays. */
#include "measure.h"

static int n;
static double *restrict x, *restrict y, *restrict z;
static double result;

static void copy(void)
{
#pragma acc parallel loop present(x[0:n], z[0:n]) async(QUEUE)
    for (int i = 0; i < n; i++)
        z[i] = x[i];
}

static void saxpy_of(int m, float a, const float *restrict u, float *restrict v)
{
#pragma acc parallel loop present(u[0:m], v[0:m]) async(QUEUE)
    for (int i = 0; i < m; i++)
        v[i] += a * u[i];
}
static void saxpy(void) { saxpy_of(2 * n, 2, (float *)x, (float *)z); }

static void triad(void)
{
    double a = 3;
#pragma acc parallel loop present(x[0:n], y[0:n], z[0:n]) async(QUEUE)
    for (int i = 0; i < n; i++)
        z[i] = y[i] + a * x[i];
}

static void dot(void)
{
    double s = 0;
#pragma acc parallel loop present(x[0:n], y[0:n]) reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += x[i] * y[i];
    result = s;
}

static void sum(void)
{
    double s = 0;
#pragma acc parallel loop present(x[0:n]) reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += x[i];
    result = s;
}

static void largest(void)
{
    double most = -1;
#pragma acc parallel loop present(x[0:n]) reduction(max : most)
    for (int i = 0; i < n; i++)
        most = x[i] > most ? x[i] : most;
    result = most;
}

/* By hand: streams.cu. */
static void *on_device(const void *array) { return acc_deviceptr((void *)array); }
static void hand_copy(void)
{
    void *dx = on_device(x), *dz = on_device(z);
    HAND_LAUNCH("copy", UP_DIV(n, 256), 1, 1, 256, 1, &n, &dx, &dz);
}
static void hand_saxpy(void)
{
    void *dx = on_device(x), *dz = on_device(z);
    int m = 2 * n;
    float a = 2;
    HAND_LAUNCH("saxpy", UP_DIV(m, 256), 1, 1, 256, 1, &m, &a, &dx, &dz);
}
static void hand_triad(void)
{
    void *dx = on_device(x), *dy = on_device(y), *dz = on_device(z);
    double a = 3;
    HAND_LAUNCH("triad", UP_DIV(n, 256), 1, 1, 256, 1, &n, &a, &dx, &dy, &dz);
}
/* As many blocks as the device holds at once, each with a part of the sum, which it adds to one number. */
static void hand_reduce(const char *kernel, double first)
{
    static device_ptr cell;
    if (!cell)
        CU(cuMemAlloc_v2, (device_ptr *, size_t), &cell, sizeof first);
    CU(cuMemcpyHtoDAsync_v2, (device_ptr, const void *, size_t, void *), cell, &first, sizeof first, hand_stream);
    void *dx = on_device(x), *dy = on_device(y);
    int blocks = UP_DIV(n, 256) < 132 * 8 ? UP_DIV(n, 256) : 132 * 8;
    HAND_LAUNCH(kernel, blocks, 1, 1, 256, 1, &n, &dx, &dy, &cell);
    CU(cuMemcpyDtoHAsync_v2, (void *, device_ptr, size_t, void *), &result, cell, sizeof result, hand_stream);
    wait_for_work();
}
static void hand_dot(void) { hand_reduce("dot", 0); }
static void hand_sum(void) { hand_reduce("sum", 0); }
static void hand_largest(void) { hand_reduce("largest", -1); }

/* What the arrays hold: small numbers, so that sums are exact, and one large one. */
static double first_x(long i) { return i == n / 2 + 1 ? 5000 : (double)(i % 8); }
static double first_y(long i) { return (double)(i % 4); }

static void spoil(void)
{
    spoil_array(z, (size_t)n * sizeof *z);
    result = NAN;
}
static void spoil_saxpy(void)
{
    fill_array(z, 0, (size_t)n * sizeof *z);
}
enum { PART = 4096 };
static int not_copied(long i) { return z[i] != first_x(i); }
static int not_triad(long i) { return z[i] != first_y(i) + 3 * first_x(i); }
static int not_saxpy(long i)
{
    double value = first_x(i / 2);
    float half;
    memcpy(&half, (char *)&value + (i % 2) * 4, sizeof half);
    return ((float *)z)[i] != 2 * half;
}
static int wrong_copy(void) { return look_at(z, sizeof *z, n, PART, not_copied) != 0; }
static int wrong_triad(void) { return look_at(z, sizeof *z, n, PART, not_triad) != 0; }
static int wrong_saxpy(void) { return look_at(z, sizeof(float), 2L * n, PART, not_saxpy) != 0; }
static int wrong_dot(void)
{
    double want = 0;
    for (int i = 0; i < n; i++)
        want += first_x(i) * first_y(i);
    return result != want;
}
static int wrong_sum(void)
{
    double want = 0;
    for (int i = 0; i < n; i++)
        want += first_x(i);
    return result != want;
}
static int wrong_largest(void) { return result != 5000; }

int main(int argc, char **argv)
{
    n = (int)argument(argc, argv, 1, 4096);
    size_t bytes = (size_t)n * sizeof *x;
    x = must_alloc(bytes), y = must_alloc(bytes), z = must_alloc(bytes);
    begin("streams");
    int bad = 0;
    double size = (double)bytes;
    struct item items[] = {
        {"copy", 2 * size, 0, copy, hand_copy, spoil, wrong_copy},
        {"saxpy", 3 * size, 4.0 * n, saxpy, hand_saxpy, spoil_saxpy, wrong_saxpy},
        {"triad", 3 * size, 2.0 * n, triad, hand_triad, spoil, wrong_triad},
        {"dot", 2 * size, 2.0 * n, dot, hand_dot, spoil, wrong_dot},
        {"sum", size, 1.0 * n, sum, hand_sum, spoil, wrong_sum},
        {"max", size, 1.0 * n, largest, hand_largest, spoil, wrong_largest},
    };
#pragma acc data create(x[0:n], y[0:n], z[0:n])
    {
#pragma acc parallel loop present(x[0:n], y[0:n])
        for (int i = 0; i < n; i++) {
            x[i] = i == n / 2 + 1 ? 5000 : i % 8;
            y[i] = i % 4;
        }
        measure_driver_copy(z, x, bytes);
        for (size_t k = 0; k < sizeof items / sizeof *items; k++)
            bad += measure(&items[k]);
    }
    return bad != 0;
}
