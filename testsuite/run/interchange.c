// Textbook nests that go down the columns: their loops change places, and each result is that of the loops as written, to the last bit.
// report: interchanged with the loop at line 51: in[j][i] is now read along memory
// report: interchanged with the loop at line 66: from[j*n + i] is now read along memory
// report: interchanged with the loops at lines 80 and 81: a[k][j][i] is now read along memory
// report: interchanged with the loop at line 93 on the host's cores: b[k][j] is now read along memory
// report: interchanged with the loop at line 101: m.x[j*m.n + i] is now read along memory
// report: interchanged with the loop at line 110 on the host's cores: a[q][j - 1][i] is now read along memory
// report: interchanged with the loop at line 119 on the host's cores: y[j][i] is now read along memory
// report: interchanged with the loop at line 129: a[j].row[i].v is now read along memory
// report: interchanged with the loop at line 139 on devices: from[j*n + i] is now read along memory
// report: not interchanged with the loop at line 139 on the host's cores, though from[j*n + i] would then be read along memory. The reason: from and to may
// launch: interchange_columns_50 grid=4x17x1 block=32x4x1
// expect: device kernels>=10
// expect: multicore host_kernels=11
#include "check.h"
#include <string.h>
#define ROWS 67
#define COLUMNS 101
#define FIRST 1
#define EACH(i, n) for (i = FIRST; i < (n); i++)

static double in[ROWS][COLUMNS], out[ROWS][COLUMNS];
static float cube[37][41][43], cube2[37][41][43];
static double p[40][40], q[40][40], r[40][40];

struct matrix {
    int n, m;
    float *x;
};
struct point {
    char tag;
    float v;
};
struct rows {
    struct point row[COLUMNS];
};
static struct rows rows[ROWS];

static double value(int i, int j)
{
    return 1.0 / (1 + i) + 0.3 * j;
}

static void columns(void)
{
    int i, j;
    #pragma acc kernels
    {
        // From the second on.
        EACH(i, COLUMNS)
            EACH(j, ROWS)
                out[j][i] = in[j][i] * 3 + i - j;
    }
}

/* C89, a scalar for each iteration, braces, and comments between the loops ( such as this. */
static void linear(int n, int m, const float *restrict from, float *restrict to)
{
    float t;
    int i;
    int j;
    #pragma acc kernels copyin(from[0:n*m]) copyout(to[0:n*m])
    for (i = 0; i < n; i++) { /* ( */
        // the rows :)
        #pragma acc loop independent
        for (j = m - 1; j >= 0; j--)
        {
            t = from[j * n + i];
            if (i > j)
                t = -t;
            to[j * n + i] = t * t * t;
        }
    }
}

static void deep(int n1, int n2, int n3, float (*a)[n2][n3])
{
    #pragma acc kernels copy(a[0:n1][0:n2][0:n3])
    for (int i = 0; i < n3; ++i)
        for (int j = 0; j < n2; j++)
            for (int k = 0; k < n1; k++) {
                const float old = a[k][j][i];
                a[k][j][i] = old / 3 + (float)k;
            }
}

static void product(int n, double (*restrict a)[n], double (*restrict b)[n], double (*restrict c)[n])
{
    #pragma acc kernels copyin(a[0:n][0:n], b[0:n][0:n]) copy(c[0:n][0:n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            #pragma acc loop auto
            for (int k = 0; k < n; k++)
                c[i][j] += a[i][k] * b[k][j];
}

static void scaled(struct matrix m)
{
    #pragma acc kernels copy(m.x[0:m.n*m.m])
    for (int i = 0; i < m.n; i++)
        for (int j = 0; j < m.m; j++)
            m.x[j * m.n + i] = 2 * m.x[j * m.n + i];
}

static void threads(int n, float a[n][41][43])
{
    #pragma acc parallel loop copy(a[0:n])
    for (int q = 0; q < n; q++)
        for (int i = 0; i < 43; i++)
            for (int j = 1; j < 41; j += 2)
                a[q][j][i] += a[q][j - 1][i];
}

/* Each row is a recurrence: the device goes from column to column, the cores from row to row. */
static void sums(int n, double (*y)[n])
{
    #pragma acc kernels copy(y[0:n][0:n])
    for (int i = 1; i < n; i++)
        for (int j = 0; j < n; j++)
            y[j][i] = y[j][i] + 0.7 * y[j][i - 1];
}

static void members(struct rows *restrict a)
{
    int i;
    #pragma acc kernels loop auto copy(a[0:ROWS])
    for (i = 0; i < COLUMNS; i++)
        #pragma acc loop auto
        for (int j = 0; j < ROWS; j++)
            a[j].row[i].v = a[j].row[i].v * 5 - 1;
}

/* The data clauses give devices two arrays; the cores have what the caller has. */
static void shifted(int n, int m, float *from, float *to)
{
    #pragma acc kernels copyin(from[0:n*m]) copyout(to[0:n*m])
    {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                to[j * n + i] = 1 - from[j * n + i];
    }
}

int main(void)
{
    static float line[31 * 47], line2[31 * 47];
    for (int j = 0; j < ROWS; j++)
        for (int i = 0; i < COLUMNS; i++) {
            in[j][i] = value(j, i);
            out[j][i] = -1;
            rows[j].row[i].v = (float)value(i, j);
        }
    columns();
    for (int j = 0; j < ROWS; j++)
        for (int i = 0; i < COLUMNS; i++)
            CHECK(out[j][i] == (i && j ? in[j][i] * 3 + i - j : -1));
    for (int i = 0; i < 31 * 47; i++)
        line[i] = (float)value(i % 11, i);
    linear(31, 47, line, line2);
    for (int j = 0; j < 47; j++)
        for (int i = 0; i < 31; i++) {
            float t = i > j ? -line[j * 31 + i] : line[j * 31 + i];
            CHECK(line2[j * 31 + i] == t * t * t);
        }
    linear(0, 47, line, line2);
    linear(31, 0, line, line2);
    for (int k = 0; k < 37; k++)
        for (int j = 0; j < 41; j++)
            for (int i = 0; i < 43; i++)
                cube[k][j][i] = (float)value(i + j, k);
    memcpy(cube2, cube, sizeof cube);
    deep(37, 41, 43, cube);
    for (int k = 0; k < 37; k++)
        for (int j = 0; j < 41; j++)
            for (int i = 0; i < 43; i++)
                CHECK(cube[k][j][i] == cube2[k][j][i] / 3 + (float)k);
    for (int j = 0; j < 40; j++)
        for (int i = 0; i < 40; i++) {
            p[j][i] = value(i, j);
            q[j][i] = value(j, 3 * i);
            r[j][i] = 1;
        }
    product(40, p, q, r);
    for (int j = 0; j < 40; j++)
        for (int i = 0; i < 40; i++) {
            double s = 1;
            for (int k = 0; k < 40; k++)
                s += p[j][k] * q[k][i];
            CHECK(r[j][i] == s);
        }
    struct matrix m = {31, 47, line};
    memcpy(line2, line, sizeof line);
    scaled(m);
    for (int i = 0; i < 31 * 47; i++)
        CHECK(line[i] == 2 * line2[i]);
    memcpy(cube2, cube, sizeof cube);
    threads(37, cube);
    for (int k = 0; k < 37; k++)
        for (int j = 1; j < 41; j += 2)
            for (int i = 0; i < 43; i++)
                CHECK(cube[k][j][i] == cube2[k][j][i] + cube2[k][j - 1][i]);
    memcpy(q, p, sizeof p);
    sums(40, p);
    for (int j = 0; j < 40; j++)
        for (int i = 1; i < 40; i++) {
            q[j][i] = q[j][i] + 0.7 * q[j][i - 1];
            CHECK(p[j][i] == q[j][i]);
        }
    members(rows);
    for (int j = 0; j < ROWS; j++)
        for (int i = 0; i < COLUMNS; i++)
            CHECK(rows[j].row[i].v == (float)value(i, j) * 5 - 1);
    shifted(31, 47, line, line2);
    for (int i = 0; i < 31 * 47; i++)
        CHECK(line2[i] == 1 - line[i]);
    return CHECKED();
}
