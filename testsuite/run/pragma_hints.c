// Other compilers' pragmas in constructs are the host compiler's to judge: their arguments needn't mean anything here.
// run: -O2 -Wno-unknown-pragmas -Wno-pragmas
// expect: device kernels=1
#include "check.h"
enum { N = 100 };

int main(void)
{
    float a[N] = {0};
#pragma acc parallel loop copy(a)
    for (int i = 0; i < N; i++) {
        float t = 0;
#pragma STDC FP_CONTRACT OFF
#pragma unroll(NOT_DEFINED)
        for (int j = 0; j < 4; j++)
            t += j;
#pragma GCC ivdep
        for (int j = 0; j < 2; j++)
            t += j;
#pragma clang loop vectorize(maybe)
        for (int j = 0; j < 2; j++)
            t += j;
#pragma nounroll
        for (int j = 0; j < 2; j++)
            t += j;
        _Pragma("unroll(NEITHER)")
        for (int j = 0; j < 2; j++)
            t += j;
        a[i] = t;
    }
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 10);
    return CHECKED();
}
