// Iterations in another order on the cores: the loops that stand for the text's run some of its statements under conditions of their own. Such a
// statement need not name what the loop counts with.
// run: -O2
// env: OMP_NUM_THREADS=3
// report: the host's cores run the iterations in another order
// expect: multicore host_kernels=2
#include "check.h"

static int held[49], sums[49], out[49], in[49];
struct ends {
    int lo, hi;
};

/* The loop inside runs from `q->lo` to what the loop outside writes before its last two iterations. */
static void down(struct ends *q)
{
#pragma acc kernels
    for (int i = 3; i >= 0; i -= 1) {
        held[i] = (held[i] + in[i]) % 49;
        out[i] = out[i] * 3 % 1000 + in[i];
        for (int k = q->lo; k < held[1]; k += 1)
            sums[3] += in[k];
    }
}

static void up(struct ends *q)
{
#pragma acc kernels
    for (int i = 0; i < 5; i++) {
        held[i] = held[i] + 6;
        out[i] = out[i] * 2 % 1000 + in[i];
        for (int k = q->lo; k < held[3]; k++)
            sums[4] += in[k];
    }
}

int main(void)
{
    struct ends e = { 2, 32 };
    for (int p = 0; p < 49; p++) {
        held[p] = p * 7 % 49;
        sums[p] = p;
        out[p] = p;
        in[p] = p * 5 % 7;
    }
    down(&e);
    /* in: 0 5 3 1 6 4 2 0 5 3 1 6 4 2 …; held[1]: 7, then 12. */
    int before = 3 + 1 + 6 + 4 + 2, behind = before + 0 + 5 + 3 + 1 + 6;
    CHECK(held[0] == 0 && held[1] == 12 && held[2] == 17 && held[3] == 22);
    CHECK(sums[3] == 3 + 2 * before + 2 * behind);
    CHECK(out[0] == 0 && out[1] == 8 && out[3] == 10);
    up(&e);
    /* held[3]: 22 in three iterations, then 28. */
    int three = 0, two = 0;
    for (int k = 2; k < 28; k++) {
        three += k < 22 ? k * 5 % 7 : 0;
        two += k * 5 % 7;
    }
    CHECK(sums[4] == 4 + 3 * three + 2 * two);
    CHECK(held[4] == 34 && held[3] == 28 && out[4] == 14);
    return CHECKED();
}
