// Loads of words: atoms, of which four numbers stand together, members of structures behind a list, pairs of doubles, pixels; and some that stay
// apart, behind a store to what another pointer may lead to, and under a condition.
struct body { float x, y, z, m; };

void potential(const float *restrict atoms, int n, float *restrict grid, int nx, int ny)
{
#pragma omp parallel for schedule(static) if((double)ny * (double)nx * (double)n > 50000)
    for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++) {
            float e = 0;
            for (int k = 0; k < n; k++) {
                float dx = i - atoms[4 * k], dy = j - atoms[4 * k + 1], dz = atoms[4 * k + 2];
                e += atoms[4 * k + 3] / (dx * dx + dy * dy + dz * dz + 1);
            }
            grid[j * nx + i] = e;
        }
}

void pull(const struct body *restrict p, const int *restrict next, float *restrict f, int n)
{
#pragma omp parallel for simd schedule(static) if(n > 63000)
    for (int i = 0; i < n; i++) {
        int j = next[i];
        f[i] = (p[j].x - p[i].x) * (p[j].y - p[i].y) * (p[j].z - p[i].z) * p[j].m;
    }
}

void pairs(const double *restrict z, const unsigned char *restrict image, double *restrict out, int n)
{
#pragma omp parallel for simd schedule(static) if(n > 56000)
    for (int i = 0; i < n; i++) {
        const unsigned char *pixel = &image[4 * i];
        out[i] = z[2 * i] * z[2 * i] + z[2 * i + 1] * z[2 * i + 1] + pixel[0] + pixel[1] + pixel[2] + pixel[3];
    }
}

void apart(const int *a, int *b, int n)
{
#pragma omp parallel for schedule(static) if(n > 100000)
    for (int i = 0; i < n; i++) {
        int s = a[4 * i] + a[4 * i + 1];
        b[2 * i] = s;
        b[2 * i + 1] = a[4 * i + 2] > 0 ? a[4 * i + 3] : 0;
    }
}
