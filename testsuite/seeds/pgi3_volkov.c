// Volkov's form: 16 by 4 threads, of which each has 16 rows by 4 columns; k is unrolled by 16.
// report: in tiles of 16 iterations of j by 256 of i, with c in shared memory
// launch: pgi3_volkov_form_7 grid=1x7x1 block=16x4x1
// expect: device kernels=2 in_order=0
#include "matmul.h"

PRODUCT(form, gang vector(4) unroll(4), gang vector(16) unroll(16), unroll(16), _Pragma("acc cache(c[k + p * j : 1])"))

int main(void)
{
    TRY(form);
    return CHECKED();
}
