// num_gangs with two and three arguments on parallel and on the combined construct; gang(dim:) on combined ones.
// expect: device kernels=3
// expect: multicore host_kernels=3
#include "check.h"
#define A 7
#define B 9
#define C 11

static int m[A][B], t[A][B][C], r[A];

int main(void)
{
    int three = 3;
#pragma acc parallel num_gangs(three, 2, 4) copy(t)
    {
#pragma acc loop gang(dim:3)
        for (int i = 0; i < A; i++) {
#pragma acc loop gang(dim:2)
            for (int j = 0; j < B; j++) {
#pragma acc loop gang(dim:1) vector
                for (int k = 0; k < C; k++)
                    t[i][j][k] += 100 * i + 10 * j + k + 1;
            }
        }
    }
#pragma acc parallel loop gang(dim:2) num_gangs(2, 5) copy(m)
    for (int i = 0; i < A; i++) {
#pragma acc loop gang(dim:1) vector
        for (int j = 0; j < B; j++)
            m[i][j] += 10 * i + j;
    }
#pragma acc serial loop gang(dim:1) copy(r)
    for (int i = 0; i < A; i++)
        r[i] += i;
    for (int i = 0; i < A; i++) {
        CHECK(r[i] == i);
        for (int j = 0; j < B; j++) {
            CHECK(m[i][j] == 10 * i + j);
            for (int k = 0; k < C; k++)
                CHECK(t[i][j][k] == 100 * i + 10 * j + k + 1);
        }
    }
    return CHECKED();
}
