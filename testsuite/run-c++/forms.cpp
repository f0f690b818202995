// Static members, instances of class templates for their constants, bit-fields, tables in functions, the API, arrays by reference,
// constructs in `case`, lengths known when the program runs.
// run: -fopenmp
// expect: device kernels=8
#include "../run/check.h"
#include <omp.h>
#ifdef _OPENACC
#include <openacc.h>
#endif

class counter {
public:
    static int total;
    static double *buf;
    static void bump(int n)
    {
#pragma acc parallel loop copy(buf[0:n])
        for (int i = 0; i < n; i++)
            buf[i] += total;
    }
};
int counter::total = 5;
double *counter::buf = nullptr;

struct mixed {
    union {
        float f;
        unsigned u;
    } v;
    unsigned char bits : 3, more : 5;
};

static double lookup(int i)
{
    static const double t[4] = {1, 2, 4, 8};
    static constexpr int k = 2;
    return t[i & 3] * k;
}

namespace {
template <int N> struct sizes {
    static constexpr int value = N * 2;
    enum { half = N / 2 };
    using type = double;
};
template <> struct sizes<3> {
    static constexpr int value = 100;
    using type = float;
};
}

int main()
{
    double b[20] = {0};
    counter::buf = b;
    counter::bump(20);
    CHECK(b[19] == 5);
    mixed us[8];
    for (auto &u : us) {
        u.v.f = 1.5f;
        u.bits = 5;
        u.more = 9;
    }
    unsigned sum = 0;
#pragma acc parallel loop copy(us) reduction(+ : sum)
    for (int i = 0; i < 8; i++) {
        us[i].v.u += 1;
        us[i].bits += i;
        sum += us[i].bits + us[i].more;
    }
    CHECK(sum == 100 && us[7].v.u == us[0].v.u);
    double all = 0;
    int off = 3;
#pragma acc parallel num_gangs(4) copyin(off) reduction(+ : all)
    {
        double own[sizes<4>::value];
#pragma acc loop gang private(own)
        for (int i = 0; i < 40; i++) {
            for (int k = 0; k < sizes<4>::value; k++)
                own[k] = lookup(i + k) + off;
            typename sizes<3>::type f = 0.5f;
            all += own[i % sizes<4>::value] + f + sizes<3>::value + sizes<4>::half;
        }
    }
    CHECK(all == 4420);
    CHECK(omp_get_max_threads() > 0);
#ifdef _OPENACC
    {
        double *d = static_cast<double *>(acc_malloc(80));
        double h[10];
#pragma acc parallel loop deviceptr(d)
        for (int i = 0; i < 10; i++)
            d[i] = i * 3;
        acc_memcpy_from_device(h, d, 80);
        acc_free(d);
        CHECK(h[9] == 27);
    }
#endif
    double m[6][5];
    double(&row)[5] = m[2];
#pragma acc parallel loop copyout(row)
    for (int j = 0; j < 5; j++)
        row[j] = j;
    CHECK(m[2][4] == 4);
    auto shifted = [](double *p, int n) { return p + n; };
    double *q = shifted(b, 2);
#pragma acc kernels
    for (int i = 0; i < 5; i++)
        q[i] = i;
    CHECK(b[6] == 4);
    const auto n = 7;
    double w[n] = {};
#pragma acc parallel loop copy(w)
    for (decltype(+n) i = 0; i < n; ++i)
        w[i] = -i;
    switch (n) {
    case 7: {
#pragma acc parallel loop copy(w)
        for (int i = 0; i < n; i++)
            w[i] += 1;
        break;
    }
    default:
        break;
    }
    CHECK(w[0] == 1 && w[6] == -5);
    return CHECKED();
}
