// The times of a program that ends by exit() in a data region: those of its kernels are there, the region was entered once.
// env: NVCOMPILER_ACC_TIME=1
// message: accrs: times of
// message: main: data region, entered 1 time
// message: upload a: 1 time, 400 bytes
// message: kernel times_exit_main_14: 2 launches
#include <stdlib.h>

int main(void)
{
    int a[100] = {0};
#pragma acc data copy(a)
    for (int turn = 0; turn < 3; turn++) {
#pragma acc parallel loop
        for (int i = 0; i < 100; i++)
            a[i] += i;
        if (turn == 1)
            exit(3);
    }
    return 0;
}
