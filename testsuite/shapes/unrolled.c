// unroll(n), as nvc has it: on loops in order, with a remainder and without, in each other, and on one over lanes.
#include <stddef.h>

void stencil(int n, int m, const float *restrict c, const float *restrict a, float *restrict b)
{
    #pragma acc parallel loop gang vector present(c, a, b)
    for (int i = 4; i < n - 4; i++) {
        float s = 0;
        #pragma acc loop seq unroll(9)
        for (int k = -4; k <= 4; k++)
            s += c[k + 4] * a[i + k];
        b[i] = s;
    }
    #pragma acc parallel loop unroll(4) present(a, b)
    for (int i = 0; i < m; i++)
        b[i] += a[i];
}

void ends(int n, size_t l, long from, long to, unsigned short w, int *a, int *end)
{
    #pragma acc parallel loop gang vector present(a[0:n]) private(end)
    for (int g = 0; g < n; g++) {
        int s = 0, i;
        #pragma acc loop seq unroll(4)
        for (i = n - 1; i >= 0; i--)
            s += a[i] + i;
        #pragma acc loop seq unroll(3)
        for (size_t j = g; j < l; j += 2) {
            int t = a[j] + 1;
            #pragma acc atomic
            a[j + 1] += t;
        }
        #pragma acc loop seq unroll(2)
        for (long k = from; k <= to; ++k)
            s -= k > 5 ? a[k - 1] : (int)k;
        #pragma acc loop seq unroll(4)
        for (unsigned short v = 0; v != w; v++)
            s ^= v * sizeof(v);
        #pragma acc loop seq unroll(2)
        for (int x = 0; x < n; x += 3)
            #pragma acc loop seq unroll(2)
            for (int y = x; y < x + 10; y += w)
                s += a[y + x];
        a[g] = s + i;
    }
}
