// A sum and a product of complex numbers.
#include <complex.h>
double complex sum(int n, const double complex *x, float complex *turn)
{
    double complex s = 0;
    float complex p = 1;
    #pragma omp parallel for simd schedule(static) if(n > 150000) reduction(+:s) reduction(*:p)
    for (int i = 0; i < n; i++) {
        s += x[i];
        p *= (float complex)x[i];
    }
    *turn = p;
    return s;
}
