// A stream that can't be made for a synchronous construct: the message has the construct's place.
// env: ACCRS_SIM_FAIL=stream_create:1 ACCRS_GPU_FAIL=cuStreamCreate:1=OUT_OF_MEMORY
// message: no_stream.c:8 (in main, parallel loop)
#include <stdio.h>
int main(void)
{
    int sum = 0;
    #pragma acc parallel loop reduction(+:sum)
    for (int i = 0; i < 10; i++)
        sum += i;
    printf("%d\n", sum);
    return sum != 45;
}
