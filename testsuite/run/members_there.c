// Clauses name members of a struct that is on the device as a whole, from elsewhere: what the device's copy of it holds counts, also
// where the host's has changed since, or the device's pointers have. Present under another name, and only in part.
// expect: device kernels=9 uploads=8
// expect: multicore host_kernels=9 uploads=0
#include "check.h"
#include <stdlib.h>
#ifdef _OPENACC
#include <openacc.h>
static int separate(void) { return acc_get_device_type() != acc_device_host; }
#else
static int separate(void) { return 0; }
#endif
#define N 50

typedef struct { int n; double h; double *cur, *next; } Field;

static void device_values(Field *f)
{
    #pragma acc enter data copyin(f[0:1])
    #pragma acc enter data copyin(f->cur[0:N], f->next[0:N])
    Field host = *f;
    if (separate()) {
        // Not seen by the device: its own values are those from before.
        f->n = 3;
        f->h = -1;
    }
    #pragma acc parallel loop present(f->cur, f->next)
    for (int i = 0; i < f->n; i++)
        f->next[i] = f->cur[i] * f->h;
    *f = host;
    #pragma acc serial present(f[0:1])
    {
        double *c = f->cur;
        f->cur = f->next;
        f->next = c;
        f->n = N / 2;
    }
    #pragma acc parallel loop present(f->cur[0:N], f->next[0:N])
    for (int i = 0; i < f->n; i++)
        f->next[i] = f->cur[i] + 1;
    #pragma acc serial present(f[0:1])
    {
        double *c = f->cur;
        f->cur = f->next;
        f->next = c;
        f->n = N;
    }
    #pragma acc exit data copyout(f->cur[0:N], f->next[0:N])
    #pragma acc exit data delete(f[0:1])
    for (int i = 0; i < N; i++) {
        CHECK(f->next[i] == 2.0 * i);
        CHECK(f->cur[i] == (i < N / 2 ? 2.0 * i + 1 : i));
    }
}

/* A pointer whose target comes after the struct is attached by the clause that names it. */
static void attached(Field *f)
{
    double *cur = f->cur;
    #pragma acc enter data copyin(f[0:1])
    #pragma acc enter data copyin(cur[0:N])
    #pragma acc parallel loop present(f->cur)
    for (int i = 0; i < f->n; i++)
        f->cur[i] = i;
    #pragma acc data present(f->cur)
    {
        #pragma acc parallel loop
        for (int i = 0; i < f->n; i++)
            f->cur[i] += f->h;
    }
    #pragma acc exit data copyout(cur[0:N])
    #pragma acc exit data copyout(f[0:1])
    CHECK(f->cur == cur && cur[N - 1] == N - 1 + 2);
}

/* One scalar of the struct is there by itself. */
static void one_scalar(Field *f)
{
    #pragma acc enter data copyin(f->n)
    #pragma acc enter data copyin(f->cur[0:N])
    #pragma acc serial present(f->n)
    f->n = N / 5;
    if (separate())
        f->n = 1;
    #pragma acc parallel loop present(f->cur)
    for (int i = 0; i < f->n; i++)
        f->cur[i] = 7 * f->h;
    #pragma acc exit data copyout(f->cur[0:N], f->n)
    CHECK(f->n == N / 5 && f->cur[N / 5 - 1] == 14 && f->cur[N / 5] == N / 5 + 2);
    #pragma acc parallel loop copy(f->cur[0:N])
    for (int i = 0; i < f->n; i++)
        f->cur[i] += 1;
    CHECK(f->cur[0] == 15 && f->cur[N / 5 - 1] == 15 && f->cur[N / 5] == N / 5 + 2);
}

int main(void)
{
    Field f = { N, 2, malloc(N * sizeof(double)), malloc(N * sizeof(double)) };
    for (int i = 0; i < N; i++)
        f.cur[i] = f.next[i] = i;
    device_values(&f);
    attached(&f);
    one_scalar(&f);
    free(f.cur);
    free(f.next);
    return CHECKED();
}
