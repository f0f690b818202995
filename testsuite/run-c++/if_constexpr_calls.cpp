// The branch of an `if constexpr` that isn't taken may name functions that are nowhere.
// expect: device kernels=1 host_kernels=0
// expect: multicore host_kernels=1
#include "../run/check.h"
template <class T, int N> static T turned(T a)
{
    for (int k = 0; k < N; k++)
        a = a * 3 + k;
    return a;
}

template <class T> T never(T);

int main()
{
    const int n = 10;
    unsigned a[n];
#pragma acc parallel loop copyout(a)
    for (int i = 0; i < n; i++) {
        if constexpr (sizeof(a[0]) > 100)
            a[i] = never(turned<unsigned, 2>(i));
        else if constexpr (sizeof(int) == 4)
            a[i] = turned<unsigned, 3>(i);
        else
            a[i] = never(i);
    }
    for (int i = 0; i < n; i++)
        CHECK((a[i] == turned<unsigned, 3>(i)));
    return CHECKED();
}
