// A construct for whose data the device has no room, where some of it is present from before: the cores see what the device would,
// through attached pointers too, and afterwards each side has what it would have had.
// env: ACCRS_SIM_MEMORY=4M ACCRS_GPU_MEMORY=4
// expect: device to_cores=5
// expect: multicore to_cores=0
// message: lacking_present.c:60 (in main, parallel loop): its data doesn't fit the memory of
// openmp: it is about a device's memory
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

#define N (1 << 20)
#define M 1000

struct field {
    int n;
    double *values;
};

static const double table[4] = {1, 2, 3, 4};
static double offset = 5;
#pragma acc declare copyin(offset)

#pragma acc routine seq
static double shifted(double x)
{
    return x + offset;
}

static int failed;

static void expect(double value, double want, const char *what)
{
    if (value != want) {
        printf("%s: %g, not %g\n", what, value, want);
        failed = 1;
    }
}

int main(void)
{
    int shares = acc_get_device_type() == acc_device_host;
    double *big = malloc(N * sizeof *big), *few = malloc(M * sizeof *few), *own = malloc(M * sizeof *own);
    struct field f = {M, malloc(M * sizeof(double))};
    for (int i = 0; i < N; i++)
        big[i] = i;
    for (int i = 0; i < M; i++)
        few[i] = own[i] = f.values[i] = i;
#pragma acc enter data copyin(few[0:M], own[0:M], table, f, f.values[0:f.n])
#pragma acc parallel loop present(few[0:M], f) async(1)
    for (int i = 0; i < M; i++) {
        few[i] += 100;
        f.values[i] += 1000;
    }
    // The device's values are newer, and queued work makes them.
    if (!shares) {
        few[7] = -1;
        f.values[7] = -1;
    }
#pragma acc parallel loop present(few[0:M], own[0:M], f) copy(big[0:N]) wait(1)
    for (int i = 0; i < N; i++) {
        big[i] += few[i % M] + f.values[i % M] + table[i % 4];
        if (i < M)
            own[i] = 2 * few[i];
    }
    expect(big[7], 7 + 107 + 1007 + 4, "big[7]");
    expect(big[2007], 2007 + 107 + 1007 + 4, "big[2007]");
    if (!shares)
        expect(few[7] + f.values[7] + own[8], 6, "the host's own");
#pragma acc update self(few[0:M], own[0:M])
    expect(few[7], 107, "few[7]");
    expect(own[8], 216, "own[8]");
    // Only the device is to see these.
    double *scratch = malloc(N * sizeof *scratch);
    for (int i = 0; i < N; i++)
        scratch[i] = 3;
#pragma acc parallel loop create(scratch[0:N]) copyout(big[0:N])
    for (int i = 0; i < N; i++) {
        scratch[i] = i;
        big[i] = scratch[i];
    }
    expect(big[N - 1], N - 1, "big[N - 1]");
#pragma acc parallel loop copyin(scratch[0:N])
    for (int i = 0; i < N; i++)
        scratch[i] = i;
    if (!shares)
        expect(scratch[5], 3, "scratch[5]");
#pragma acc parallel loop copyout(zero: scratch[0:N])
    for (int i = 0; i < N; i += 2)
        scratch[i] += 1;
    if (!shares)
        expect(scratch[4] + scratch[5], 1, "from zero");
    // A routine's variable is the device's.
    if (!shares)
        offset = 50;
#pragma acc parallel loop copyout(big[0:N])
    for (int i = 0; i < N; i++)
        big[i] = shifted(i);
    expect(big[10], 15, "big[10]");
#pragma acc exit data delete(few[0:M], own[0:M], table, f.values[0:f.n], f)
    free(big);
    free(few);
    free(own);
    free(f.values);
    free(scratch);
    return failed;
}
