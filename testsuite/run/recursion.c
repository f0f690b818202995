// Regions in a function that calls itself: entries and exits nest.
// expect: device kernels=7
#include "check.h"
#define N 128

static void halve(int *a, int low, int n, int depth)
{
    #pragma acc data copy(a[low:n])
    {
        #pragma acc parallel loop present(a[low:n])
        for (int i = low; i < low + n; i++)
            a[i] = a[i] * 2 + depth;
        if (depth < 2) {
            halve(a, low, n / 2, depth + 1);
            halve(a, low + n / 2, n / 2, depth + 1);
        }
    }
}

int main(void)
{
    int a[N];
    for (int i = 0; i < N; i++)
        a[i] = i;
    halve(a, 0, N, 0);
    for (int i = 0; i < N; i++)
        CHECK(a[i] == ((i * 2) * 2 + 1) * 2 + 2);
    return CHECKED();
}
