// In kernels a loop runs once: where it leaves the gangs out, there is one, whatever num_gangs or another loop's gang(n) say.
// expect: device kernels=8
// launch: grid=1x1x1 block=32x1x1
#include <stdio.h>

#define N 90

int main(void)
{
    int a[N], b[N], wrong = 0;
    unsigned sum = 32, most = 5;
    int n = N, gangs = 7;
    for (int i = 0; i < N; i++)
        a[i] = b[i] = i;
    // A sum, and elements that change, by vectors alone.
    #pragma acc kernels num_gangs(7) vector_length(32) copy(a)
    {
        #pragma acc loop independent vector reduction(+:sum)
        for (int i = 0; i < n; i += 3) {
            a[i]++;
            sum += a[i];
        }
    }
    // By workers and vectors; the number is not a constant.
    #pragma acc kernels num_gangs(gangs) num_workers(4) vector_length(32) copy(a)
    {
        #pragma acc loop independent worker reduction(max:most)
        for (int i = 0; i < n / 10; i++) {
            #pragma acc loop independent vector
            for (int j = 0; j < 10; j++)
                a[i * 10 + j] *= 2;
            most = most > (unsigned)i ? most : (unsigned)i;
        }
    }
    // Two nests in a loop in order; one asks for gangs, one doesn't.
    #pragma acc kernels vector_length(32) copy(a, b)
    #pragma acc loop seq
    for (int t = 0; t < 3; t++) {
        #pragma acc loop independent gang(5) vector
        for (int i = 0; i < n; i++)
            b[i] += t;
        #pragma acc loop independent vector
        for (int i = 0; i < n; i++)
            a[i] += b[i];
    }
    for (int i = 0; i < N; i++) {
        int x = i % 3 ? i : i + 1, y = i;
        x *= 2;
        for (int t = 0; t < 3; t++) {
            y += t;
            x += y;
        }
        wrong += a[i] != x || b[i] != y;
    }
    unsigned expected = 32;
    for (int i = 0; i < N; i += 3)
        expected += (unsigned)i + 1;
    if (wrong || sum != expected || most != 8) {
        printf("wrong: %d elements, sum %u for %u, most %u\n", wrong, sum, expected, most);
        return 1;
    }
    return 0;
}
