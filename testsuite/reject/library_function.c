// run: -O2 --acc-target=nvidia,multicore
// error: ACC0305 line 8: fopen
#include <stdio.h>
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = fopen("x", "r") != NULL;
}
