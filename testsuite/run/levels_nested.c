// gang, worker, vector nested in all legal ways, and a seq loop innermost.
// expect: device kernels=6
// expect: multicore host_kernels=6
#include "check.h"
#define A 11
#define B 23
#define C 37

static int a[A][B][C];

static void verify(void)
{
    for (int i = 0; i < A; i++)
        for (int j = 0; j < B; j++)
            for (int k = 0; k < C; k++) {
                CHECK(a[i][j][k] == 10000 * i + 100 * j + k);
                a[i][j][k] = -1;
            }
}

#define TRY(outer, middle, inner)                                               \
    do {                                                                        \
        PRAGMA(acc parallel copyout(a) num_gangs(5) num_workers(3) vector_length(32)) \
        PRAGMA(acc loop outer)                                                  \
        for (int i = 0; i < A; i++) {                                           \
            PRAGMA(acc loop middle)                                             \
            for (int j = 0; j < B; j++) {                                       \
                PRAGMA(acc loop inner)                                          \
                for (int k = 0; k < C; k++)                                     \
                    a[i][j][k] = 10000 * i + 100 * j + k;                       \
            }                                                                   \
        }                                                                       \
        verify();                                                               \
    } while (0)

int main(void)
{
    TRY(gang, worker, vector);
    TRY(gang, worker vector, seq);
    TRY(gang worker, vector, seq);
    TRY(gang worker, seq, vector);
    TRY(gang, seq, worker vector);
    TRY(gang vector, seq, seq);
    return CHECKED();
}
