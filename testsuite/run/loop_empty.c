// Loops of no trips, on each level and nested, must neither run nor fail; code after them does run.
// expect: device kernels=3
#include "check.h"

static int fill(int *a, int n, int m)
{
    int sum = 9;
    #pragma acc parallel loop gang vector copy(a[0:10]) reduction(+:sum)
    for (int i = 0; i < n; i++) {
        a[i] = 1;
        sum += 1;
    }
    #pragma acc parallel loop gang vector_length(32) copy(a[0:10])
    for (int i = 0; i < 10; i++) {
        #pragma acc loop vector
        for (int j = 0; j < m; j++)
            a[i] = 2;
        a[i] += 5;
    }
    #pragma acc kernels loop collapse(2) independent copy(a[0:10])
    for (int i = 0; i < 10; i++)
        for (int j = 5; j < m; j++)
            a[i] = 3;
    return sum;
}

int main(void)
{
    int a[10] = {0};
    CHECK(fill(a, 0, 0) == 9);
    for (int i = 0; i < 10; i++)
        CHECK(a[i] == 5);
    return CHECKED();
}
