// What cuda_device.cu is for devices.
#include <math.h>

double shape(double x, const double *w)
{
    return x * 3 + w[1] + 2 * w[0] * 2.5 + sqrt(x);
}

void put(float *to, int i, unsigned char c)
{
    to[i] = c + i;
}
