// Reductions are found, and each may be computed in any order: sums, products, minima and maxima, in loops that would be in order else.
// expect: device kernels=1 in_order=0
// expect: multicore host_kernels=1 in_order=0
// report: Generating reduction(max:largest)
// launch: grid=32x1x1 block=128x1x1
#include "../run/check.h"

enum { N = 4000 };
static double a[N];

int main(void)
{
    double sum = 0, largest = a[0], product = 1;
    long count = 0;
    for (int i = 0; i < N; i++)
        a[i] = (i * 7) % 64 - 20;
#pragma acc kernels
    for (int i = 0; i < N; i++) {
        sum += a[i];
        if (a[i] > largest)
            largest = a[i];
        if (a[i] > 0)
            count++;
        product *= a[i] == 43 ? 1.0009765625 : 1;
    }
    double s = 0, l = 0, p = 1;
    long k = 0;
    for (int i = 0; i < N; i++) {
        s += a[i];
        l = a[i] > l ? a[i] : l;
        k += a[i] > 0;
        p *= a[i] == 43 ? 1.0009765625 : 1;
    }
    CHECK(sum == s && largest == l && count == k && product / p > 0.999999 && product / p < 1.000001);
    return CHECKED();
}
