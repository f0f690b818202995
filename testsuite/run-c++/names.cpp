// The same names in several namespaces, in blocks, and hidden by nearer ones: types, functions, variables, enumerators.
// expect: device kernels=3
#include "../run/check.h"

int limit = 3;
namespace a {
struct point {
    int x;
};
enum class kind : unsigned char { low, high };
enum state { off, on = 7 };
static const double table[3] = {0.5, 1.5, 2.5};
constexpr double powers[3] = {1, 10, 100};
inline double value(int i) { return table[i % 3]; }
int limit = 30;
}
namespace b {
struct point {
    double y, z;
};
enum class kind { low = 40, high };
static const double table[3] = {5, 6, 7};
inline double value(int i) { return table[i % 3] + a::powers[i % 3]; }
namespace inner {
int limit = 300;
}
}
typedef struct {
    float f;
} unnamed;

static int classify(a::kind k, b::kind l)
{
    switch (k) {
    case a::kind::low:
        return 1 + static_cast<int>(l);
    case a::kind::high:
        break;
    }
    return l == b::kind::high ? 2 : 3;
}

int main()
{
    const int n = 30;
    double r[n];
    using namespace b::inner;
#pragma acc parallel loop copyout(r)
    for (int i = 0; i < n; i++) {
        struct point {
            long q;
        };
        enum { own = 1000 };
        a::point p{i};
        b::point q = {i / 2.0, 1};
        point mine = {2};
        unnamed u{0.5f};
        a::state s = i % 2 ? a::on : a::off;
        r[i] = p.x + q.y + q.z + mine.q + u.f + s + a::value(i) + b::value(i) + own
               + classify(i % 3 ? a::kind::low : a::kind::high, i % 5 ? b::kind::low : b::kind::high);
    }
    for (int i = 0; i < n; i++)
        CHECK(r[i] == i + i / 2.0 + 1 + 2 + 0.5 + (i % 2 ? 7 : 0) + a::table[i % 3] + b::table[i % 3] + a::powers[i % 3] + 1000
                          + (i % 3 ? 1 + (i % 5 ? 40 : 41) : i % 5 ? 3 : 2));
    {
        int limit = 4;
#pragma acc parallel loop copyout(r[0:limit])
        for (int i = 0; i < limit; i++)
            r[i] = limit + 10 * ::limit + 100 * a::limit + 1000 * b::inner::limit;
        CHECK(r[3] == 4 + 30 + 3000 + 300000);
    }
#pragma acc parallel loop copyout(r[0:a::limit]) num_gangs(::limit)
    for (int i = 0; i < a::limit; i++)
        r[i] = i;
    CHECK(r[29] == 29);
    return CHECKED();
}
