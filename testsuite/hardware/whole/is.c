/* is.c: N whole numbers (argument 1) are sorted by counting, with K of them below each other (argument 2): counts by atomic operations, their sums, and each number's
 * place by an atomic operation. Bytes: numbers twice read and once written. */
#include "../result.h"

enum { PART = 1024 };
static int n, kinds, parts;
static int *restrict keys, *restrict sorted, *restrict places, *restrict sums;

static void sort(void)
{
#pragma acc parallel loop present(places[0:kinds])
    for (int k = 0; k < kinds; k++)
        places[k] = 0;
#pragma acc parallel loop present(keys[0:n], places[0:kinds])
    for (int i = 0; i < n; i++) {
#pragma acc atomic update
        places[keys[i]]++;
    }
    /* Where each kind begins: by parts, over the parts, and within them. */
#pragma acc parallel loop present(places[0:kinds], sums[0:parts])
    for (int p = 0; p < parts; p++) {
        int s = 0;
        for (int k = p * PART; k < (p + 1) * PART; k++)
            s += places[k];
        sums[p] = s;
    }
#pragma acc serial present(sums[0:parts])
    {
        int before = 0;
        for (int p = 0; p < parts; p++) {
            int own = sums[p];
            sums[p] = before;
            before += own;
        }
    }
#pragma acc parallel loop present(places[0:kinds], sums[0:parts])
    for (int p = 0; p < parts; p++) {
        int before = sums[p];
        for (int k = p * PART; k < (p + 1) * PART; k++) {
            int own = places[k];
            places[k] = before;
            before += own;
        }
    }
#pragma acc parallel loop present(keys[0:n], places[0:kinds], sorted[0:n])
    for (int i = 0; i < n; i++) {
        int to;
#pragma acc atomic capture
        to = places[keys[i]]++;
        sorted[to] = keys[i];
    }
}

int main(int argc, char **argv)
{
    n = (int)argument(argc, argv, 1, 4096);
    parts = ((int)argument(argc, argv, 2, 1024) + PART - 1) / PART, kinds = parts * PART;
    keys = must_alloc((size_t)n * 4), sorted = must_alloc((size_t)n * 4), places = must_alloc((size_t)kinds * 4), sums = must_alloc((size_t)parts * 4);
    double ms[3], check = 0, sum = 0;
    for (int i = 0; i < n; i++)
        keys[i] = (int)((((unsigned)i * 2654435761u) >> 4) % (unsigned)kinds), sum += keys[i];
#pragma acc data copyin(keys[0:n]) copyout(sorted[0:n]) create(places[0:kinds], sums[0:parts])
    {
        sort();
        for (int r = 0; r < 3; r++) {
            double start = now_ms();
            sort();
            ms[r] = now_ms() - start;
        }
    }
    int right = 1;
    for (int i = 0; i < n; i++) {
        right &= i == 0 || sorted[i - 1] <= sorted[i];
        check += sorted[i];
    }
    right &= check == sum;
    print_result("is", "", 12.0 * n, 0, right, ms, 3);
    printf("{\"item\": \"is\", \"check\": %.10g}\n", check);
    return !right;
}
