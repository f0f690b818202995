// Section 7.3: Black-Scholes moves what it needs and what it leaves: five arrays in, two out.
// expect: device kernels=1 uploads=5 upload_bytes=20000 downloads=2 download_bytes=8000
#include "../run/check.h"
#include <math.h>

enum { N = 500 };
static double price[N], strike[N], years[N], rate[N], sigma[N], call[N], put[N];

static double cnd(double d)
{
    return 0.5 * erfc(-d / sqrt(2.0));
}

static void options(void)
{
#pragma acc kernels
    for (int i = 0; i < N; i++) {
        double root = sqrt(years[i]);
        double d1 = (log(price[i] / strike[i]) + (rate[i] + 0.5 * sigma[i] * sigma[i]) * years[i]) / (sigma[i] * root);
        double d2 = d1 - sigma[i] * root, now = strike[i] * exp(-rate[i] * years[i]);
        call[i] = price[i] * cnd(d1) - now * cnd(d2);
        put[i] = now * cnd(-d2) - price[i] * cnd(-d1);
    }
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        price[i] = 5 + i % 30, strike[i] = 1 + i % 97, years[i] = 0.25 + i % 40 * 0.25;
        rate[i] = 0.02, sigma[i] = 0.1 + i % 5 * 0.1;
    }
    options();
    for (int i = 0; i < N; i++) {
        double parity = price[i] - strike[i] * exp(-rate[i] * years[i]);
        CHECK(fabs(call[i] - put[i] - parity) < 1e-9);
        CHECK(call[i] >= -1e-9 && put[i] >= -1e-9);
    }
    return CHECKED();
}
