// Subscripts that analysis can't see through: kernels must stay right without independent.
// expect: device kernels>=1
#include "check.h"
#define N 256

int main(void)
{
    int index[N], count[16] = {0};
    for (int i = 0; i < N; i++)
        index[i] = (i * 7) % 16;
    #pragma acc kernels copyin(index) copy(count)
    for (int i = 0; i < N; i++)
        count[index[i]] = count[index[i]] + 1;
    for (int k = 0; k < 16; k++)
        CHECK(count[k] == N / 16);
    return CHECKED();
}
