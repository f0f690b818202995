// The article's best kernel: K4 with four columns, strips of 128, and the loop over k unrolled by two and four.
// report: in tiles of 4 iterations of j by 128 of i, with c in shared memory
// report: unrolled by 4, with a remainder
// launch: pgi3_k4_unrolled_twice_9 grid=2x25x1 block=128x1x1
// launch: pgi3_k4_unrolled_four_10 grid=2x25x1 block=128x1x1
// expect: device kernels=4 in_order=0
#include "matmul.h"

PRODUCT(twice, gang unroll(4), gang vector(128), unroll(2), _Pragma("acc cache(c[k + p * j : 1])"))
PRODUCT(four, gang unroll(4), gang vector(128), unroll(4), _Pragma("acc cache(c[k + p * j : 1])"))

int main(void)
{
    TRY(twice), TRY(four);
    return CHECKED();
}
