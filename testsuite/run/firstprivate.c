// firstprivate scalars, arrays and structs; implicit firstprivate of scalars: the host's stay as they were.
// expect: device kernels=2
#include "check.h"
#define N 100

struct bounds {
    int low, high;
};

int main(void)
{
    int out[N], base = 10, table[4] = {3, 1, 4, 1};
    struct bounds b = {20, 70};
    #pragma acc parallel loop gang vector firstprivate(base, table, b) copyout(out)
    for (int i = 0; i < N; i++)
        out[i] = i < b.low ? base : i > b.high ? -base : base + table[i % 4];
    for (int i = 0; i < N; i++)
        CHECK(out[i] == (i < 20 ? 10 : i > 70 ? -10 : 10 + table[i % 4]));
    double scale = 1.5;
    long offset = 1L << 40;
    double far[N];
    #pragma acc parallel loop copyout(far)
    for (int i = 0; i < N; i++)
        far[i] = scale * (double)(offset + i);
    for (int i = 0; i < N; i++)
        CHECK(far[i] == 1.5 * (double)((1L << 40) + i));
    return CHECKED();
}
