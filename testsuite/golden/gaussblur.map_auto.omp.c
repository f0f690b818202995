/* gaussblur.c: Gaussian blur of an image with a 5 x 5 window. */
#include "gaussblur.h"

/* Gangs and vector lengths of OpenUH's table for 1024 x 1024. */
#ifndef G1
#if VARIANT == MAP_G_V
#define G1 1024
#elif VARIANT == MAP_GV_V
#define G1 512
#elif VARIANT == MAP_G_GV
#define G1 1020
#else
#define G1 510
#endif
#endif
#ifndef V1
#define V1 2
#endif
#ifndef G2
#define G2 8
#endif
#ifndef V2
#define V2 128
#endif

static double gaussblur(int n, float (*restrict in)[n], float (*restrict out)[n], const float w[5][5], int sweeps)
{
    double start = 0, time = 0;
    {
        for (int s = 0; s < sweeps; s++) {
            if (s == 1)
                start = now_ms();
            #pragma omp parallel for schedule(static) if(((double)n - 4) * ((double)n - 4) > 4700)
            for (int i = 2; i < n - 2; i++) {
                for (int j = 2; j < n - 2; j++) {
                    float sum = 0.f;
                    for (int di = 0; di < 5; di++) {
                        for (int dj = 0; dj < 5; dj++)
                            sum += w[di][dj] * in[i + di - 2][j + dj - 2];
                    }
                    out[i][j] = sum / 256.f;
                }
            }
        }
        time = now_ms() - start;
    }
    return time;
}
