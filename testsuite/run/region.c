// PGI's spellings: region, for with parallel, vector and seq, and data moved by analysis.
// expect: device kernels>=1
// expect: multicore host_kernels>=1
#include "check.h"
#define N 301

int main(void)
{
    static float a[N][N], b[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (float)(i - j);
    #pragma acc region
    {
        #pragma acc for parallel
        for (int i = 0; i < N; i++) {
            #pragma acc for vector(64)
            for (int j = 0; j < N; j++)
                b[i][j] = a[j][i] * 0.5f;
        }
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            CHECK(b[i][j] == (float)(j - i) * 0.5f);
    return CHECKED();
}
