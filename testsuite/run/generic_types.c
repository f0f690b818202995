// _Generic by all that its associations may name: typedefs, tags, pointers with qualifiers, complex and bool, arrays and functions that decay.
// expect: device kernels=3
// expect: multicore host_kernels=3
#include "check.h"
#include <complex.h>
#include <stdbool.h>
#include <stddef.h>
#define N 40

typedef double real;
typedef struct {
    real x, y;
} point;
struct box {
    int side;
};
union word {
    int i;
    float f;
};
enum colour { RED, GREEN };

// clang-format off
#define KIND(v) _Generic((v), \
    real: 1, \
    float: 2, \
    int *: 3, const int *: 4, \
    point: 5, struct box: 6, \
    union word: 7, \
    const struct box *: 8, \
    struct box *: 9, \
    double _Complex: 10, float complex: 11, \
    bool: 12, \
    size_t: 13, unsigned int: 14, \
    const char *: 15, char *: 16, \
    int **: 17, int *const *: 18, \
    default: 19)
// clang-format on

static int whole(int x)
{
    return x < 0 ? -x : x;
}

static real real_of(real x)
{
    return x < 0 ? -x : x;
}

#define ABSOLUTE(x) _Generic((x), int: whole, default: real_of)(x)

static long kinds(int i)
{
    real d = i;
    float f = 1;
    int a[3] = {i, 1, 2}, *p = a, **q = &p;
    const int *c = a;
    int *const *pinned = &p;
    point at = {1, 2};
    struct box b = {i}, *pb = &b;
    const struct box *cb = &b;
    union word w = {i};
    bool yes = i > 3;
    size_t n = 3;
    unsigned u = 4;
    const char *name = "name";
    double complex z = i;
    float complex zf = 1;
    long seen[] = {KIND(d),  KIND(f), KIND(p), KIND(c), KIND(at), KIND(b), KIND(w),      KIND(cb), KIND(pb), KIND(z),
                   KIND(zf), KIND(yes), KIND(n), KIND(u), KIND(name), KIND((char *)0), KIND(q), KIND(pinned), KIND(i), KIND(a)};
    long sum = (long)(creal(z) + crealf(zf)) * 0;
    for (unsigned k = 0; k < sizeof seen / sizeof seen[0]; k++)
        sum = sum * 31 % 1000003 + seen[k];
    // What counts is the type of the value: a short that is promoted, operands that meet, an enumeration's constant.
    sum += _Generic((short)i, short: 3, int: 4) + 10 * _Generic(+(short)i, short: 3, int: 4);
    sum += 100 * _Generic(i % 2 ? 1 : 2.0, double: 7, int: 8) + 1000 * _Generic(GREEN, int: 5, default: 6);
    return sum + (long)ABSOLUTE(-i) + (long)ABSOLUTE(-2.5 * i) + (long)sizeof(const point *) + (long)sizeof(struct box) +
           (long)sizeof(bool) + (long)sizeof(float complex);
}

int main(void)
{
    long a[N], want[N];
    for (int i = 0; i < N; i++)
        want[i] = kinds(i);
#pragma acc parallel loop copyout(a)
    for (int i = 0; i < N; i++)
        a[i] = kinds(i);
    for (int i = 0; i < N; i++)
        CHECK(a[i] == want[i]);
#pragma acc parallel loop copyout(a)
    for (int i = 0; i < N; i++) {
        typedef float real; // hides that of the file
        float f = 1;
        double d = 1;
        a[i] = _Generic(f, real: 1, default: 2) + 10 * _Generic(d, real: 1, default: 2);
        {
            struct box {
                short side;
            } b = {1};
            a[i] += 100 * _Generic(b, struct box: 1, default: 2);
        }
    }
    CHECK(a[0] == 121 && a[N - 1] == 121);
#pragma acc parallel loop copyout(a)
    for (int i = 0; i < N; i++) {
        struct box b = {i}, *const end = &b + 1;
        a[i] = KIND(end) + 100 * KIND(b.side) + 10000 * KIND(&a[i]);
    }
    CHECK(a[5] == 9 + 100 * 19 + 10000 * 19);
    return CHECKED();
}
