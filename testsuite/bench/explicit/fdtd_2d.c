/* Electric and magnetic fields in two dimensions: four sweeps in each time step. */
enum { steps = 50, nx = 1500, ny = 1500 };
#define PARAMETERS int steps, int nx, int ny
#define ARGUMENTS steps, nx, ny
#define ARRAYS(X) X(ex, [nx][ny]) X(ey, [nx][ny]) X(hz, [nx][ny]) X(fict, [steps])
#include "polybench.h"
KERNEL
{
#pragma acc data copy(ex[0:nx][0:ny], ey[0:nx][0:ny], hz[0:nx][0:ny]) copyin(fict[0:steps])
    for (int t = 0; t < steps; t++) {
#pragma acc parallel loop present(ey, fict)
        for (int j = 0; j < ny; j++)
            ey[0][j] = fict[t];
#pragma acc parallel loop gang present(ey, hz)
        for (int i = 1; i < nx; i++)
#pragma acc loop vector
            for (int j = 0; j < ny; j++)
                ey[i][j] -= 0.5 * (hz[i][j] - hz[i - 1][j]);
#pragma acc parallel loop gang present(ex, hz)
        for (int i = 0; i < nx; i++)
#pragma acc loop vector
            for (int j = 1; j < ny; j++)
                ex[i][j] -= 0.5 * (hz[i][j] - hz[i][j - 1]);
#pragma acc parallel loop gang present(ex, ey, hz)
        for (int i = 0; i < nx - 1; i++)
#pragma acc loop vector
            for (int j = 0; j < ny - 1; j++)
                hz[i][j] -= 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
    }
}
