// Elements that the loop itself writes, read by references, by members of objects, by what functions give back, and by what lambdas capture. Each loop is a recurrence.
// run: -O2 -w
// devices: multicore
#include "../run/check.h"
#include <cstring>
enum { N = 1000 };
struct view { double *p; int n; double &operator[](int i) const { return p[i]; } double at(int i) const { return p[i]; } double *ptr(int i) const { return p + i; } };
template <class T> struct span { T *d; int n; T &operator()(int i) const { return d[i]; } };
static double &elem(double *p, int i) { return p[i]; }
static double get(const double &x) { return x; }
static void set(double &x, double v) { x = v; }
static double at(const view &v, int i) { return v.p[i]; }
static double at2(view v, int i) { return v[i]; }
struct holder { view v; double read(int i) const { return v.p[i]; } };
struct base { double *q; double from(int i) const { return q[i]; } };
struct derived : base { int k; };
#define K _Pragma("acc kernels copy(b[0:n])")
void c1(int n, double *b) { K for (int i = 1; i < n; i++) elem(b, i) = elem(b, i-1) + 1; }
void c2(int n, double *b) { view v{b, n}; K for (int i = 1; i < n; i++) b[i] = v[i-1] + 1; }
void c3(int n, double *b) { view v{b, n}; K for (int i = 1; i < n; i++) b[i] = v.at(i-1) + 1; }
void c4(int n, double *b) { view v{b, n}; K for (int i = 1; i < n; i++) b[i] = at(v, i-1) + 1; }
void c5(int n, double *b) { view v{b, n}; K for (int i = 1; i < n; i++) b[i] = at2(v, i-1) + 1; }
void c6(int n, const double *a, double *b) { K for (int i = 1; i < n; i++) b[i] = get(a[i-1]) + 1; }
void c7(int n, const double *a, double *b) { K for (int i = 1; i < n; i++) set(b[i], get(a[i-1]) + 1); }
void c8(int n, double *b) { view v{b, n}; K for (int i = 1; i < n; i++) b[i] = *v.ptr(i-1) + 1; }
void c9(int n, double *b) { holder h{{b, n}}; K for (int i = 1; i < n; i++) b[i] = h.read(i-1) + 1; }
void c10(int n, double *b) { derived d; d.q = b; d.k = 0; K for (int i = 1; i < n; i++) b[i] = d.from(i-1) + 1; }
void c11(int n, double *b) { span<double> s{b, n}; K for (int i = 1; i < n; i++) b[i] = s(i-1) + 1; }
void c12(int n, double *b) { span<double> s{b, n}, r{b, n}; K for (int i = 1; i < n; i++) r(i) = s(i-1) + 1; }
void c13(int n, double *b) { double *c = b; auto f = [=](int i) { return c[i]; }; K for (int i = 1; i < n; i++) b[i] = f(i-1) + 1; }
void c14(int n, double *b) { K for (int i = 1; i < n; i++) { const double &r = b[i-1]; b[i] = r + 1; } }
void c15(int n, double *b) { K for (int i = 1; i < n; i++) { double &r = b[i]; const double &q = elem(b, i-1); r = q + 1; } }
void c16(int n, const double *a, double *b) { K for (int i = 1; i < n; i++) { auto &q = a[i-1]; b[i] = q + 1; } }
#define T(CALL)                      \
    do {                             \
        std::memset(x, 0, sizeof x); \
        CALL;                        \
        CHECK(x[N - 1] == N - 1);    \
    } while (0)
int main()
{
    static double x[N];
    T(c1(N,x)); T(c2(N,x)); T(c3(N,x)); T(c4(N,x)); T(c5(N,x)); T(c6(N,x,x)); T(c7(N,x,x)); T(c8(N,x)); T(c9(N,x)); T(c10(N,x)); T(c11(N,x)); T(c12(N,x)); T(c13(N,x)); T(c14(N,x)); T(c15(N,x)); T(c16(N,x,x));
    return CHECKED();
}
