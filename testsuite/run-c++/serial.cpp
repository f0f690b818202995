// `serial` and `parallel` with code around their loops: objects that live across loops, lambdas that change them.
// expect: device kernels=2 host_kernels=0
// expect: multicore host_kernels=2
#include "../run/check.h"
struct state {
    double sum = 0;
    int count = 0;
    void take(double x)
    {
        sum += x;
        count++;
    }
};

int main()
{
    const int n = 25;
    double a[n], out[2];
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma acc serial copyin(a) copyout(out)
    {
        state s;
        auto odd = [&](int i) {
            if (i % 2)
                s.take(a[i]);
        };
        for (int i = 0; i < n; i++)
            odd(i);
        out[0] = s.sum;
        out[1] = s.count;
    }
    CHECK(out[0] == 144 && out[1] == 12);
    double b[n][3];
#pragma acc parallel copyout(b)
    {
#pragma acc loop gang
        for (int i = 0; i < n; i++) {
            state s;
            for (int j = 0; j < i; j++)
                s.take(j);
            const state &r = s;
#pragma acc loop vector
            for (int j = 0; j < 3; j++)
                b[i][j] = r.sum * j + r.count;
        }
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 3; j++)
            CHECK(b[i][j] == i * (i - 1) / 2 * j + i);
    return CHECKED();
}
