// K2 with the loop over k unrolled: the strip stays in shared memory.
// report: in tiles of one iteration of j by 64 of i, with c in shared memory
// report: unrolled by 2, with a remainder
// launch: pgi3_k2_unrolled_twice_8 grid=3x100x1 block=64x1x1
// expect: device kernels=2 in_order=0
#include "matmul.h"

PRODUCT(twice, gang, gang vector(64), unroll(2), _Pragma("acc cache(c[k + p * j : 1])"))

int main(void)
{
    TRY(twice);
    return CHECKED();
}
