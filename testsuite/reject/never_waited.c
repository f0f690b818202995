// A queue that nothing in the whole program waits for.
// run: -O2 -Werror
// error: ACC0210 line 13: nothing in this program waits for what this `async` starts
#include <stdio.h>

static double last(const double *a, int n) { return a[n - 1]; }

int main(void)
{
    double a[100];
    for (int i = 0; i < 100; i++)
        a[i] = i;
#pragma acc parallel loop copy(a) async(1)
    for (int i = 0; i < 100; i++)
        a[i] *= 2;
    printf("%g\n", last(a, 100));
    return 0;
}
