// With -O3 a GPU rounds a product and a sum once: what rounding the product alone loses is there.
// run: -O3
// devices: nvidia
// openmp: it is about GPUs
// report: GPUs round a * b + c once
#include <math.h>
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
    int wrong = 0, some = 0;
    for (int i = 0; i < N; i++) {
        wrong += left[i] != fma(a[i], a[i], less[i]);
        some += left[i] != 0;
    }
    printf("%d wrong, %d are not 0\n", wrong, some);
    return wrong || !some;
}
