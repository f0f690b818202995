// A struct with a flexible array member: mapped as bytes, used through its own pointer, updated by a section of the member.
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#include <stdlib.h>
#define N 101
struct row {
    int n;
    float v[];
};

int main(void)
{
    struct row *r = malloc(sizeof *r + N * sizeof r->v[0]);
    r->n = N;
    for (int i = 0; i < N; i++)
        r->v[i] = i;
    char *bytes = (char *)r;
    #pragma acc data copy(bytes[0 : sizeof *r + N * sizeof r->v[0]])
    {
        #pragma acc parallel loop present(r)
        for (int i = 0; i < r->n; i++)
            r->v[i] *= 2;
        #pragma acc update self(r->v[0 : N])
        CHECK(r->v[N - 1] == 2 * (N - 1));
        #pragma acc parallel loop present(r)
        for (int i = 0; i < r->n; i++)
            r->v[i] += 1;
    }
    for (int i = 0; i < N; i++)
        CHECK(r->v[i] == 2 * i + 1);
    free(r);
    return CHECKED();
}
