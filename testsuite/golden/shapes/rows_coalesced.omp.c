// Rows that go through shared memory: structures in place, rows of two arrays, the rows of a grid's lines, also of several lines as one; and one that another pointer may lead to.
struct particle { double x, y, z, vx, vy, vz; };

static double u[8][64][5], r[8][64][5];

void push(struct particle *p, int n, double dt)
{
#pragma omp parallel for simd schedule(static) if(n > 63000)
    for (int i = 0; i < n; i++) {
        p[i].x += dt * p[i].vx;
        p[i].y += dt * p[i].vy;
        p[i].z += dt * p[i].vz;
    }
}

void relax(const float *restrict f, float *restrict g, int n)
{
#pragma omp parallel for schedule(static) if(n > 7900)
    for (int c = 0; c < n; c++) {
        float rho = 0;
        for (int q = 0; q < 9; q++)
            rho += f[9 * c + q];
        for (int q = 0; q < 9; q++)
            g[9 * c + q] = 0.5f * (f[9 * c + q] + rho / 9);
    }
}

void lines(int ny, int nx)
{
    int i, j, m;
#pragma omp parallel for schedule(static) if((double)ny * ((double)nx - 2) > 18000) private(i, m)
    for (j = 0; j < ny; j++)
        for (i = 1; i < nx - 1; i++)
            for (m = 0; m < 5; m++)
                r[j][i][m] = u[j][i + 1][m] - u[j][i - 1][m];
}

void grid(const double *restrict f, double *restrict g, int ny, int nx)
{
#pragma omp parallel for schedule(static) if(((double)ny - 1) * (double)nx > 39000)
    for (int j = 1; j < ny; j++)
        for (int i = 0; i < nx; i++)
            for (int m = 0; m < 5; m++)
                g[(j * nx + i) * 5 + m] += f[((j - 1) * nx + i) * 5 + m];
}

void plain(struct particle *p, struct particle *q, int n)
{
#pragma omp parallel for schedule(static) if(n > 170000)
    for (int i = 0; i < n; i++) {
        p[i].x = 1;
        p[i].y = q[i].x;
        p[i].z = q[i].y;
    }
}
