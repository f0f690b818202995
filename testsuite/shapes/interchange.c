// Nests whose innermost loop goes down the columns of a matrix: their loops change places.
#define ROWS 300
#define COLUMNS 200
static double in[ROWS][COLUMNS], out[ROWS][COLUMNS];

void copied(void)
{
    int i, j;
    #pragma acc kernels
    for (i = 0; i < COLUMNS; i++)
        for (j = 0; j < ROWS; j++)
            out[j][i] = in[j][i];
}

void linear(int n, int m, const float *restrict a, float *restrict b)
{
    #pragma acc kernels copyin(a[0:n*m]) copyout(b[0:n*m])
    {
        for (int i = 0; i < n; i++) {
            /* rows */
            #pragma acc loop independent
            for (int j = 0; j < m; j++) {
                float t = a[j * n + i];
                b[j * n + i] = t * t;
            }
        }
    }
}

struct grid {
    int nx, ny, nz;
};

void cube(struct grid g, float (*restrict a)[64][64])
{
    float half;
    #pragma acc kernels present(a)
    for (int x = 0; x < g.nx; x++)
        for (int y = 0; y < g.ny; y++)
            for (int z = 1; z <= g.nz; z += 2) {
                half = a[z][y][x] / 2;
                a[z][y][x] = half;
            }
}

// On a device neighbouring threads have neighbouring columns as it is written; on the cores the rows of b should be read.
void product(int n, double (*restrict a)[n], double (*restrict b)[n], double (*restrict c)[n])
{
    #pragma acc kernels present(a, b, c)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                c[i][j] += a[i][k] * b[k][j];
}

// In each thread's own nest the cores' order is what counts.
void thread(int n, double a[n][32][32])
{
    #pragma acc parallel loop gang vector present(a)
    for (int k = 0; k < n; k++)
        for (int i = 0; i < 32; i++)
            for (int j = 0; j < 32; j++)
                a[k][j][i] += k;
}

// Another order would turn dependences around.
void skewed(int n, double a[n][n])
{
    #pragma acc kernels present(a)
    for (int i = 1; i < n; i++)
        for (int j = 0; j < n - 1; j++)
            a[j][i] += a[j + 1][i - 1];
}
