// A loop of kernels that prints, or that others may watch through volatile memory, runs in order although no iteration needs another's
// result; independent makes it parallel.
// report: what it does depends on the order
// expect: device kernels=3
// expect: multicore host_kernels=3
// launch: kernels_output_main_26 grid=1x1x1 block=1x1x1
// launch: kernels_output_main_33 grid=1x1x1 block=1x1x1
// launch: kernels_output_main_35 grid=2x1x1 block=128x1x1
#include "check.h"
#include <stdlib.h>
#include <unistd.h>
#define N 200

static double a[N];
static volatile double watched[N];

int main(void)
{
    char name[] = "/tmp/kernels_output_XXXXXX";
    int file = mkstemp(name), terminal = dup(1);
    if (file < 0 || terminal < 0)
        return 2;
    fflush(stdout);
    dup2(file, 1);
    #pragma acc kernels
    for (int i = 0; i < N; i++) {
        a[i] = i;
        printf("%d\n", i);
    }
    fflush(stdout);
    dup2(terminal, 1);
    #pragma acc kernels
    for (int i = 0; i < N; i++)
        watched[i] = a[i];
    #pragma acc kernels loop independent
    for (int i = 0; i < N; i++)
        watched[i] = watched[i] + 1;

    FILE *text = fopen(name, "r");
    int last = -1;
    for (int i = 0; i < N; i++)
        CHECK(text && fscanf(text, "%d", &last) == 1 && last == i);
    unlink(name);
    for (int i = 0; i < N; i++)
        CHECK(watched[i] == i + 1);
    return CHECKED();
}
