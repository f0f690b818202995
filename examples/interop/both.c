/* OpenACC and the user's own OpenMP in one program: accrs -fopenmp -o both both.c */
#include <stdio.h>

#define N 1000

int main(void)
{
    static int a[N];
    int threads = 0, sum = 0;
#pragma omp parallel num_threads(3) reduction(+ : threads)
    threads += 1;
#pragma acc parallel loop copyout(a)
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < N; i++)
        sum += a[i];
    printf("%d threads, sum %d\n", threads, sum);
    return 0;
}
