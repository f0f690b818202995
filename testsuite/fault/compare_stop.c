// A difference ends the program where PCAST_COMPARE asks for that.
// env: PCAST_COMPARE=rel=3,stop
// message: compare: a[7]: device 8, host 7
// message: acc_compare: device and host differ (PCAST_COMPARE=stop)
#include <openacc.h>
#include <stdio.h>

int main(void)
{
    float a[10];
    for (int i = 0; i < 10; i++)
        a[i] = (float)i;
    #pragma acc data copy(a)
    {
        #pragma acc parallel loop
        for (int i = 0; i < 10; i++)
            a[i] = i == 7 ? 8 : a[i] * 1.0001f;
        acc_compare(a, 10);
        printf("after\n");
    }
    return 0;
}
