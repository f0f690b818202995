// One gang steps through a loop, and one of its threads writes what all of them read by another name in the heads of the loops inside: nothing says that the
// two names are apart. Each of them must wait for what is written.
// run: -O2
// expect: device kernels=1
#include "check.h"

static int held[73], in[73];

static int step(int *p, int n)
{
    int k = 3, odd = 73;
#pragma acc data copy(held) copyin(in)
    {
#pragma acc kernels present(p[0:62])
        for (int i = 3; i < n; i++) {
            held[i] = (held[i] + in[i]) % 73;
            k += in[i];
            for (int j = p[0]; j < n; j++)
                for (int m = k; m < 73; m++) {
                    odd -= odd > 0 ? in[m] & 1 : 0;
                    held[m] = (m * 5 + in[m]) % 73;
                }
        }
    }
    return 2 * k + odd;
}

int main(void)
{
    int want[73], k = 3, odd = 73;
    for (int p = 0; p < 73; p++) {
        held[p] = want[p] = p * 7 % 73;
        in[p] = p * 5 % 7;
    }
    int got = step(held + 11, 65);
    for (int i = 3; i < 65; i++) {
        want[i] = (want[i] + in[i]) % 73;
        k += in[i];
        for (int j = want[11]; j < 65; j++)
            for (int m = k; m < 73; m++) {
                odd -= odd > 0 ? in[m] & 1 : 0;
                want[m] = (m * 5 + in[m]) % 73;
            }
    }
    CHECK(got == 2 * k + odd);
    for (int p = 0; p < 73; p++)
        CHECK(held[p] == want[p]);
    return CHECKED();
}
