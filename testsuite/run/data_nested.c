// Data that is there already is not moved again: counts, nested regions, present and present_or_ spellings.
// covers: data structured count, data synonyms
// expect: device kernels=4 uploads=1 downloads=1
#include "check.h"
#define N 512

static void scale(double *x, double by)
{
    #pragma acc parallel loop present(x[0:N])
    for (int i = 0; i < N; i++)
        x[i] *= by;
}

static void shift(double *x, double by)
{
    #pragma acc data pcopy(x[0:N])
    {
        #pragma acc kernels loop independent present_or_copyin(x[10:20])
        for (int i = 10; i < 30; i++)
            x[i] += by;
    }
}

int main(void)
{
    double x[N];
    for (int i = 0; i < N; i++)
        x[i] = i;
    #pragma acc data copy(x)
    {
        scale(x, 2.0);
        shift(x, 100.0);
        #pragma acc data copyin(x) copyout(x[0:N])
        {
            scale(x, 0.5);
        }
        #pragma acc parallel loop copy(x)
        for (int i = 0; i < N; i++)
            x[i] += 0.5;
    }
    for (int i = 0; i < N; i++)
        CHECK(x[i] == i + (i >= 10 && i < 30 ? 50.0 : 0.0) + 0.5);
    return CHECKED();
}
