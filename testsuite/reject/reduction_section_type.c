// error: ACC0307 line 7: a section whose array the construct names outside of the loop
#include <complex.h>
void f(int n, double complex *q)
{
#pragma acc parallel num_gangs(4) copy(q[0:n])
    {
#pragma acc loop gang reduction(+ : q[0:1])
        for (int j = 0; j < 100; j++)
            q[0] += j;
#pragma acc loop gang
        for (int j = 1; j < n; j++)
            q[j] = j;
    }
}
