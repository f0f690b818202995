// Initialisers by C's rules: nested, partial, with braces left out, designators of any depth and in any order, ranges,
// unions by a later member, members of members without names, strings into arrays, in switches that jump over them.
// run: -O2 -Wno-missing-braces -Wno-override-init -Wno-missing-field-initializers
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#define N 40

struct pair {
    int a[2];
    int b;
};
union value {
    int i;
    float f;
    struct pair p;
};
struct item {
    char name[6];
    union {
        struct {
            short lo, hi;
        };
        int both;
    };
    struct pair pairs[2];
    unsigned : 3;
    unsigned flag : 2;
    double d;
};

static long work(int i)
{
    int g[2][2] = {1, i, 3, 4}, h[3][2] = {[1] = {5, 6}, 7, i}, r[10] = {[2 ... 5] = 9, 1, [0] = 2}, z[3] = {0};
    int deep[2][3] = {[1][1] = i, 8, [0][2] = 4};
    struct pair s = {1, i, 3}, t[2] = {1, 2, 3, i, 5, 6}, u = {.a = {[1] = i}, 8}, v[3] = {[2].b = 4, [0] = {.a[1] = i, 2}};
    struct item it = {"item", .hi = 4, .pairs = {{{i}}, {.b = 7}}, .flag = 3, .d = i}, plain = {"ab", {{1, 2}}, {1, 2, 3, 4}, 1, 2.5};
    struct item list[] = {[1] = it, {.name = "xyz", .lo = 77}};
    union value w = {.f = 1.5f}, x = {i}, y = {.p = {.b = i}};
    char text[3][4] = {"ab", {'c', 'd'}, "efg"};
    long sum = g[1][0] + 10 * g[0][1] + h[2][1] * 3 + h[1][0] + h[0][0] + r[5] + r[6] * 2 + r[0] + z[2] + deep[1][2] + deep[1][1] * 2 + deep[0][2];
    sum = sum * 31 + s.b + t[1].a[0] * 2 + t[1].b + u.a[1] * 3 + u.b + v[0].b + v[0].a[1] + v[2].b * 5 + v[1].b;
    sum = sum * 31 + it.name[3] + it.hi + it.lo + it.pairs[0].a[0] + it.pairs[1].b + it.flag + (long)it.d;
    sum = sum * 31 + plain.hi + plain.pairs[1].a[0] + plain.flag + (long)(plain.d * 2) + plain.pairs[0].b;
    sum = sum * 31 + list[1].pairs[1].b + list[2].both + list[2].name[2] + list[0].name[0] + (long)(sizeof list / sizeof list[0]);
    sum = sum * 31 + (long)(w.f * 2) + x.i + y.p.b + text[1][1] + text[2][2] + text[0][2];
    switch (i % 3) {
    case 0:;
        int odd[3] = {i, 2}, plainly = i;
        struct pair in = {{i, 1}, 2};
        sum += odd[0] + odd[1] + odd[2] + plainly + in.b;
        break;
    case 1: {
        const int table[] = {4, 5, 6};
        sum += table[i % 3];
        break;
    }
    default:
        sum -= ((struct pair){.b = i}).b + (int){3};
    }
    return sum;
}

int main(void)
{
    long out[N];
    #pragma acc parallel loop copyout(out)
    for (int i = 0; i < N; i++)
        out[i] = work(i);
    for (int i = 0; i < N; i++)
        CHECK(out[i] == work(i));
    return CHECKED();
}
