# Variables that only constructs use, declared before them: no warning, whatever devices a program is for.
cat >c89.c <<'C'
#include <stdio.h>
static double square(double x) { return x * x; }
static void scale(int n, double *a, int k, const int m)
{
    int i, j, w[4];
    double t;
    volatile int v;
    struct { int q; } st;
#pragma acc kernels copy(a[0:n])
    {
#pragma acc loop independent private(t, w, st)
        for (i = 0; i < n; i++) {
            w[0] = k;
            st.q = m;
            t = square(i) * w[0] + st.q;
            a[i] += t;
        }
        for (j = 0; j < n; j++)
            a[j] *= 2;
    }
#pragma acc parallel
    {
#pragma acc loop gang private(v)
        for (int q = 0; q < 3; q++) {
            v = q;
            (void)v;
        }
    }
}
int main(void)
{
    double a[10] = {0};
    int last = 0, flag;
    scale(10, a, 2, 3);
#pragma acc parallel loop firstprivate(last) private(flag)
    for (int i = 0; i < 4; i++) {
        flag = last;
        (void)flag;
    }
    printf("%g\n", a[9]);
    return a[9] != 330;
}
C
for targets in multicore sim nvidia nvidia,multicore,sim; do
    accrs -std=gnu99 -Wall -Wextra -Werror --acc-target=$targets -o c89 c89.c -lm
done
ACC_DEVICE_TYPE=sim ./c89 | grep -qx 330
