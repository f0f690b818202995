// References of host code: reductions, sections, arrays, structs, pointers by reference; what they refer to is changed.
// expect: device kernels=9
// expect: multicore host_kernels=8
#include "../run/check.h"

static void sum(const double *a, int n, double &s, long &count)
{
#pragma acc parallel loop copyin(a[0:n]) reduction(+ : s, count)
    for (int i = 0; i < n; i++) {
        s += a[i];
        count += i;
    }
}

static void fill(double (&m)[20][30], const int &k)
{
#pragma acc parallel loop collapse(2) copy(m)
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 30; j++)
            m[i][j] += i * k + j;
}

static void last_row(double (*m)[30], int n, int &last)
{
#pragma acc kernels copy(m[0:n])
    for (int i = 0; i < n; i++) {
        last = i;
        for (int j = 0; j < 30; j++)
            m[i][j] *= 2;
    }
}

static void exchange(double *&p, double *&q, int n)
{
    double *&r = p;
#pragma acc parallel loop copy(p[0:n], q[0:n])
    for (int i = 0; i < n; i++) {
        const double t = p[i];
        p[i] = q[i];
        q[i] = t;
    }
#pragma acc parallel loop copy(r[0:n])
    for (int i = 0; i < n; i++)
        r[i] += 1;
}

struct row {
    double v[8];
    int n;
};

static void add(row &s, const row &t)
{
#pragma acc parallel loop copy(s) copyin(t)
    for (int i = 0; i < s.n; i++)
        s.v[i] += t.v[i];
#pragma acc parallel loop
    for (int i = 0; i < s.n; i++)
        s.v[i] += 1;
}

static void count_in(int &n, int *a)
{
    // A copy for each gang, and the host's stays.
#pragma acc parallel loop copy(a[0:4]) firstprivate(n)
    for (int i = 0; i < 4; i++)
        a[i] = n + i;
    n++;
}

int main()
{
    double a[100], b[100];
    for (int i = 0; i < 100; i++) {
        a[i] = i;
        b[i] = -i;
    }
    double s = 1;
    long count = 2;
    sum(a, 100, s, count);
    CHECK(s == 4951 && count == 4952);
    static double m[20][30];
    int last = -1;
    fill(m, 3);
    last_row(m, 20, last);
    CHECK(last == 19 && m[19][29] == 2 * (57 + 29) && m[1][2] == 10);
    double *p = a, *q = b;
    exchange(p, q, 100);
    CHECK(a[3] == -2 && b[3] == 3);
    row x{{1, 2, 3, 4, 5, 6, 7, 8}, 8}, y{{1, 1, 1, 1, 1, 1, 1, 1}, 8};
    add(x, y);
    CHECK(x.v[0] == 3 && x.v[7] == 10);
    int n = 5, four[4];
    count_in(n, four);
    CHECK(n == 6 && four[3] == 8);
    return CHECKED();
}
