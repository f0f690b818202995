// Every integer type, upwards and downwards, each comparison, several steps, at both ends of the type: each iteration once.
// run: -O2 -Wno-type-limits
// env: OMP_NUM_THREADS=3
// expect: device kernels=33
// expect: multicore host_kernels=33
#include "check.h"
#include <limits.h>
#include <stddef.h>
#include <string.h>

enum { CASES = 15, MOST = 264 };
/* How often an iteration came, by its distance from the loop's start. */
static unsigned char seen[CASES][MOST], right[CASES][MOST];
enum level { NONE, SOME, ALL = 1000 };

/* What a directive's `for` says is the user's: bounds and steps are variables, of the loop's type. */
#define LOOP(CASE, T, MARKS, FROM, CMP, TO, NEXT)                              \
    for (T i = (T)(FROM); i CMP (T)(TO); NEXT)                                 \
        MARKS[CASE][i > (T)(FROM) ? (size_t)i - (size_t)(T)(FROM)              \
                                  : (size_t)(T)(FROM) - (size_t)i]++;

#define LOOPS(T, MARKS, DIRECTIVE)                                             \
    DIRECTIVE LOOP(0, T, MARKS, low, <, low + 20, i++)                         \
    DIRECTIVE LOOP(1, T, MARKS, low, <=, low + 20, i += 3)                     \
    DIRECTIVE LOOP(2, T, MARKS, high - 20, <, high, ++i)                       \
    DIRECTIVE LOOP(3, T, MARKS, high - 20, <=, high - 5, i += 3)               \
    DIRECTIVE LOOP(4, T, MARKS, high - 20, <, high - 5, i = i + step)          \
    DIRECTIVE LOOP(5, T, MARKS, high, >, high - 20, i--)                       \
    DIRECTIVE LOOP(6, T, MARKS, high, >=, high - 20, i -= 3)                   \
    DIRECTIVE LOOP(7, T, MARKS, low + 20, >, low, --i)                         \
    DIRECTIVE LOOP(8, T, MARKS, low + 20, >=, low + 5, i -= 3)                 \
    DIRECTIVE LOOP(9, T, MARKS, low + 20, >, low + 5, i -= step)               \
    DIRECTIVE LOOP(10, T, MARKS, low, !=, low + 21, i += 3)                    \
    DIRECTIVE LOOP(11, T, MARKS, high, !=, high - 20, i--)                     \
    DIRECTIVE LOOP(12, T, MARKS, high, !=, high - 21, i -= 3)                  \
    DIRECTIVE LOOP(13, T, MARKS, low + 20, <, low, i += step)                  \
    DIRECTIVE LOOP(14, T, MARKS, low, >=, low + 1, i--)

#define TEST(T, LOW, HIGH)                                                     \
    do {                                                                       \
        T low = (T)(LOW), high = (T)(HIGH), step = 3;                          \
        memset(right, 0, sizeof right);                                        \
        LOOPS(T, right, )                                                      \
        memset(seen, 0, sizeof seen);                                          \
        PRAGMA(acc parallel num_gangs(4) copy(seen))                           \
        {                                                                      \
            LOOPS(T, seen, PRAGMA(acc loop gang vector))                       \
        }                                                                      \
        CHECK(!memcmp(seen, right, sizeof seen));                              \
        memset(seen, 0, sizeof seen);                                          \
        PRAGMA(acc parallel num_gangs(1) copy(seen))                           \
        {                                                                      \
            LOOPS(T, seen, PRAGMA(acc loop vector))                            \
        }                                                                      \
        CHECK(!memcmp(seen, right, sizeof seen));                              \
    } while (0)

/* All of a narrow type, and constants as bounds. */
#define WHOLE(T, LOW, HIGH)                                                    \
    do {                                                                       \
        long up = 0, down = 0, steps = 0;                                      \
        PRAGMA(acc parallel loop reduction(+ : up))                            \
        for (T i = LOW; i < HIGH; i++)                                         \
            up += i;                                                           \
        PRAGMA(acc parallel loop reduction(+ : down))                          \
        for (T i = HIGH; i > LOW; i--)                                         \
            down += i;                                                         \
        PRAGMA(acc parallel loop reduction(+ : steps))                         \
        for (T i = HIGH; i > LOW; i -= 5)                                      \
            steps++;                                                           \
        CHECK(up == ((long)LOW + HIGH - 1) * ((long)HIGH - LOW) / 2);          \
        CHECK(down == ((long)LOW + HIGH + 1) * ((long)HIGH - LOW) / 2);        \
        CHECK(steps == ((long)HIGH - LOW) / 5);                                \
    } while (0)

static void joined(void)
{
    unsigned char n = 250;
    long count = 0;
#pragma acc parallel loop collapse(2) reduction(+ : count)
    for (unsigned char i = 255; i > n; i -= 1)
        for (short k = 0; k < 300; k += 7)
            count += i;
    CHECK(count == 43 * (255 + 254 + 253 + 252 + 251));
}

int main(void)
{
    TEST(char, CHAR_MIN, CHAR_MAX);
    TEST(signed char, SCHAR_MIN, SCHAR_MAX);
    TEST(unsigned char, 0, UCHAR_MAX);
    TEST(short, SHRT_MIN, SHRT_MAX);
    TEST(unsigned short, 0, USHRT_MAX);
    TEST(int, INT_MIN, INT_MAX);
    TEST(unsigned, 0, UINT_MAX);
    TEST(long, LONG_MIN, LONG_MAX);
    TEST(unsigned long, 0, ULONG_MAX);
    TEST(long long, LLONG_MIN, LLONG_MAX);
    TEST(unsigned long long, 0, ULLONG_MAX);
    TEST(size_t, 0, (size_t)-1);
    TEST(enum level, NONE, ALL);
    WHOLE(unsigned char, 0, 255);
    WHOLE(signed char, -125, 125);
    joined();
    return CHECKED();
}
