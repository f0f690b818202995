// Loops of gangs, workers and lanes inside each other.
#define N 12
#define M 9

static double a[N][M], b[N][M], y[N];
static int count[M];

int main(void)
{
    double total = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = i + j;
#pragma acc data copyin(a) copyout(y) copy(b, count)
    {
        // The lanes of a gang share its sum.
#pragma acc parallel loop gang
        for (int i = 0; i < N; i++) {
            double row = 0;
#pragma acc loop vector
            for (int j = 0; j < M; j++)
                row += a[i][j]; // check: race on row: i = 0, j = 1 and i = 0, j = 0 both update it | #pragma acc loop vector | missing: reduction(+:row)
            y[i] = row;
        }
        // The inner loop says so, the outer one doesn't.
#pragma acc parallel loop gang copy(total)
        for (int i = 0; i < N; i++) {
#pragma acc loop vector reduction(+:total)
            for (int j = 0; j < M; j++)
                total += a[i][j]; // check: race on total: i = 1, j = 0 and i = 0, j = 8 both update it | parallel loop gang | missing: reduction(+:total)
        }
        // A scratch array of the gang, which its workers write.
#pragma acc parallel loop gang
        for (int i = 0; i < N; i++) {
            double t[2];
#pragma acc loop worker
            for (int j = 0; j < M; j++) {
                t[0] = a[i][j]; // check: race on t[0]: i = 0, j = 1 and i = 0, j = 0 both write it | missing: private(t)
                t[1] = 2 * t[0]; // check: race on t[1] | missing: private(t)
                b[i][j] = t[1];
            }
        }
        // The gangs' loops are fine, and the workers' is not.
#pragma acc parallel loop gang
        for (int i = 0; i < N; i++) {
#pragma acc loop worker vector
            for (int j = 1; j < M; j++)
                b[i][j] += b[i][j - 1]; // check: race on b[0][1]: i = 0, j = 2 reads what i = 0, j = 1 updates | loop worker vector
        }
        // The other way round.
#pragma acc parallel loop gang
        for (int i = 1; i < N; i++) {
#pragma acc loop vector
            for (int j = 0; j < M; j++)
                b[i][j] += b[i - 1][j]; // check: race on b[1][0]: i = 2, j = 0 reads what i = 1, j = 0 updates | parallel loop gang | missing: seq
        }
        // Columns of all gangs meet.
#pragma acc parallel loop gang
        for (int i = 0; i < N; i++) {
#pragma acc loop vector
            for (int j = 0; j < M; j++)
                count[j]++; // check: race on count[0]: i = 1, j = 0 and i = 0, j = 0 both update it | atomic update
        }
        // Loops of one gang follow each other.
#pragma acc parallel loop gang
        for (int i = 0; i < N; i++) {
            double t[M];
#pragma acc loop vector
            for (int j = 0; j < M; j++)
                t[j] = a[i][j];
#pragma acc loop vector
            for (int j = 0; j < M; j++)
                b[i][j] = t[M - 1 - j];
        }
    }
    return y[0] < 0;
}
