// Directives augment what analysis finds: of a loop through an index nobody knows, independent says that it is parallel. (PGI's word parallel alone
// schedules it, and doesn't assert it, as OpenACC has it since.)
// expect: device kernels=2 
// expect: multicore host_kernels=1
#include "../run/check.h"

enum { N = 300 };
static double a[N], b[N];
static int at[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        at[i] = (7 * i) % N;
#pragma acc region
    {
#pragma acc for independent
        for (int i = 0; i < N; i++)
            a[at[i]] = i;
#pragma acc for parallel
        for (int i = 0; i < N; i++)
            b[at[i]] = i;
    }
    for (int i = 0; i < N; i++)
        CHECK(a[at[i]] == i && b[at[i]] == i);
    return CHECKED();
}
