// Two files have instances of these, in different orders, and with kernels of their own before them.
template <class T> inline T sum_of(const T *p, int n)
{
    T s = 0;
#pragma acc parallel loop reduction(+ : s) copyin(p[0:n])
    for (int i = 0; i < n; i++)
        s += p[i];
    return s;
}
template <class T> struct scaled {
    T k;
    T of(const T *p, int n)
    {
        T s = 0, m = k;
#pragma acc parallel loop reduction(+ : s) copyin(p[0:n])
        for (int i = 0; i < n; i++)
            s += m * p[i];
        return s;
    }
};
double other_sums(const double *d, const int *i, int n);
