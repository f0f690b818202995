/* memory.c: too little memory. Takes what the device has in pieces of M MiB (argument 1); a construct that doesn't fit then runs on the cores, and on the device
 * again when there is room. With a second argument: `enter data` that doesn't fit, which ends the program with an error. */
#include "result.h"
#include <openacc.h>

enum { MOST = 4096 };

static void twice(long n, double *restrict a)
{
#pragma acc parallel loop copy(a[0:n])
    for (long i = 0; i < n; i++)
        a[i] *= 2;
}

int main(int argc, char **argv)
{
    size_t piece = (size_t)argument(argc, argv, 1, 4) << 20, all = 0;
    long n = (long)(2 * piece / sizeof(double)), bad = 0;
    double *a = must_alloc(2 * piece);
    static void *taken[MOST];
    int pieces = 0;
    for (long i = 0; i < n; i++)
        a[i] = (double)(i % 1000);
    twice(n, a);
    while (pieces < MOST && (taken[pieces] = acc_malloc(piece)))
        pieces++, all += piece;
    if (argc > 2) {
#pragma acc enter data copyin(a[0:n])
        printf("{\"item\": \"enter data that doesn't fit\", \"right\": false}\n");
        return 0;
    }
    twice(n, a);
    while (pieces)
        acc_free(taken[--pieces]);
    twice(n, a);
    for (long i = 0; i < n; i++)
        bad += a[i] != 8 * (double)(i % 1000);
    printf("{\"item\": \"memory that was taken\", \"bytes\": %zu, \"right\": %s}\n", all, bad ? "false" : "true");
    return bad != 0;
}
