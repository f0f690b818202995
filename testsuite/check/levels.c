// Gangs, workers, lanes, collapsed and tiled loops, routines of each level.
#define N 10
#define M 8
#define EACH(i) for (int i = 0; i < N; i++)
#define ADD(to, what) to += what

static double a[N][M], b[N][M], rows[N], cube[N][M][4];
static int hits[M];

#pragma acc routine vector
static void scale(double *row, int m, double *last)
{
#pragma acc loop vector
    for (int j = 0; j < m; j++) {
        row[j] *= 2;
        *last = row[j]; // check: race on *last: i = 0, j = 1 and i = 0, j = 0 both write it | #pragma acc loop vector
    }
}

#pragma acc routine worker
static double total(const double *row, int m)
{
    double sum = 0;
#pragma acc loop worker
    for (int j = 0; j < m; j++)
        sum += row[j]; // check: race on sum | #pragma acc loop worker | missing: reduction(+:sum)
    return sum;
}

#pragma acc routine seq
static void mark(int *to, int at)
{
    to[at]++; // check: race on to[0] | both update it
}

static void flat(int n, int m, double x[n][m], double y[n])
{
    // A loop of workers sums up what the gang has one of.
#pragma acc parallel loop gang num_workers(4) copyin(x[0:n][0:m]) copyout(y[0:n])
    for (int i = 0; i < n; i++) {
        double most = x[i][0];
#pragma acc loop worker
        for (int j = 0; j < m; j++)
            if (x[i][j] > most)
                most = x[i][j]; // check: race on most: i = 1, j = 1 writes what i = 1, j = 0 reads | missing: reduction(max:most)
        y[i] = most;
    }
}

int main(void)
{
    double sum = 0, last[N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = b[i][j] = i * j;
#pragma acc data copy(a, b, rows, hits, cube)
    {
#pragma acc parallel loop gang copyout(last)
        for (int i = 0; i < N; i++)
            scale(a[i], M, &last[i]);
#pragma acc parallel loop gang
        for (int i = 0; i < N; i++)
            rows[i] = total(a[i], M);
#pragma acc parallel loop
        EACH(i)
            mark(hits, i / 5);
        // From macros.
#pragma acc parallel loop copy(sum)
        EACH(i)
            ADD(sum, rows[i]); // check: race on sum: i = 1 and i = 0 both update it | missing: reduction(+:sum)
        // The outer of two collapsed loops.
#pragma acc parallel loop collapse(2)
        for (int i = 1; i < N; i++)
            for (int j = 0; j < M; j++)
                a[i][j] = a[i - 1][j] + b[i][j]; // check: race on a[1][0]: i = 2, j = 0 reads what i = 1, j = 0 writes | collapse(2) | missing: seq
#pragma acc parallel loop collapse(3)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                for (int k = 0; k < 4; k++)
                    rows[i] += cube[i][j][k]; // check: race on rows[0]: i = 0, j = 0, k = 1 and i = 0, j = 0, k = 0 both update it
#pragma acc parallel loop tile(2, 4)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                hits[j] = i; // check: race on hits[0] | both write it | tile(2, 4)
        // A gang's scratch array, behind whose loop nobody waits for other gangs.
#pragma acc parallel num_gangs(3)
        {
#pragma acc loop gang
            for (int i = 0; i < N; i++)
                rows[i] = i; // check: race on rows[4]: i = 4 writes what i = 1 reads | a construct of its own for the second loop
#pragma acc loop gang
            for (int i = 0; i < N; i++)
                b[i][0] = rows[(i + 3) % N];
        }
        // In a loop that is cached.
#pragma acc parallel loop
        for (int i = 1; i < N - 1; i++) {
#pragma acc cache(rows[i-1:3])
            rows[i] = rows[i - 1] + rows[i + 1]; // check: race on rows[1]: i = 2 reads what i = 1 writes
        }
        // The lanes' loop is right, and the workers' around it isn't.
#pragma acc parallel loop gang
        for (int i = 0; i < N; i++) {
#pragma acc loop worker
            for (int j = 1; j < M; j++) {
#pragma acc loop vector
                for (int k = 0; k < 4; k++)
                    cube[i][j][k] += cube[i][j - 1][k]; // check: race on cube[0][1][0]: i = 0, j = 2, k = 0 reads what i = 0, j = 1, k = 0 updates | loop worker
            }
        }
        // In order: right.
#pragma acc parallel loop gang
        for (int i = 0; i < N; i++) {
#pragma acc loop seq
            for (int j = 1; j < M; j++) {
#pragma acc loop vector
                for (int k = 0; k < 4; k++)
                    cube[i][j][k] += cube[i][j - 1][k];
            }
        }
        // The index of the wrong loop.
#pragma acc parallel loop gang
        for (int i = 0; i < N; i++) {
#pragma acc loop vector
            for (int j = 0; j < M; j++)
                b[0][j] = a[i][j]; // check: race on b[0][0]: i = 1, j = 0 and i = 0, j = 0 both write it
        }
        // A serial construct needs nothing.
#pragma acc serial
        for (int i = 1; i < N; i++)
            rows[i] += rows[i - 1];
    }
    flat(N, M, a, rows);
    return 0;
}
