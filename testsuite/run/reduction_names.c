// The program's own variables have the names that a kernel's parameters for results and for copied values would have; and a collapsed nest whose
// innermost loop the cores could run in tiles.
// run: -O2
// env: OMP_NUM_THREADS=3
// expect: device kernels=3
// expect: multicore host_kernels=3
#include "check.h"
#define N 13
#define M 50

static double x[N][M];

int main(void)
{
    double s = 0, s_result[20], a[M] = {0};
    #pragma acc parallel loop reduction(+:s) copyout(s_result)
    for (int i = 0; i < 20; i++) {
        s += i;
        s_result[i] = i;
    }
    CHECK(s == 190 && s_result[4] == 4);
    int w[3] = {1, 2, 3}, w_value[20];
    #pragma acc parallel loop gang firstprivate(w) copyout(w_value)
    for (int i = 0; i < 20; i++)
        w_value[i] = w[0] + i;
    CHECK(w_value[7] == 8);
    for (int i = 0; i < N; i++)
        for (int k = 0; k < M; k++)
            x[i][k] = i;
    #pragma acc parallel loop collapse(2) reduction(+:a)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < M; k++)
                a[k] += x[i][k];
    CHECK(a[7] == 1014);
    return CHECKED();
}
