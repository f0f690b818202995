// GNU C's structs without members, and those whose members are such: they have no size, as variables, members, elements, arguments and results.
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#define N 9

struct nothing {
};
struct tagged {
    struct nothing tag;
    int v;
    struct nothing end;
};
struct outer {
    char c;
    struct {
    } gap;
    struct nothing several[3];
    struct tagged t;
    union {
    } last;
};

#pragma acc routine seq
static struct nothing same(struct nothing n)
{
    return n;
}

static struct outer all[N];

int main(void)
{
    int o[N];
#pragma acc parallel loop copyout(o)
    for (int i = 0; i < N; i++) {
        struct tagged t = {.v = i}, u;
        struct nothing n = {};
        u = t;
        u.tag = same(n);
        o[i] = u.v + (int)sizeof(n);
    }
    for (int i = 0; i < N; i++)
        CHECK(o[i] == i);
#pragma acc parallel loop copy(all)
    for (int i = 0; i < N; i++) {
        all[i].c = 1;
        all[i].t.v = i + all[i].c;
        all[i].t.end = all[i].several[1];
    }
    for (int i = 0; i < N; i++)
        CHECK(all[i].t.v == i + 1 && all[i].c == 1);
    return CHECKED();
}
