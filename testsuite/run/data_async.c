// async and wait on data, enter data and exit data: what follows on the same queue sees the transfers.
// expect: device kernels=2
#include "check.h"
#define N 100000

static int a[N], b[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i;
    #pragma acc enter data copyin(a) create(b) async(5)
    #pragma acc parallel loop present(a, b) async(5)
    for (int i = 0; i < N; i++)
        b[i] = a[i] + 1;
    #pragma acc parallel loop present(b) wait(5) async(6)
    for (int i = 0; i < N; i++)
        b[i] *= 2;
    #pragma acc exit data copyout(b) delete(a) wait(6) async(7)
    #pragma acc wait(7)
    for (int i = 0; i < N; i++)
        CHECK(b[i] == 2 * (i + 1));
    return CHECKED();
}
