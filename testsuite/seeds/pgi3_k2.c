// K2: the strip of c that a block needs is in shared memory; strips of 32, 64 and 128.
// report: in tiles of one iteration of j by 32 of i, with c in shared memory
// report: in tiles of one iteration of j by 64 of i, with c in shared memory
// report: in tiles of one iteration of j by 128 of i, with c in shared memory
// launch: pgi3_k2_w32_12 grid=5x100x1 block=32x1x1
// launch: pgi3_k2_w64_13 grid=3x100x1 block=64x1x1
// launch: pgi3_k2_w128_14 grid=2x100x1 block=128x1x1
// expect: device kernels=6 in_order=0
#include "matmul.h"

#define STAGED _Pragma("acc cache(c[k + p * j : 1])")
PRODUCT(w32, gang, gang vector(32), , STAGED)
PRODUCT(w64, gang, gang vector(64), , STAGED)
PRODUCT(w128, gang, gang vector(128), , STAGED)

int main(void)
{
    TRY(w32), TRY(w64), TRY(w128);
    return CHECKED();
}
