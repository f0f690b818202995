// Largest and smallest values in each of C's spellings, without a clause: with NaN anywhere, infinities, and zeros, they are what the loop in order
// gives. What NaN makes depend on the order stays in order.
// run: -O2
// env: OMP_NUM_THREADS=3
// expect: device kernels>=1800
// expect: multicore host_kernels>=1500
// launch: extremes_nan_above_61 grid=3x1x1 block=128x1x1
// launch: extremes_nan_number_70 grid=3x1x1 block=128x1x1
// launch: extremes_nan_taken_78 grid=1x1x1 block=1x1x1
// launch: extremes_nan_whole_86 grid=3x1x1 block=128x1x1
#include "check.h"
#include <math.h>
#include <string.h>
#define N 300

// The value m that x makes of m.
#define LESS(x, m) if (x < m) m = x
#define LESS_EQUAL(x, m) if (x <= m) m = x
#define MORE(x, m) if (m < x) { m = x; }
#define MORE_EQUAL(x, m) if (!(x >= m)) { } else m = x
#define NOT_MORE(x, m) if (!(x >= m)) m = x
#define PICK_LESS(x, m) m = x < m ? x : m
#define PICK_MORE_EQUAL(x, m) m = x >= m ? x : m
#define KEEP_LESS(x, m) m = m < x ? m : x
#define KEEP_MORE(x, m) m = m > x ? m : x
#define KEEP_MORE_EQUAL(x, m) m = (m >= x) ? m : x
#define TURNED(x, m) m = !(x > m) ? m : x
#define TWICE(x, m) m = 2 * x > (x > m ? x : m) ? 2 * x : (x > m ? x : m)

// A function with a kernel and one of plain C for a step.
#define FORM(name, type, STEP) \
    static type acc_##name(const type *v, int n, type m) \
    { \
        _Pragma("acc kernels loop copyin(v[0:n])") \
        for (int i = 0; i < n; i++) { \
            STEP(v[i], m); \
        } \
        return m; \
    } \
    static type in_order_##name(const type *v, int n, type m) \
    { \
        for (volatile int i = 0; i < n; i++) { \
            STEP(v[i], m); \
        } \
        return m; \
    }
#define FORMS(F, type, t) \
    F(less_##t, type, LESS) F(less_equal_##t, type, LESS_EQUAL) F(more_##t, type, MORE) F(more_equal_##t, type, MORE_EQUAL) \
    F(not_more_##t, type, NOT_MORE) F(pick_less_##t, type, PICK_LESS) F(pick_more_equal_##t, type, PICK_MORE_EQUAL) \
    F(keep_less_##t, type, KEEP_LESS) F(keep_more_##t, type, KEEP_MORE) F(keep_more_equal_##t, type, KEEP_MORE_EQUAL) \
    F(turned_##t, type, TURNED) F(twice_##t, type, TWICE)
FORMS(FORM, double, d)
FORMS(FORM, float, f)

static double x[N];
static float y[N];

static double above(double m)
{
    #pragma acc kernels
    for (int i = 0; i < N; i++)
        if (x[i] > m)
            m = x[i];
    return m;
}

static double number(double m)
{
    #pragma acc kernels
    for (int i = 0; i < N; i++)
        m = fmax(m, x[i]);
    return m;
}

static double taken(double m)
{
    #pragma acc kernels
    for (int i = 0; i < N; i++)
        m = m > x[i] ? m : x[i];
    return m;
}

static int whole(int m, const int *v)
{
    #pragma acc kernels copyin(v[0:N])
    for (int i = 0; i < N; i++)
        m = m > v[i] ? m : v[i];
    return m;
}

// Equal, zeros and infinities with their signs; any NaN is NaN.
static int is(double a, double b)
{
    return isnan(a) ? isnan(b) : a == b && !signbit(a) == !signbit(b);
}

#define COMPARE(name, type, STEP) \
    for (int s = 0; s < 7; s++) \
        CHECK(is(acc_##name((const type *)(sizeof(type) == 4 ? (const void *)y : x), n, (type)start[s]), \
                 in_order_##name((const type *)(sizeof(type) == 4 ? (const void *)y : x), n, (type)start[s])));

static const double start[7] = {INFINITY, -INFINITY, NAN, 0.0, -0.0, 2, -5};

static void all(int n)
{
    for (int i = 0; i < N; i++)
        y[i] = (float)x[i];
    FORMS(COMPARE, double, d)
    FORMS(COMPARE, float, f)
}

int main(void)
{
    int v[N];
    for (int i = 0; i < N; i++)
        v[i] = i * 7 % 211;
    CHECK(whole(5, v) == 210 && whole(500, v) == 500);
    // NaN in each of a few places, and in several.
    for (int place = 0; place < 3; place++) {
        const double with_nan[3] = {-1, NAN, 3};
        for (int i = 0; i < 3; i++)
            x[i] = with_nan[(i + place) % 3];
        all(3);
    }
    for (int kind = 0; kind < 4; kind++) {
        for (int i = 0; i < N; i++)
            x[i] = kind == 0 ? 0.0 : kind == 1 ? -0.0 : kind == 2 ? (i % 131 == 70 ? NAN : i * 17 % 101 - 50) : NAN;
        all(N);
        all(0);
        CHECK(is(above(-60), kind == 2 ? 50 : kind == 3 ? -60 : x[0]));
        CHECK(is(number(NAN), kind == 2 ? 50 : x[0]));
        CHECK(is(taken(70), kind == 2 ? 50 : kind == 3 ? NAN : 70));
    }
    CHECK(is(above(NAN), NAN));
    return CHECKED();
}
