// What is local to a region is found too: a function's own array that nobody reads behind the region doesn't move.
// report: create(t)
// expect: device kernels=2 uploads=1 upload_bytes=400 downloads=1 download_bytes=400
#include "../run/check.h"

static float g[100], h[100];

static void smooth(void)
{
    float t[100];
#pragma acc region
    {
        for (int i = 0; i < 100; i++)
            t[i] = 2 * h[i];
        for (int i = 0; i < 100; i++)
            g[i] = t[99 - i];
    }
}

int main(void)
{
    for (int i = 0; i < 100; i++)
        h[i] = (float)i;
    smooth();
    for (int i = 0; i < 100; i++)
        CHECK(g[i] == 2 * h[99 - i]);
    return CHECKED();
}
