// Loops that need what other iterations have.
#define N 30

static double a[N], m[N][N];
static int next[N];

static void shift(double *p, int n)
{
#pragma acc parallel loop copy(p[0:n])
    for (int i = 0; i < n - 1; i++)
        p[i] = p[i + 1]; // check: race on p[1]: i = 1 writes what i = 0 reads | missing: seq
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = i;
        next[i] = i / 2;
    }
#pragma acc data copy(a, m) copyin(next)
    {
#pragma acc parallel loop
        for (int i = 1; i < N; i++)
            a[i] = a[i - 1] + 1; // check: race on a[1]: i = 2 reads what i = 1 writes | a[i - 1] | missing: seq
#pragma acc parallel loop collapse(2)
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                m[i][j] = 0.25 * (m[i - 1][j] + m[i + 1][j] + m[i][j - 1] + m[i][j + 1]); // check: race on m[1][1]: i = 1, j = 2 reads what i = 1, j = 1 writes
#pragma acc parallel loop
        for (int i = 0; i < N; i++)
            a[next[i]] = i; // check: race on a[0]: i = 1 and i = 0 both write it | missing: #pragma acc atomic write
#pragma acc kernels
        {
#pragma acc loop independent
            for (int i = 2; i < N; i++)
                a[i] = a[i - 2]; // check: race on a[2]: i = 4 reads what i = 2 writes | loop independent
            // What the compiler finds out by itself is right.
            for (int i = 1; i < N; i++)
                a[i] = a[i - 1];
            for (int i = 0; i < N; i++)
                a[i] = 2 * a[i];
        }
#pragma acc parallel loop tile(4, 4)
        for (int i = 1; i < N; i++)
            for (int j = 0; j < N; j++)
                m[i][j] = m[i - 1][j]; // check: race on m[1][0] | tile(4, 4) | missing: seq
#pragma acc parallel loop collapse(2)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                m[j][0] = i; // check: race on m[0][0]: i = 1, j = 0 and i = 0, j = 0 both write it | missing: #pragma acc atomic write
    }
    shift(a, N);
    return 0;
}
