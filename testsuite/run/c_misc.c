// Corners of C inside a region: compound literals, designated and partial initialisers, string and character constants, _Generic,
// sizeof of types and arrays, local const tables, nested functions of macros, compound assignments, prefix and postfix.
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#define N 60
#define KIND(x) _Generic((x), int: 1, float: 2, double: 3, default: 4)
#define LARGER(a, b) ((a) > (b) ? (a) : (b))

struct point {
    int x, y;
};

static int manhattan(struct point p)
{
    return (p.x < 0 ? -p.x : p.x) + (p.y < 0 ? -p.y : p.y);
}

static long work(int i)
{
    static const int squares[] = {0, 1, 4, 9, 16, 25};
    const int primes[4] = {2, 3, 5, 7};
    int partial[5] = {[1] = i, 9}, grid[2][3] = {{1, 2, 3}, {4}};
    const char *digits = "0123456789";
    char word[] = "abc";
    long r = manhattan((struct point){.y = i - 30, .x = 3});
    r += squares[i % 6] * primes[i % 4] + partial[1] + partial[2] + partial[4] + grid[1][i % 3];
    r += digits[i % 10] - '0' + word[i % 3] + (long)sizeof word + '\x41' + '\n';
    r += KIND(i) * 10 + KIND(1.0f) + KIND(r);
    r <<= 1, r ^= 0x5a, r -= -i, r |= 1;
    int k = i;
    r += k++ * 2;
    r += --k;
    r += LARGER(i, 30) - !i + !!i + ~k;
    unsigned char narrow = (unsigned char)(i * 11);
    narrow += 250;
    r += narrow;
    int *p = &partial[3];
    *--p *= 2;
    r += partial[2] + p[-1] + *(p + 1);
    return r;
}

int main(void)
{
    long out[N];
    #pragma acc parallel loop copyout(out)
    for (int i = 0; i < N; i++)
        out[i] = work(i);
    for (int i = 0; i < N; i++)
        CHECK(out[i] == work(i));
    return CHECKED();
}
