// The sizes of printf's conversions: what kernels print is what C prints, to the letter, though CUDA's printf doesn't know all sizes.
// run: -O2 -Wno-format
// expect: device kernels=1
// expect: multicore host_kernels=1
// openmp: it looks at its own output
#include "check.h"
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LINES(n)                                                                   \
    printf("%hhd %hhu %hhx|%5hhd|%-5hhi|%s\n", 300 + n, 300 + n, -1, -3, 7, "one"); \
    printf("%hd %hu %zu %zx %td %jd %s\n", (short)-4, 65535, sizeof(int), sizeof(n), \
           (ptrdiff_t)-5, (intmax_t)-6 - n, "two");                                \
    printf("%" PRIu64 " %" PRId8 "\t%*d%%hhd %s\n", UINT64_MAX - n, (int8_t)-7, 5, 42, "three");

int main(void)
{
    int n = 2, copy = dup(1);
    char path[] = "/tmp/accrs-printf-XXXXXX", seen[2000] = "", wanted[2000] = "";
    int file = mkstemp(path);
    fflush(stdout);
    dup2(file, 1);
#pragma acc serial copy(n)
    {
        LINES(n)
        n++;
    }
    fflush(stdout);
    dup2(copy, 1);
    lseek(file, 0, SEEK_SET);
    CHECK(read(file, seen, sizeof seen - 1) > 0);
    n = 2;
    char *end = wanted;
#define printf(...) (end += sprintf(end, __VA_ARGS__))
    LINES(n)
#undef printf
    CHECK(!strcmp(seen, wanted));
    if (strcmp(seen, wanted))
        fprintf(stderr, "%s--\n%s", seen, wanted);
    unlink(path);
    return CHECKED();
}
