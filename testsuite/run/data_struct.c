// Structs: whole, by member, sections of members, members of members; nested deep copies by explicit sections; what a
// clause on a member leaves to the implicit rules; arrays of structs with rows of their own.
// covers: data struct, data member, data member update
// expect: device kernels=11 uploads=22 downloads=19 attaches=13
#include "check.h"
#include <stdlib.h>

typedef struct {
    int n;
    float *p;
    float a[8];
} Part;
typedef struct {
    Part in;
    Part *list;
    int len;
} Whole;

static void one(int n)
{
    Part s = {n, malloc(n * sizeof(float)), {0, 1, 2, 3, 4, 5, 6, 7}};
    for (int i = 0; i < n; i++)
        s.p[i] = i;
    #pragma acc parallel loop copy(s, s.p[0:s.n])
    for (int i = 0; i < s.n; i++)
        s.p[i] += s.a[i % 8];
    for (int i = 0; i < n; i++)
        CHECK(s.p[i] == i + i % 8);
    /* The struct itself isn't needed. */
    #pragma acc parallel loop copy(s.p[0:n])
    for (int i = 0; i < n; i++)
        s.p[i] = i;
    #pragma acc data copyin(s) copy(s.p[2:4])
    {
        #pragma acc parallel loop
        for (int i = 2; i < 6; i++)
            s.p[i] = -1;
        #pragma acc parallel loop present(s)
        for (int i = 2; i < 6; i++)
            s.p[i] -= 1;
    }
    for (int i = 0; i < n; i++)
        CHECK(s.p[i] == (i >= 2 && i < 6 ? -2 : i));
    free(s.p);
}

static void pointer(int n)
{
    Part s = {n, malloc(n * sizeof(float)), {0}}, *q = &s;
    #pragma acc enter data copyin(q[0:1])
    #pragma acc enter data create(q->p[0:q->n])
    #pragma acc parallel loop present(q)
    for (int i = 0; i < q->n; i++)
        q->p[i] = 2 * i;
    #pragma acc parallel loop present(q[0:1], q->p[0:q->n])
    for (int i = 0; i < q->n; i++)
        q->p[i] += 1;
    #pragma acc update self(q->p[0:q->n])
    for (int i = 0; i < n; i++)
        CHECK(s.p[i] == 2 * i + 1);
    q->a[3] = 77;
    q->n = 5;
    #pragma acc update device(q->a[2:3], q->n)
    #pragma acc serial present(q)
    q->a[0] = q->a[3] + q->n;
    #pragma acc update self(q->a[0])
    CHECK(q->a[0] == 82 && q->a[3] == 77);
    float *p = s.p;
    #pragma acc exit data delete(q->p[0:n])
    #pragma acc exit data copyout(q[0:1])
    CHECK(s.a[0] == 82 && s.p == p && s.p[n - 1] == 2 * n - 1);
    free(s.p);
}

static void nested(int n, int len)
{
    Whole t = {{n, calloc(n, sizeof(float)), {0}}, malloc(len * sizeof(Part)), len};
    for (int k = 0; k < len; k++) {
        t.list[k].n = k + 2;
        t.list[k].p = malloc((k + 2) * sizeof(float));
        for (int j = 0; j < k + 2; j++)
            t.list[k].p[j] = 10 * k + j;
    }
    #pragma acc enter data copyin(t, t.in.p[0:n], t.list[0:t.len])
    for (int k = 0; k < len; k++) {
        #pragma acc enter data copyin(t.list[k].p[0:t.list[k].n])
    }
    #pragma acc parallel loop present(t)
    for (int k = 0; k < t.len; k++) {
        t.in.p[k] = -k;
        for (int j = 0; j < t.list[k].n; j++)
            t.list[k].p[j] += 1000;
    }
    for (int k = 0; k < len; k++) {
        #pragma acc exit data copyout(t.list[k].p[0:t.list[k].n])
    }
    #pragma acc exit data copyout(t.in.p[0:n]) delete(t.list[0:t.len]) delete(t)
    for (int k = 0; k < len; k++) {
        for (int j = 0; j < k + 2; j++)
            CHECK(t.list[k].p[j] == 1000 + 10 * k + j);
        free(t.list[k].p);
    }
    CHECK(t.in.p[len - 1] == 1 - len && t.in.p[n - 1] == 0);
    free(t.in.p);
    free(t.list);
}

/* Members that are arrays of pointers, and an array of structs of them. */
static void rows(int n)
{
    typedef struct {
        int m;
        int *row[3];
    } Rows;
    Rows r[2];
    for (int k = 0; k < 2; k++) {
        r[k].m = n + k;
        for (int i = 0; i < 3; i++)
            r[k].row[i] = calloc(n + k, sizeof(int));
    }
    #pragma acc data copyin(r) copy(r[0].row[0:3][0:r[0].m], r[1].row[1:2][0:r[1].m])
    {
        #pragma acc parallel loop
        for (int k = 0; k < 2; k++)
            for (int i = k; i < 3; i++)
                for (int j = 0; j < r[k].m; j++)
                    r[k].row[i][j] = 100 * k + 10 * i + j;
    }
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < n + k; j++)
                CHECK(r[k].row[i][j] == (i < k ? 0 : 100 * k + 10 * i + j));
            free(r[k].row[i]);
        }
    Part u = {0, 0, {0, 1, 2, 3, 4, 5, 6, 7}};
    #pragma acc serial copy(u.a[2:3])
    for (int i = 2; i < 5; i++)
        u.a[i] *= 2;
    #pragma acc serial copy(u.a)
    u.a[7] = u.a[2] + u.a[1];
    CHECK(u.a[1] == 1 && u.a[2] == 4 && u.a[4] == 8 && u.a[5] == 5 && u.a[7] == 5);
}

int main(void)
{
    one(10);
    pointer(10);
    nested(10, 3);
    rows(4);
    return CHECKED();
}
