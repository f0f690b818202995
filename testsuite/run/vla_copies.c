// private arrays of variable length, on constructs and loops; the variable in the declarator changes later;
// rows of a pointer to arrays of variable length, handed to functions whose parameter isn't const.
// expect: device kernels=3
// expect: multicore host_kernels=3
#include "check.h"
#include <stdlib.h>
#define N 23

static long total(long *row, int m)
{
    long sum = 0;
    for (int j = 0; j < m; j++)
        sum += row[j];
    return sum;
}

int main(void)
{
    int m = 5;
    long first[m], own[m], out[N];
    long (*rows)[m + 1] = malloc(N * sizeof *rows);
    for (int j = 0; j < 5; j++)
        first[j] = 100 + j;
    m = 2;
    #pragma acc parallel copyout(out) num_gangs(4) private(own) copyin(first)
    {
        #pragma acc loop gang
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < 5; j++)
                own[j] = first[j] * i;
            out[i] = own[4] - own[0];
        }
    }
    for (int i = 0; i < N; i++)
        CHECK(out[i] == 4 * i);
    #pragma acc parallel loop gang vector copyout(out) private(own) firstprivate(m)
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < 5; j++)
            own[j] = i + j;
        out[i] = own[4] * m;
    }
    for (int i = 0; i < N; i++)
        CHECK(out[i] == 2 * (i + 4));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 6; j++)
            rows[i][j] = i * j;
    #pragma acc parallel loop gang copyin(rows[0:N]) copyout(out)
    for (int i = 0; i < N; i++) {
        long sum = total(rows[i], 6);
        out[i] = sum + rows[i][5];
    }
    for (int i = 0; i < N; i++)
        CHECK(out[i] == 20 * i);
    free(rows);
    return CHECKED();
}
