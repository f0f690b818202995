// Arrays that several levels of a nest update, several of them with different operators, clauses
// on one level only, in parallel, kernels and serial, and arrays too long for a thread's stack.
// covers: reduction nested, reduction propagated
// expect: device kernels=9
// expect: multicore host_kernels=9
#include "check.h"
#include <limits.h>
#include <stdlib.h>
#define N 23
#define M 61

static int v[N][M];

/* Updates in gang-redundant, worker-redundant and vector code. */
static void three_levels(void)
{
    long h[3] = {1, 2, 3}, want[3] = {1, 2, 3};
    #pragma acc parallel loop gang num_gangs(3) num_workers(3) vector_length(37) reduction(+:h) copyin(v)
    for (int i = 0; i < N; i++) {
        h[0] += 1;
        #pragma acc loop worker reduction(+:h)
        for (int k = 0; k < 5; k++) {
            h[1] += i * k;
            #pragma acc loop vector reduction(+:h)
            for (int j = 0; j < M; j++)
                h[j % 3] += v[i][j];
            h[2] += k;
        }
        h[i % 3] += 100;
    }
    for (int i = 0; i < N; i++) {
        want[0] += 1;
        for (int k = 0; k < 5; k++) {
            want[1] += i * k;
            for (int j = 0; j < M; j++)
                want[j % 3] += v[i][j];
            want[2] += k;
        }
        want[i % 3] += 100;
    }
    for (int k = 0; k < 3; k++)
        CHECK(h[k] == want[k]);
}

/* The clause on the inner loop alone: the gangs' results are brought together all the same. */
static void inner_clause(int n)
{
    unsigned long long *h = malloc(n * sizeof *h);
    for (int k = 0; k < n; k++)
        h[k] = k;
    #pragma acc parallel num_gangs(3) vector_length(37) copyin(v) copy(h[0:n])
    #pragma acc loop gang
    for (int i = 0; i < N; i++) {
        #pragma acc loop vector reduction(+:h[0:n])
        for (int j = 0; j < M; j++)
            h[j % n] += v[i][j];
    }
    for (int k = 0; k < n; k++) {
        unsigned long long want = k;
        for (int i = 0; i < N; i++)
            for (int j = k; j < M; j += n)
                want += v[i][j];
        CHECK(h[k] == want);
    }
    free(h);
}

/* Several arrays and operators on one directive, of narrow and wide types. */
static void several(int n)
{
    char most[4] = {-128, -128, -128, 127};
    short least[n];
    unsigned short all[2] = {0xffff, 0x0ff0};
    unsigned long long any[3] = {0, 1ull << 63, 5};
    double product[5] = {1, 1, 1, 1, 0.5};
    int whole = 1, total = 3;
    for (int k = 0; k < n; k++)
        least[k] = 1000;
    #pragma acc parallel loop gang worker vector num_gangs(3) num_workers(2) vector_length(37) collapse(2) copyin(v) \
        reduction(max:most) reduction(min:least[1:n - 1]) reduction(&:all) reduction(|:any) reduction(*:product) \
        reduction(&&:whole) reduction(+:total)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            int x = v[i][j], k = 1 + j % (n - 1);
            if (x - 50 > most[j % 4])
                most[j % 4] = x - 50;
            least[k] = x < least[k] ? x : least[k];
            all[j % 2] &= ~(x == 7 ? 1 << j % 16 : 0);
            any[i % 3] |= 1ull << (x % 61);
            product[j % 5] *= x == 13 ? 2 : 1;
            whole = whole && x >= 0;
            total += x;
        }
    int want_total = 3;
    char want_most[4] = {-128, -128, -128, 127};
    unsigned short want_all[2] = {0xffff, 0x0ff0};
    unsigned long long want_any[3] = {0, 1ull << 63, 5};
    double want_product[5] = {1, 1, 1, 1, 0.5};
    short want_least[n];
    for (int k = 0; k < n; k++)
        want_least[k] = 1000;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            int x = v[i][j], k = 1 + j % (n - 1);
            if (x - 50 > want_most[j % 4])
                want_most[j % 4] = x - 50;
            want_least[k] = x < want_least[k] ? x : want_least[k];
            want_all[j % 2] &= ~(x == 7 ? 1 << j % 16 : 0);
            want_any[i % 3] |= 1ull << (x % 61);
            want_product[j % 5] *= x == 13 ? 2 : 1;
            want_total += x;
        }
    for (int k = 0; k < n; k++)
        CHECK(least[k] == want_least[k]);
    for (int k = 0; k < 4; k++)
        CHECK(most[k] == want_most[k]);
    for (int k = 0; k < 2; k++)
        CHECK(all[k] == want_all[k]);
    for (int k = 0; k < 3; k++)
        CHECK(any[k] == want_any[k]);
    for (int k = 0; k < 5; k++)
        CHECK(product[k] == want_product[k]);
    CHECK(whole == 1 && total == want_total);
}

/* More elements than a thread has room for, of constant and of variable number. */
static void long_ones(int n)
{
    static double fixed[1000];
    float *variable = malloc(n * sizeof *variable);
    for (int k = 0; k < 1000; k++)
        fixed[k] = k;
    for (int k = 0; k < n; k++)
        variable[k] = k;
    #pragma acc parallel loop gang vector num_gangs(2) vector_length(37) copyin(v) \
        reduction(+:fixed) reduction(max:variable[0:n])
    for (int i = 0; i < N * M; i++) {
        int x = v[i / M][i % M];
        fixed[(i * 7) % 1000] += x;
        variable[(i * 5) % n] = x * 20 > variable[(i * 5) % n] ? x * 20 : variable[(i * 5) % n];
    }
    double *want = malloc(1000 * sizeof *want), *top = malloc(n * sizeof *top);
    for (int k = 0; k < 1000; k++)
        want[k] = k;
    for (int k = 0; k < n; k++)
        top[k] = k;
    for (int i = 0; i < N * M; i++) {
        int x = v[i / M][i % M];
        want[(i * 7) % 1000] += x;
        top[(i * 5) % n] = x * 20 > top[(i * 5) % n] ? x * 20 : top[(i * 5) % n];
    }
    for (int k = 0; k < 1000; k++)
        CHECK(fixed[k] == want[k]);
    for (int k = 0; k < n; k++)
        CHECK(variable[k] == top[k]);
    free(variable);
    free(want);
    free(top);
}

/* On the construct, and on loops of kernels and serial. */
static void constructs(void)
{
    int h[4] = {0, 1, 2, 3}, k2[4] = {0, 0, 0, 9}, s[4] = {0};
    #pragma acc parallel num_gangs(5) num_workers(2) vector_length(37) reduction(+:h) copyin(v)
    {
        h[3] += 10;
        #pragma acc loop gang vector
        for (int i = 0; i < N; i++)
            h[i % 3] += v[i][0];
    }
    #pragma acc kernels loop reduction(+:k2)
    for (int i = 0; i < N; i++)
        k2[v[i][1] % 4] += 1;
    #pragma acc serial reduction(+:s) copyin(v)
    for (int i = 0; i < N; i++)
        s[v[i][1] % 4] += 1;
    int h_want[4] = {0, 1, 2, 3}, want[4] = {0};
    for (int i = 0; i < N; i++) {
        h_want[i % 3] += v[i][0];
        want[v[i][1] % 4] += 1;
    }
    for (int k = 0; k < 3; k++)
        CHECK(h[k] == h_want[k]);
    CHECK(h[3] > 3 && (h[3] - 3) % 10 == 0);
    for (int k = 0; k < 4; k++)
        CHECK(k2[k] == want[k] + (k == 3 ? 9 : 0) && s[k] == want[k]);
}

/* A section of a struct's neighbours in a row of a matrix. */
static void matrix(int n)
{
    double a[n][6];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 6; j++)
            a[i][j] = 1;
    #pragma acc parallel loop gang vector num_gangs(3) vector_length(37) reduction(+:a[2][0:6]) copyin(v)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 6; j++)
            a[2][j] += v[i][j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 6; j++) {
            double want = 1;
            for (int k = 0; k < N && i == 2; k++)
                want += v[k][j];
            CHECK(a[i][j] == want);
        }
    #pragma acc parallel loop gang num_gangs(3) reduction(+:a[1:2][1:3]) copyin(v) copy(a)
    for (int i = 0; i < N; i++)
        for (int j = 1; j < 4; j++)
            a[1 + i % 2][j] += v[i][j];
    for (int j = 1; j < 4; j++) {
        double one = 1, two = 1;
        for (int i = 0; i < N; i++) {
            two += v[i][j];
            one += i % 2 == 0 ? v[i][j] : 0;
            two += i % 2 == 1 ? v[i][j] : 0;
        }
        CHECK(a[1][j] == one && a[2][j] == two);
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            v[i][j] = (i * 13 + j * 7) % 101;
    three_levels();
    inner_clause(7);
    several(6);
    long_ones(777);
    constructs();
    matrix(5);
    return CHECKED();
}
