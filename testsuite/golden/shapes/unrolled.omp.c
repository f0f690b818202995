// unroll(n), as nvc has it: on loops in order, with a remainder and without, in each other, and on one over lanes.
#include <stddef.h>

void stencil(int n, int m, const float *restrict c, const float *restrict a, float *restrict b)
{
    #pragma omp parallel for schedule(static) if(n > 18008)
    for (int i = 4; i < n - 4; i++) {
        float s = 0;
        for (int k = -4; k <= 4; k += 9) {
            s += c[k + 4] * a[i + k];
            s += c[k + 5] * a[i + (k + 1)];
            s += c[k + 6] * a[i + (k + 2)];
            s += c[k + 7] * a[i + (k + 3)];
            s += c[k + 8] * a[i + (k + 4)];
            s += c[k + 9] * a[i + (k + 5)];
            s += c[k + 10] * a[i + (k + 6)];
            s += c[k + 11] * a[i + (k + 7)];
            s += c[k + 12] * a[i + (k + 8)];
        }
        b[i] = s;
    }
    #pragma omp parallel for simd schedule(static) if(m > 200000)
    for (int i = 0; i < m; i++)
        b[i] += a[i];
}

void ends(int n, size_t l, long from, long to, unsigned short w, int *a, int *end)
{
    #pragma omp parallel for schedule(static) if(5 * (double)n * ((double)n - 1) + 6 * (double)n * ((double)to - (double)from) + 4 * (double)n * (double)w + 0.2 * (double)n * (double)n / 3 * (double)n / 3 > 1000000) private(end)
    for (int g = 0; g < n; g++) {
        int s = 0, i;
        {
            for (i = n - 1; i >= 3; i -= 4) {
                s += a[i] + i;
                s += a[i - 1] + (i - 1);
                s += a[i - 2] + (i - 2);
                s += a[i - 3] + (i - 3);
            }
            for (; i >= 0; i--)
                s += a[i] + i;
        }
        {
            size_t j = g;
            for (; j < l && l - j > 4; j += 6) {
                {
                    int t = a[j] + 1;
                #pragma omp atomic update
                    a[j + 1] += t;
                }
                {
                    int t = a[j + 2] + 1;
                #pragma omp atomic update
                    a[j + 3] += t;
                }
                {
                    int t = a[j + 4] + 1;
                #pragma omp atomic update
                    a[j + 5] += t;
                }
            }
            for (; j < l; j += 2) {
                int t = a[j] + 1;
            #pragma omp atomic update
                a[j + 1] += t;
            }
        }
        {
            long k = from;
            for (; k <= to && (unsigned long)to - (unsigned long)k >= 1; k += 2) {
                s -= k > 5 ? a[k - 1] : (int)k;
                s -= (k + 1) > 5 ? a[k] : (int)(k + 1);
            }
            for (; k <= to; ++k)
                s -= k > 5 ? a[k - 1] : (int)k;
        }
        {
            unsigned short v = 0;
            for (; v < w - 3L; v += 4) {
                s ^= v * sizeof(v);
                s ^= (v + 1) * sizeof((unsigned short)(v + 1));
                s ^= (v + 2) * sizeof((unsigned short)(v + 2));
                s ^= (v + 3) * sizeof((unsigned short)(v + 3));
            }
            for (; v != w; v++)
                s ^= v * sizeof(v);
        }
        {
            int x = 0;
            for (; x < n - 3L; x += 6) {
                {
                    int y = x;
                    for (; y < x + 10 - 1L * (long)w; y += 2L * (long)w) {
                        s += a[y + x];
                        s += a[((int)((long)y + w)) + x];
                    }
                    for (; y < x + 10; y += w)
                        s += a[y + x];
                }
                {
                    int y = (x + 3);
                    for (; y < x + 13 - 1L * (long)w; y += 2L * (long)w) {
                        s += a[y + (x + 3)];
                        s += a[((int)((long)y + w)) + (x + 3)];
                    }
                    for (; y < x + 13; y += w)
                        s += a[y + (x + 3)];
                }
            }
            for (; x < n; x += 3)
                {
                    int y = x;
                    for (; y < x + 10 - 1L * (long)w; y += 2L * (long)w) {
                        s += a[y + x];
                        s += a[((int)((long)y + w)) + x];
                    }
                    for (; y < x + 10; y += w)
                        s += a[y + x];
                }
        }
        a[g] = s + i;
    }
}
