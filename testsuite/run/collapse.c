// collapse of 2 and 3 loops, with odd trips, steps, and inner bounds that are no constants.
// expect: device kernels=4
// expect: multicore host_kernels=4
#include "check.h"
#define A 7
#define B 13
#define C 29

static int a[A][B][C];

int main(void)
{
    int n = B, m = C;
    #pragma acc parallel loop collapse(3) copyout(a)
    for (int i = 0; i < A; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < m; k++)
                a[i][j][k] = (i * B + j) * C + k;
    #pragma acc parallel loop gang vector collapse(2) copy(a) num_gangs(3) vector_length(5)
    for (int i = 0; i < A; i += 2)
        for (int j = n - 1; j >= 0; j -= 3)
            a[i][j][0] += 1000000;
    #pragma acc parallel loop gang collapse(2) copy(a)
    for (int i = 0; i < A; i++)
        for (int j = 0; j < B; j++) {
            #pragma acc loop vector
            for (int k = 0; k < C; k++)
                a[i][j][k] *= 2;
        }
    #pragma acc kernels loop collapse(2) independent copy(a)
    for (int i = 1; i <= A - 1; i++)
        for (int j = 0; j != B; j++)
            a[i][j][1] = 0;
    for (int i = 0; i < A; i++)
        for (int j = 0; j < B; j++)
            for (int k = 0; k < C; k++) {
                int want = (i * B + j) * C + k;
                if (k == 0 && i % 2 == 0 && (B - 1 - j) % 3 == 0)
                    want += 1000000;
                want *= 2;
                if (k == 1 && i >= 1)
                    want = 0;
                CHECK(a[i][j][k] == want);
            }
    return CHECKED();
}
