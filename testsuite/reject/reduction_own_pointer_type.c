// error: ACC0307 line 8: through a pointer of the construct's own
#include <complex.h>
void f(int n, double complex *q)
{
#pragma acc parallel num_gangs(4) copy(q[0:n])
    for (int i = 0; i < n; i++) {
        double complex *r = &q[i];
#pragma acc loop gang reduction(+ : r[0:1])
        for (int j = 0; j < 100; j++)
            r[0] += j;
    }
}
