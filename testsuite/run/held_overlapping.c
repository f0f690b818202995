// Loops of the host hold sections that came to the device as one, since two names lead there: what is written by one of them comes back, whichever
// of the two the construct uses last.
// expect: device kernels>=12

#include <stdio.h>

#define N 90

static int all[N], rows[N][6], seen[N];

// The part is written, the whole is read.
static void part(int n, int turns)
{
    int *inner = all;
    for (int t = 0; t < turns; t++) {
#pragma acc kernels
        {
            for (int i = 1; i < n; i++)
                inner[i] = (inner[i] * 2 + 1) % 997;
            for (int i = 0; i < n - 1; i++)
                seen[i] = all[i];
        }
    }
}

// The whole is written, the part is read.
static void whole(int n, int turns)
{
    const int *inner = all + 2;
    for (int t = 0; t < turns; t++) {
#pragma acc kernels
        {
            for (int i = 0; i < n; i++)
                all[i] = (all[i] * 3 + 2) % 997;
            for (int i = 0; i < n - 5; i++)
                seen[i] = inner[i];
        }
    }
}

// Rows by one subscript.
static void flat(int n, int m, int turns)
{
    int *cells = &rows[0][0];
    for (int t = 0; t < turns; t++) {
#pragma acc parallel loop
        for (int i = 1; i < n; i++)
            for (int j = 0; j < m; j++)
                cells[i * 6 + j] = (cells[i * 6 + j] * 2 + rows[i][j]) % 997;
    }
}

int main(void)
{
    static int want_all[N], want_rows[N][6], want_read[N];
    for (int i = 0; i < N; i++) {
        all[i] = want_all[i] = i * 5 % 89;
        for (int j = 0; j < 6; j++)
            rows[i][j] = want_rows[i][j] = (i * 6 + j) % 71;
    }
    // One turn is enough: the loop begins to hold data where the turn ends.
    for (int call = 0; call < 3; call++)
        part(N - 3, 1);
    for (int call = 0; call < 2; call++)
        whole(N - 3, 1);
    flat(N - 3, 6, 1);
    flat(N - 3, 6, 1);
    for (int t = 0; t < 3; t++)
        for (int i = 1; i < N - 3; i++)
            want_all[i] = (want_all[i] * 2 + 1) % 997;
    for (int i = 0; i < N - 4; i++)
        want_read[i] = want_all[i];
    for (int t = 0; t < 2; t++)
        for (int i = 0; i < N - 3; i++)
            want_all[i] = (want_all[i] * 3 + 2) % 997;
    for (int i = 0; i < N - 8; i++)
        want_read[i] = want_all[i + 2];
    for (int t = 0; t < 2; t++)
        for (int i = 1; i < N - 3; i++)
            for (int j = 0; j < 6; j++)
                want_rows[i][j] = want_rows[i][j] * 3 % 997;
    int wrong = 0;
    for (int i = 0; i < N; i++) {
        wrong += all[i] != want_all[i] || seen[i] != want_read[i];
        for (int j = 0; j < 6; j++)
            wrong += rows[i][j] != want_rows[i][j];
    }
    if (wrong)
        printf("%d wrong\n", wrong);
    return wrong != 0;
}
