// Variables that only statement expressions (GNU C: what MAX expands to) use: collapsed loops' indices, pointers, copies, and a
// statement expression as a subscript.
// expect: device kernels=3
#include "check.h"
#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
#define N 20
#define M 30

struct point {
    int x, y;
};

int main(void)
{
    int a[N][M], b[N][M], c[40], s = 0, t = 0, tmp = 0;
    #pragma acc parallel loop collapse(2) copyout(a)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[MAX(i, 0)][MAX(j, 0)] = MAX(i, 5);
    #pragma acc parallel loop collapse(2) copyout(b) reduction(+:s) private(tmp)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            int *p = &b[0][0];
            p[({ int q = i * M + j; q; })] = ({ struct point v = { .x = i, .y = j }; tmp = v.x; tmp + v.y; });
            s += MAX(1, i - 100);
        }
    #pragma acc parallel loop gang copyout(c) reduction(+:t)
    for (int i = 0; i < 40; i++) {
        int m[4] = { [2] = i };
        struct point v = { .y = i };
        #pragma acc loop vector reduction(+:t)
        for (int k = 0; k < 32; k++) t += ({ int z = 1; z + MAX(k, 0) * 0; });
        c[i] = m[2] + v.y;
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) CHECK(a[i][j] == (i > 5 ? i : 5) && b[i][j] == i + j);
    for (int i = 0; i < 40; i++) CHECK(c[i] == 2 * i);
    CHECK(s == N * M && t == 40 * 32);
    return CHECKED();
}
