// A serial construct: one gang of one worker of one lane, so a carried dependence is fine.
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#define N 100

int main(void)
{
    int fib[N];
    #pragma acc serial copyout(fib[0:N])
    {
        fib[0] = 0;
        fib[1] = 1;
        for (int i = 2; i < N; i++)
            fib[i] = (fib[i - 1] + fib[i - 2]) % 1000007;
    }
    int a = 0, b = 1;
    for (int i = 0; i < N; i++) {
        CHECK(fib[i] == a);
        int c = (a + b) % 1000007;
        a = b, b = c;
    }
    return CHECKED();
}
