// The article's two directives: a region whose clauses say what is copied in, copied out and local, and the loop directive with the words that it has
// in PGI's compiler.
// expect: device kernels=2 in_order=0 uploads=1 upload_bytes=800 downloads=1 download_bytes=800
// expect: multicore host_kernels=1
// launch: block=32x1x1
#include "../run/check.h"

enum { N = 200 };
static float x[N], y[N], t[N];

static void with_clauses(void)
{
#pragma acc region copyin(x[0 : N]) copyout(y[0 : N]) local(t[0 : N])
    {
#pragma acc for parallel
        for (int i = 0; i < N; i++)
            t[i] = 2 * x[i];
#pragma acc for parallel, vector(32)
        for (int i = 0; i < N; i++)
            y[i] = t[N - 1 - i] + 1;
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        x[i] = (float)i;
    with_clauses();
    for (int i = 0; i < N; i++)
        CHECK(y[i] == 2 * x[N - 1 - i] + 1);
    return CHECKED();
}
