// Only what a loop touches moves. Of a tile of a matrix with long rows 64 rows of 256 bytes, of every 200th element 1,000 of 4. The thesis' examples 5.12 and 5.61
// move as the 133 and 114 elements from the first to the last: their 35 and 60 are packed in no shorter time, since a row by itself costs as much as 256 bytes.
// expect: device kernels=4 uploads=5 upload_bytes=25372 downloads=4 download_bytes=20624
#include "../run/check.h"
#include <stdlib.h>

static float out[7][5], out2[5][5], out3[64][64];

static void one(const float *restrict p)
{
#pragma acc kernels
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 5; j++)
            out[i][j] = p[5 + 20 * i + 3 * j];
}

static void two(const float *restrict p)
{
#pragma acc kernels
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++)
            out2[i][j] = p[20 * i + 3 * j] + p[21 + 20 * i + 3 * j];
}

static void tile(long ld, const float *restrict p)
{
#pragma acc kernels
    for (long i = 0; i < 64; i++)
        for (long j = 0; j < 64; j++)
            out3[i][j] = p[i * ld + j];
}

static void strided(long n, const float *restrict p, float *restrict q)
{
#pragma acc kernels
    for (long i = 0; i < n; i++)
        q[200 * i] = p[200 * i] + 1;
}

int main(void)
{
    enum { ALL = 5000 * 64 };
    float *p = malloc(sizeof *p * ALL), *q = calloc(ALL, sizeof *q);
    if (!p || !q)
        return 2;
    for (int i = 0; i < ALL; i++)
        p[i] = (float)(i % 97), q[i] = -1;
    one(p), two(p), tile(5000, p), strided(1000, p, q);
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 5; j++)
            CHECK(out[i][j] == p[5 + 20 * i + 3 * j]);
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++)
            CHECK(out2[i][j] == p[20 * i + 3 * j] + p[21 + 20 * i + 3 * j]);
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 64; j++)
            CHECK(out3[i][j] == p[i * 5000 + j]);
    for (int i = 0; i < 200000; i++)
        CHECK(q[i] == (i % 200 ? -1 : p[i] + 1));
    free(p), free(q);
    return CHECKED();
}
