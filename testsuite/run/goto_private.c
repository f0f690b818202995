// Jumps forwards leave what was assigned before them assigned: variables of the program stay private to iterations. One that is
// jumped back over may be read before it is assigned, and keeps its value from iteration to iteration.
// expect: device kernels=4
// launch: goto_private_main_21 grid=1x1x1 block=128x1x1
// launch: goto_private_main_58 grid=1x1x1 block=128x1x1
#include "check.h"
#define N 100
#define M 63

int main(void)
{
    static int a[N][M], b[N], c[N], d[N];
    unsigned char j;
    long i;
    int t, n, m, k;
    for (i = 0; i < N; i++)
        for (k = 0; k < M; k++)
            a[i][k] = (int)(i * k % 50);

    // The inner loop's variable, and one that two ways assign before they meet.
    #pragma acc parallel loop copyin(a) copyout(b) private(t)
    for (int r = 0; r < N; r++) {
        if (a[r][2] > 22) {
            t = 7;
            goto set;
        }
        t = r;
    set:
        b[r] = t;
    }
    for (int r = 0; r < N; r++)
        CHECK(b[r] == (a[r][2] > 22 ? 7 : r));

    #pragma acc kernels loop independent copy(a) gang
    for (i = 0; i < N; i += 3) {
        #pragma acc loop seq
        for (j = 0; j < M; j = 3 + j) {
            #pragma acc loop independent vector
            for (int s = 0; s < M; s += 4) {
                if (a[i][s] > 22)
                    goto skip;
                a[i][s] += j;
            skip:
                a[i][s] ^= 1;
            }
        }
    }
    for (int r = 0; r < N; r++)
        for (int s = 0; s < M; s++) {
            int want = r * s % 50;
            for (int q = 0; r % 3 == 0 && s % 4 == 0 && q < M; q += 3)
                want = (want > 22 ? want : want + q) ^ 1;
            CHECK(a[r][s] == want);
        }

    // In kernels without a clause: assigned on both ways, so private.
    #pragma acc kernels copyin(b) copyout(c)
    for (int r = 0; r < N; r++) {
        if (b[r] > 5)
            n = b[r], m = 1;
        else
            goto other;
        goto both;
    other:
        n = 2, m = 3;
    both:
        c[r] = n * m;
    }
    for (int r = 0; r < N; r++)
        CHECK(c[r] == (b[r] > 5 ? b[r] : 6));

    // Jumped back over: t is read before it is assigned.
    t = 5;
    for (int r = 0; r < N; r++)
        d[r] = r % 7;
    #pragma acc kernels copy(d)
    for (int r = 0; r < N; r++) {
        int turns = 0;
    again:
        if (turns == 0)
            d[r] += t;
        t = r;
        if (turns++ < 1)
            goto again;
        d[r] += t;
    }
    for (int r = 0; r < N; r++)
        CHECK(d[r] == r % 7 + (r ? r - 1 : 5) + r);
    CHECK(t == N - 1);
    return CHECKED();
}
