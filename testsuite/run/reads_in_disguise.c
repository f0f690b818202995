// Elements that the loop itself writes, read in ways that hide it: by functions through pointers in structs, behind pointers to const void, through what functions give
// back, by another name. Each loop is a recurrence when its arrays are one.
// run: -w -O2
// devices: multicore
#include "check.h"
#include <string.h>
#include <stdlib.h>
enum { N = 1000 };
typedef struct { double *p; int n; } view;
static double at(view v, int i) { return v.p[i]; }
static const double *row(const double *a, int i) { return a + i; }
static double two(const double *a) { return a[-1]; }
static double tab[N];
#pragma acc declare create(tab)
static double from_tab(int i) { return tab[i]; }
static void put(double *p, double v) { *p = v; }
/* each: x[i] = x[i-1] + 1 in disguise; wants N-1 at the end */
void t1(int n, view v, double *b) {
    #pragma acc kernels copy(b[0:n])
    for (int i = 1; i < n; i++) b[i] = at(v, i-1) + 1;
}
void t2(int n, const double *a, double *b) {
    #pragma acc kernels copy(b[0:n])
    for (int i = 1; i < n; i++) b[i] = row(a, i-1)[0] + 1;
}
void t3(int n, const double *c, double *b) {
    #pragma acc kernels copy(b[0:n])
    for (int i = 1; i < n; i++) b[i] = *(c[i] > 0 ? &b[i-1] : &c[i]) + 1;
}
void t4(int n, double *b) {
    #pragma acc kernels copy(b[0:n])
    for (int i = 1; i < n; i++) b[i] = two(&b[i]) + 1;
}
void t5(int n, double *b) {
    _Pragma("acc update device(tab)")
    #pragma acc kernels copy(b[0:n])
    for (int i = 1; i < n; i++) b[i] = from_tab(i-1) + 1;
}
void t6(int n, const double *a, double *b) {
    #pragma acc kernels copy(b[0:n])
    for (int i = 1; i < n; i++) put(&b[i], a[i-1] + 1);
}
void t7(int n, double *b) {
    #pragma acc kernels copy(b[0:n])
    for (int i = 1; i < n; i++) { double t; memcpy(&t, &b[i-1], sizeof t); b[i] = t + 1; }
}
void t8(int n, double *b) {
    #pragma acc kernels copy(b[0:n])
    for (int i = 1; i < n; i++) { unsigned long long t = *(unsigned long long *)&b[i-1]; union { unsigned long long u; double d; } x; x.u = t; b[i] = x.d + 1; }
}
void t9(int n, const double *a, double *b) {
    #pragma acc kernels copy(b[0:n])
    for (int i = 1; i < n; i++) { const double *q = i > 3 ? a : a; b[i] = q[i-1] + 1; }
}
void t10(int n, double **a, double *b) {
    #pragma acc kernels copy(b[0:n])
    for (int i = 1; i < n; i++) b[i] = a[i][-1] + 1;
}
void t11(int n, view *v, double *b) {
    #pragma acc kernels copy(b[0:n])
    for (int i = 1; i < n; i++) b[i] = at(*v, i-1) + 1;
}
void t12(int n, double (*a)[1], double *b) {
    #pragma acc kernels copy(b[0:n])
    for (int i = 1; i < n; i++) b[i] = *a[i-1] + 1;
}
void t13(int n, double *b) {
    #pragma acc kernels copy(b[0:n])
    for (int i = 1; i < n; i++) b[i] = (b - 1)[i] + 1;
}
void t14(int n, double *b) {
    double *e = b + n;
    #pragma acc kernels copy(b[0:n])
    for (int i = 1; i < n; i++) b[i] = e[i - 1 - n] + 1;
}
struct s { double a, b; };
static double first(const struct s *p) { return p->a; }
void t15(int n, struct s *p, double *b) {   /* b strides through p's members */
    #pragma acc kernels copy(b[0:2*n])
    for (int i = 1; i < n; i++) b[2*i] = first(&p[i-1]) + 1;
}
void t16(int n, const void *a, double *b) {
    #pragma acc kernels copy(b[0:n])
    for (int i = 1; i < n; i++) b[i] = ((const double *)a)[i-1] + 1;
}
void t17(int n, const char *a, double *b) {
    #pragma acc kernels copy(b[0:n])
    for (int i = 1; i < n; i++) b[i] = *(const double *)(a + 8*(i-1)) + 1;
}
static double at2(const view *v, int i) { return v->p[i]; }
static double at3(const view *v, int i) { view w = *v; return w.p[i]; }
static double at4(const double *p, int i) { view w = { (double *)p, 1 }; return w.p[i]; }
static double at5(const double *p, const double *q, int i) { const double *r = i % 2 ? p : q; return r[i]; }
static double at6(const void *p, int i) { return ((const double *)p)[i]; }
static double at7(double **p, int i) { return p[0][i]; }
static const double *pick(const double *p) { return p; }
static double at8(const double *p, int i) { return pick(p)[i]; }
static double at9(const double *p, int i) { return at8(p + i, 0); }
struct two { view a, b; };
static double at10(struct two t, int i) { return t.b.p[i]; }
void u2(int n, const view *v, double *b) {
    #pragma acc kernels copy(b[0:n])
    for (int i = 1; i < n; i++) b[i] = at2(v, i-1) + 1;
}
void u3(int n, const view *v, double *b) {
    #pragma acc kernels copy(b[0:n])
    for (int i = 1; i < n; i++) b[i] = at3(v, i-1) + 1;
}
void u4(int n, const double *a, double *b) {
    #pragma acc kernels copy(b[0:n])
    for (int i = 1; i < n; i++) b[i] = at4(a, i-1) + 1;
}
void u5(int n, const double *a, const double *c, double *b) {
    #pragma acc kernels copy(b[0:n])
    for (int i = 1; i < n; i++) b[i] = at5(a, c, i-1) + 1;
}
void u6(int n, const double *a, double *b) {
    #pragma acc kernels copy(b[0:n])
    for (int i = 1; i < n; i++) b[i] = at6(a, i-1) + 1;
}
void u7(int n, double **a, double *b) {
    #pragma acc kernels copy(b[0:n])
    for (int i = 1; i < n; i++) b[i] = at7(a, i-1) + 1;
}
void u8(int n, const double *a, double *b) {
    #pragma acc kernels copy(b[0:n])
    for (int i = 1; i < n; i++) b[i] = at8(a, i-1) + 1;
}
void u9(int n, const double *a, double *b) {
    #pragma acc kernels copy(b[0:n])
    for (int i = 1; i < n; i++) b[i] = at9(a, i-1) + 1;
}
void u10(int n, struct two t, double *b) {
    #pragma acc kernels copy(b[0:n])
    for (int i = 1; i < n; i++) b[i] = at10(t, i-1) + 1;
}
#define T(CALL, X, S)                                  \
    do {                                               \
        memset(tab, 0, sizeof tab);                    \
        memset(x, 0, sizeof x);                        \
        CALL;                                          \
        CHECK((X)[S * (N - 1)] == N - 1);              \
    } while (0)
static double get(const double *p) { return *p; }
static double **all;
#pragma acc declare create(all)
static double from_all(int i) { return all[0][i]; }
void t19(int n, double *b) {
    #pragma acc kernels copy(b[0:n])
    for (int i = 1; i < n; i++) b[i] = from_all(i-1) + 1;
}
void t18(int n, const double *a, double *b) {
    #pragma acc kernels copy(b[0:n])
    for (int i = 1; i < n; i++) b[i] = get(&a[i-1]) + 1;
}
void a19(int n, unsigned long long address, double *b) {
    #pragma acc kernels copy(b[0:n])
    for (int i = 1; i < n; i++) b[i] = ((double *)address)[i-1] + 1;
}
int main(void)
{
    static double x[2*N+2]; static double ones[N]; for (int i = 0; i < N; i++) ones[i] = 1;
    double *rows[N]; for (int i = 0; i < N; i++) rows[i] = &x[i];
    view v = { x, N };
    T(t1(N, v, x), x, 1); T(t2(N, x, x), x, 1); T(t3(N, ones, x), x, 1); T(t4(N, x), x, 1); T(t5(N, tab), tab, 1); T(t6(N, x, x), x, 1);
    T(t7(N, x), x, 1); T(t8(N, x), x, 1); T(t9(N, x, x), x, 1); T(t10(N, rows, x), x, 1); T(t11(N, &v, x), x, 1); T(t12(N, (double (*)[1])x, x), x, 1);
    T(t13(N, x), x, 1); T(t14(N, x), x, 1); T(t15(N, (struct s *)x, x), x, 2); T(t16(N, x, x), x, 1); T(t17(N, (char *)x, x), x, 1); T(t18(N, x, x), x, 1);
    double *table[1] = { x };
    all = table;
    T(t19(N, x), x, 1);
    T(a19(N, (unsigned long long)x, x), x, 1);
    double *px = x; struct two t = { { ones, N }, v };
    T(u2(N, &v, x), x, 1); T(u3(N, &v, x), x, 1); T(u4(N, x, x), x, 1); T(u5(N, x, x, x), x, 1); T(u6(N, x, x), x, 1); T(u7(N, &px, x), x, 1); T(u8(N, x, x), x, 1); T(u9(N, x, x), x, 1); T(u10(N, t, x), x, 1);
    return CHECKED();
}
