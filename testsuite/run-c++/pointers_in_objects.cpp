// Objects with pointers that no clause names: of the function, of `this`, parameters by reference. Their data is there already.
// expect: device kernels=3 host_kernels=0
// expect: multicore host_kernels=3
#include "../run/check.h"
struct parts {
    double a;
    const double *x;
    double *y;
};

static void by_value(int n, parts f)
{
#pragma acc parallel loop
    for (int i = 0; i < n; i++)
        f.y[i] += f.a * f.x[i];
}

static void by_reference(int n, const parts &f)
{
#pragma acc parallel loop
    for (int i = 0; i < n; i++)
        f.y[i] += f.a * f.x[i];
}

struct owner {
    parts f;
    int n;
    void run()
    {
#pragma acc parallel loop
        for (int i = 0; i < n; i++)
            f.y[i] += f.a * f.x[i];
    }
};

int main()
{
    const int n = 40;
    double a[n], b[n];
    double *x = a, *y = b;
    for (int i = 0; i < n; i++)
        a[i] = i, b[i] = 1;
    parts f{2, x, y};
    owner o{f, n};
#pragma acc data copyin(x[0 : n]) copy(y[0 : n])
    {
        by_value(n, f);
        by_reference(n, f);
        o.run();
    }
    for (int i = 0; i < n; i++)
        CHECK(b[i] == 1 + 6 * i);
    return CHECKED();
}
