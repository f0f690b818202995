// Sections that the compiler works out are computed in a type in which nothing wraps or overflows: of unsigned parameters whose
// difference is negative, of a remainder of a hash, of products beyond int.
// expect: sim kernels=7 uploads=9
// expect: multicore host_kernels=7
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) void triangle(unsigned n, unsigned m, int *restrict a, const int *restrict c)
{
    #pragma acc kernels
    for (unsigned i = 3; i < n; i++)
        for (int j = m; j < i; j++)
            a[j + 4] += c[i - j];
}

__attribute__((noinline)) void from(unsigned n, unsigned m, int *restrict a, const int *restrict c)
{
    #pragma acc parallel loop
    for (unsigned i = m; i < n; i++)
        a[i - m + 3] += c[i];
}

__attribute__((noinline)) void hashed(int n, unsigned long hash, int *a, const int *c)
{
    #pragma acc kernels copy(a[0:n]) copyin(c[0:100])
    for (int i = 1; i < n; i++)
        if (c[hash % 27] != c[3])
            a[i - 1] += c[i];
}

/* The rows begin beyond 2^31: only two of them are touched. */
__attribute__((noinline)) void far(int from, int n, int m, char *restrict a)
{
    #pragma acc kernels
    for (int i = from; i < n; i++)
        for (int j = 0; j < m; j++)
            a[(long)i * m + j - (long)from * m] += i - from + j % 3;
}

int main(void)
{
    int *a = calloc(100, sizeof *a), *c = malloc(100 * sizeof *c);
    for (int i = 0; i < 100; i++)
        c[i] = i * i % 37;
    triangle(4, 9, a, c);
    from(4, 9, a, c);
    triangle(40, 9, a, c);
    from(40, 9, a, c);
    hashed(50, 0xfedcba9876543210ul, a, c);
    hashed(50, 36, a, c);
    char b[2000] = { 0 };
    far(3000000, 3000002, 1000, b);
    unsigned s = 0;
    for (int i = 0; i < 100; i++)
        s = s * 31 + a[i];
    for (int i = 0; i < 2000; i++)
        s = s * 31 + b[i];
    printf("%u\n", s);
}
