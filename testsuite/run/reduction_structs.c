// Reductions of structs, member by member: with arrays, structs and bit-fields in them, arrays of
// structs, structs behind pointers.
// covers: reduction struct
// expect: device kernels=12
// expect: multicore host_kernels=12
#include "check.h"
#include <stdlib.h>
#define N 517

struct moments {
    long n;
    double sum;
    float by_third[3];
    struct {
        short low;
        unsigned char bits : 5;
    } rest;
};

struct range {
    int most;
    float best[2];
};

static struct moments start(void)
{
    struct moments m = {7, 0.5, {1, 2, 3}, {4, 1}};
    return m;
}

static void add(struct moments *m, int x, int i)
{
    m->n++;
    m->sum += x;
    m->by_third[i % 3] += 1;
    m->rest.low += 1;
    m->rest.bits += 1;
}

static int same(const struct moments *a, const struct moments *b)
{
    return a->n == b->n && a->sum == b->sum && a->by_third[0] == b->by_third[0] && a->by_third[1] == b->by_third[1] &&
           a->by_third[2] == b->by_third[2] && a->rest.low == b->rest.low && a->rest.bits == b->rest.bits;
}

#define TRY(...)                                                              \
    do {                                                                      \
        struct moments m = start(), want = start();                           \
        PRAGMA(acc parallel loop __VA_ARGS__ reduction(+:m) copyin(v))        \
        for (int i = 0; i < N; i++) {                                         \
            m.n++;                                                            \
            m.sum += v[i];                                                    \
            m.by_third[i % 3] += 1;                                           \
            m.rest.low += 1;                                                  \
            m.rest.bits += 1;                                                 \
        }                                                                     \
        for (int i = 0; i < N; i++)                                           \
            add(&want, v[i], i);                                              \
        CHECK(same(&m, &want));                                               \
    } while (0)

int main(void)
{
    static int v[N];
    for (int i = 0; i < N; i++)
        v[i] = (i * 29) % 97 - 40;
    TRY(gang num_gangs(9));
    TRY(worker num_gangs(1) num_workers(6));
    TRY(vector num_gangs(1) vector_length(96));
    TRY(gang worker num_gangs(3) num_workers(5));
    TRY(gang vector num_gangs(3) vector_length(37));
    TRY(worker vector num_gangs(1) num_workers(3) vector_length(32));
    TRY(gang worker vector num_gangs(2) num_workers(3) vector_length(37));
    TRY();

    /* Code between the loops: the gang's copy is shared by its threads. */
    struct moments m = start(), want = start();
    #pragma acc parallel num_gangs(3) num_workers(2) vector_length(37) copyin(v)
    #pragma acc loop gang reduction(+:m)
    for (int i = 0; i < 11; i++) {
        m.n += 3;
        #pragma acc loop worker vector reduction(+:m)
        for (int j = 0; j < 47; j++) {
            m.sum += v[i * 47 + j];
            m.by_third[j % 3] += 1;
        }
        m.rest.low += 2;
    }
    for (int i = 0; i < 11; i++) {
        want.n += 3;
        for (int j = 0; j < 47; j++) {
            want.sum += v[i * 47 + j];
            want.by_third[j % 3] += 1;
        }
        want.rest.low += 2;
    }
    CHECK(same(&m, &want));

    struct range r[3] = {{-1000, {-5, 1e9f}}, {-1000, {-5, -1e9f}}, {3, {0, 0}}}, top[3] = {r[0], r[1], r[2]};
    #pragma acc parallel loop gang vector num_gangs(3) vector_length(37) reduction(max:r) copyin(v)
    for (int i = 0; i < N; i++) {
        struct range *one = &r[i % 3];
        one->most = v[i] > one->most ? v[i] : one->most;
        one->best[i % 2] = one->best[i % 2] > v[i] ? one->best[i % 2] : v[i];
    }
    for (int i = 0; i < N; i++) {
        struct range *one = &top[i % 3];
        one->most = v[i] > one->most ? v[i] : one->most;
        one->best[i % 2] = one->best[i % 2] > v[i] ? one->best[i % 2] : v[i];
    }
    for (int k = 0; k < 3; k++)
        CHECK(r[k].most == top[k].most && r[k].best[0] == top[k].best[0] && r[k].best[1] == top[k].best[1]);

    int n = 5;
    struct range *many = malloc(n * sizeof *many);
    for (int k = 0; k < n; k++)
        many[k] = (struct range){100, {100, 100}};
    #pragma acc parallel loop gang worker num_gangs(3) num_workers(5) reduction(min:many[1:n - 1]) copyin(v)
    for (int i = 0; i < N; i++) {
        int k = 1 + i % (n - 1);
        many[k].most = v[i] < many[k].most ? v[i] : many[k].most;
        many[k].best[1] = many[k].best[1] < v[i] ? many[k].best[1] : v[i];
    }
    for (int k = 0; k < n; k++) {
        int least = 100;
        for (int i = 0; i < N; i++)
            if (1 + i % (n - 1) == k && v[i] < least)
                least = v[i];
        CHECK(many[k].most == least && many[k].best[0] == 100 && many[k].best[1] == least);
    }
    free(many);

    #pragma acc serial loop reduction(+:m) copyin(v)
    for (int i = 0; i < N; i++)
        m.n += v[i];
    long n_want = want.n;
    for (int i = 0; i < N; i++)
        n_want += v[i];
    CHECK(m.n == n_want);
    return CHECKED();
}
