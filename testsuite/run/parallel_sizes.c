// num_gangs, num_workers and vector_length, also as run-time expressions and odd numbers.
// expect: device kernels=5
// expect: multicore host_kernels=5
#include "check.h"
#define N 777

static void fill(int *a, int gangs, int workers, int length)
{
    (void)workers, (void)length;
    #pragma acc parallel copyout(a[0:N]) num_gangs(gangs) num_workers(workers) vector_length(length)
    {
        #pragma acc loop gang worker vector
        for (int i = 0; i < N; i++)
            a[i] = 3 * i + gangs;
    }
}

int main(void)
{
    int a[N];
    int sizes[5][3] = {{1, 1, 1}, {3, 7, 5}, {13, 1, 32}, {2, 4, 33}, {1000, 2, 64}};
    for (int s = 0; s < 5; s++) {
        for (int i = 0; i < N; i++)
            a[i] = -1;
        fill(a, sizes[s][0], sizes[s][1], sizes[s][2]);
        for (int i = 0; i < N; i++)
            CHECK(a[i] == 3 * i + sizes[s][0]);
    }
    return CHECKED();
}
