// Code of a parallel construct outside its loops runs once in every gang: each gang has its own private copy.
// covers: gang redundant
// expect: device kernels=1
#include "check.h"
#define N 500

int main(void)
{
    int out[N], flag[1] = {0}, base = 4;
    #pragma acc parallel num_gangs(13) vector_length(32) copyout(out) copy(flag)
    {
        int local = base * 2;
        local = local + 1;
        flag[0] = 77;
        #pragma acc loop gang vector
        for (int i = 0; i < N; i++)
            out[i] = local + i;
    }
    CHECK(flag[0] == 77);
    for (int i = 0; i < N; i++)
        CHECK(out[i] == 9 + i);
    return CHECKED();
}
