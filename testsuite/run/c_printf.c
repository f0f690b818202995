// printf and puts in kernels, with strings, all kinds of numbers and of C's length modifiers, from functions too: all of it is printed as C does.
// run: -O2 -Wno-format
// expect: device kernels=1
// expect: multicore host_kernels=1
// openmp: it looks at its own output
#include "check.h"
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char want[] = "start\n"
                           "first: 0  0.00 q 3 0xff -1 %\nmore: 1  0.50 q 3 0xff -1 %\nmore: 2  1.00 q 3 0xff -1 %\n"
                           "3 -4 main ab\n-1 255 -2 65534 18446744073709551615 -3 -4 -5 100% end\n"
                           "   7|7   |0007|+7| 1.50|0x1f|1e+03 z\n";

static void show(const char *what, int n, double x)
{
    printf("%s: %d %5.2f %c %lu %#x %lld %%\n", what, n, x, 'q', 3ul, 255u, -1ll);
}

int main(void)
{
    int n = 0;
    char seen[sizeof want + 100] = "";
    FILE *file = tmpfile();
    int out = dup(1);
    CHECK(file && out >= 0 && fflush(stdout) == 0 && dup2(fileno(file), 1) == 1);
    #pragma acc serial copy(n)
    {
        printf("start\n");
        n++;
        for (int i = 0; i < 3; i++)
            show(i ? "more" : "first", i, i * 0.5f);
        printf("%hhd %hd %s %s\n", (char)3, (short)-4, __func__, "a" "b");
        n++;
        int big = 0x1ff, wide = 0x1fffe;
        printf("%hhd %hhu %hd %hu %zu %jd %td %zd %s end\n", big, big, wide, wide, (size_t)-1, (intmax_t)-3, (ptrdiff_t)-4, (ptrdiff_t)-5, "100%");
        printf("%4d|%-4d|%04d|%+d|%5.2f|%#hhx|%.0e %s\n", 7, 7, 7, 7, 1.5, (unsigned char)31, 1000.0, "z");
        n++;
    }
    CHECK(fflush(stdout) == 0 && dup2(out, 1) == 1);
    rewind(file);
    seen[fread(seen, 1, sizeof seen - 1, file)] = 0;
    CHECK(strcmp(seen, want) == 0);
    CHECK(n == 3);
    return CHECKED();
}
