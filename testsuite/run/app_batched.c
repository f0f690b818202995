// Small systems, one for each iteration: private matrices handed to a routine.
// expect: device kernels=1 upload_bytes=68212 downloads=2 download_bytes=9748
// expect: multicore host_kernels=1 uploads=0
#include "check.h"
#include <math.h>
/* What plain C gives. */
#define NEAR(v, ref) CHECK(fabs((double)(v) - (ref)) <= 1e-5 * fabs((double)(ref)))
#define DIM 6
#define NB 203
static double A[NB][DIM][DIM], b[NB][DIM], x[NB][DIM];
#pragma acc routine seq
static int gauss(double m[DIM][DIM + 1], double *sol)
{
    for (int k = 0; k < DIM; k++) {
        int p = k; for (int i = k + 1; i < DIM; i++) if (fabs(m[i][k]) > fabs(m[p][k])) p = i;
        if (m[p][k] == 0.0) return 1;
        for (int j = k; j <= DIM; j++) { double t = m[k][j]; m[k][j] = m[p][j]; m[p][j] = t; }
        for (int i = k + 1; i < DIM; i++) { double f = m[i][k] / m[k][k]; for (int j = k; j <= DIM; j++) m[i][j] -= f * m[k][j]; }
    }
    for (int i = DIM - 1; i >= 0; i--) { double s = m[i][DIM]; for (int j = i + 1; j < DIM; j++) s -= m[i][j] * sol[j]; sol[i] = s / m[i][i]; }
    return 0;
}
int main(void)
{
    int sing = 0; double m[DIM][DIM + 1], sol[DIM], s = 0; int i, j, e;
    for (e = 0; e < NB; e++) for (i = 0; i < DIM; i++) { b[e][i] = i + e % 5; for (j = 0; j < DIM; j++) A[e][i][j] = e % 50 == 7 ? 0 : ((e + 3 * i + 7 * j * j) % 11) + (i == j) * 20; }
#pragma acc parallel loop private(m, sol, i, j) copyin(A, b) copyout(x) reduction(+:sing)
    for (e = 0; e < NB; e++) {
        for (i = 0; i < DIM; i++) { for (j = 0; j < DIM; j++) m[i][j] = A[e][i][j]; m[i][DIM] = b[e][i]; sol[i] = 0; }
        sing += gauss(m, sol);
        for (i = 0; i < DIM; i++) x[e][i] = sol[i];
    }
    for (e = 0; e < NB; e++) for (i = 0; i < DIM; i++) s += x[e][i] * (i + 1);
    NEAR(sing, 4); NEAR(s, 547.875429);
    return CHECKED();
}
