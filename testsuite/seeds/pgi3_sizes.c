// Sizes that aren't multiples of a tile: each of the article's forms, with one row, one column, one step, none of them, and some more than a tile has.
// expect: device in_order=0
// expect: multicore in_order=0
#include "matmul.h"

#define STAGED _Pragma("acc cache(c[k + p * j : 1])")
PRODUCT(k1, gang, gang vector(32), , )
PRODUCT(k2, gang, gang vector(64), , STAGED)
PRODUCT(k3, gang, gang vector(32) unroll(2), , STAGED)
PRODUCT(k4, gang unroll(4), gang vector(128), unroll(4), STAGED)
PRODUCT(k5, gang vector(16), gang vector(16), , _Pragma("acc cache(b[i + n * k : 1], c[k + p * j : 1])"))
PRODUCT(own, , , , )

int main(void)
{
    static const int sizes[][3] = {{1, 1, 1}, {33, 1, 31}, {1, 65, 33}, {127, 63, 1}, {129, 17, 65}, {150, 100, 77}, {5, 7, 0}};
    product *all[] = {k1, k2, k3, k4, k5, own};
    for (int s = 0; s < (int)(sizeof sizes / sizeof *sizes); s++)
        for (int f = 0; f < (int)(sizeof all / sizeof *all); f++)
            try_product(all[f], sizes[s][0], sizes[s][1], sizes[s][2]);
    return CHECKED();
}
