// GNU C: statement expressions, typeof, ranges of cases, asm without instructions, attributes, vectors, 128 bits, arrays of variable
// length and pointers to such, local types, functions declared inside.
// run: -std=gnu17 -O1 -Wimplicit-fallthrough
#include <stdio.h>

#define N 12
typedef float four __attribute__((vector_size(16)));
typedef int square[N][N];

int global = 5;
static int twice(int x) { return 2 * x; }
#pragma acc routine seq
int thrice(int x) { return 3 * x; }

static long work(int n, int i)
{
    double a[n + 1][i + 2], (*row)[i + 2] = a;
    int (*table)[3] = (int[2][3]){{1, 2, 3}, {4, [2] = 6}};
    for (int r = 0; r <= n; r++)
        for (int c = 0; c < i + 2; c++) a[r][c] = r - c;
    row += n;
    register int fast __attribute__((unused)) = 3;
    int aligned __attribute__((aligned(64))) = (int)sizeof(a) / (int)sizeof *a;
    asm volatile("" : "+r"(aligned) : : "memory");
    __int128 big = (__int128)i << 70;
    switch (i) {
    case 0 ... 3:
        big += 1;
        __attribute__((fallthrough));
    case 7:
        big -= -2;
        break;
    case -1:
    default:;
        int late = 7;
        big += late;
    }
    four v = {1, 2, 3, (float)i}, w = v * 2 + (four){4};
    const volatile unsigned char c = '\xff', *pc = &c;
    long sum = (long)(big >> 70) + (long)(unsigned)(big & 0xff) + (long)row[0][i] + table[1][2] + (long)w[3] + *pc + aligned;
    return sum + ({
        int t = i ?: 9;
        __typeof__(t) *pt = &t;
        for (;;) {
            if (*pt & 1 && t > 2 || t < 0) break;
            t--;
        }
        t;
    });
}

int main(void)
{
    square s;
    long out[N];
    extern int global;
#pragma acc parallel loop copyout(out, s) copyin(global)
    for (int i = 0; i < N; i++) {
        int thrice(int);
        extern int global;
        struct {
            int a : 5;
            unsigned b;
        } bits = {-3, 1u << 31}, other = bits;
        union { float f; unsigned u; } pun = {.f = 1.0f};
        int k = 0, *p = &k, **pp = &p, (*pa)[N] = &s[i];
    again:
        if ((*pa)[k] = k * (i - -2), ++**pp < N) goto again;
        if (i == 100) goto end;
        out[i] = work(3, i) + twice(k) + thrice(i) + bits.a + (other.b >> 31) + (int)(pun.u >> 24) + global;
        do out[i] -= 1, k -= 2; while (k > 0);
    end:
        if (i > N) {
        } else if (i & 1)
            out[i] += 10;
        else if (i % 4 == 0)
            ;
        else
            while (k < 3) k++;
    }
    long sum = 0;
    for (int i = 0; i < N; i++) sum += out[i] * (i + 1) + s[i][N - 1];
    printf("%ld\n", sum);
    return sum == 0;
}
