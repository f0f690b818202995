// Worker-single and vector-single code between three levels, an increment that must happen exactly once.
// covers: worker single
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#define A 9
#define B 14
#define C 70

int main(void)
{
    static int outer[A], middle[A][B], a[A][B][C];
    for (int i = 0; i < A; i++) {
        outer[i] = i;
        for (int j = 0; j < B; j++)
            middle[i][j] = j;
    }
    #pragma acc parallel num_gangs(4) num_workers(3) vector_length(32) copy(outer, middle) copyout(a)
    {
        #pragma acc loop gang
        for (int i = 0; i < A; i++) {
            outer[i] += 1;
            #pragma acc loop worker
            for (int j = 0; j < B; j++) {
                middle[i][j] += outer[i];
                #pragma acc loop vector
                for (int k = 0; k < C; k++)
                    a[i][j][k] = middle[i][j] * 100 + k;
                middle[i][j] += a[i][j][C - 1];
            }
            outer[i] += middle[i][B - 1];
        }
    }
    for (int i = 0; i < A; i++) {
        for (int j = 0; j < B; j++) {
            int m = j + i + 1;
            CHECK(middle[i][j] == m + m * 100 + C - 1);
            for (int k = 0; k < C; k++)
                CHECK(a[i][j][k] == m * 100 + k);
        }
        CHECK(outer[i] == i + 1 + middle[i][B - 1]);
    }
    return CHECKED();
}
