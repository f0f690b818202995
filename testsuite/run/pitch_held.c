// Steps over rows with a pitch: the array stays on the device over all of them, whichever plan runs.
// report: stays on the device until this loop ends
// expect: device kernels=6 uploads=2 downloads=2
// launch: pitch_held_steps_14 block=32x4x1
// launch: pitch_held_steps_14_rows_overlap
#include "check.h"

enum { N = 20, LDA = 32 };

static void steps(int n, int lda, int count, double *restrict x)
{
    for (int t = 0; t < count; t++) {
#pragma acc kernels
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++)
                x[i + lda * j] = 0.5 * x[i + lda * j] + t;
    }
}

int main(void)
{
    static double a[LDA * N], b[LDA * N];
    for (int i = 0; i < LDA * N; i++)
        a[i] = b[i] = i % 9;
    steps(N, LDA, 5, a);
    steps(3, 2, 1, a);
    for (int t = 0; t < 5; t++)
        for (int j = 0; j < N; j++)
            for (int i = 0; i < N; i++)
                b[i + LDA * j] = 0.5 * b[i + LDA * j] + t;
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            b[i + 2 * j] = 0.5 * b[i + 2 * j];
    int same = 1;
    for (int i = 0; i < LDA * N; i++)
        same &= a[i] == b[i];
    CHECK(same);
    return CHECKED();
}
