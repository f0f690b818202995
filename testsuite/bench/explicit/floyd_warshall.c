/* The shortest ways between all vertices: one collapsed nest for each vertex in between. */
enum { n = 1000 };
#define TYPE int
#define UNIT 1
#define PARAMETERS int n
#define ARGUMENTS n
#define ARRAYS(X) X(path, [n][n])
#include "polybench.h"
KERNEL
{
#pragma acc data copy(path[0:n][0:n])
    for (int k = 0; k < n; k++) {
#pragma acc parallel loop gang vector collapse(2) present(path[0:n][0:n])
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                int through = path[i][k] + path[k][j];
                if (through < path[i][j])
                    path[i][j] = through;
            }
    }
}
