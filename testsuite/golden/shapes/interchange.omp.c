// Nests whose innermost loop goes down the columns of a matrix: their loops change places.
#define ROWS 300
#define COLUMNS 200
static double in[ROWS][COLUMNS], out[ROWS][COLUMNS];

void copied(void)
{
    int i, j;
    #pragma omp parallel for schedule(static) num_threads(1) private(i)
    for (j = 0; j < 300; j++)
        #pragma omp simd
        for (i = 0; i < 200; i++)
            out[j][i] = in[j][i];
}

void linear(int n, int m, const float *restrict a, float *restrict b)
{
    {
        #pragma omp parallel for schedule(static) if((double)m * (double)n > 250000)
        for (int j = 0; j < m; j++) {
            /* rows */
            #pragma omp simd
            for (int i = 0; i < n; i++) {
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
    #pragma omp parallel for schedule(static) if((double)g.ny * ((double)g.nz - 1) / 2 * (double)g.nx > 84000) private(half)
    for (int y = 0; y < g.ny; y++)
        for (int z = 1; z <= g.nz; z += 2)
            for (int x = 0; x < g.nx; x++) {
                half = a[z][y][x] / 2;
                a[z][y][x] = half;
            }
}

// On a device neighbouring threads have neighbouring columns as it is written; on the cores the rows of b should be read.
void product(int n, double (*restrict a)[n], double (*restrict b)[n], double (*restrict c)[n])
{
    #pragma omp parallel for schedule(static) if((double)n * (double)n * (double)n > 800000)
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            #pragma omp simd
            for (int j = 0; j < n; j++)
                c[i][j] += a[i][k] * b[k][j];
}

// In each thread's own nest the cores' order is what counts.
void thread(int n, double a[n][32][32])
{
    #pragma omp parallel for schedule(static) if(n > 170)
    for (int k = 0; k < n; k++)
        for (int j = 0; j < 32; j++)
            for (int i = 0; i < 32; i++)
                a[k][j][i] += k;
}

// Another order would turn dependences around.
void skewed(int n, double a[n][n])
{
    for (int i = 1; i < n; i++)
        #pragma omp parallel for simd schedule(static) if(n > 150001)
        for (int j = 0; j < n - 1; j++)
            a[j][i] += a[j + 1][i - 1];
}
