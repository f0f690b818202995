// --acc-fma=false forbids that a GPU rounds a product and a sum once, whatever else is asked for.
// run: -O3 -acc --acc-fma=false
// devices: nvidia
// openmp: it is about GPUs
#include <stdio.h>

int main(void)
{
    enum { N = 1000 };
    static double a[N], less[N], left[N];
    for (int i = 0; i < N; i++)
        a[i] = 1 + 1.0 / (3 + i), less[i] = -(a[i] * a[i]);
#pragma acc parallel loop copyin(a, less) copyout(left)
    for (int i = 0; i < N; i++)
        left[i] = a[i] * a[i] + less[i];
    int wrong = 0;
    for (int i = 0; i < N; i++) {
        wrong += left[i] != 0;
    }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
