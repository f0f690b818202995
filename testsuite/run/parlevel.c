// gcc's builtins for the number of the running gang, worker and lane, in a construct and in a routine.
// run: -O2
// expect: device kernels=1
// faults: it looks at where it runs, which is the host where there is no memory
#include "check.h"
#include <openacc.h>
enum { G = 6, V = 32 };

#pragma acc routine seq
static int lane(void)
{
    return __builtin_goacc_parlevel_id(2);
}

int main(void)
{
    int gang[G][V], at[G][V], size[3];
    int is_host = acc_get_device_type() == acc_device_host;
#pragma acc parallel num_gangs(G) num_workers(1) vector_length(V) copyout(gang, at, size)
    {
        size[0] = __builtin_goacc_parlevel_size(0);
        size[1] = __builtin_goacc_parlevel_size(1);
        size[2] = __builtin_goacc_parlevel_size(2);
#pragma acc loop gang
        for (int i = 0; i < G; i++)
#pragma acc loop vector
            for (int j = 0; j < V; j++) {
                gang[i][j] = __builtin_goacc_parlevel_id(0);
                at[i][j] = lane() + 100 * __builtin_goacc_parlevel_id(1);
            }
    }
    CHECK(size[0] >= 1 && size[0] <= G && size[1] == 1);
    CHECK(size[2] == (is_host ? 1 : V));
    for (int i = 0; i < G; i++)
        for (int j = 0; j < V; j++) {
            CHECK(gang[i][j] >= 0 && gang[i][j] < size[0]);
            CHECK(gang[i][j] == gang[i][0]);
            CHECK(at[i][j] == (is_host ? 0 : j));
            if (!is_host)
                CHECK(gang[i][j] == i);
        }
    return CHECKED();
}
