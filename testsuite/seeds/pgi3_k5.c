// K5: tiles of 16 by 16, of which b and c are in shared memory.
// report: in tiles of 16 iterations of j by 16 of i, with b, c in shared memory
// launch: pgi3_k5_tile_7 grid=10x7x1 block=16x16x1
// expect: device kernels=2 in_order=0
#include "matmul.h"

PRODUCT(tile, gang vector(16), gang vector(16), , _Pragma("acc cache(b[i + n * k : 1], c[k + p * j : 1])"))

int main(void)
{
    TRY(tile);
    return CHECKED();
}
