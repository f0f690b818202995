// No data clauses at all: arrays come and go, scalars are firstprivate, what is only read or written moves one way at most.
// covers: data implicit aggregate
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#define N 400

static double table[N];

int main(void)
{
    double a[N], b[N];
    double factor = 2.5;
    int offset = 3;
    for (int i = 0; i < N; i++)
        a[i] = i, b[i] = -i, table[i] = 0.5 * i;
    #pragma acc parallel loop
    for (int i = 0; i < N; i++)
        b[i] = b[i] + factor * a[i] + table[(i + offset) % N];
    #pragma acc kernels
    for (int i = 0; i < N; i++)
        table[i] = a[i] - factor;
    for (int i = 0; i < N; i++) {
        CHECK(b[i] == -i + 2.5 * i + 0.5 * ((i + 3) % N));
        CHECK(table[i] == i - 2.5);
    }
    return CHECKED();
}
