// Forces between all pairs of particles, and histograms.
// kernel: particles_forces_10 percent=100 line=13 in_flight=3 loads=1 stores=1 lanes=99 idle=3
// kernel: particles_histogram_24 percent=100 line=25 in_flight=1 loads=1 lanes=99 idle=1 hottest=60
// kernel: particles_weights_33 percent=100 loads=1 lanes=99 idle=1 hottest=60
// kernel: particles_clause_44 percent=100 loads=1 lanes=99 idle=1 hottest=60
#include <math.h>

void forces(int n, const float *restrict x, const float *restrict y, const float *restrict z, float *restrict f)
{
#pragma acc parallel loop copyin(x[0:n], y[0:n], z[0:n]) copyout(f[0:n])
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int j = 0; j < n; j++) {
            float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
            float r = dx * dx + dy * dy + dz * dz + 1e-6f;
            s += 1 / (r * sqrtf(r));
        }
        f[i] = s;
    }
}

void histogram(int n, const int *restrict bin, int *restrict h)
{
#pragma acc parallel loop copyin(bin[0:n]) copy(h[0:256])
    for (int i = 0; i < n; i++) {
#pragma acc atomic update
        h[bin[i]]++;
    }
}

void weights(int n, const int *restrict bin, const double *restrict w, double *restrict h)
{
#pragma acc parallel loop copyin(bin[0:n], w[0:n]) copy(h[0:256])
    for (int i = 0; i < n; i++) {
#pragma acc atomic update
        h[bin[i]] += w[i];
    }
}

static unsigned long bins[256];

void clause(int n, const int *restrict bin)
{
#pragma acc parallel loop copyin(bin[0:n]) reduction(+ : bins)
    for (int i = 0; i < n; i++)
        bins[bin[i]]++;
}

enum { N = 1500, VALUES = 60000 };
static float x[N], y[N], z[N], f[N];
static int bin[VALUES], h[256];
static double w[VALUES], hw[256];

int main(void)
{
    int bad = 0;
    for (int i = 0; i < N; i++)
        x[i] = i % 11, y[i] = i % 13, z[i] = i % 17;
    forces(N, x, y, z, f);
    for (int i = 0; i < N; i += 37) {
        double s = 0;
        for (int j = 0; j < N; j++) {
            double dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
            double r = dx * dx + dy * dy + dz * dz + 1e-6f;
            s += 1 / (r * sqrt(r));
        }
        bad += fabs(f[i] - s) > 1e-4 * s;
    }
    for (int i = 0; i < VALUES; i++)
        bin[i] = i * 7919L % 256, w[i] = i % 8 * 0.5;
    histogram(VALUES, bin, h);
    weights(VALUES, bin, w, hw);
    clause(VALUES, bin);
    for (int i = 0; i < VALUES; i++)
        h[bin[i]]--, hw[bin[i]] -= w[i], bins[bin[i]]--;
    for (int i = 0; i < 256; i++)
        bad += h[i] != 0 || hw[i] != 0 || bins[i] != 0;
    return bad != 0;
}
