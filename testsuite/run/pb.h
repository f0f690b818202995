/* pb.h: what the pb_*.c programs share, which are the 30 kernels of PolyBench/C 4.2, in words of our own. Such a program names
 * sizes, scalars and arrays, and pb/NAME.h has the loops, once. They are compiled here four times: as plain C, and in a region
 * with arrays of variable length as parameters (vla), with plain pointers and linear subscripts (flat), and with global arrays
 * and constant sizes (global). All forms give the same bits: either no sum is shared out between threads, or UNIT makes it exact. Where neither
 * is so, ROUNDING is what sums in another order may make of a number, relative to it.
 *
 * Beside each loop stands what is true of it: parallel, or parallel but for a sum (or a greatest value), or in order. The
 * programs assert that where accrs finds it out.
 *
 * Before this file a program defines PARAMETERS and ARGUMENTS (sizes and scalars, which are also constants and variables of
 * the file), ARRAYS and NEST; and as it needs them TYPE, UNIT, ROUNDING, and PREPARE, which makes the arrays' first values fit. */
#include "check.h"
#include <math.h>
#include <stddef.h>
#include <string.h>
#ifndef TYPE
#define TYPE double
#endif
/* What the arrays' first values are multiples of the inverse of: in floating point, no sum of such is exact. */
#ifndef ROUNDING
#define ROUNDING 0
#endif
#ifndef UNIT
#define UNIT 7
#endif
#ifndef PREPARE
#define PREPARE
#endif

#define GLOBAL(array, lengths) static TYPE array lengths, wanted_##array lengths;
ARRAYS(GLOBAL)

#define AT2(array, i, j, m) array[i][j]
#define AT3(array, i, j, k, m, l) array[i][j][k]
#define VARIABLE(array, lengths) , TYPE array lengths
#define KERNEL static void plain(PARAMETERS ARRAYS(VARIABLE))
#include NEST
#define REGION
#undef KERNEL
#define KERNEL static void vla(PARAMETERS ARRAYS(VARIABLE))
#include NEST
#undef KERNEL
#define KERNEL static void global(void)
#include NEST
#undef KERNEL
#undef AT2
#undef AT3
#define AT2(array, i, j, m) array[(i) * (m) + (j)]
#define AT3(array, i, j, k, m, l) array[((i) * (m) + (j)) * (l) + (k)]
#define POINTER(array, lengths) , TYPE *array
#define KERNEL static void flat(PARAMETERS ARRAYS(POINTER))
#include NEST

static void fill(TYPE *array, size_t count, int seed)
{
    for (size_t i = 0; i < count; i++)
        array[i] = (TYPE)((i * 7 + (size_t)seed * 13) % 31 + 1) / UNIT;
}

static void compare(const char *form, const char *array, const TYPE *got, const TYPE *wanted, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        double off = (double)got[i] - (double)wanted[i], most = ROUNDING * (1 + (double)(wanted[i] < 0 ? -wanted[i] : wanted[i]));
        int same = !memcmp(&got[i], &wanted[i], sizeof got[i]) || (-most < off && off < most);
        if (!same && ++check_failures <= 10)
            printf("%s: %s[%zu] is %.17g, not %.17g\n", form, array, i, (double)got[i], (double)wanted[i]);
    }
}

/* The arrays as every form finds them. */
static void start(void)
{
    int seed = 0;
#define FILL(array, lengths) fill((TYPE *)array, sizeof array / sizeof(TYPE), ++seed);
    ARRAYS(FILL)
    PREPARE;
}

static void check(const char *form)
{
#define COMPARE(array, lengths) compare(form, #array, (TYPE *)array, (TYPE *)wanted_##array, sizeof array / sizeof(TYPE));
    ARRAYS(COMPARE)
}

int main(void)
{
#define PASSED(array, lengths) , array
#define ADDRESS(array, lengths) , (TYPE *)array
#define KEEP(array, lengths) memcpy(wanted_##array, array, sizeof array);
    start();
    plain(ARGUMENTS ARRAYS(PASSED));
    ARRAYS(KEEP)
    start();
    vla(ARGUMENTS ARRAYS(PASSED));
    check("vla");
    start();
    flat(ARGUMENTS ARRAYS(ADDRESS));
    check("flat");
    start();
    global();
    check("global");
    return CHECKED();
}
