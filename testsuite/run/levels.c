// One loop on each set of levels.
// covers: gang worker vector
// expect: device kernels=16
// expect: multicore host_kernels=16
#include "check.h"
#define N 1003

static int a[N];

static void verify(void)
{
    for (int i = 0; i < N; i++) {
        CHECK(a[i] == 7 * i - 3);
        a[i] = -1;
    }
}

#define TRY(levels)                                                             \
    do {                                                                        \
        PRAGMA(acc parallel loop levels copyout(a))                             \
        for (int i = 0; i < N; i++)                                             \
            a[i] = 7 * i - 3;                                                   \
        verify();                                                               \
    } while (0)

int main(void)
{
    TRY(gang);
    TRY(worker num_gangs(1) num_workers(5));
    TRY(vector num_gangs(1) vector_length(96));
    TRY(gang worker);
    TRY(gang vector);
    TRY(worker vector num_gangs(1));
    TRY(gang worker vector);
    TRY(gang num_gangs(17));
    TRY(gang worker num_gangs(3) num_workers(7));
    TRY(gang vector num_gangs(3) vector_length(7));
    TRY(gang worker vector num_gangs(2) num_workers(3) vector_length(31));
    TRY(seq num_gangs(1));
    TRY(auto);
    TRY(independent);
    TRY(gang(static:4));
    TRY(gang(static:*));
    return CHECKED();
}
