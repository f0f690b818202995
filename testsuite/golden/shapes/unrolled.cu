// nvrtc: --fmad=false
// unrolled.c:6  Map-gv: i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) unrolled_stencil_6(int n, const float *__restrict__ c, const float *__restrict__ a, float *__restrict__ b)
{
    for (int i = 4 + blockIdx.x * blockDim.x + threadIdx.x; 0 <= i && i < n - 4; i += gridDim.x * blockDim.x) { // line 7
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
}

// unrolled.c:14  Map-gv: i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) unrolled_stencil_14(int m, const float *__restrict__ a, float *__restrict__ b)
{
    #pragma unroll 4
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; 0 <= i && i < m; i += gridDim.x * blockDim.x) { // line 15
        b[i] += a[i];
    }
}

// unrolled.c:21  Map-gv: g → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) unrolled_ends_21(int n, int *a, size_t l, long from, long to, unsigned short w)
{
    for (int g = blockIdx.x * blockDim.x + threadIdx.x; 0 <= g && g < n; g += gridDim.x * blockDim.x) { // line 22
        int s = 0;
        int i;
        for (i = n - 1; i >= 3; i -= 4) {
            s += a[i] + i;
            s += a[i - 1] + (i - 1);
            s += a[i - 2] + (i - 2);
            s += a[i - 3] + (i - 3);
        }
        for (; i >= 0; i--) {
            s += a[i] + i;
        }
        {
            size_t j = g;
            for (; j < l && l - j > 4; j += 6) {
                {
                    int t = a[j] + 1;
                    atomicAdd(&a[j + 1], t);
                }
                {
                    int t = a[j + 2] + 1;
                    atomicAdd(&a[j + 3], t);
                }
                {
                    int t = a[j + 4] + 1;
                    atomicAdd(&a[j + 5], t);
                }
            }
            for (; j < l; j += 2) {
                int t = a[j] + 1;
                atomicAdd(&a[j + 1], t);
            }
        }
        {
            long k = from;
            for (; k <= to && (unsigned long)to - (unsigned long)k >= 1; k += 2) {
                s -= k > 5 ? a[k - 1] : (int)k;
                s -= k + 1 > 5 ? a[k] : (int)(k + 1);
            }
            for (; k <= to; ++k) {
                s -= k > 5 ? a[k - 1] : (int)k;
            }
        }
        {
            unsigned short v = 0;
            for (; v < w - 3L; v += 4) {
                s ^= v * sizeof(unsigned short);
                s ^= (v + 1) * sizeof(unsigned short);
                s ^= (v + 2) * sizeof(unsigned short);
                s ^= (v + 3) * sizeof(unsigned short);
            }
            for (; v != w; v++) {
                s ^= v * sizeof(unsigned short);
            }
        }
        {
            int x = 0;
            for (; x < n - 3L; x += 6) {
                {
                    int y = x;
                    for (; y < x + 10 - 1L * w; y += 2L * w) {
                        s += a[y + x];
                        s += a[(int)(y + w) + x];
                    }
                    for (; y < x + 10; y += w) {
                        s += a[y + x];
                    }
                }
                {
                    int y = x + 3;
                    for (; y < x + 13 - 1L * w; y += 2L * w) {
                        s += a[y + (x + 3)];
                        s += a[(int)(y + w) + (x + 3)];
                    }
                    for (; y < x + 13; y += w) {
                        s += a[y + (x + 3)];
                    }
                }
            }
            for (; x < n; x += 3) {
                {
                    int y = x;
                    for (; y < x + 10 - 1L * w; y += 2L * w) {
                        s += a[y + x];
                        s += a[(int)(y + w) + x];
                    }
                    for (; y < x + 10; y += w) {
                        s += a[y + x];
                    }
                }
            }
        }
        a[g] = s + i;
    }
}
