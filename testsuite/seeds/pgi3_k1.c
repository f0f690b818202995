// K1: a strip of i for each block, a column for each row of blocks, and the sum in a register; strips of 32, 64, 128 and 256.
// launch: pgi3_k1_w32_10 grid=5x100x1 block=32x1x1
// launch: pgi3_k1_w64_11 grid=3x100x1 block=64x1x1
// launch: pgi3_k1_w128_12 grid=2x100x1 block=128x1x1
// launch: pgi3_k1_w256_13 grid=1x100x1 block=256x1x1
// expect: device kernels=8 in_order=0
// expect: multicore host_kernels=8
#include "matmul.h"

PRODUCT(w32, gang, gang vector(32), , )
PRODUCT(w64, gang, gang vector(64), , )
PRODUCT(w128, gang, gang vector(128), , )
PRODUCT(w256, gang, gang vector(256), , )

int main(void)
{
    TRY(w32), TRY(w64), TRY(w128), TRY(w256);
    return CHECKED();
}
