// K3: each thread has two or four elements of a column, a strip apart.
// report: in tiles of one iteration of j by 64 of i, with c in shared memory
// report: in tiles of one iteration of j by 128 of i, with c in shared memory
// launch: pgi3_k3_twice_9 grid=3x100x1 block=32x1x1
// launch: pgi3_k3_four_10 grid=2x100x1 block=32x1x1
// expect: device kernels=4 in_order=0
#include "matmul.h"

PRODUCT(twice, gang, gang vector(32) unroll(2), , _Pragma("acc cache(c[k + p * j : 1])"))
PRODUCT(four, gang, gang vector(32) unroll(4), , _Pragma("acc cache(c[k + p * j : 1])"))

int main(void)
{
    TRY(twice), TRY(four);
    return CHECKED();
}
