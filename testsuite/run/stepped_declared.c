// Loops whose variable the region declares ahead of them, as C89 has it: the host steps through them, kernels get its value, also behind other loops that
// count with it, and next to code that sets it.
// run: -O2 -Wno-openacc
// env: OMP_NUM_THREADS=3 ACCRS_LEAST_WORK=0
// expect: device kernels=14
#include "check.h"

enum { N = 300000 };
static int in[N], a[N], b[N], held[8], expected[8];

static void region(void)
{
#pragma acc kernels
    {
        int i, j;
        for (i = 3; i < 7; i += 1) {
            held[2] = (i * 6 + in[i]) % 57 + held[2];
            for (j = 2; j < N; j += 1)
                a[j] = in[j] + held[2] * i;
        }
        for (i = 0; i < N; i++)
            b[i] = a[i] - i;
    }
}

static void assigned(void)
{
#pragma acc kernels
    {
        int i;
        short k;
        i = 4;
        held[i] = 11;
        for (k = 6; k > 4; k--) {
            held[5] += held[4] + k;
            for (i = 0; i < N; i++)
                b[i] += held[5] % 3;
        }
    }
}

int main(void)
{
    for (int p = 0; p < N; p++)
        in[p] = p * 5 % 7;
    region();
    assigned();
    for (int i = 3; i < 7; i++)
        expected[2] += (i * 6 + in[i]) % 57;
    expected[4] = 11;
    int more = 0;
    for (int k = 6; k > 4; k--) {
        expected[5] += 11 + k;
        more += expected[5] % 3;
    }
    for (int k = 0; k < 8; k++)
        CHECK(held[k] == expected[k]);
    for (int p = 2; p < N; p++) {
        CHECK(a[p] == in[p] + expected[2] * 6);
        CHECK(b[p] == a[p] - p + more);
    }
    return CHECKED();
}
