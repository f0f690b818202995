// host: tiles of a matrix product whose sum is beside it, and of a triangle's columns, which a thread copies
// Nests that the host's cores go through in tiles.
void product(int n, double alpha, double a[n][n], double b[n][n], double c[restrict n][n])
{
    #pragma omp parallel for schedule(static) if((double)n * (double)n * (double)n > 730000)
    for (int i = 0; i < n; i++) {
        #pragma omp simd
        for (int j = 0; j < n; j++)
            c[i][j] *= 2;
        for (int k = 0; k < n; k++)
            #pragma omp simd
            for (int j = 0; j < n; j++)
                c[i][j] += alpha * a[i][k] * b[k][j];
    }
}

static float s[100][100], t[100][300];

void triangle(void)
{
    #pragma omp parallel for schedule(static)
    for (int i = 0; i < 100; i++) {
        for (int j = 0; j <= i; j++) {
            float sum = 0;
            for (int k = 0; k < 300; k++)
                sum += t[i][k] * t[j][k];
            s[i][j] = sum;
        }
    }
}
