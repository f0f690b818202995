// num_gangs, num_workers and vector_length, as constants and at run time, also for some device types only.
#include "clauses.h"

int main(void)
{
    int many = 3;
    (void)many;
    fill();
    ON(num_gangs(many) num_workers(2) vector_length(32) copy(a))
    for (int i = 0; i < N; i++)
        a[i] += 1;
    ON(copy(a) num_gangs(2) device_type(nvidia, sim) num_gangs(5) vector_length(64))
    for (int i = 0; i < N; i++)
        a[i] += 1;
    ON(copy(a) device_type(*) num_gangs(many + 4) vector_length(many * 32))
    for (int i = 0; i < N; i++)
        a[i] += 1;
    for (int i = 0; i < N; i++)
        CHECK("sizes", i, a[i], i + 3);
    return bad != 0;
}
