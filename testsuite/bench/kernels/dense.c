// Products and transpositions of matrices, and systems of 5 equations.
// kernel: dense_matmul_8 percent=37 registers=72 loads=1 stores=1 lanes=99 idle=1
// kernel: dense_transpose_20 percent=100 line=20 in_flight=2 loads=1 stores=1 lanes=99 idle=1
// kernel: dense_solve_27 percent=31 line=28 in_flight=4 loads=1 stores=1 lanes=99 idle=1
void matmul(int n, double (*restrict a)[n], double (*restrict b)[n], double (*restrict c)[n])
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++)
                s += a[i][k] * b[k][j];
            c[i][j] = s;
        }
}

void transpose(int n, double (*restrict a)[n], double (*restrict b)[n])
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            b[j][i] = a[i][j];
}

void solve(int n, double (*restrict a)[5][5], double (*restrict r)[5])
{
#pragma acc parallel loop copyin(a[0:n]) copy(r[0:n])
    for (int i = 0; i < n; i++) {
        double m[5][5], v[5];
        for (int p = 0; p < 5; p++) {
            v[p] = r[i][p];
            for (int q = 0; q < 5; q++)
                m[p][q] = a[i][p][q];
        }
        for (int p = 0; p < 5; p++) {
            double pivot = 1 / m[p][p];
            for (int q = p + 1; q < 5; q++) {
                double f = m[q][p] * pivot;
                for (int s = p + 1; s < 5; s++)
                    m[q][s] -= f * m[p][s];
                v[q] -= f * v[p];
            }
        }
        for (int p = 4; p >= 0; p--) {
            for (int q = p + 1; q < 5; q++)
                v[p] -= m[p][q] * v[q];
            v[p] /= m[p][p];
        }
        for (int p = 0; p < 5; p++)
            r[i][p] = v[p];
    }
}

enum { N = 224, BLOCKS = 20000 };
static double a[N][N], b[N][N], c[N][N], blocks[BLOCKS][5][5], right[BLOCKS][5];

int main(void)
{
    int bad = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i + 2 * j) % 8, b[i][j] = (3 * i + j) % 8;
    matmul(N, a, b, c);
    for (int i = 0; i < N; i += 7)
        for (int j = 0; j < N; j++) {
            double s = 0;
            for (int k = 0; k < N; k++)
                s += a[i][k] * b[k][j];
            bad += c[i][j] != s;
        }
    transpose(N, a, c);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            bad += c[j][i] != a[i][j];
    // Each system has the solution 1, 2, 3, 4, 5.
    for (int i = 0; i < BLOCKS; i++)
        for (int p = 0; p < 5; p++)
            for (int q = 0; q < 5; q++) {
                blocks[i][p][q] = p == q ? 20 + i % 3 : (p + 2 * q + i) % 4;
                right[i][p] += blocks[i][p][q] * (q + 1);
            }
    solve(BLOCKS, blocks, right);
    for (int i = 0; i < BLOCKS; i++)
        for (int p = 0; p < 5; p++)
            bad += !(right[i][p] > p + 1 - 1e-9 && right[i][p] < p + 1 + 1e-9);
    return bad != 0;
}
