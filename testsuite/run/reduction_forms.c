// Sums, products, extremes and truth values that loops of kernels accumulate in all forms of C: no clause names them, many threads have parts.
// run: -O2 --acc-transform=false
// expect: device kernels=14
// expect: multicore host_kernels=4
// launch: reduction_forms_sums_27 grid=12x1x1 block=128x1x1
// launch: reduction_forms_sums_35 grid=12x1x1 block=128x1x1
// launch: reduction_forms_extremes_58 grid=12x1x1 block=128x1x1
// launch: reduction_forms_extremes_62 grid=1x1x1 block=1x1x1
// launch: reduction_forms_extremes_70 grid=12x1x1 block=128x1x1
// launch: reduction_forms_truth_84 grid=12x1x1 block=128x1x1
// launch: reduction_forms_ordered_108 grid=1x1x1 block=1x1x1
#include "check.h"
#include <math.h>
#define N 1500
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN(a, b) (((a) < (b)) ? (a) : (b))
#define LARGER(x, y) __extension__({ __typeof__(x) x_ = (x); __typeof__(y) y_ = (y); x_ > y_ ? x_ : y_; })

static int k[N];
static double a[N];

static void sums(void)
{
    double left = 1, middle = 2, less = 3, product = 4, temporary = 5, fresh = 6, t;
    #pragma acc kernels copyin(a, k)
    {
        for (int i = 0; i < N; i++)
            left = a[i] + left;
        for (int i = 0; i < N; i++)
            middle = a[i] + middle - k[i];
        for (int i = 0; i < N; i++)
            less = less - a[i] + (1 + a[i]);
        for (int i = 0; i < N; i++)
            product = product * (k[i] == 700 ? 2 : 1) * (k[i] == 3 ? 4 : 1);
        for (int i = 0; i < N; i++) {
            t = temporary + a[i];
            temporary = t;
        }
        for (int i = 0; i < N; i++) {
            double next = a[i] * k[i];
            fresh = fresh + next;
        }
    }
    double sum = 0, squares = 0;
    for (int i = 0; i < N; i++) {
        sum += a[i];
        squares += a[i] * k[i];
    }
    CHECK(left == 1 + sum && middle == 2 && less == 3 + N && product == 32);
    CHECK(temporary == 5 + sum && fresh == 6 + squares);
}

static void extremes(void)
{
    double most = -3, least = 1e9, twice = 0, named = 5, kept = 1e6, guarded = 9, given = -1;
    #pragma acc kernels copyin(a, k)
    {
        for (int i = 0; i < N; i++)
            most = MAX(a[i], most);
        for (int i = 0; i < N; i++)
            least = MIN(least, -(double)k[i]);
        for (int i = 0; i < N; i++)
            twice = MAX(MAX(twice, a[i]), 2.0 * k[i]);
        for (int i = 0; i < N; i++)
            named = LARGER(named, a[i]);
        for (int i = 0; i < N; i++)
            kept = a[i] > kept ? a[i] : kept;
        for (int i = 0; i < N; i++)
            if (!(a[i] >= guarded)) { guarded = a[i]; }
        for (int i = 0; i < N; i++) {
            double t = a[i] - k[i] / 2;
            if (given <= t)
                given = t;
        }
    }
    CHECK(most == N - 1 && least == 1 - N && twice == 2 * (N - 1) && named == N - 1);
    CHECK(kept == 1e6 && guarded == 0 && given == N - 1 - (N - 1) / 2);
}

static void truth(void)
{
    int all = 1, positive = 1, any = 0, no = 0, bits = 0, parity = 5, mask = ~0;
    #pragma acc kernels copyin(a, k)
    for (int i = 0; i < N; i++) {
        all = all && k[i] >= 0 && a[i] < N;
        positive = k[i] > 0 && positive;
        any = any || k[i] == 1234;
        no = no || a[i] < 0;
        bits |= k[i];
        parity = k[i] ^ parity;
        mask = mask & (k[i] | 6);
    }
    int x = 5;
    for (int i = 0; i < N; i++)
        x ^= k[i];
    CHECK(all == 1 && positive == 0 && any == 1 && no == 0);
    CHECK(bits == 2047 && parity == x && mask == 6);
}

/* What looks like it, and depends on the order of iterations. */
static void ordered(void)
{
    int swap = 3, halves = -5, seen = 0, first = -1;
    double best = -1, part[N];
    double running = 0;
    #pragma acc kernels copyin(a, k) copyout(part)
    {
        for (int i = 0; i < N; i++)
            swap = k[i] - swap;
        for (int i = 0; i < N; i++)
            halves += 0.5 * (k[i] & 3);
        for (int i = 0; i < N; i++) {
            double t = running + a[i];
            running = t;
            part[i] = t;
        }
        for (int i = 0; i < N; i++)
            if (a[i] / 2 > best && a[i] < 1000) {
                best = a[i] / 2;
                first = i;
            }
    }
    int x = 3, y = -5;
    for (int i = 0; i < N; i++) {
        x = k[i] - x;
        y += 0.5 * (k[i] & 3);
        seen += part[i] == i * (i + 1) / 2;
    }
    CHECK(swap == x && halves == y && seen == N && first == 999 && best == 499.5);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = k[i] = i;
    sums();
    extremes();
    truth();
    ordered();
    return CHECKED();
}
