// Loops of one parallel construct that want blocks of different shapes: a kernel for each shape, where nothing but scalars of the construct's own stands
// between them; else one kernel.
// expect: device kernels=16
// expect: multicore host_kernels=10
// launch: parallel_shapes_plain_33 grid=64x1x1 block=32x4x1
// launch: parallel_shapes_plain_36 grid=90x1x1 block=128x1x1
// launch: parallel_shapes_scalars_63 grid=1024x1x1 block=128x1x1
#include <stdio.h>

enum { N = 90 };
static double a[N][N], b[N][N], x[N * N], y[N], z[N];
static int gangs(void)
{
    return 3;
}

static double sum(void)
{
    double s = 0;
    for (int i = 0; i < N; i++) {
        s += y[i] * (i % 7) + z[i] * (i % 5);
        for (int j = 0; j < N; j++)
            s += b[i][j] * ((i + j) % 11) + x[i * N + j] * (j % 3);
    }
    return s;
}

// Nothing between them: three shapes, four loops.
static void plain(int n)
{
#pragma acc parallel
    {
#pragma acc loop gang worker vector
        for (int i = 0; i < n * n; i++)
            x[i] = i * 0.5;
#pragma acc loop gang
        for (int i = 0; i < n; i++) {
#pragma acc loop vector
            for (int j = 0; j < n; j++)
                b[i][j] = a[i][j] + 1;
        }
#pragma acc loop gang vector
        for (int i = 0; i < n; i++)
            y[i] = i;
#pragma acc loop gang vector
        for (int i = 0; i < n; i++)
            z[i] = -i;
    }
}

// Scalars, which each kernel computes for itself.
static void scalars(int n)
{
#pragma acc parallel vector_length(128)
    {
        int last = n - 1;
        double f = 2.0 / n, unused = f;
#pragma acc loop gang vector
        for (int i = 0; i < last; i++)
            y[i] += i * f;
        f *= 3;
        unused += f;
#pragma acc loop gang
        for (int i = 0; i <= last; i++) {
            double s = 0;
#pragma acc loop vector reduction(+ : s)
            for (int j = 0; j < n; j++)
                s += a[i][j] * f;
            z[i] += s;
        }
    }
}

// Old-style loop variables and temporaries; the construct changes its copy of the host's scalar only in a loop.
static void declared_before(int n)
{
    int i, j;
    double t;
#pragma acc parallel
    {
#pragma acc loop gang vector private(t)
        for (i = 0; i < n; i++) {
            t = y[i];
            y[i] = t * 2;
        }
#pragma acc loop gang
        for (i = 0; i < n; i++) {
#pragma acc loop vector
            for (j = 0; j < n; j++)
                b[i][j] += i - j;
        }
    }
}

// One kernel: an element is written between the loops; one loop's sum is used behind it; a clause has copies.
static void together(int n)
{
#pragma acc parallel num_gangs(5)
    {
#pragma acc loop gang vector
        for (int i = 1; i < n; i++)
            y[i] += 1;
        y[0] = 4;
#pragma acc loop gang
        for (int i = 0; i < n; i++) {
#pragma acc loop vector
            for (int j = 0; j < n; j++)
                b[i][j] += 1;
        }
    }
#pragma acc parallel num_gangs(1)
    {
        double s = 0;
#pragma acc loop gang reduction(+ : s)
        for (int i = 0; i < n; i++) {
#pragma acc loop vector reduction(+ : s)
            for (int j = 0; j < n; j++)
                s += a[i][j];
        }
#pragma acc loop gang vector
        for (int i = 0; i < n; i++)
            y[i] += s;
    }
    double p = 3;
#pragma acc parallel firstprivate(p)
    {
#pragma acc loop gang vector
        for (int i = 0; i < n; i++)
            y[i] += p;
#pragma acc loop gang
        for (int i = 0; i < n; i++) {
#pragma acc loop vector
            for (int j = 0; j < n; j++)
                b[i][j] += p;
        }
    }
}

// One kernel: the number of gangs is asked for once; a value is read from memory that a loop overwrites.
static void once(int n)
{
#pragma acc parallel num_gangs(gangs())
    {
#pragma acc loop gang vector
        for (int i = 0; i < n; i++)
            y[i] += 1;
#pragma acc loop gang
        for (int i = 0; i < n; i++) {
#pragma acc loop vector
            for (int j = 0; j < n; j++)
                b[i][j] -= 2;
        }
    }
#pragma acc parallel num_gangs(1)
    {
        double first = y[1];
#pragma acc loop gang vector
        for (int i = 0; i < n; i++)
            y[i] = 2 * i;
#pragma acc loop gang
        for (int i = 0; i < n; i++) {
#pragma acc loop vector
            for (int j = 0; j < n; j++)
                b[i][j] += first;
        }
    }
}

// One loop's result is the other one's; kernels are in order, also on a queue.
static void queued(int n)
{
#pragma acc parallel async(1)
    {
#pragma acc loop gang
        for (int i = 0; i < n; i++) {
            double s = 0;
#pragma acc loop worker reduction(+ : s)
            for (int j = 0; j < n; j++)
                s += b[i][j];
            y[i] = s;
        }
#pragma acc loop gang worker vector
        for (int i = 0; i < n * n; i++)
            x[i] += 1;
    }
#pragma acc wait(1)
#pragma acc parallel if (n > 3)
    {
#pragma acc loop gang
        for (int i = 0; i < n; i++)
            z[i] += 1;
#pragma acc loop gang worker vector
        for (int i = 0; i < n * n; i++)
            x[i] += 2;
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i * 31 + j * 17) % 64;
    plain(N);
    printf("%.17g\n", sum());
    scalars(N);
    printf("%.17g\n", sum());
    declared_before(N);
    printf("%.17g\n", sum());
    together(N);
    printf("%.17g\n", sum());
    once(N);
    printf("%.17g\n", sum());
    queued(N);
    printf("%.17g\n", sum());
    return 0;
}
