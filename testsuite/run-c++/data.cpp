// Data that stays: members of structs, pointers in them, globals of namespaces, arrays of arrays; `kernels` with scalars that are read behind it.
// expect: device kernels=7
#include "../run/check.h"
#include <vector>

namespace grid {
double line[64];
#pragma acc declare create(line)
struct field {
    double *v;
    int n;
    double sum;
};
}
using grid::field;

static int last_of(const double *a, int n, int (&where)[2])
{
    int at = -1;
#pragma acc kernels copyin(a[0:n])
    for (int i = 0; i < n; i++)
        if (a[i] > 2)
            at = i;
    where[0] = at;
    auto look = [&] { return at + 1; };
    where[1] = look();
    return at;
}

int main()
{
    std::vector<double> store(32, 1.0);
    field f{store.data(), 32, 0};
#pragma acc enter data copyin(f) copyin(f.v[0:f.n])
#pragma acc parallel loop present(f)
    for (int i = 0; i < 32; i++)
        f.v[i] += i;
    double s = 0;
#pragma acc parallel loop present(f) reduction(+ : s)
    for (int i = 0; i < 32; i++)
        s += f.v[i];
#pragma acc exit data copyout(f.v[0:f.n]) delete (f)
    CHECK(s == 32 + 496 && store[31] == 32);
    using grid::line;
#pragma acc parallel loop
    for (int i = 0; i < 64; i++)
        line[i] = i;
#pragma acc parallel loop
    for (int i = 0; i < 64; i++)
        grid::line[i] *= 2;
#pragma acc update self(grid::line)
    CHECK(line[63] == 126);
    double *rows[4];
    for (auto &r : rows)
        r = new double[8]();
#pragma acc parallel loop collapse(2) copy(rows[0:4][0:8])
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 8; j++)
            rows[i][j] += 10 * i + j;
    CHECK(rows[3][7] == 37 && rows[0][1] == 1);
    for (double *r : rows)
        delete[] r;
    double a[40];
    int where[2], n = 40;
#pragma acc kernels copyout(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i % 7;
    CHECK(last_of(a, n, where) == 39 && where[0] == 39 && where[1] == 40);
    return CHECKED();
}
