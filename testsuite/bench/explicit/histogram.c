/* A histogram by atomic updates, and its greatest count. */
enum { times = 4, n = 4000000, bins = 1024 };
#define TYPE int
#define UNIT 1
#define PARAMETERS int times, int n, int bins
#define ARGUMENTS times, n, bins
#define ARRAYS(X) X(values, [n]) X(counts, [bins]) X(most, [times])
#define PREPARE for (int i = 0; i < n; i++) values[i] = (int)((unsigned)i * 2654435761u >> 22)
#include "polybench.h"
KERNEL
{
#pragma acc data copyin(values[0:n]) copy(counts[0:bins])
    for (int t = 0; t < times; t++) {
        int top = 0;
#pragma acc parallel loop present(values[0:n], counts[0:bins])
        for (int i = 0; i < n; i++) {
#pragma acc atomic update
            counts[values[i]]++;
        }
#pragma acc parallel loop reduction(max:top) present(counts[0:bins])
        for (int i = 0; i < bins; i++)
            top = counts[i] > top ? counts[i] : top;
        most[t] = top;
    }
}
