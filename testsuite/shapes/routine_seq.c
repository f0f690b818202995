// Routines that each thread calls for itself: a value returned early, and recursion.
#pragma acc routine seq
static int collatz(long n)
{
    int steps = 0;
    while (n > 1) {
        if (steps == 1000)
            return -1;
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    }
    return steps;
}
#pragma acc routine seq
static unsigned long fibonacci(unsigned n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
void table(int n, int *restrict c, unsigned long *restrict f)
{
    #pragma acc parallel loop copyout(c[0:n], f[0:n])
    for (int i = 0; i < n; i++) {
        c[i] = collatz(i + 1);
        f[i] = fibonacci(i % 12);
    }
}
