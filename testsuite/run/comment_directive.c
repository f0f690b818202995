// A comment ahead of a directive on its line, also with a backslash between: -Wextra has comments kept for gcc's warnings.
// run: -O2 -Wextra -Wimplicit-fallthrough
// expect: device kernels=1
#include "check.h"
  /* comment */ \
    #define ONE 1
/* another
   one */ #define TWO 2

int main(void)
{
    int s = 0;
    /* in front */ #pragma acc parallel loop reduction(+ : s)
    for (int i = 0; i < 10; i++)
        s += ONE + TWO;
    CHECK(s == 30);
    return CHECKED();
}
