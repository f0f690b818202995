/* mixed.c: a histogram, a sparse product, sums of rows and columns, forces between particles; for arrays of N doubles (argument 1; 0: none of
 * these), and so many particles (argument 2). Bytes: each array once; of the sparse product the matrix, its rows' beginnings, both vectors. */
#include "measure.h"

enum { BINS = 256, BAND = 512, PATTERN = 17, PATTERN_SUM = 272 };
static int n, side, rows, bodies;
static double *restrict values, *restrict in, *restrict out;
static int *restrict keys, *restrict columns, *restrict starts;
static int bins[BINS];
static float *restrict px, *restrict py, *restrict pz, *restrict fx, *restrict fy, *restrict fz;

static void histogram(void)
{
#pragma acc parallel loop present(bins) async(QUEUE)
    for (int i = 0; i < BINS; i++)
        bins[i] = 0;
#pragma acc parallel loop present(keys[0:n], bins) async(QUEUE)
    for (int i = 0; i < n; i++) {
#pragma acc atomic update
        bins[keys[i] & (BINS - 1)]++;
    }
}

/* Rows of 8 to 24 elements, within a band. */
static void product(void)
{
#pragma acc parallel loop gang worker present(values[0:n], columns[0:n], starts[0:rows + 1], in[0:rows], out[0:rows]) async(QUEUE)
    for (int i = 0; i < rows; i++) {
        double s = 0;
#pragma acc loop vector reduction(+ : s)
        for (int k = starts[i]; k < starts[i + 1]; k++)
            s += values[k] * in[columns[k]];
        out[i] = s;
    }
}

static void row_sums_of(int m, double (*restrict a)[m])
{
#pragma acc parallel loop gang present(a[0:m], out[0:m]) async(QUEUE)
    for (int i = 0; i < m; i++) {
        double s = 0;
#pragma acc loop vector reduction(+ : s)
        for (int j = 0; j < m; j++)
            s += a[i][j];
        out[i] = s;
    }
}
static void row_sums(void) { row_sums_of(side, (double (*)[side])values); }

static void column_sums_of(int m, double (*restrict a)[m])
{
#pragma acc parallel loop present(a[0:m], out[0:m]) async(QUEUE)
    for (int j = 0; j < m; j++) {
        double s = 0;
        for (int i = 0; i < m; i++)
            s += a[i][j];
        out[j] = s;
    }
}
static void column_sums(void) { column_sums_of(side, (double (*)[side])values); }

/* 20 operations for a pair, as is the custom. Root and quotient are C's; those by hand are the GPU's own, less exact ones. */
static void forces(void)
{
#pragma acc parallel loop present(px[0:bodies], py[0:bodies], pz[0:bodies], fx[0:bodies], fy[0:bodies], fz[0:bodies]) async(QUEUE)
    for (int i = 0; i < bodies; i++) {
        float x = 0, y = 0, z = 0;
        for (int j = 0; j < bodies; j++) {
            float dx = px[j] - px[i], dy = py[j] - py[i], dz = pz[j] - pz[i];
            float d = dx * dx + dy * dy + dz * dz + 0.01f;
            float w = 1 / (d * sqrtf(d));
            x += dx * w, y += dy * w, z += dz * w;
        }
        fx[i] = x, fy[i] = y, fz[i] = z;
    }
}

/* By hand: mixed.cu. */
static void hand_histogram(void)
{
    void *k = acc_deviceptr(keys), *b = acc_deviceptr(bins);
    fill_array(bins, 0, sizeof bins);
    HAND_LAUNCH("histogram", UP_DIV(n, 256) < 132 * 8 ? UP_DIV(n, 256) : 132 * 8, 1, 1, 256, 1, &n, &k, &b);
}
static void hand_product(void)
{
    void *s = acc_deviceptr(starts), *c = acc_deviceptr(columns), *v = acc_deviceptr(values), *x = acc_deviceptr(in), *y = acc_deviceptr(out);
    HAND_LAUNCH("product", UP_DIV(rows, 32), 1, 1, 256, 1, &rows, &s, &c, &v, &x, &y);
}
static void hand_row_sums(void)
{
    void *a = acc_deviceptr(values), *s = acc_deviceptr(out);
    HAND_LAUNCH("row_sums", side, 1, 1, 256, 1, &side, &a, &s);
}
/* Blocks of columns, each with several parts of the rows, which they add up. */
static void hand_column_sums(void)
{
    void *a = acc_deviceptr(values), *s = acc_deviceptr(out);
    fill_array(out, 0, (size_t)side * sizeof *out);
    HAND_LAUNCH("column_sums", UP_DIV(side, 128), side < 128 ? 1 : side / 128, 1, 128, 1, &side, &a, &s);
}
static void hand_forces(void)
{
    void *p[] = {acc_deviceptr(px), acc_deviceptr(py), acc_deviceptr(pz), acc_deviceptr(fx), acc_deviceptr(fy), acc_deviceptr(fz)};
    HAND_LAUNCH("forces", UP_DIV(bodies, 256), 1, 1, 256, 1, &bodies, &p[0], &p[1], &p[2], &p[3], &p[4], &p[5]);
}

/* What the arrays hold, by index. */
static long begin_of(long row) { return row / PATTERN * PATTERN_SUM + row % PATTERN * (row % PATTERN + 15) / 2; }
static int column_of(long row, long k) { return (int)((row + (k * 37 + row * 11) % BAND) % rows); }
static double value_of(long i) { return (double)(i % 16); }
static unsigned key_of(unsigned i) { return (i * 2654435761u) >> 13; }
static float place_of(long i, int axis) { return (float)((i * (axis + 3) * 7919 + i / 7) % 1000) / 1000; }

static void spoil(void)
{
    if (out)
        spoil_array(out, (size_t)n / 8 * sizeof *out);
    if (px)
        spoil_array(fx, (size_t)bodies * 4), spoil_array(fy, (size_t)bodies * 4), spoil_array(fz, (size_t)bodies * 4);
    spoil_array(bins, sizeof bins);
}
static int wrong_histogram(void)
{
    int want[BINS] = {0}, bad = 0;
    for (unsigned i = 0; i < (unsigned)n; i++)
        want[key_of(i) & (BINS - 1)]++;
    acc_update_self(bins, sizeof bins);
    for (int b = 0; b < BINS; b++)
        bad += bins[b] != want[b];
    return bad != 0;
}
enum { PART = 1024 };
static int not_product(long i)
{
    double want = 0;
    for (long k = begin_of(i); k < begin_of(i + 1); k++)
        want += value_of(k) * value_of(column_of(i, k - begin_of(i)));
    return out[i] != want;
}
static int not_row_sum(long i)
{
    double want = 0;
    for (long j = 0; j < side; j++)
        want += value_of(i * side + j);
    return out[i] != want;
}
static int not_column_sum(long j)
{
    double want = 0;
    for (long i = 0; i < side; i++)
        want += value_of(i * side + j);
    return out[j] != want;
}
static int not_force(long i)
{
    double want = 0, size = 0;
    if (i % 64)
        return 0;
    for (long j = 0; j < bodies; j++) {
        double d[3], sum = 0.01;
        for (int axis = 0; axis < 3; axis++)
            d[axis] = (double)place_of(j, axis) - (double)place_of(i, axis), sum += d[axis] * d[axis];
        want += d[0] / (sum * sqrt(sum)), size += fabs(d[0] / (sum * sqrt(sum)));
    }
    return !(fabs(fx[i] - want) <= 1e-4 * size);
}
static int wrong_product(void) { return look_at(out, sizeof *out, rows, PART, not_product) != 0; }
static int wrong_row_sums(void) { return look_at(out, sizeof *out, side, PART, not_row_sum) != 0; }
static int wrong_column_sums(void) { return look_at(out, sizeof *out, side, PART, not_column_sum) != 0; }
static int wrong_forces(void) { return look_at(fx, sizeof *fx, bodies, PART, not_force) != 0; }

static int measure_arrays(void)
{
    double elements = rows ? (double)begin_of(rows) : 0, area = (double)side * side;
    struct item items[] = {
        {"histogram", 4.0 * n, 0, histogram, hand_histogram, spoil, wrong_histogram},
        {"sparse product", 12 * elements + 20.0 * rows, 2 * elements, product, hand_product, spoil, wrong_product},
        {"row sums", 8 * area, area, row_sums, hand_row_sums, spoil, wrong_row_sums},
        {"column sums", 8 * area, area, column_sums, hand_column_sums, spoil, wrong_column_sums},
    };
    int bad = 0;
#pragma acc data create(values[0:n], keys[0:n], columns[0:n], in[0:rows], out[0:n / 8], starts[0:rows + 1], bins)
    {
#pragma acc parallel loop present(values[0:n], keys[0:n])
        for (int i = 0; i < n; i++) {
            values[i] = i % 16;
            keys[i] = (int)(((unsigned)i * 2654435761u) >> 13);
        }
#pragma acc parallel loop present(columns[0:n], in[0:rows])
        for (int i = 0; i < rows; i++) {
            long row = i, from = row / PATTERN * PATTERN_SUM + row % PATTERN * (row % PATTERN + 15) / 2;
            in[i] = i % 16;
            for (long k = 0; k < row % PATTERN + 8; k++)
                columns[from + k] = (int)((row + (k * 37 + row * 11) % BAND) % rows);
        }
#pragma acc parallel loop present(starts[0:rows + 1])
        for (int i = 0; i <= rows; i++) {
            long row = i;
            starts[i] = (int)(row / PATTERN * PATTERN_SUM + row % PATTERN * (row % PATTERN + 15) / 2);
        }
        for (size_t k = 0; k < sizeof items / sizeof *items; k++)
            bad += measure(&items[k]);
    }
    return bad;
}

static int measure_particles(void)
{
    double pairs = (double)bodies * bodies;
    struct item item = {"particles", 0, 20 * pairs, forces, hand_forces, spoil, wrong_forces};
    int bad = 0;
    size_t bytes = (size_t)bodies * sizeof *px;
    free(out), out = NULL;
    px = must_alloc(bytes), py = must_alloc(bytes), pz = must_alloc(bytes), fx = must_alloc(bytes), fy = must_alloc(bytes), fz = must_alloc(bytes);
    for (int i = 0; i < bodies; i++)
        px[i] = place_of(i, 0), py[i] = place_of(i, 1), pz[i] = place_of(i, 2);
#pragma acc data copyin(px[0:bodies], py[0:bodies], pz[0:bodies]) create(fx[0:bodies], fy[0:bodies], fz[0:bodies], bins)
    bad += measure(&item);
    return bad;
}

int main(int argc, char **argv)
{
    n = (int)argument(argc, argv, 1, 8192);
    bodies = (int)argument(argc, argv, 2, 256);
    begin("mixed");
    if (!n)
        return measure_particles() != 0;
    side = (int)sqrt((double)n) / 32 * 32;
    rows = (n / PATTERN_SUM) * PATTERN;
    size_t count = (size_t)n;
    values = must_alloc(count * sizeof *values), keys = must_alloc(count * sizeof *keys), columns = must_alloc(count * sizeof *columns);
    in = must_alloc((size_t)rows * sizeof *in), out = must_alloc(count / 8 * sizeof *out), starts = must_alloc(((size_t)rows + 1) * sizeof *starts);
    int bad = measure_arrays();
    return bad + measure_particles() != 0;
}
