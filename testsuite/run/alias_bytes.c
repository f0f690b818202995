// Pointers to bytes may lead into objects of any type: a loop asks about them, and runs in order where they do.
// env: OMP_NUM_THREADS=5 ACCRS_LEAST_WORK=0
// devices: multicore
// expect: multicore host_kernels=6 in_order=3
#include "check.h"
#define N 9999

#define BYTES(name, type)                                                                                              \
    static void name(int n, int *a, const type *b)                                                                     \
    {                                                                                                                  \
        _Pragma("acc kernels") for (int i = 0; i < n; i++)                                                             \
            a[i + 1] = b[i * sizeof *a] + 1;                                                                           \
    }
BYTES(with_char, char)
BYTES(with_signed, signed char)
BYTES(with_unsigned, unsigned char)

static int a[N + 1];

int main(void)
{
    static char c[4 * N];
    static signed char s[4 * N];
    static unsigned char u[4 * N];
    with_char(N, a, (const char *)a);
    CHECK(a[100] == 100 && a[127] == 127 && a[130] != 130);
    a[0] = 0;
    with_signed(N, a, (const signed char *)a);
    CHECK(a[100] == 100 && a[127] == 127 && a[130] != 130);
    a[0] = 0;
    with_unsigned(N, a, (const unsigned char *)a);
    CHECK(a[100] == 100 && a[256] == 256 && a[257] == 1);
    u[4] = 200, s[4] = -5, c[4] = 7;
    with_char(N, a, c);
    CHECK(a[1] == 1 && a[2] == 8 && a[N] == 1);
    with_signed(N, a, s);
    CHECK(a[2] == -4 && a[N] == 1);
    with_unsigned(N, a, u);
    CHECK(a[2] == 201 && a[N] == 1);
    return CHECKED();
}
