// Several parts of one variable in data clauses: they lie on the device as they do on the host, and nothing but they is moved.
// run: -O2
// env: OMP_NUM_THREADS=3
// expect: device kernels=12 upload_bytes=284 download_bytes=240
// expect: multicore host_kernels=12
#include "check.h"
#include <stdlib.h>

static int f[10];

static void ptr(int *p, int n)
{
    #pragma acc parallel loop copy(p[0:2], p[6:2])
    for (int i = 0; i < 2; i++) {
        p[i] += 10;
        p[6 + i] += 20;
    }
    CHECK(p[0] == 10 && p[7] == 27 && p[3] == 3);
    #pragma acc parallel loop copyin(p[0:n]) copyout(p[6:n])
    for (int i = 0; i < 2; i++)
        p[6 + i] = p[i];
    CHECK(n == 2 && p[6] == 10 && p[7] == 11);
    #pragma acc data copyin(p[0:2]) copy(p[4:3])
    {
        #pragma acc parallel loop present(p[0:2], p[4:3])
        for (int i = 0; i < 2; i++)
            p[4 + i] += p[i];
    }
    CHECK(p[4] == 14 && p[5] == 16);
    #pragma acc enter data copyin(p[0:3], p[5:2])
    #pragma acc parallel loop present(p)
    for (int i = 0; i < 2; i++)
        p[5 + i] += p[i];
    #pragma acc update self(p[5:1], p[6:1])
    CHECK(p[5] == 26 && p[6] == 21);
    p[0] = 100;
    p[1] = 200;
    #pragma acc update device(p[0:1], p[1:1])
    #pragma acc parallel loop present(p)
    for (int i = 0; i < 2; i++)
        p[5 + i] += p[i];
    #pragma acc exit data copyout(p[5:2]) delete(p[0:3])
    CHECK(p[5] == 126 && p[6] == 221);
}

static void arr(void)
{
    int a[10], m[4][5];
    for (int i = 0; i < 10; i++)
        a[i] = i;
    for (int i = 0; i < 20; i++)
        m[i / 5][i % 5] = i;
    #pragma acc parallel loop copy(a[0:2]) copyout(a[6:2])
    for (int i = 0; i < 2; i++) {
        a[i] += 10;
        a[6 + i] = 20;
    }
    CHECK(a[0] == 10 && a[7] == 20 && a[3] == 3);
    #pragma acc kernels copyin(a[0:2]) copy(a[5:2])
    for (int i = 0; i < 2; i++)
        a[5 + i] += a[i];
    CHECK(a[5] == 15);
    #pragma acc parallel loop copy(m[0:1], m[2:2])
    for (int j = 0; j < 5; j++) {
        m[0][j] += 1;
        m[3][j] += m[2][j];
    }
    CHECK(m[0][1] == 2 && m[3][4] == 19 + 14 && m[1][0] == 5);
    #pragma acc data copy(f[0:2], f[8:2])
    #pragma acc parallel loop
    for (int i = 0; i < 2; i++) {
        f[i] += 1;
        f[8 + i] += 2;
    }
    CHECK(f[1] == 1 && f[9] == 2);
}

struct s {
    int n;
    int *p;
    int q[6];
};

static void mem(struct s *v)
{
    #pragma acc parallel loop copy(v->q[0:2], v->q[4:2])
    for (int i = 0; i < 2; i++) {
        v->q[i] += 1;
        v->q[4 + i] += 2;
    }
    CHECK(v->q[0] == 1 && v->q[5] == 2);
    #pragma acc parallel loop copy(v->p[0:2], v->p[4:2])
    for (int i = 0; i < 2; i++) {
        v->p[i] += 1;
        v->p[4 + i] += 2;
    }
    CHECK(v->p[0] == 1 && v->p[5] == 2);
    #pragma acc enter data copyin(v[0:1])
    #pragma acc enter data copyin(v->p[0:2], v->p[4:2])
    #pragma acc parallel loop present(v)
    for (int i = 0; i < 2; i++) {
        v->p[i] += 1;
        v->p[4 + i] += 2;
    }
    #pragma acc exit data copyout(v->p[0:2], v->p[4:2])
    #pragma acc exit data delete(v[0:1])
    CHECK(v->p[0] == 2 && v->p[5] == 4);
}

int main(void)
{
    int *p = malloc(10 * sizeof *p);
    for (int i = 0; i < 10; i++)
        p[i] = i;
    ptr(p, 2);
    arr();
    struct s v = {3, calloc(8, sizeof(int)), {0}};
    mem(&v);
    free(p);
    free(v.p);
    return CHECKED();
}
