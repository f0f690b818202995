// A public code keeps an OpenMP and an OpenACC line on one loop, in a loop of the host's: the loops are as parallel as without OpenMP's line, whatever its clauses name, and data stays on the device.
// expect: device kernels=20 uploads<=3
// expect: multicore host_kernels=20
// launch: block=32x4x1
#include "check.h"
#define N 70

static double a[N][N], b[N][N];

int main(void)
{
    int i, j, idx;
    for (int step = 0; step < 10; step++) {
#pragma omp parallel for private(i, j)
#pragma acc kernels loop
        for (i = 0; i < N; i++) {
            for (j = 0; j < N; j++)
                a[i][j] = i + j + step;
        }
#pragma omp parallel for private(i, j, idx) \
    shared(a)
#pragma acc kernels loop
        for (i = 0; i < N; i++) {
            for (j = 0; j < N; j++) {
                idx = j + i * N;
                b[i][j] = idx + a[i][j];
            }
        }
    }
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            CHECK(b[i][j] == j + i * N + i + j + 9);
    return CHECKED();
}
