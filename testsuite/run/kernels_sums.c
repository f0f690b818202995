// Sums in elements of arrays, in regions without a word on them: one element and small arrays have copies in each thread, elements that
// the subscripts choose get atomic updates, and a sum in the inner loop stays in order in its thread.
// expect: device kernels=13 host_kernels=0
#include "check.h"

enum { N = 1000, M = 37, BINS = 300 };

static double x[N], a[N][M], rows[N], columns[M], moments[4], total[3];
static int key[N], counts[BINS], wide[BINS], bits[BINS], greatest[2];
static unsigned char small[BINS];
static unsigned long long product[BINS];

static void element(const double *restrict from, double *restrict to)
{
    #pragma acc kernels
    for (int i = 0; i < N; i++)
        to[1] += from[i];
}

static void behind(double (*from)[M], double *to)
{
    #pragma acc kernels
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            *to += from[i][j];
}

static void conditional(int n, const int *restrict from, int *restrict most)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        if (from[i] > most[0])
            most[0] = from[i];
}

static void histogram(const int *restrict k, int *restrict h)
{
    #pragma acc kernels copy(h[0:BINS])
    for (int i = 0; i < N; i++)
        h[k[i]]++;
}

static void overlapping(int n, const int *k, int *h)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        h[i / 2] += k[i];
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = i % 7 - 2;
        key[i] = i * 37 % 101 + i % 3;
        for (int j = 0; j < M; j++)
            a[i][j] = (i + j) % 5;
    }
    double sum = 0, all = 0;
    for (int i = 0; i < N; i++) {
        sum += x[i];
        for (int j = 0; j < M; j++)
            all += a[i][j];
    }

    element(x, total);
    CHECK(total[1] == sum && total[0] == 0 && total[2] == 0);
    behind(a, total);
    CHECK(total[0] == all);

    // Nothing is added, and there is nothing to add to.
    conditional(0, key, NULL);
    greatest[0] = -5;
    conditional(N, key, greatest);
    int most = -5;
    for (int i = 0; i < N; i++)
        most = key[i] > most ? key[i] : most;
    CHECK(greatest[0] == most);

    histogram(key, counts);
    int expected[BINS] = {0};
    for (int i = 0; i < N; i++)
        expected[key[i]]++;
    for (int b = 0; b < BINS; b++)
        CHECK(counts[b] == expected[b]);

    // The same memory: each update is seen by the ones behind it, so they run in order.
    int mixed[BINS], serial[BINS];
    for (int b = 0; b < BINS; b++)
        mixed[b] = serial[b] = b * 5 % 17;
    for (int i = 0; i < BINS; i++)
        serial[i / 2] += serial[i];
    overlapping(BINS, mixed, mixed);
    for (int b = 0; b < BINS; b++)
        CHECK(mixed[b] == serial[b]);

    // Narrow types wrap around, and two statements may add to one array.
    #pragma acc kernels
    for (int i = 0; i < N; i++) {
        small[key[i]] += 100;
        small[key[i] / 2] -= 3;
    }
    unsigned char bytes[BINS] = {0};
    for (int i = 0; i < N; i++) {
        bytes[key[i]] += 100;
        bytes[key[i] / 2] -= 3;
    }
    for (int b = 0; b < BINS; b++)
        CHECK(small[b] == bytes[b]);

    for (int b = 0; b < BINS; b++)
        product[b] = 1;
    #pragma acc kernels
    for (int i = 0; i < N; i++)
        product[key[i]] = product[key[i]] * 3;
    unsigned long long powers[BINS];
    for (int b = 0; b < BINS; b++)
        powers[b] = 1;
    for (int i = 0; i < N; i++)
        powers[key[i]] *= 3;
    for (int b = 0; b < BINS; b++)
        CHECK(product[b] == powers[b]);

    #pragma acc kernels
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            bits[(i + key[j]) % BINS] ^= i * j;
    int flipped[BINS] = {0};
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            flipped[(i + key[j]) % BINS] ^= i * j;
    for (int b = 0; b < BINS; b++)
        CHECK(bits[b] == flipped[b]);

    // A small array, also of floating-point numbers: each thread has one.
    #pragma acc kernels
    for (int i = 0; i < N; i++) {
        double p = 1;
        for (int k = 0; k < 4; k++) {
            moments[k] += p;
            p *= x[i];
        }
    }
    double wanted[4] = {0};
    for (int i = 0; i < N; i++) {
        double p = 1;
        for (int k = 0; k < 4; k++) {
            wanted[k] += p;
            p *= x[i];
        }
    }
    for (int k = 0; k < 4; k++)
        CHECK(moments[k] == wanted[k]);

    // Rows in order in their threads; columns by one gang, which goes through the rows.
    #pragma acc kernels
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            rows[i] += a[i][j];
    #pragma acc kernels
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < M; j++)
            columns[j] += a[i][j];
    for (int j = 0; j < M; j++)
        CHECK(columns[j] == a[0][j] + a[1][j] + a[2][j] + a[3][j]);
    double again = 0;
    for (int i = 0; i < N; i++)
        again += rows[i];
    CHECK(again == all);

    // What is read as well isn't only summed up.
    for (int b = 0; b < BINS; b++)
        wide[b] = b;
    #pragma acc kernels
    for (int i = 0; i < BINS; i++)
        wide[key[i]] += wide[i];
    int read[BINS];
    for (int b = 0; b < BINS; b++)
        read[b] = b;
    for (int i = 0; i < BINS; i++)
        read[key[i]] += read[i];
    for (int b = 0; b < BINS; b++)
        CHECK(wide[b] == read[b]);
    return CHECKED();
}
