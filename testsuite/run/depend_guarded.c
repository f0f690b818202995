// Loops that are right by a condition on their variable get no warning, and run in parallel as they are told.
// run: -O2 -Werror=openacc
// expect: device kernels=6
// expect: multicore host_kernels=6
#include "check.h"
#define N 64

static double b[N];

static void reset(void)
{
    for (int i = 0; i < N; i++)
        b[i] = i;
}

int main(void)
{
    reset();
#pragma acc parallel loop
    for (int i = 0; i < N; i++)
        if (i < N / 2)
            b[i] = b[i + N / 2] + 1;
    CHECK(b[3] == N / 2 + 4 && b[40] == 40);
    reset();
#pragma acc parallel loop
    for (int i = 0; i < N - 1; i++)
        if (i % 2 == 0)
            b[i] = b[i + 1];
    CHECK(b[2] == 3 && b[3] == 3);
    reset();
#pragma acc parallel loop
    for (int i = 0; i < N; i++) {
        if (i >= N / 2)
            continue;
        b[i] = b[i + N / 2] + 1;
    }
    CHECK(b[3] == N / 2 + 4 && b[40] == 40);
    reset();
#pragma acc parallel loop
    for (int i = 0; i < N - 1; i++) {
        int even = !(i & 1);
        if (even)
            b[i] = b[i + 1];
    }
    CHECK(b[2] == 3 && b[3] == 3);
    reset();
#pragma acc parallel loop
    for (int i = 1; i < N; i++)
        b[i] = i < N / 2 ? 0 : b[i];
    CHECK(b[3] == 0 && b[40] == 40);
    reset();
#pragma acc parallel loop
    for (int i = 0; i < N - 1; i++)
        switch (i & 1) {
        case 0: b[i] = b[i + 1];
        }
    CHECK(b[2] == 3 && b[3] == 3);
    return CHECKED();
}
