// Objects of classes by value, by reference and as temporaries: operators, defaults, conversions, members with values of their own, bit-fields, scoped
// enumerations. The host runs the same functions beside the device.
// expect: device kernels=2 host_kernels=0
// expect: multicore host_kernels=2
#include "../run/check.h"
#include <utility>
#include <cstring>
enum class color : unsigned char { red, green = 200 };
struct bits { unsigned a : 3; int b : 5; bool c; char16_t w; color k; const int fixed = 4; };
struct pad { double d; int i; int sum() const { return (int)d + i; } };
struct padded : pad { int more; };
struct vec2 { double x, y;
  vec2 &operator*=(const double &k) { x *= k; y *= k; return *this; }
  vec2 operator-() const { return {-x, -y}; }
  friend vec2 operator*(double k, const vec2 &v) { return vec2{k * v.x, k * v.y}; }
  bool operator==(const vec2 &o) const { return x == o.x && y == o.y; }
  explicit operator bool() const { return x != 0; }
  double len(double scale = 2) const { return scale * (x + y); }
};
struct row { double *p; double &operator[](int j) const { return p[j]; } };
struct mat { double *p; int n; row operator[](int i) const { return row{p + i * n}; } };
static vec2 changed(vec2 v) { v.x = 100; return v; }
static double by(const vec2 &v, const double &d) { return v.len() + d; }
template <class T> struct traits { static constexpr int size = sizeof(T); static const int twice = 2 * size; };
template <class T, int N> struct small { T v[N]; T &operator[](int i) { return v[i]; } const T &operator[](int i) const { return v[i]; }
  T sum() const { T s = 0; for (int i = 0; i < N; i++) s += v[i]; return s; } static constexpr int size() { return N; } };
template <class T, int N> small<T, N> operator+(const small<T, N> &a, const small<T, N> &b) { small<T, N> r; for (int i = 0; i < N; i++) r[i] = a[i] + b[i]; return r; }
struct counter { int n = 0; int next() { return n++; } counter &add(int k) { n += k; return *this; } };
struct opt { bool has; double v; double value_or(double d) const { return has ? v : d; } };
static opt maybe(int i) { if (i % 2) return opt{true, i * 1.5}; return {false, 0}; }
template <class T> struct given { T n = 3, k = sizeof(T); T m; };
struct holder { given<int> g; int more = 4; counter c; };

static void one(int i, int n, double (*out)[12], bits *b, vec2 *v, double *m)
{
    mat w{m, n};
    for (int j = 0; j < n; j++) w[i][j] = i * 10 + j;
    v[i] *= v[i].x;
    vec2 t = v[i], c = changed(t);
    out[i][0] = t.x + c.x * 1000 + (c == t) + (t ? 7 : 0);
    out[i][1] = by(-t, t.y) + (2 * t).len(3) + by(vec2{1, 2}, 3);
    b[i].a += 1; b[i].b -= 3; b[i].c = !b[i].c; b[i].w += 10; if (b[i].k == color::green) b[i].k = color::red;
    out[i][2] = b[i].a + b[i].b * 10 + b[i].c * 100 + b[i].w * 1000.0 + static_cast<int>(b[i].k) + b[i].fixed;
    out[i][3] = traits<double>::size + traits<char>::twice;
    small<int, 3> s{{1, 2, i}}, u = s + s; u[1] -= 1;
    out[i][4] = (s + u).sum() + (s + u)[2] + small<int, 3>::size();
    counter k; k.next(); k.add(3).add(i).next();
    counter k2 = std::move(k); k2.n += 1;
    out[i][5] = k.n * 100 + k2.n;
    out[i][6] = maybe(i).value_or(-1);
    vec2 q = i % 2 ? t : c; out[i][7] = q.x;
    std::swap(t, c); out[i][8] = 0; out[i][9] = t.x - c.x;
    out[i][10] = pad{3, 4}.sum();
    out[i][11] = w[i][3] + w[i].p[2];
  }

struct all {
    double out[12][12], m[144];
    bits b[12];
    vec2 v[12];
    all()
    {
        for (int i = 0; i < 12; i++) {
            b[i].a = i, b[i].b = -i, b[i].c = i & 1, b[i].w = 65530 + i, b[i].k = color::green;
            v[i] = {double(i), 1};
        }
    }
};

int main()
{
    const int n = 12;
    static all here, there;
    for (int i = 0; i < n; i++)
        one(i, n, here.out, here.b, here.v, here.m);
    double(*out)[12] = there.out;
    bits *b = there.b;
    vec2 *v = there.v;
    double *m = there.m;
#pragma acc parallel loop copy(out[0 : 12], b[0 : 12], v[0 : 12], m[0 : 144])
    for (int i = 0; i < n; i++)
        one(i, n, out, b, v, m);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 12; j++)
            CHECK(here.out[i][j] == there.out[i][j] && here.m[i * n + j] == there.m[i * n + j]);
        CHECK(here.b[i].a == b[i].a && here.b[i].b == b[i].b && here.b[i].c == b[i].c && here.b[i].w == b[i].w && here.b[i].k == b[i].k);
        CHECK(here.v[i] == v[i]);
    }
    CHECK(there.out[0][0] == 100000 && there.out[11][0] == 100128 && there.out[11][2] == 14868);
    int s[n];
#pragma acc parallel loop copyout(s)
    for (int i = 0; i < n; i++) {
        given<int> g;
        holder h{}, d;
        g.m = i;
        s[i] = g.n + g.k + g.m + 10 * h.g.n + 100 * h.more + 1000 * (h.c.n + h.g.m) + 10000 * d.more + 100000 * d.c.n + d.g.k;
    }
    for (int i = 0; i < n; i++)
        CHECK(s[i] == 7 + i + 30 + 400 + 40000 + 4);
    return CHECKED();
}
