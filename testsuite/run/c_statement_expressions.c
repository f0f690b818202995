// GNU C that headers are full of: statement expressions, typeof, __auto_type, ?: without its middle, case ranges, labels
// before declarations, nested macros that evaluate once.
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#define N 90

#define max(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })
#define min(a, b) ({ __auto_type a_ = (a); __auto_type b_ = (b); a_ < b_ ? a_ : b_; })
#define clamp(x, lo, hi) max(lo, min(x, hi))
#define swap(a, b) do { __typeof__(a) t_ = (a); (a) = (b); (b) = t_; } while (0)

static int next(unsigned *state)
{
    *state = *state * 1103515245u + 12345u;
    return (int)(*state >> 16);
}

static int classify(int c)
{
    switch (c) {
    case '0' ... '9':
        return 1;
    case 'a' ... 'z':
    case 'A' ... 'Z':
        return 2;
    case 1000 ... 100000:
        return 3;
    case -5:
    default:
        return 0;
    }
}

static long work(int i)
{
    unsigned state = (unsigned)i;
    long r = clamp(i - 40, -10, 25);
    r += max(next(&state) & 7, 3);
    r += next(&state) & 15 ?: 99;
    r += ({
        int s = 0;
        for (int k = 0; k < i % 5; k++) {
            if (k == 3)
                continue;
            s += k * k;
        }
        s;
    });
    unsigned char low = (unsigned char)i, high = 200;
    swap(low, high);
    r = r * 31 + low - high;
    r += classify(i) * 7 + classify(i * 50);
    if (i % 7 == 3)
        goto skip;
    r += min(r, 1000L);
skip:;
    int after = (int)(r & 0xff);
    return r + (i ?: 17) + after;
}

int main(void)
{
    long out[N];
    #pragma acc parallel loop copyout(out)
    for (int i = 0; i < N; i++) {
        out[i] = ({ long v = work(i); v * 2; }) + max(i, 5);
    }
    for (int i = 0; i < N; i++)
        CHECK(out[i] == work(i) * 2 + max(i, 5));
    return CHECKED();
}
