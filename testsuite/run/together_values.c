// Values that each step of a loop over time computes from its number stand in the kernel that goes through all steps, where they are declared.
// expect: device kernels=3 together=3 in_order=0
// expect: multicore in_order=0
#include "check.h"
#include <string.h>

enum { N = 3000, STEPS = 12 };

#define FORM(name, directive)                                    \
    static void name(int n, int steps, int *a, int *b)           \
    {                                                            \
        directive                                                \
        for (int t = 0; t < steps; t++) {                        \
            int m = t * 2 + 1;                                   \
            const long twice = 2L * m, other = twice - t;        \
            for (int i = 1; i < n; i++)                          \
                b[i] = a[i - 1] + a[i + 1] + m;                  \
            for (int i = 1; i < n; i++)                          \
                a[i] = (int)((b[i] + other * twice) % 1009);     \
        }                                                        \
    }

FORM(plain, )
FORM(stepped, _Pragma("acc kernels copy(a[0:n + 1], b[0:n + 1])"))

int main(void)
{
    static int a[2][N + 2], b[2][N + 2];
    for (int n = 1000; n <= N; n += 1000) {
        for (int i = 0; i < N + 2; i++)
            a[0][i] = a[1][i] = b[0][i] = b[1][i] = i * 7 % 31;
        plain(n, STEPS, a[0], b[0]);
        stepped(n, STEPS, a[1], b[1]);
        CHECK(!memcmp(a[0], a[1], sizeof a[0]));
        CHECK(!memcmp(b[0], b[1], sizeof b[0]));
    }
    return CHECKED();
}
