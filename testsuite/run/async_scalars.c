// Arguments of an asynchronous region are those of the moment of the launch, whatever the host does after it.
// expect: device kernels=10
#include "check.h"
#define N 1000

int main(void)
{
    static int a[10][N];
    #pragma acc data copyout(a)
    {
        int k = 0;
        for (int round = 0; round < 10; round++) {
            k = round * 11;
            #pragma acc parallel loop async(1) present(a)
            for (int i = 0; i < N; i++)
                a[round][i] = k + i;
            k = -1;
        }
        #pragma acc wait(1)
    }
    for (int round = 0; round < 10; round++)
        for (int i = 0; i < N; i++)
            CHECK(a[round][i] == round * 11 + i);
    return CHECKED();
}
