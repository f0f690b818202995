// Section 7.4: a 5-point stencil moves one array in and one out, and its border stays as it is on the host.
// report: Generating copy(out) [implicit; rows of it may come back alone, and nothing go there]
// expect: device kernels=1 uploads=1 upload_bytes=115200 downloads=1 download_bytes=111392
#include "../run/check.h"

enum { N = 120 };
static double in[N][N], out[N][N];

static void stencil(void)
{
#pragma acc kernels
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            out[i][j] = 0.5 * in[i][j] + 0.125 * (in[i - 1][j] + in[i + 1][j] + in[i][j - 1] + in[i][j + 1]);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            in[i][j] = (i * 7 + j * 3) % 16, out[i][j] = -1;
    stencil();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            int border = !i || !j || i == N - 1 || j == N - 1;
            CHECK(out[i][j] == (border ? -1 : 0.5 * in[i][j] + 0.125 * (in[i - 1][j] + in[i + 1][j] + in[i][j - 1] + in[i][j + 1])));
        }
    return CHECKED();
}
