// The same sum of rounded numbers twice on one grid: bit for bit the same.
// expect: device kernels=20
#include "check.h"
#include <string.h>
#define N 100001

int main(void)
{
    static float v[N];
    float first = 0;
    for (int i = 0; i < N; i++)
        v[i] = 1.0f / (float)(i + 1);
    for (int round = 0; round < 20; round++) {
        float s = 0;
        #pragma acc parallel loop gang vector num_gangs(16) vector_length(128) reduction(+:s) copyin(v)
        for (int i = 0; i < N; i++)
            s += v[i];
        if (round == 0)
            first = s;
        CHECK(memcmp(&s, &first, sizeof s) == 0);
        CHECK(s > 12.08f && s < 12.10f);
    }
    return CHECKED();
}
