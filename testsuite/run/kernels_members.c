// Arrays that are members of one struct don't overlap: loops over them run in parallel in kernels, through the variable,
// through a pointer, in structs inside. Those of a union do.
// launch: kernels_members_fields_23 grid=4x1x1 block=128x1x1
// launch: kernels_members_inner_32 grid=4x1x1 block=128x1x1
// launch: kernels_members_behind_44 grid=4x1x1 block=128x1x1
// launch: kernels_members_whole_56 grid=4x1x1 block=128x1x1
// launch: kernels_members_overlaid_66 grid=1x1x1 block=1x1x1
// expect: device kernels=7
// expect: multicore host_kernels=5
#include "check.h"
#define N 500

struct fields { double a[N], b[N], c[N]; int flag[N]; int n; };
typedef struct { double x[N]; struct { double x[N], y[N]; } v; } parts;
typedef union { int i[N + 1]; struct { int pad; int j[N]; } s; } both;
struct vec { double v[3]; };

static struct fields g;

static void fields(void)
{
    #pragma acc kernels
    for (int i = 1; i < N - 1; i++) {
        g.a[i] = i;
        g.c[i] = g.a[i] + g.b[i + 1] - g.b[i - 1];
    }
}

static void inner(parts *p)
{
    #pragma acc kernels copy(p[0:1])
    for (int i = 0; i < N; i++) {
        p->v.x[i] -= 0.5 * p->x[i];
        p->v.y[i] = p->v.x[i] + p->x[N - 1 - i];
    }
}

static void behind(struct fields *s)
{
    #pragma acc kernels copy(s[0:1])
    {
        for (int i = 0; i < N; i++)
            s->a[i] = i;
        for (int i = 1; i < N - 1; i++)
            if (s->a[i - 1] > 3)
                s->flag[i] = 1;
        for (int i = 1; i < N; i++)
            s->b[i] = s->b[i - 1] + 1;
    }
}

static void whole(const struct vec *from, struct vec *restrict to)
{
    struct vec t;
    #pragma acc kernels copyin(from[0:N]) copyout(to[0:N])
    for (int i = 0; i < N; i++) {
        t = from[i];
        t.v[0] += 1;
        to[i] = t;
    }
}

static void overlaid(both *u)
{
    #pragma acc kernels copy(u[0:1])
    for (int i = 0; i < N; i++)
        u->s.j[i] = u->i[i] + 1;
}

int main(void)
{
    static parts p;
    static struct fields s;
    static both u;
    static struct vec from[N], to[N];
    for (int i = 0; i < N; i++) {
        g.b[i] = 3 * i;
        p.x[i] = i;
        from[i].v[0] = from[i].v[2] = i;
    }
    fields();
    inner(&p);
    behind(&s);
    whole(from, to);
    overlaid(&u);
    for (int i = 1; i < N - 1; i++) {
        CHECK(g.c[i] == i + 6);
        CHECK(p.v.y[i] == -0.5 * i + N - 1 - i);
        CHECK(s.flag[i] == (i > 4) && s.b[i] == i);
        CHECK(to[i].v[0] == i + 1 && to[i].v[2] == i);
        CHECK(u.i[i] == i);
    }
    return CHECKED();
}
