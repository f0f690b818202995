// Sections that are too short.
#include <stdlib.h>
#define N 100

int main(void)
{
    double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
    for (int i = 0; i < N; i++)
        a[i] = b[i] = i;
#pragma acc parallel loop copyin(a[0:N-1]) copyout(b[0:N])
    for (int i = 0; i < N; i++)
        b[i] = a[i]; // check: a[99] is outside of what is mapped, in i = 99 | a[0:99], the elements 0 to 98 | missing: a data clause for a
#pragma acc parallel loop copy(a[10:50])
    for (int i = 10; i < N; i++)
        a[i] += 1; // check: a[60] is outside of what is mapped, in i = 60 | a[10:50], the elements 10 to 59
#pragma acc parallel loop copy(a[1:N-1])
    for (int i = 1; i < N; i++)
        a[i - 1] = i; // check: a[0] is outside of what is mapped, in i = 1 | a[1:99]
#pragma acc parallel loop copy(a[0:N]) copyin(b[0:N])
    for (int i = 0; i < N; i++)
        a[i] = b[N - i]; // check: b[100] is outside of what is mapped, in i = 0 | b[0:100]
    free(a);
    free(b);
    return 0;
}
