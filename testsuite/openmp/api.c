// openacc.h and its functions: without accrs they are the host's own, in a few lines.
// expands: openacc.h
#include <stdio.h>
#include <openacc.h> // the API
#include <string.h>

static float *on_device(int n)
{
    return acc_malloc(n * sizeof(float));
}

int main(void)
{
    int n = 500;
    float host[500];
    acc_init(acc_device_default);
    acc_set_device_num(0, acc_get_device_type());
    float *d = on_device(n);
    int there = 0;
#pragma acc parallel loop deviceptr(d) async(1)
    for (int i = 0; i < n; i++)
        d[i] = i;
    acc_wait(1); // all of it
    acc_memcpy_from_device(host, d, n * sizeof(float));
    #pragma acc parallel copyout(there)
    there = acc_on_device(acc_device_not_host);
    #pragma acc host_data use_device(host)
    {
        printf("%d\n", acc_is_present(host, sizeof host));
    }
    acc_free(d);
    acc_shutdown(acc_device_default);
    return !(host[n - 1] == n - 1 && there == 0);
}
