// Which loops of a region are parallel is found: i and j of a product, not k, which sums up; a recurrence isn't; a sum is one by reduction.
// report: Loop carries a dependence
// report: Generating reduction(+:total)
// expect: device kernels=3 
#include "../run/check.h"

enum { N = 60 };
static double a[N][N], b[N][N], c[N][N], x[N];

int main(void)
{
    double total = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            b[i][j] = i - j, c[i][j] = (i * j) % 5;
#pragma acc region
    {
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                for (int k = 0; k < N; k++)
                    a[i][j] += b[i][k] * c[k][j];
        x[0] = 1;
        for (int i = 1; i < N; i++)
            x[i] = 0.5 * x[i - 1] * x[i - 1] + i;
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                total += a[i][j];
    }
    double sum = 0, last = 1;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double s = 0;
            for (int k = 0; k < N; k++)
                s += b[i][k] * c[k][j];
            CHECK(a[i][j] == s);
            sum += s;
        }
    for (int i = 1; i < 6; i++)
        CHECK((last = 0.5 * last * last + i) == x[i]);
    CHECK(sum == total);
    return CHECKED();
}
