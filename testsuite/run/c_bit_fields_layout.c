// Bit-fields in packed structs, under `#pragma pack`, and as Microsoft's compiler places them: kernels see the host's bits.
// run: -O2 -Wno-packed-bitfield-compat
// expect: device kernels=12
// expect: multicore host_kernels=12
#include "check.h"
#include <string.h>
#define N 24
#define MEMBERS                                                                                                      \
    {                                                                                                                \
        char a;                                                                                                      \
        int b : 4;                                                                                                   \
        char c : 3;                                                                                                  \
        long d : 5;                                                                                                  \
        short e : 3;                                                                                                 \
        int : 5;                                                                                                     \
        int f : 30;                                                                                                  \
        int : 0;                                                                                                     \
        char g;                                                                                                      \
        struct {                                                                                                     \
            short h : 3;                                                                                             \
            long i : 33;                                                                                             \
            union {                                                                                                  \
                int u;                                                                                               \
                double wide;                                                                                         \
            };                                                                                                       \
        };                                                                                                           \
        int j : 2;                                                                                                   \
        double k;                                                                                                    \
    }
struct natural MEMBERS;
struct __attribute__((packed)) packed MEMBERS;
struct __attribute__((ms_struct)) microsoft MEMBERS;
#pragma pack(push, 1)
struct one MEMBERS;
#pragma pack(pop)
#pragma pack(push, 2)
struct two MEMBERS;
#pragma pack(pop)
#pragma pack(push, 4)
struct four MEMBERS;
#pragma pack(pop)

#define SAME(x, y)                                                                                                   \
    (x.a == y.a && x.b == y.b && x.c == y.c && x.d == y.d && x.e == y.e && x.f == y.f && x.g == y.g && x.h == y.h    \
     && x.i == y.i && x.u == y.u && x.j == y.j && x.k == y.k)

#define TRY(type)                                                                                                    \
    do {                                                                                                             \
        struct type v[N], w[N];                                                                                      \
        int bad = 0;                                                                                                 \
        memset(v, 0, sizeof v);                                                                                      \
        memset(w, 0, sizeof w);                                                                                      \
        for (int i = 0; i < N; i++) {                                                                                \
            v[i].a = (char)i, v[i].b = i, v[i].c = -i, v[i].d = 2 * i, v[i].e = i, v[i].f = 1700 * i, v[i].g = -i;   \
            v[i].h = i, v[i].i = 123456789L * i, v[i].u = i, v[i].j = i, v[i].k = i;                                 \
        }                                                                                                            \
        _Pragma("acc parallel loop copyin(v) copy(w)")                                                               \
        for (int i = 0; i < N; i++) {                                                                                \
            w[i].a = v[i].a, w[i].b = v[i].b, w[i].c = v[i].c, w[i].d = v[i].d, w[i].e = v[i].e, w[i].f = v[i].f;    \
            w[i].g = v[i].g, w[i].h = v[i].h, w[i].i = v[i].i, w[i].u = v[i].u, w[i].j = v[i].j, w[i].k = v[i].k;    \
        }                                                                                                            \
        CHECK(memcmp(v, w, sizeof v) == 0);                                                                          \
        _Pragma("acc parallel loop copyin(v) reduction(+ : bad)")                                                    \
        for (int i = 0; i < N; i++) {                                                                                \
            struct type made = {i, i, -i, 2 * i, i, 1700 * i, -i, {i, 123456789L * i, {i}}, i, i};                   \
            bad += !SAME(made, v[i]);                                                                                \
        }                                                                                                            \
        CHECK(bad == 0);                                                                                             \
    } while (0)

int main(void)
{
    TRY(natural);
    TRY(packed);
    TRY(microsoft);
    TRY(one);
    TRY(two);
    TRY(four);
    return CHECKED();
}
