// In a header: a function that kernels call.
#pragma acc routine seq
static inline double smooth(const double *v, int i, int n)
{
    return i + 1 < n ? 0.5 * (v[i] + v[i + 1]) : v[i];
}

void step(double *v, int n);
