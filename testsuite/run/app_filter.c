// Image filters: rows with a stride, a variable-length buffer on the device, a median in a local array.
// expect: device kernels=3 upload_bytes=4824 downloads=2 download_bytes=4736 attaches=2
// expect: multicore host_kernels=3 uploads=0
#include "check.h"
#include <stdlib.h>
#include <string.h>
#include <math.h>
/* What plain C gives. */
#define NEAR(v, ref) CHECK(fabs((double)(v) - (ref)) <= 1e-5 * fabs((double)(ref)))
#define R 2
#define CLAMP(v, lo, hi) ((v) < (lo) ? (lo) : (v) > (hi) ? (hi) : (v))
typedef struct image { int w, h, stride; unsigned char *px; } image;
static const float gauss[2 * R + 1] = { 0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f };
static image img_new(int w, int h) { image i = { w, h, (w + 15) & ~15, NULL }; i.px = calloc(i.stride * h, 1); return i; }
#pragma acc routine seq
static int clampi(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }
static void blur(const image *in, image *out)
{
    const int w = in->w, h = in->h, st = in->stride;
    const unsigned char *restrict a = in->px; unsigned char *restrict b = out->px;
    float tmp[h][w];
    #pragma acc data create(tmp) copyin(a[0:h * st]) copyout(b[0:h * st])
    {
        #pragma acc parallel loop collapse(2)
        for (int y = 0; y < h; y++) for (int x = 0; x < w; x++) {
            float s = 0;
            #pragma acc loop seq
            for (int k = -R; k <= R; k++) s += gauss[k + R] * a[y * st + clampi(x + k, 0, w - 1)];
            tmp[y][x] = s;
        }
        #pragma acc parallel loop gang
        for (int y = 0; y < h; y++) {
            #pragma acc loop vector
            for (int x = 0; x < st; x++) {
                float s = 0;
                if (x >= w) { b[y * st + x] = 0; continue; }
                for (int k = -R; k <= R; k++) s += gauss[k + R] * tmp[CLAMP(y + k, 0, h - 1)][x];
                b[y * st + x] = (unsigned char)(s + 0.5f);
            }
        }
    }
}
static void median(const image *in, image *out)
{
    #pragma acc parallel loop collapse(2) copyin(in[0:1], in->px[0:in->stride * in->h]) copyin(out[0:1]) copyout(out->px[0:out->stride * out->h])
    for (int y = 0; y < in->h; y++) for (int x = 0; x < in->stride; x++) {
        unsigned char v[9]; int n = 0;
        for (int dy = -1; dy <= 1; dy++) for (int dx = -1; dx <= 1; dx++)
            v[n++] = in->px[CLAMP(y + dy, 0, in->h - 1) * in->stride + CLAMP(x + dx, 0, in->w - 1)];
        for (int i = 1; i < 9; i++) { unsigned char t = v[i]; int j = i; while (j > 0 && v[j - 1] > t) { v[j] = v[j - 1]; j--; } v[j] = t; }
        out->px[y * out->stride + x] = x < in->w ? v[4] : 0;
    }
}
int main(void)
{
    image a = img_new(53, 37), b = img_new(53, 37), c = img_new(53, 37); unsigned s = 1; long t = 0;
    for (int i = 0; i < a.stride * a.h; i++) { s = s * 1103515245 + 12345; a.px[i] = s >> 24; }
    blur(&a, &b); median(&b, &c);
    for (int i = 0; i < c.stride * c.h; i++) t += (i % 13) * c.px[i] + b.px[i];
    NEAR(t, 1760049);
    free(a.px); free(b.px); free(c.px); return CHECKED();
}
