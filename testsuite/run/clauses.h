// Directives put together by macros, so that one text tests the clauses of each construct: a program defines
// CONSTRUCT (as `parallel loop`) and INNER (the directive between a construct that isn't combined and its loop, if there is one),
// and includes this.
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

#define TEXT(...) #__VA_ARGS__
#define PRAGMA(...) _Pragma(TEXT(__VA_ARGS__))
#ifdef LOOP_ONLY
#define ON(...) PRAGMA(acc parallel) PRAGMA(acc loop __VA_ARGS__)
#elif defined INNER
#define ON(...) PRAGMA(acc CONSTRUCT __VA_ARGS__) PRAGMA(acc INNER)
#else
#define ON(...) PRAGMA(acc CONSTRUCT __VA_ARGS__)
#endif
// The same with a clause that belongs on the loop inside too.
#ifdef INNER
#define ON_BOTH(clause, ...) PRAGMA(acc CONSTRUCT clause __VA_ARGS__) PRAGMA(acc INNER clause)
#else
#define ON_BOTH(clause, ...) PRAGMA(acc CONSTRUCT clause __VA_ARGS__)
#endif

#define N 997
static int a[N], b[N], bad;

#define CHECK(what, i, seen, wanted)                                                                                             \
    do {                                                                                                                         \
        if ((seen) != (wanted) && bad++ < 10)                                                                                    \
            printf("%s: at %d %d, not %d\n", what, (int)(i), (int)(seen), (int)(wanted));                                        \
    } while (0)

// Whether constructs run in a memory of their own.
__attribute__((unused)) static int own(void)
{
    return acc_get_device_type() != acc_device_host;
}

__attribute__((unused)) static void fill(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = i;
        b[i] = -7;
    }
}
