// Promotion to shared memory of arrays that threads use again and again, also where the loop inside isn't a plain sum of products: a maximum, differences,
// conditions, a root of the sum. What is read under a condition alone might not be there, and stays where it is.
// expect: device kernels=5 in_order=0
// expect: multicore host_kernels=5 in_order=0
// launch: rstream4_2_promotion_largest_78 grid=7x7x1 block=32x4x1
// launch: rstream4_2_promotion_apart_79 grid=7x7x1 block=32x4x1
// launch: rstream4_2_promotion_near_80 grid=7x7x1 block=32x8x1
// launch: rstream4_2_promotion_nearest_81 grid=7x7x1 block=32x8x1
// launch: rstream4_2_promotion_guarded_82 grid=13x100x1 block=32x4x1
#include "../run/check.h"
#include <math.h>

enum { N = 400 };
static float A[N][N], B[N][N], O[N][N];
static int at[N][N];

#define LOOPS(body)                                                                                                \
    for (int i = 0; i < N; i++)                                                                                     \
        for (int j = 0; j < N; j++) {                                                                               \
            body                                                                                                    \
        }

#define LARGEST(o)                                                                                                 \
    float m = -1e9f;                                                                                                \
    for (int k = 0; k < N; k++)                                                                                     \
        m = A[i][k] + B[j][k] > m ? A[i][k] + B[j][k] : m;                                                          \
    o = m;
#define APART(o)                                                                                                   \
    float s = 0;                                                                                                    \
    for (int k = 0; k < N; k++)                                                                                     \
        s += fabsf(A[i][k] - B[j][k]);                                                                              \
    o = sqrtf(s);
/* Differences up to a limit, and how many. */
#define NEAR(o)                                                                                                    \
    float s = 0, count = 0;                                                                                         \
    for (int k = 0; k < N; k++) {                                                                                   \
        float d = A[i][k] - B[j][k];                                                                                \
        if (d > -3 && d < 3) {                                                                                      \
            s += d;                                                                                                 \
            count += 1;                                                                                             \
        }                                                                                                           \
    }                                                                                                               \
    o = s * 1000 + count;
/* The place of the first smallest one. */
#define NEAREST(o)                                                                                                 \
    float least = 1e9f;                                                                                             \
    int where = -1;                                                                                                 \
    for (int k = 0; k < N; k++) {                                                                                   \
        float d = (A[i][k] - B[j][k]) * (A[i][k] - B[j][k]);                                                        \
        if (d < least) {                                                                                            \
            least = d;                                                                                              \
            where = k;                                                                                              \
        }                                                                                                           \
    }                                                                                                               \
    o = where;
#define GUARDED(o)                                                                                                 \
    float s = 0;                                                                                                    \
    for (int k = 0; k < N; k++)                                                                                     \
        if (A[i][k] > 0)                                                                                            \
            s += A[i][k] * B[k][j];                                                                                 \
    o = s;

#define FORM(name, BODY, to)                                                                                       \
    static void name(void)                                                                                          \
    {                                                                                                               \
        PRAGMA(acc kernels)                                                                                         \
        LOOPS(BODY(to[i][j]))                                                                                       \
    }                                                                                                               \
    static void name##_right(void)                                                                                  \
    {                                                                                                               \
        for (int i = 0; i < N; i += 9)                                                                              \
            for (int j = 0; j < N; j++) {                                                                           \
                double right;                                                                                       \
                BODY(right)                                                                                         \
                CHECK(to[i][j] == right);                                                                           \
            }                                                                                                       \
    }
FORM(largest, LARGEST, O)
FORM(apart, APART, O)
FORM(near, NEAR, O)
FORM(nearest, NEAREST, at)
FORM(guarded, GUARDED, O)

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            A[i][j] = (float)((i * 7 + j * 3) % 16 - 5), B[i][j] = (float)((i + j * 5) % 8);
    largest(), largest_right();
    apart(), apart_right();
    near(), near_right();
    nearest(), nearest_right();
    guarded(), guarded_right();
    return CHECKED();
}
