// Assembly of a sparse matrix: local matrices in routines, binary search, atomics, pointer to arrays in a struct.
// expect: device kernels=1 upload_bytes=23304 downloads=3 download_bytes=10964 attaches=2
// expect: multicore host_kernels=1 uploads=0
#include "check.h"
#include <stdlib.h>
#include <math.h>
/* What plain C gives. */
#define NEAR(v, ref) CHECK(fabs((double)(v) - (ref)) <= 1e-5 * fabs((double)(ref)))
enum { NN = 3 };
typedef struct { int nodes[NN]; } elem_t;
typedef struct mesh { int nnodes, nelems; double (*xy)[2]; elem_t *el; } mesh_t;
#pragma acc routine seq
static int find(const int *ptr, const int *col, int r, int c) { int lo = ptr[r], hi = ptr[r + 1] - 1; while (lo <= hi) { int m = (lo + hi) >> 1; if (col[m] == c) return m; if (col[m] < c) lo = m + 1; else hi = m - 1; } return -1; }
#pragma acc routine seq
static double local(const double (*xy)[2], const int nd[NN], double k[NN][NN])
{
    double b[NN], c[NN], area;
    for (int i = 0; i < NN; i++) { int j = (i + 1) % NN, m = (i + 2) % NN; b[i] = xy[nd[j]][1] - xy[nd[m]][1]; c[i] = xy[nd[m]][0] - xy[nd[j]][0]; }
    area = 0.5 * fabs(b[0] * c[1] - b[1] * c[0]);
    for (int i = 0; i < NN; i++) for (int j = 0; j < NN; j++) k[i][j] = (b[i] * b[j] + c[i] * c[j]) / (4 * area);
    return area;
}
int main(void)
{
    const int n = 12; mesh_t m; m.nnodes = (n + 1) * (n + 1); m.nelems = 2 * n * n;
    m.xy = malloc(m.nnodes * sizeof *m.xy); m.el = malloc(m.nelems * sizeof *m.el);
    for (int j = 0; j <= n; j++) for (int i = 0; i <= n; i++) { m.xy[j * (n + 1) + i][0] = i * 0.1 + 0.01 * (j % 3); m.xy[j * (n + 1) + i][1] = j * 0.12; }
    for (int j = 0, e = 0; j < n; j++) for (int i = 0; i < n; i++) { int a = j * (n + 1) + i; m.el[e++] = (elem_t){ { a, a + 1, a + n + 2 } }; m.el[e++] = (elem_t){ { a, a + n + 2, a + n + 1 } }; }
    int *ptr = malloc((m.nnodes + 1) * sizeof(int)), *col = malloc(m.nnodes * 9 * sizeof(int)), nz = 0;
    for (int r = 0; r < m.nnodes; r++) { ptr[r] = nz; int y = r / (n + 1), x = r % (n + 1); for (int dy = -1; dy <= 1; dy++) for (int dx = -1; dx <= 1; dx++) if (y + dy >= 0 && y + dy <= n && x + dx >= 0 && x + dx <= n) col[nz++] = r + dy * (n + 1) + dx; }
    ptr[m.nnodes] = nz;
    double *val = calloc(nz, sizeof *val), area = 0; int missing = 0;
    #pragma acc parallel loop copyin(m, m.xy[0:m.nnodes], m.el[0:m.nelems], ptr[0:m.nnodes + 1], col[0:nz]) copy(val[0:nz]) reduction(+:area, missing)
    for (int e = 0; e < m.nelems; e++) {
        double k[NN][NN];
        const elem_t el = m.el[e];
        area += local(m.xy, el.nodes, k);
        for (int i = 0; i < NN; i++) for (int j = 0; j < NN; j++) {
            int p = find(ptr, col, el.nodes[i], el.nodes[j]);
            if (p < 0) { missing++; continue; }
            #pragma acc atomic
            val[p] += k[i][j];
        }
    }
    double s = 0; for (int i = 0; i < nz; i++) s += val[i] * (i % 7);
    NEAR(area, 1.728); NEAR(s, 30.5083333); NEAR(missing, 0);
    free(m.xy); free(m.el); free(ptr); free(col); free(val); return CHECKED();
}
