/* A recursive filter along rows and columns: gangs and lanes share the lines, each in order. */
enum { w = 4096, h = 2160 };
#define PARAMETERS int w, int h
#define ARGUMENTS w, h
#define ARRAYS(X) X(in, [w][h]) X(out, [w][h]) X(f, [w][h]) X(g, [w][h])
#include "polybench.h"
KERNEL
{
    double a = 0.2, b = 0.1, c = 0.4, d = -0.05;
#pragma acc data copyin(in[0:w][0:h]) copyout(out[0:w][0:h]) create(f[0:w][0:h], g[0:w][0:h])
    {
#pragma acc parallel loop gang vector
        for (int i = 0; i < w; i++) {
            double before = 0, last = 0, earlier = 0;
#pragma acc loop seq
            for (int j = 0; j < h; j++) {
                f[i][j] = a * in[i][j] + b * before + c * last + d * earlier;
                before = in[i][j];
                earlier = last;
                last = f[i][j];
            }
        }
#pragma acc parallel loop gang vector
        for (int i = 0; i < w; i++) {
            double next = 0, second = 0, last = 0, earlier = 0;
#pragma acc loop seq
            for (int j = h - 1; j >= 0; j--) {
                g[i][j] = b * next + a * second + c * last + d * earlier;
                second = next;
                next = in[i][j];
                earlier = last;
                last = g[i][j];
            }
        }
#pragma acc parallel loop collapse(2)
        for (int i = 0; i < w; i++)
            for (int j = 0; j < h; j++)
                out[i][j] = f[i][j] + g[i][j];
#pragma acc parallel loop gang vector
        for (int j = 0; j < h; j++) {
            double before = 0, last = 0, earlier = 0;
#pragma acc loop seq
            for (int i = 0; i < w; i++) {
                f[i][j] = a * out[i][j] + b * before + c * last + d * earlier;
                before = out[i][j];
                earlier = last;
                last = f[i][j];
            }
        }
#pragma acc parallel loop gang vector
        for (int j = 0; j < h; j++) {
            double next = 0, second = 0, last = 0, earlier = 0;
#pragma acc loop seq
            for (int i = w - 1; i >= 0; i--) {
                g[i][j] = b * next + a * second + c * last + d * earlier;
                second = next;
                next = out[i][j];
                earlier = last;
                last = g[i][j];
            }
        }
#pragma acc parallel loop collapse(2)
        for (int i = 0; i < w; i++)
            for (int j = 0; j < h; j++)
                out[i][j] = f[i][j] + g[i][j];
    }
}
