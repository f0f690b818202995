// Routines of another file with parameters of variable length, and members of what functions return, of literals and of conditional values.
// with: parts/routine_files_vla_other.c
// expect: device kernels=3
// expect: multicore host_kernels=3
#include "check.h"
#define N 6
#define M 5

#pragma acc routine seq
double total(int n, int m, const double x[n][m], int row);
#pragma acc routine vector
void scale(int n, int m, double x[static n][m], int row, double by);

struct triple {
    double e[3];
    struct {
        int k[2];
    } in;
};

static struct triple make(int i)
{
    struct triple r = {{i, 2, 3}, {{i, 7}}};
    return r;
}

int main(void)
{
    int n = N, m = M;
    double a[N][M], b[N];
    struct triple kept[2] = {{{1, 2, 3}, {{4, 5}}}, {{6, 7, 8}, {{9, 10}}}};
    for (int i = 0; i < N * M; i++)
        (&a[0][0])[i] = i;
#pragma acc parallel loop gang copy(a)
    for (int i = 0; i < n; i++)
        scale(n, m, a, i, 2);
#pragma acc parallel loop copyin(a) copyout(b)
    for (int i = 0; i < n; i++)
        b[i] = total(n, m, a, i);
    for (int i = 0; i < N; i++)
        CHECK(b[i] == 2 * (M * M * i + M * (M - 1) / 2));
#pragma acc parallel loop copyin(kept) copyout(b)
    for (int i = 0; i < n; i++) {
        struct triple own;
        b[i] = make(i).e[i % 3] + make(i).in.k[1] + (struct triple){{5, 6, 7}, {{0}}}.e[i % 3];
        b[i] += (i % 2 ? kept[0] : kept[1]).e[2] + (own = kept[1]).in.k[0] + *(i % 2 ? kept[0] : kept[1]).in.k;
    }
    for (int i = 0; i < N; i++) {
        double e = i % 3 ? i % 3 + 1 : i;
        CHECK(b[i] == e + 7 + 5 + i % 3 + (i % 2 ? 3 : 8) + 9 + (i % 2 ? 4 : 9));
    }
    return CHECKED();
}
