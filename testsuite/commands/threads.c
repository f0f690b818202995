/* OpenACC inside OpenMP's threads, which a serial program runs as well. */
#include <stdio.h>

int main(void)
{
    static int sums[4];
    int part, total = 0;
#pragma omp parallel for
    for (part = 0; part < 4; part++) {
        int i, sum = 0;
#pragma acc parallel loop reduction(+ : sum)
        for (i = 0; i < 100; i++)
            sum += i;
        sums[part] = sum;
    }
    for (part = 0; part < 4; part++)
        total += sums[part];
    puts(total == 4 * 4950 ? "right" : "wrong");
    return 0;
}
