// Loops over pointers with no clause: what they point into was put on the device by the caller, and their ends, which are only
// compared, go where it is.
// expect: device kernels=9 uploads=2 downloads=2
// expect: multicore host_kernels=9
#include "check.h"
#include <stdlib.h>
#define N 140

static void count_up(double *a, int n)
{
    double *p;
    #pragma acc parallel loop
    for (p = a; p < a + n; p++)
        *p += 1;
}

static void to_end(double *a, const double *end)
{
    #pragma acc parallel loop
    for (double *p = a; p != end; p++)
        *p *= 2;
    #pragma acc parallel loop
    for (double *p = a; p < end; p += 2)
        *p += 3;
}

static void in_order(double *a, const double *end, double step)
{
    #pragma acc serial
    {
        double *p = a;
        while (p < end) {
            *p += step;
            p++;
        }
    }
}

/* A private pointer, and the first element, which is all that a has a subscript for. */
static void private_pointer(double *a, int n)
{
    double *p;
    #pragma acc parallel loop private(p)
    for (int i = 1; i < n; i++) {
        p = a + i;
        *p -= a[0];
    }
}

/* Where it starts is only subtracted; a null pointer stays one. */
static int distance(double *a, const double *start, const double *none, int n)
{
    int far = 0;
    #pragma acc parallel loop reduction(+:far)
    for (double *p = a; p < a + n; p++) {
        *p += (double)(p - start);
        far += p != none && !none;
    }
    return far;
}

/* The end with a clause on the data. */
static void named(double *a, const double *end, int n)
{
    #pragma acc parallel loop present(a[0:n])
    for (double *p = a; p < end; p++)
        *p += 1;
    #pragma acc parallel loop present(a[0:n])
    for (double *p = a; p < end; p++)
        *p += 1;
    #pragma acc parallel loop copy(a[1:n - 1])
    for (double *p = a + 1; p < end; p++)
        *p += 1;
}

int main(void)
{
    double *a = malloc(N * sizeof *a), *plain = malloc(N * sizeof *plain);
    if (!a || !plain)
        return 2;
    for (int i = 0; i < N; i++)
        plain[i] = a[i] = i;
    #pragma acc enter data copyin(a[0:N])
    count_up(a, N);
    to_end(a, a + N);
    in_order(a, a + N, 0.5);
    private_pointer(a, N);
    CHECK(distance(a, a, 0, N) == N);
    named(a, a + N, N);
    #pragma acc exit data copyout(a[0:N])
    for (int i = 0; i < N; i++)
        plain[i] = (plain[i] + 1) * 2 + (i % 2 ? 0 : 3) + 0.5;
    for (int i = 0; i < N; i++)
        CHECK(a[i] == plain[i] - (i > 0 ? plain[0] : 0) + i + 2 + (i > 0));
    free(a);
    free(plain);
    return CHECKED();
}
