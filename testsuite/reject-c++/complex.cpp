// error: ACC0166 line 7: an object of class `std::complex<double>` can't be compiled inside OpenACC constructs
#include <complex>
void f(std::complex<double> *z, int n)
{
    #pragma acc parallel loop copy(z[0:n])
    for (int i = 0; i < n; i++)
        z[i] = z[i] * 2.0;
}
