// Bins that no directive calls atomic: devices update them atomically, and the cores' threads have copies, which are combined behind the loop.
// In rows, with conditions, several arrays, all operators of integers, unsigned ones that go around.
// run: -O2 -fwrapv
// env: OMP_NUM_THREADS=3
// env: ACCRS_CORES=always
// report: Generating atomic updates of bins[from[i]] on devices [inferred]
// report: on the host's cores, parts of the iterations have copies of bins, which are combined behind the loop
// report: on the host's cores, parts of the iterations have copies of table, bins, which are combined behind the loop
// expect: device kernels=6
// expect: multicore host_kernels=5
#include "check.h"

enum { N = 20000, ROWS = 90, COLUMNS = 100, BINS = 300 };
static unsigned short from[N];
static int bins[BINS], right[BINS];
static unsigned long table[16][32], right_table[16][32];
static unsigned char bits[BINS], right_bits[BINS];
static long far[1 << 17], right_far[1 << 17];

#define PLAIN(LOOPS, BINS_, TABLE, BITS, FAR) \
    LOOPS for (int i = 0; i < N; i++)         \
        BINS_[from[i]]++;                     \
    LOOPS for (int i = 0; i < ROWS; i++)      \
        for (int j = 0; j < COLUMNS; j++) {   \
            TABLE[from[i * COLUMNS + j] % 16][j % 32] += (unsigned long)i << 60; \
            if (j % 3 == 0)                   \
                BINS_[j + 56] -= 2;           \
        }                                     \
    LOOPS for (int i = 0; i < N; i++)         \
        BITS[from[i]] ^= (unsigned char)i;    \
    LOOPS for (int i = 0; i < N; i++)         \
        BITS[from[i] / 2] |= (unsigned char)(1 << i % 8); \
    LOOPS for (int i = 0; i < N; i++)         \
        FAR[from[i] * 400] += i;

int main(void)
{
    for (int i = 0; i < N; i++)
        from[i] = (unsigned short)((i * 37 ^ i >> 3) % BINS);
    PLAIN(_Pragma("acc kernels"), bins, table, bits, far)
    PLAIN(, right, right_table, right_bits, right_far)
    for (int i = 0; i < BINS; i++)
        CHECK(bins[i] == right[i] && bits[i] == right_bits[i]);
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 32; j++)
            CHECK(table[i][j] == right_table[i][j]);
    for (int i = 0; i < 1 << 17; i++)
        CHECK(far[i] == right_far[i]);
    return CHECKED();
}
