// Several iterations change one element.
#include <stdio.h>
#define N 64
#define B 5

static int key[N], h[B], order[N], position[B];
static double w[B];

int main(void)
{
    int n = 0, last = 0, seen = 0;
    for (int i = 0; i < N; i++)
        key[i] = i % B;
#pragma acc data copyin(key) copy(h, w, order, position)
    {
#pragma acc parallel loop
        for (int i = 0; i < N; i++)
            h[key[i]]++; // check: race on h[0]: i = 5 and i = 0 both update it | missing: #pragma acc atomic update
#pragma acc parallel loop
        for (int i = 0; i < N; i++)
            w[key[i]] += 0.5 * i; // check: race on w[0]: i = 5 and i = 0 | missing: #pragma acc atomic update
#pragma acc parallel loop
        for (int i = 0; i < N; i++) {
#pragma acc atomic update
            h[key[i]]++;
        }
        // The number that an iteration takes.
#pragma acc parallel loop copy(n)
        for (int i = 0; i < N; i++) {
            int at = n++; // check: race on n: i = 1 and i = 0 both update it | missing: #pragma acc atomic capture
            order[at] = i;
        }
#pragma acc parallel loop copy(n)
        for (int i = 0; i < N; i++) {
            int at;
#pragma acc atomic capture
            at = n++;
            if (at < N)
                order[at] = i;
        }
        // Which iteration stores last?
#pragma acc parallel loop
        for (int i = 0; i < N; i++)
            position[key[i]] = i; // check: race on position[0]: i = 5 and i = 0 both write it | missing: #pragma acc atomic write
#pragma acc parallel loop copy(last)
        for (int i = 0; i < N; i++)
            if (key[i] == 3)
                last = i; // check: race on last: i = 8 and i = 3 both write it
        // One side is atomic, the other isn't.
#pragma acc parallel loop copy(seen)
        for (int i = 0; i < N; i++) {
            if (seen == 0) { // check: race on seen: i = 1 reads what i = 0 writes | missing: #pragma acc atomic read at line 52
#pragma acc atomic write
                seen = 1;
            }
        }
    }
    printf("%d %d\n", n, last);
    return 0;
}
