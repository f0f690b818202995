// Unstructured mesh by colours: an anonymous struct of pointers, attached for the whole run.
// expect: device kernels=50 upload_bytes=10384 downloads=1 download_bytes=1800 attaches=5
// expect: multicore host_kernels=50 uploads=0
#include "check.h"
#include <math.h>
#include <stdlib.h>
/* What plain C gives. */
#define NEAR(v, ref) CHECK(fabs((double)(v) - (ref)) <= 1e-5 * fabs((double)(ref)))
/* unstructured finite volume, edge based with colouring; struct of arrays in global */
static struct {
    int ncell, nface;
    int *restrict left, *restrict right;
    double *restrict q, *restrict res, *restrict area;
    int ncol, *colptr;
} M;
static void init(int n)
{
    M.ncell = n * n; M.nface = 2 * n * (n - 1); M.ncol = 4;
    M.left = malloc(M.nface * sizeof(int)); M.right = malloc(M.nface * sizeof(int)); M.q = malloc(M.ncell * 8); M.res = calloc(M.ncell, 8); M.area = malloc(M.nface * 8); M.colptr = calloc(5, sizeof(int));
    int f = 0;
    for (int c = 0; c < 4; c++) {
        for (int j = 0; j < n; j++) for (int i = 0; i < n; i++) {
            int id = j * n + i;
            if (c < 2 && i < n - 1 && i % 2 == c) { M.left[f] = id; M.right[f] = id + 1; M.area[f++] = 1 + .1 * (id % 3); }
            if (c >= 2 && j < n - 1 && j % 2 == c - 2) { M.left[f] = id; M.right[f] = id + n; M.area[f++] = 1; }
        }
        M.colptr[c + 1] = f;
    }
    for (int i = 0; i < M.ncell; i++) M.q[i] = (i * 37) % 23;
    #pragma acc enter data copyin(M)
    #pragma acc enter data copyin(M.left[0:M.nface], M.right[0:M.nface], M.area[0:M.nface], M.q[0:M.ncell], M.res[0:M.ncell])
}
static void fin(void)
{
    #pragma acc update self(M.q[0:M.ncell])
    #pragma acc exit data delete(M.left, M.right, M.area, M.q, M.res)
    #pragma acc exit data delete(M)
}
int main(void)
{
    init(15);
    for (int it = 0; it < 10; it++) {
        for (int c = 0; c < M.ncol; c++) {
            int f0 = M.colptr[c], f1 = M.colptr[c + 1];
            #pragma acc parallel loop present(M)
            for (int f = f0; f < f1; f++) {
                int l = M.left[f], r = M.right[f];
                double flux = 0.1 * M.area[f] * (M.q[r] - M.q[l]);
                M.res[l] += flux; M.res[r] -= flux;
            }
        }
        #pragma acc parallel loop present(M)
        for (int i = 0; i < M.ncell; i++) { M.q[i] += M.res[i]; M.res[i] = 0; }
    }
    fin();
    double s = 0; for (int i = 0; i < M.ncell; i++) s += M.q[i] * (i % 4);
    NEAR(s, 3686.84693);
    free(M.left); free(M.right); free(M.q); free(M.res); free(M.area); free(M.colptr);
    return CHECKED();
}
