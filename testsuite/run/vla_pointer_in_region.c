// A pointer to rows of variable length, declared in a region: the length is the one at the declaration,
// although its variable changes afterwards.
// expect: device kernels=2
#include "check.h"

int main(void)
{
    static int buf[16][64];
    #pragma acc parallel loop copy(buf)
    for (int i = 0; i < 16; i++) {
        int m = 3 + i % 2;
        int (*t)[m] = (int (*)[m])&buf[i][0];
        m = 7;
        t[1][0] = i;
        t[2][1] = m;
        buf[i][31] = (int)(sizeof *t / sizeof(int));
    }
    for (int i = 0; i < 16; i++) {
        int s = 3 + i % 2;
        CHECK(buf[i][s] == i && buf[i][2 * s + 1] == 7 && buf[i][31] == s);
    }

    /* Where threads of a gang stand for one, and through a typedef. */
    #pragma acc parallel num_gangs(4) vector_length(32) copy(buf)
    {
        #pragma acc loop gang
        for (int i = 0; i < 16; i++) {
            int m = 3 + i % 2;
            int (*t)[m] = (int (*)[m])&buf[i][0];
            m = 7;
            #pragma acc loop vector
            for (int j = 0; j < 5; j++)
                t[j][0] = i + j;
            t[2][1] = m;
            typedef int row[m];
            row *q = (row *)&buf[i][32];
            q[1][1] = 5;
            buf[i][63] = (int)(sizeof *t / sizeof(int));
        }
    }
    for (int i = 0; i < 16; i++) {
        int s = 3 + i % 2;
        for (int j = 0; j < 5; j++)
            CHECK(buf[i][s * j] == i + j);
        CHECK(buf[i][2 * s + 1] == 7 && buf[i][63] == s && buf[i][32 + 7 + 1] == 5);
    }
    return CHECKED();
}
