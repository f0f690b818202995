// Variables whose value nothing reads: legal C, and no reason for a warning from the device's compiler.
// run: -Wno-unused -Wno-unused-but-set-variable
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#define N 33

struct point {
    int x, y;
};

int main(void)
{
    static int a[N], b[N];
    #pragma acc parallel loop copyout(a)
    for (int i = 0; i < N; i++) {
        int set;
        int measured = 3, never;
        float tail[4];
        struct point p;
        static const int table[2] = {1, 2};
        set = i;
        tail[i % 4] = 1.0f;
        p.x = 2;
        a[i] = i + (int)sizeof(measured) + (int)sizeof(table);
    }
    #pragma acc parallel num_gangs(2) vector_length(32) copyout(b)
    {
        int shared, outside[3];
        outside[1] = 4;
        #pragma acc loop gang private(shared)
        for (int i = 0; i < N; i++) {
            shared = i;
            b[i] = i + (int)sizeof(shared);
        }
    }
    for (int i = 0; i < N; i++)
        CHECK(a[i] == i + 12 && b[i] == i + 4);
    return CHECKED();
}
