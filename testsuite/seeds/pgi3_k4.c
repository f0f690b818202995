// K4: each thread has an element of two or four columns, for which b is read once; strips of 32, 64 and 128.
// report: in tiles of 2 iterations of j by 32 of i, with c in shared memory
// report: in tiles of 4 iterations of j by 128 of i, with c in shared memory
// launch: pgi3_k4_w32_12 grid=5x50x1 block=32x1x1
// launch: pgi3_k4_w64_13 grid=3x50x1 block=64x1x1
// launch: pgi3_k4_w128_14 grid=2x50x1 block=128x1x1
// launch: pgi3_k4_four_15 grid=2x25x1 block=128x1x1
// expect: device kernels=8 in_order=0
#include "matmul.h"

#define STAGED _Pragma("acc cache(c[k + p * j : 1])")
PRODUCT(w32, gang unroll(2), gang vector(32), , STAGED)
PRODUCT(w64, gang unroll(2), gang vector(64), , STAGED)
PRODUCT(w128, gang unroll(2), gang vector(128), , STAGED)
PRODUCT(four, gang unroll(4), gang vector(128), , STAGED)

int main(void)
{
    TRY(w32), TRY(w64), TRY(w128), TRY(four);
    return CHECKED();
}
