// while, do and switch around an inner parallel loop and inside it.
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#define N 21
#define M 40

int main(void)
{
    static int a[N][M];
    #pragma acc parallel num_gangs(3) vector_length(32) copy(a)
    #pragma acc loop gang
    for (int i = 0; i < N; i++) {
        int rounds = i % 4;
        while (rounds > 0) {
            #pragma acc loop vector
            for (int j = 0; j < M; j++) {
                int x = j;
                do {
                    x -= 3;
                } while (x > 2);
                switch (j % 3) {
                case 0:
                    a[i][j] += 1;
                    break;
                case 1:
                    a[i][j] += 10;
                    /* fall through */
                default:
                    a[i][j] += x;
                }
            }
            rounds--;
        }
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            int x = j;
            do {
                x -= 3;
            } while (x > 2);
            int once = j % 3 == 0 ? 1 : j % 3 == 1 ? 10 + x : x;
            CHECK(a[i][j] == once * (i % 4));
        }
    return CHECKED();
}
