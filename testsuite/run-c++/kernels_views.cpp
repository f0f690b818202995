// `kernels` with views: the loops are seen to be independent through their accessors, and are run on all threads.
// expect: device kernels=2 host_kernels=0
// expect: multicore host_kernels=2
#include "../run/check.h"
class grid {
    double *p_;
    int n_, m_;

public:
    grid(double *p, int n, int m) : p_(p), n_(n), m_(m) {}
    int rows() const { return n_; }
    int columns() const { return m_; }
    double &operator()(int i, int j) const { return p_[i * m_ + j]; }
};

int main()
{
    const int n = 16, m = 20;
    double a[n * m], b[n * m];
    double *x = a, *y = b;
    for (int i = 0; i < n * m; i++)
        a[i] = i, b[i] = -i;
    grid u(x, n, m), v(y, n, m);
#pragma acc data copyin(x[0 : n * m]) copy(y[0 : n * m])
    {
#pragma acc kernels
        for (int i = 0; i < u.rows(); i++)
            for (int j = 0; j < u.columns(); j++)
                v(i, j) += 2 * u(i, j);
#pragma acc kernels
        for (int i = 1; i < n; i++)
            for (int j = 0; j < m; j++)
                v(i, j) += v(0, j);
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            CHECK(b[i * m + j] == i * m + j + (i ? j : 0));
    return CHECKED();
}
