// Asynchronous constructs with objects that have destructors: nobody makes copies of them.
// expect: device kernels=4 host_kernels=0
// expect: multicore host_kernels=4
#include "../run/check.h"

static int alive;

struct block {
    double *data;
    int n;
    explicit block(int n) : data(new double[n]), n(n) { alive++; }
    block(const block &o) : data(new double[o.n]), n(o.n) { alive++; }
    ~block()
    {
        delete[] data;
        alive--;
    }
    double &at(int i) { return data[i]; }
    void scale(double k)
    {
#pragma acc parallel loop async(1) copy(data[0 : n])
        for (int i = 0; i < n; i++)
            data[i] *= k;
    }
};

static void add(block &to, const block &from)
{
    const int n = from.n;
#pragma acc parallel loop async(1) copy(to.data[0 : n]) copyin(from.data[0 : n])
    for (int i = 0; i < n; i++)
        to.data[i] += from.data[i];
}

int main()
{
    const int n = 100;
    {
        block a(n), b(n);
        for (int i = 0; i < n; i++)
            a.data[i] = i, b.data[i] = 1;
#pragma acc parallel loop async(1) copy(a.data[0 : n]) copyin(b.data[0 : n])
        for (int i = 0; i < n; i++)
            a.data[i] += b.data[i];
        a.scale(2);
        add(a, b);
#pragma acc parallel loop async(1) copy(a, a.data[0 : n])
        for (int i = 0; i < n; i++)
            a.at(i) += 0.5;
#pragma acc wait(1)
        CHECK(alive == 2);
        for (int i = 0; i < n; i++)
            CHECK(a.data[i] == 2 * (i + 1) + 1.5);
    }
    CHECK(alive == 0);
    return CHECKED();
}
