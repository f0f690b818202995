// Flags that iterations set: threads store them atomically.
// expands: MARK any
#include <stdio.h>
#include <stdlib.h>

enum { N = 200000 };

static int changed;

static int moved(int n, double *restrict a, const double *restrict b)
{
    int any = 0;
#pragma acc kernels
    for (int i = 0; i < n; i++) {
        if (a[i] != b[i]) any = 1;
        a[i] = b[i];
    }
    return any;
}

#define MARK(x) do { changed = 7; (x) = 1; } while (0)

static void marked(int n, const double *restrict a, char *restrict h)
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        if (a[i] > n - 2)
            MARK(h[i]);
        else
            h[i] = 0;
}

int main(void)
{
    double *a = calloc(N, sizeof *a), *b = calloc(N, sizeof *b);
    char *h = malloc(N);
    if (!a || !b || !h)
        return 2;
    for (int i = 0; i < N; i++)
        b[i] = i;
    const int first = moved(N, a, b), second = moved(N, a, b);
    marked(N - 5, a, h);
    const int none = changed;
    marked(N, a, h);
    printf("%d %d %d %d %d\n", first, second, none, changed, h[N - 1]);
    return !(first == 1 && second == 0 && none == 7 && changed == 7 && h[N - 1] == 1 && h[0] == 0);
}
