// acc_free of an address that acc_malloc didn't give.
// message: acc_free
#include <openacc.h>

int main(void)
{
    int x = 0;
    #pragma acc parallel num_gangs(1)
    {}
    acc_free(&x);
    return x;
}
