// Every canonical form of for: steps 3 and -2, !=, reversed conditions, i = i + s, s + i, <=, >=, negative bounds.
// covers: loop forms
// expect: device kernels=15
// expect: multicore host_kernels=15
#include "check.h"
#define N 211

static int a[N];

/* `head` is the loop under test; the same loop without directives tells the answer. */
#define TRY(...)                                                                \
    do {                                                                        \
        for (int z = 0; z < N; z++)                                             \
            a[z] = 0;                                                           \
        PRAGMA(acc parallel loop gang vector num_gangs(3) vector_length(16) copy(a)) \
        for (__VA_ARGS__)                                                       \
            a[i + shift] += i + 1000;                                           \
        for (__VA_ARGS__)                                                       \
            a[i + shift] -= i + 1000;                                           \
        int changed = 0;                                                        \
        for (int z = 0; z < N; z++)                                             \
            changed += a[z] != 0;                                               \
        CHECK(changed == 0);                                                    \
    } while (0)

int main(void)
{
    int shift = 0, n = N, s = 7, low = 5;
    TRY(int i = 0; i < n; i += 3);
    TRY(int i = n - 1; i >= 0; i -= 2);
    TRY(int i = n - 1; i > -1; --i);
    TRY(int i = 0; i != n; i++);
    TRY(int i = 0; i != 210; i += 3);
    TRY(int i = n - 1; i != 0; i--);
    TRY(int i = 1; i <= n - 1; i = i + 2);
    TRY(int i = low; i < n; i = s + i);
    TRY(int i = 0; n > i; ++i);
    TRY(int i = n - 1; 0 <= i; i = i - s);
    TRY(int i = low; i < n - low; i += s);
    TRY(int i = low; i < low; i++);
    TRY(int i = n; i < low; i++);
    shift = 100;
    TRY(int i = -100; i < 100; i += 9);
    TRY(int i = 99; i >= -99; i += -4);
    return CHECKED();
}
