// A driver that ends before anything could wait for a queue: what the queue was to copy to the host is lost, and the message says so.
// devices: nvidia
// env: ACCRS_GPU_ENDS=cuStreamSynchronize ACCRS_GPU_LAZY=1
// message: what the queue was to copy to the host is lost: wait for it
#include <stdlib.h>
#define N 100000

static double table[N];
static double other;

static void work(void)
{
#pragma acc enter data copyin(table) async(1)
#pragma acc parallel loop present(table) async(1)
    for (int i = 0; i < N; i++)
        table[i] = 1;
#pragma acc exit data copyout(table) async(1)
#pragma acc parallel loop copy(other)
    for (int i = 0; i < 10; i++)
        other = 1;
}

int main(void)
{
    work();
    exit(0);
}
