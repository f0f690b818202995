// Bounds that lie beside what the body writes: other members behind the same pointers (net->layer[l].n, net->layer[l].x[i]).
// expect: device kernels=2 attaches=3
// expect: multicore host_kernels=2
#include "check.h"
#include <stdlib.h>
#define N 70

typedef struct { int n; double *x; float w[3]; } layer;
typedef struct { int count; layer *layers; } network;

int main(void)
{
    network *net = malloc(sizeof *net);
    int last = 1;
    net->count = 2;
    net->layers = calloc(2, sizeof(layer));
    for (int l = 0; l < 2; l++) {
        net->layers[l].n = N;
        net->layers[l].x = calloc(N, sizeof(double));
    }
    #pragma acc data copyin(net[0:1]) copy(net->layers[0:net->count])
    {
        #pragma acc data copy(net->layers[0].x[0:N], net->layers[1].x[0:N])
        {
            #pragma acc parallel loop present(net)
            for (int i = 0; i < net->layers[last].n; i++)
                net->layers[last].x[i] = 2 * i;
            #pragma acc parallel loop gang present(net)
            for (int l = 0; l < net->count; l++) {
                #pragma acc loop vector
                for (int i = 0; i < net->layers[l].n; i++) {
                    layer *L = net->layers + l;
                    L->x[i] += l;
                    if (i < 3)
                        net->layers[l].w[i] = i;
                }
            }
        }
    }
    for (int i = 0; i < N; i++)
        CHECK(net->layers[0].x[i] == 0 && net->layers[1].x[i] == 2 * i + 1);
    CHECK(net->layers[1].w[2] == 2);
    for (int l = 0; l < 2; l++)
        free(net->layers[l].x);
    free(net->layers);
    free(net);
    return CHECKED();
}
