// Macros in directives that gcc doesn't expand by itself: PGI's region and for, and the standard's init and set.
// covers: loop types
// expect: device kernels=2
#include "check.h"

#define N 100
#define PART(a, n) a[0:n]
#define FIRST 0
static int a[N], b[N];

#define FILL _Pragma("acc region copyout(b[0:N])")

int main(void)
{
    #pragma acc set device_num(FIRST)
    #pragma acc region copyout(PART(a, N))
    {
        #pragma acc for independent vector(N + 28)
        for (int i = 0; i < N; i++)
            a[i] = i;
    }
    #undef N
    #define N 50
    FILL
    {
        for (int i = 0; i < N; i++)
            b[i] = 2 * i;
    }
    for (int i = 0; i < 100; i++)
        CHECK(a[i] == i && b[i] == (i < 50 ? 2 * i : 0));
    return CHECKED();
}
