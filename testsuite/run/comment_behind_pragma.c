// Comments over several lines that begin on the line of a pragma, with a warning that makes compilers keep comments.
// run: -O2 -Wextra
// expect: sim kernels=3
// expect: multicore host_kernels=3
#include "check.h"

enum { N = 40 };
static int c[N];

int main(void)
{
#pragma acc kernels copy(c) /* a comment
  over lines */
    for (int i = 0; i < N; i++)
        c[i] = i;
#pragma acc parallel loop /* a comment
  over lines */ copy(c)
    for (int i = 0; i < N; i++)
        c[i] += 2 * i;
#pragma acc parallel loop copy(c) /* one */ // another /* one
    for (int i = 0; i < N; i++)
        c[i] += 1;
    for (int i = 0; i < N; i++)
        CHECK(c[i] == 3 * i + 1);
    return CHECKED();
}
