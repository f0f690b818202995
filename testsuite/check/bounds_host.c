// Accesses before the device's first section, and through pointers that have the host's addresses.
#include <stdio.h>
#include <stdlib.h>
#define N 100

struct grid {
    int n;
    double *u;
};

static double first[N + 1];

static double of_pointer(int n, const double *p)
{
    double s = 0;
#pragma acc parallel loop reduction(+:s) copyin(p[0:n])
    for (int i = 0; i < n; i++)
        s += p[i];
    return s;
}

int main(void)
{
    double b[N];
    struct grid g = {N, malloc(N * sizeof(double))};
    for (int i = 0; i < N; i++)
        first[i] = g.u[i] = i;
#pragma acc parallel loop copyin(first[1:N]) copyout(b)
    for (int i = 0; i < N; i++)
        b[i] = first[i + 1] - first[i]; // check: first[0] is outside of what is mapped, in i = 0 | read: first[i] | on the device: first[1:100], the elements 1 to 100
#pragma acc parallel loop copyin(g)
    for (int i = 0; i < g.n; i++)
        g.u[i] = i; // check: g.u[0] is outside of what is mapped, in i = 0 | written: g.u[i] = i | there: memory of the host, whose address g.u has | copy(g.u[0:n])
    // Attached: right.
#pragma acc parallel loop copyin(g) copy(g.u[0:N])
    for (int i = 0; i < g.n; i++)
        g.u[i] = i;
    printf("%g %g\n", b[3] + g.u[2], of_pointer(N, g.u));
    free(g.u);
    return 0;
}
