// Atomic operations on what C++ names: elements by reference, members of `this`, results of accessors.
// expect: device kernels=3 host_kernels=0
// expect: multicore host_kernels=3
#include "../run/check.h"
struct histogram {
    int *bins;
    int n;
    int &at(int i) const { return bins[i % n]; }
    void count(const int *v, int m)
    {
#pragma acc parallel loop copyin(v[0 : m]) copy(bins[0 : n])
        for (int i = 0; i < m; i++) {
            int &b = bins[v[i] % n];
#pragma acc atomic update
            b++;
        }
    }
};

int main()
{
    const int n = 5, m = 100;
    int bins[n] = {}, v[m], first[m];
    for (int i = 0; i < m; i++)
        v[i] = i;
    histogram h{bins, n};
    h.count(v, m);
    int total = 0;
#pragma acc data copy(bins)
    {
#pragma acc parallel loop
        for (int i = 0; i < m; i++) {
#pragma acc atomic update
            h.at(i) += 2;
        }
    }
#pragma acc parallel loop copy(total) copyout(first)
    for (int i = 0; i < m; i++) {
        int old;
#pragma acc atomic capture
        old = total++;
        first[i] = old >= 0;
    }
    for (int i = 0; i < n; i++)
        CHECK(bins[i] == 60);
    CHECK(total == m);
    for (int i = 0; i < m; i++)
        CHECK(first[i] == 1);
    return CHECKED();
}
