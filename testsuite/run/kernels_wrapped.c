// Counters of unsigned and of narrow types that loops of kernels step: they go around the end of their types, and devices compute their
// values from the iteration all the same. As subscripts they keep the loops in order.
// expect: device kernels=9 host_kernels=0
// launch: kernels_wrapped_weyl_24 grid=547x1x1 block=128x1x1
// launch: kernels_wrapped_narrow_33 grid=547x1x1 block=128x1x1
// launch: kernels_wrapped_nest_44 grid=7x88x1 block=32x4x1
// launch: kernels_wrapped_packed_71 grid=1x1x1 block=1x1x1
// expect: multicore host_kernels=9
#include "check.h"

enum { N = 70000 };

static unsigned mix(unsigned x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    return x ^ x >> 15;
}

/* Random numbers of which each follows from its place. */
static void weyl(int n, unsigned s, unsigned *restrict out)
{
    #pragma acc kernels copy(out[0:n])
    for (int i = 0; i < n; i++) {
        s += 0x9E3779B9u;
        out[i] = mix(s);
    }
}

static void narrow(int n, short k, signed char c, unsigned char u, long *restrict out)
{
    #pragma acc kernels copy(out[0:n])
    for (int i = 3; i <= n + 2; i++) {
        out[i - 3] = k * 1000 + (c < 5) * 7 + u;
        k += 77;
        c--;
        u = u - 3;
    }
}

static void nest(int n, int m, unsigned short k, long *restrict out)
{
    #pragma acc kernels copy(out[0:n * m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            out[i * m + j] = k++;
}

static void wide(unsigned n, unsigned long k, int by, unsigned long *restrict out)
{
    #pragma acc kernels copy(out[0:n])
    for (unsigned i = 1; i < n; i++) {
        k -= by;
        out[i] = k / 3;
    }
}

static void longs(long n, unsigned k, unsigned by, double *restrict out)
{
    #pragma acc kernels copy(out[0:n])
    for (long i = 0; i < n; i++) {
        out[i] = k;
        k = k + by;
    }
}

/* It starts at the end of its type, so the first element is behind the last number. */
static void packed(int n, unsigned k, long *restrict out)
{
    #pragma acc kernels copy(out[0:N])
    for (int i = 0; i < n; i++)
        out[++k] = i + (out[0] == 5);
}

int main(void)
{
    static unsigned r[N], s = 12345;
    static long w[N];
    static unsigned long h[N];
    static double d[N];
    weyl(N, s, r);
    for (int i = 0; i < N; i++) {
        s += 0x9E3779B9u;
        CHECK(r[i] == mix(s));
    }
    short k = 32000;
    signed char c = -100;
    unsigned char u = 250;
    narrow(N, k, c, u, w);
    for (int i = 0; i < N; i++, k += 77, c--, u -= 3)
        CHECK(w[i] == k * 1000 + (c < 5) * 7 + u);
    nest(350, 200, 60000, w);
    for (int i = 0; i < N; i++)
        CHECK(w[i] == (unsigned short)(60000 + i));
    wide(N, 5, -7, h);
    for (unsigned long i = 1; i < N; i++)
        CHECK(h[i] == (5 + 7 * i) / 3);
    wide(N, 5, 70, h);
    for (unsigned long i = 1; i < N; i++)
        CHECK(h[i] == (5 - 70 * i) / 3);
    longs(N, 4294960000u, 13, d);
    for (unsigned i = 0; i < N; i++)
        CHECK(d[i] == 4294960000u + 13 * i);
    longs(N, 7, 4294967200u, d);
    for (unsigned i = 0; i < N; i++)
        CHECK(d[i] == 7 + 4294967200u * i);
    packed(N, -1u, w);
    CHECK(w[0] == 0 && w[1] == 1 && w[N - 1] == N - 1);
    w[0] = 4;
    packed(7, -1u, w);
    CHECK(w[0] == 0 && w[6] == 6);
    return CHECKED();
}
