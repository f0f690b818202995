// Sums and their kin without a reduction clause.
#include <stdlib.h>

#define N 100

static int a[N];
static double x[N];

int main(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = i * 37 % 11;
        x[i] = i;
    }
    int sum = 0, product = 1, all = -1, any = 0, odd = 0, good = 1, found = 0, most = -1, least = 1000;
#pragma acc data copyin(a, x)
    {
#pragma acc parallel loop copy(sum)
        for (int i = 0; i < N; i++)
            sum += a[i]; // check: race on sum: i = 1 and i = 0 both update it | missing: reduction(+:sum)
#pragma acc parallel loop copy(product)
        for (int i = 0; i < N; i++)
            product *= a[i] | 1; // check: race on product: i = 1 and i = 0 | missing: reduction(*:product)
#pragma acc parallel loop copy(all)
        for (int i = 0; i < N; i++)
            all &= a[i]; // check: race on all | missing: reduction(&:all)
#pragma acc parallel loop copy(any)
        for (int i = 0; i < N; i++)
            any |= a[i]; // check: race on any | missing: reduction(|:any)
#pragma acc parallel loop copy(odd)
        for (int i = 0; i < N; i++)
            odd ^= a[i]; // check: race on odd | missing: reduction(^:odd)
#pragma acc parallel loop copy(good)
        for (int i = 0; i < N; i++)
            good = good && a[i] < 11; // check: race on good | i = 1 reads what i = 0 writes | missing: reduction(&&:good)
#pragma acc parallel loop copy(found)
        for (int i = 0; i < N; i++)
            found = found || a[i] == 4; // check: race on found | missing: reduction(||:found)
#pragma acc parallel loop copy(most)
        for (int i = 0; i < N; i++)
            if (a[i] > most) // check: race on most: i = 1 reads what i = 0 writes | missing: reduction(max:most)
                most = a[i];
#pragma acc parallel loop copy(least)
        for (int i = 0; i < N; i++)
            least = a[i] < least ? a[i] : least; // check: race on least | missing: reduction(min:least)
    }
    // Without a clause each gang has a copy of its own, and the sum is lost.
    double mean = 0;
#pragma acc parallel loop copyin(x)
    for (int i = 0; i < N; i++)
        mean = mean + x[i]; // check: race on mean | missing: reduction(+:mean)
    return sum == 0;
}
