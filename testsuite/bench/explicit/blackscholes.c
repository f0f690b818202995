/* Prices of options: a loop of gangs and vectors that calls mathematical functions. */
enum { times = 5, n = 400000 };
#define PARAMETERS int times, int n
#define ARGUMENTS times, n
#define ARRAYS(X) X(stock, [n]) X(strike, [n]) X(years, [n]) X(call, [n]) X(put, [n])
#include "polybench.h"
#pragma acc routine seq
static double below(double d)
{
    return 0.5 * erfc(-d * 0.70710678118654752);
}
KERNEL
{
    double rate = 0.02, volatility = 0.3;
#pragma acc data copyin(stock[0:n], strike[0:n], years[0:n]) copyout(call[0:n], put[0:n])
    for (int t = 0; t < times; t++) {
#pragma acc parallel loop gang vector present(stock[0:n], strike[0:n], years[0:n], call[0:n], put[0:n])
        for (int i = 0; i < n; i++) {
            double root = sqrt(years[i]), d1 = (log(stock[i] / strike[i]) + (rate + 0.5 * volatility * volatility) * years[i]) / (volatility * root);
            double d2 = d1 - volatility * root, later = strike[i] * exp(-rate * years[i]);
            call[i] = stock[i] * below(d1) - later * below(d2);
            put[i] = later * below(-d2) - stock[i] * below(-d1);
        }
    }
}
