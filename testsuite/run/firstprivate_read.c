// Sections of firstprivate that a construct only reads: a device has one copy for all its blocks. The cores read the user's memory, or have one copy
// for all threads where another pointer of the construct, a global array or a function may write it meanwhile.
// env: OMP_NUM_THREADS=3
// expect: device kernels=7 uploads=7
// expect: multicore host_kernels=7
#include "check.h"

enum { N = 600 };

static double all[N], other[N];
static int numbers[N];

static void start(void)
{
    for (int i = 0; i < N; i++)
        all[i] = i, other[i] = -1, numbers[i] = -1;
}

static void apart(int n, const double *c, double *restrict d)
{
    #pragma acc parallel loop firstprivate(c[0:n]) copyout(d[0:n])
    for (int i = 0; i < n; i++)
        d[i] = c[n - 1] + i;
}

static void of_other_type(int n, const double *c, int *d)
{
    #pragma acc parallel loop firstprivate(c[0:n]) copyout(d[0:n])
    for (int i = 0; i < n; i++)
        d[i] = (int)c[n - 1] + i;
}

/* The last iteration writes what all others read: they see the value from before the construct. */
static void onto_itself(int n, const double *c, double *d)
{
    #pragma acc parallel loop firstprivate(c[0:n]) copyout(d[0:n])
    for (int i = 0; i < n; i++)
        d[i] = c[n - 1] + i;
}

static void into_a_global(int n, const double *c)
{
    #pragma acc parallel loop firstprivate(c[n - 5:5]) copyout(all)
    for (int i = 0; i < n; i++)
        all[i] = c[n - 1] + i;
}

#pragma acc routine seq
static void put(double *to, double value)
{
    *to = value;
}

static void by_a_function(int n, const double *c, double *d)
{
    #pragma acc parallel loop firstprivate(c[0:n]) copyout(d[0:n])
    for (int i = 0; i < n; i++)
        put(&d[i], c[n - 1] + i);
}

static void gangs(int n, const double *c, double *d)
{
    #pragma acc parallel num_gangs(3) firstprivate(c[0:n]) copyout(d[0:n])
    {
        #pragma acc loop gang
        for (int i = 0; i < n; i++)
            d[i] = c[n - 1] + i;
    }
}

static double array_parameter(double c[4], double *restrict d)
{
    #pragma acc serial firstprivate(c) copyout(d[0:1])
    d[0] = c[0] + c[3];
    return d[0];
}

static void counted(const double *d)
{
    for (int i = 0; i < N; i++)
        CHECK(d[i] == N - 1 + i);
}

int main(void)
{
    start();
    apart(N, all, other);
    counted(other);
    of_other_type(N, all, numbers);
    for (int i = 0; i < N; i++)
        CHECK(numbers[i] == N - 1 + i);
    onto_itself(N, all, all);
    counted(all);
    start();
    into_a_global(N, all);
    counted(all);
    start();
    by_a_function(N, all, all);
    counted(all);
    start();
    gangs(N, all, all);
    counted(all);
    start();
    CHECK(array_parameter(all, other) == 3);
    return CHECKED();
}
