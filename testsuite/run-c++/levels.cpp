// Levels of parallelism, routines with loops, tiles, private copies, reductions of bool, loops over pointers, queues, conditions.
// expect: device kernels=13
#include "../run/check.h"
#include <array>
#include <cstddef>

#pragma acc routine vector
static void row(double *r, int n, double k)
{
#pragma acc loop vector
    for (int j = 0; j < n; j++)
        r[j] += k;
}
#pragma acc routine worker
static double dot(const double *r, const double *q, int n)
{
    double s = 0;
#pragma acc loop vector reduction(+ : s)
    for (int j = 0; j < n; j++)
        s += r[j] * q[j];
    return s;
}

int main()
{
    const int n = 64, m = 48;
    static double a[n * m], b[n * m];
    double out[n];
    for (int i = 0; i < n * m; i++) {
        a[i] = i % 17;
        b[i] = i % 5;
    }
#pragma acc kernels copyin(a) copy(b)
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j) {
            auto t = a[i * m + j];
            b[i * m + j] += t * 2;
        }
#pragma acc parallel loop gang copy(b)
    for (auto i = 0; i < n; i++)
        row(b + i * m, m, i);
#pragma acc parallel loop gang copyin(a, b) copyout(out)
    for (int i = 0; i < n; i++)
        out[i] = dot(a + i * m, b + i * m, m);
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = i * m; j < (i + 1) * m; j++)
            s += a[j] * (j % 5 + a[j] * 2 + i);
        CHECK(out[i] == s);
    }
    double tmp[4], best = -1;
    int k = 7, count = 0;
    bool any = false, every = true;
    unsigned bits = 0;
#pragma acc parallel loop private(tmp) firstprivate(k) reduction(max : best) reduction(+ : count) reduction(|| : any) reduction(&& : every) \
    reduction(| : bits) copyin(a)
    for (std::size_t i = 0; i < std::size_t(n) * m; i++) {
        for (int q = 0; q < 4; q++)
            tmp[q] = a[i] * q + k;
        if (tmp[3] > best)
            best = tmp[3];
        count += tmp[3] > 30;
        any = any || tmp[3] > 50;
        every = every && tmp[3] >= 7;
        bits |= 1u << (i % 9);
    }
    CHECK(best == 55 && count == 1624 && any && every && bits == 511);
#pragma acc parallel loop tile(8, 8) copy(a)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i * m + j] += j;
    CHECK(a[1] == 2 && a[n * m - 1] == (n * m - 1) % 17 + 47);
    double *p = a;
#pragma acc enter data copyin(p[0:n * m]) async(1)
    for (int t = 0; t < 3; t++) {
#pragma acc parallel loop present(p[0:n * m]) async(1)
        for (int i = 0; i < n * m; i++)
            p[i] += t;
    }
#pragma acc exit data copyout(p[0:n * m]) async(1)
#pragma acc wait
    CHECK(a[1] == 5);
#pragma acc parallel loop copy(p[0:n * m])
    for (double *q = p; q < p + n * m; q++)
        *q += 1;
    double s = 0;
#pragma acc serial copy(s)
    {
        for (int i = 0;; i++) {
            if (i > 4)
                break;
            s += i;
        }
    }
    CHECK(a[1] == 6 && s == 10);
#pragma acc parallel loop if (n > 100) copy(p[0:n * m])
    for (int i = 0; i < n * m; i++)
        p[i] = 0;
    std::array<double, 8> few{};
    double *f = few.data();
    int hist[10] = {0};
#pragma acc parallel loop copy(f[0:8], hist)
    for (int i = 0; i < 800; i++) {
#pragma acc atomic update
        hist[i % 10]++;
        if (i < 8)
            f[i] = i;
    }
    CHECK(a[5] == 0 && few[7] == 7 && hist[3] == 80);
    int squares[6];
#pragma acc parallel loop seq copyout(squares)
    for (int i = 0; i < 6; i++)
        squares[i] = i * i;
    long sums[3] = {1, 2, 3};
#pragma acc parallel loop reduction(+ : sums)
    for (int i = 0; i < 60; i++)
        sums[i % 3] += i;
    CHECK(squares[5] == 25 && sums[0] == 571 && sums[2] == 613);
    return CHECKED();
}
