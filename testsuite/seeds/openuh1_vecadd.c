// The slides' first program: data, kernels and an independent loop, with commas between clauses.
// expect: device kernels=1 uploads=2 upload_bytes=8000 downloads=1 download_bytes=4000
// expect: multicore host_kernels=1
#include "../run/check.h"

int main(void)
{
    enum { n = 1000 };
    float a[n], b[n], c[n];
    int i;
    for (i = 0; i < n; i++)
        a[i] = (float)i, b[i] = (float)(2 * i);
#pragma acc data copyin( a[0:n], b[0:n] ), copyout( c[0:n] )
    {
        #pragma acc kernels
        {
            #pragma acc loop independent
            for ( i = 0; i < n; i++ ) {
                c[i] = a[i] + b[i];
            }
        }
    }
    for (i = 0; i < n; i++)
        CHECK(c[i] == (float)(3 * i));
    return CHECKED();
}
