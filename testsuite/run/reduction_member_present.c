// A reduced member of a struct that is on the device already: the device's own value goes on, the host's stays as it is until the end of the data construct;
// and one that no clause names comes in and goes back alone, eight bytes of a large struct.
// devices: sim nvidia
// openmp: one memory
// run: -w
// expect: device kernels=3 uploads=4 upload_bytes=16824 downloads=2 download_bytes=824
#include "check.h"
struct state { double before[50]; double sum; double behind[50]; int n; };
int main(void)
{
    static double x[1000];
    struct state s = {.sum = 2, .n = 4}, *p = &s;
    for (int i = 0; i < 1000; i++)
        x[i] = i;
#pragma acc data copy(s) copyin(x)
    {
        s.sum = -77;
        s.n = -1;
#pragma acc parallel loop reduction(+:s.sum)
        for (int i = 0; i < 1000; i++)
            s.sum += x[i] * s.n;
        CHECK(s.sum == -77);
#pragma acc parallel loop reduction(+:p->sum) present(p)
        for (int i = 0; i < 1000; i++)
            p->sum += x[i];
        CHECK(s.sum == -77);
    }
    CHECK(s.sum == 2 + 5 * 499500.0 && s.n == 4);
    s.sum = 1;
#pragma acc parallel loop reduction(+:s.sum) copyin(x)
    for (int i = 0; i < 1000; i++)
        s.sum += x[i];
    CHECK(s.sum == 499501);
    return CHECKED();
}
