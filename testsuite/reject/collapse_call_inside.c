// A call of the library between joined loops, in a statement expression.
// error: ACC0113 line 8: a call of `acc_on_device`
#include <openacc.h>
void f(int a[8][8])
{
    #pragma acc parallel loop collapse(force:2) copyout(a[0:8][0:8])
    for (int i = 0; i < 8; i++) {
        int d = ({ acc_on_device(acc_device_host); });
        for (int j = 0; j < 8; j++) a[i][j] = d;
    }
}
