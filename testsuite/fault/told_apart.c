// Data clauses name parts of one array by two pointers, where a loop is parallel only if these lead apart.
// message: told_apart.c:14 (in shift, kernels)
// message: a[0:n] (400 bytes
// message: c[0:n] (400 bytes
// message: share memory
// message: loop seq, or loop independent
#include <stdio.h>
#include <stdlib.h>

static void shift(int n, int *a, int *c)
{
    printf("before\n");
    fflush(stdout);
#pragma acc kernels copy(a[0:n], c[0:n])
    for (int i = 0; i < n; i++)
        a[i] = c[i] + 1;
}

int main(void)
{
    enum { N = 101 };
    int *all = calloc(N, sizeof *all);
#pragma acc enter data copyin(all[0:N])
    shift(N - 1, all + 1, all);
    return 0;
}
