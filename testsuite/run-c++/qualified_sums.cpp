// What constructs reduce and update atomically in namespaces and classes, by short names and by qualified ones. On the cores a name that isn't the
// declared one can't lead to a part's copy, and OpenMP reduces no static members.
// expect: device kernels=14
// expect: multicore host_kernels=14
// again: OMP_NUM_THREADS=1
// again: OMP_NUM_THREADS=3
#include "../run/check.h"

enum { N = 3000 };

static int key[N];
static double x[N];

namespace app {
double sum;
float parts[4];
int bins[8];
long total;

void short_names()
{
#pragma acc parallel loop copyin(x) reduction(+:sum)
    for (int i = 0; i < N; i++)
        sum += x[i];
#pragma acc parallel loop copyin(x) reduction(+:parts)
    for (int i = 0; i < N; i++)
        parts[i % 4] += (float)x[i];
#pragma acc parallel loop copyin(key) copy(bins, total)
    for (int i = 0; i < N; i++) {
#pragma acc atomic
        bins[key[i] % 8]++;
#pragma acc atomic
        total += key[i];
    }
}
} // namespace app

double outside;
int outside_bins[8];

struct S {
    static float product;
    static long values[3];
    static int seen[8];
    static int most;
    static void reduced()
    {
#pragma acc parallel loop reduction(*:product)
        for (int i = 0; i < N; i++)
            product *= i % 1000 == 0 ? 2.0f : 1.0f;
#pragma acc parallel loop reduction(+:values)
        for (int i = 0; i < N; i++)
            values[i % 3] += i;
#pragma acc parallel loop copyin(key) reduction(max:most)
        for (int i = 0; i < N; i++)
            most = key[i] > most ? key[i] : most;
#pragma acc parallel loop copyin(key) copy(seen)
        for (int i = 0; i < N; i++) {
#pragma acc atomic update
            S::seen[key[i] % 8]++;
        }
    }
};
float S::product = 1;
long S::values[3];
int S::seen[8];
int S::most;

static void qualified()
{
#pragma acc parallel loop copyin(x) reduction(+:app::sum, ::outside)
    for (int i = 0; i < N; i++) {
        app::sum += x[i];
        ::outside += 2 * x[i];
    }
    int outside = 0;
#pragma acc parallel loop copyin(key) copy(app::bins, ::outside_bins, outside)
    for (int i = 0; i < N; i++) {
#pragma acc atomic
        app::bins[key[i] % 8]++;
#pragma acc atomic
        ::outside_bins[key[i] % 8] += 2;
#pragma acc atomic
        outside++;
    }
    CHECK(outside == N);
}

/* Templates, and references. */
template <class T> static T instance(int n, T *h)
{
    T own[3] = {}, s = 0;
#pragma acc parallel loop copyin(x) reduction(+:own, s)
    for (int i = 0; i < n; i++) {
        own[i % 3] += T(x[i]);
        s += T(x[i]);
    }
#pragma acc parallel loop copyin(key) copy(h[0:8])
    for (int i = 0; i < n; i++) {
#pragma acc atomic
        h[key[i] % 8] += T(2);
    }
    return own[0] + own[1] + own[2] - s;
}

static void references(long &sum, int (&bins)[8], int (&planes)[2][4])
{
#pragma acc parallel loop copyin(key) copy(sum, bins, planes)
    for (int i = 0; i < N; i++) {
#pragma acc atomic
        sum += key[i];
#pragma acc atomic
        bins[key[i] % 8]++;
#pragma acc atomic
        planes[key[i] % 2][key[i] % 4]++;
    }
}

int main()
{
    double want = 0;
    long want_total = 0, sum = 0;
    int want_bins[8] = {}, bins[8] = {}, planes[2][4] = {}, want_planes[2][4] = {}, most = 0;
    for (int i = 0; i < N; i++) {
        key[i] = (int)((unsigned)i * 2654435761u >> 17);
        x[i] = key[i] % 16;
        want += x[i];
        want_total += key[i];
        want_bins[key[i] % 8]++;
        want_planes[key[i] % 2][key[i] % 4]++;
        most = key[i] > most ? key[i] : most;
    }
    app::short_names();
    S::reduced();
    qualified();
    CHECK(app::sum == 2 * want && outside == 2 * want);
    CHECK(app::parts[0] + app::parts[1] + app::parts[2] + app::parts[3] == (float)want);
    CHECK(app::total == want_total && S::product == 8 && S::most == most);
    CHECK(S::values[0] + S::values[1] + S::values[2] == (long)N * (N - 1) / 2);
    double d[8] = {};
    float f[8] = {};
    CHECK(instance(N, d) == 0 && instance(N, f) == 0);
    references(sum, bins, planes);
    CHECK(sum == want_total);
    for (int k = 0; k < 8; k++) {
        CHECK(app::bins[k] == 2 * want_bins[k] && S::seen[k] == want_bins[k] && outside_bins[k] == 2 * want_bins[k]);
        CHECK(d[k] == 2 * want_bins[k] && f[k] == 2 * want_bins[k] && bins[k] == want_bins[k]);
        CHECK(planes[k / 4][k % 4] == want_planes[k / 4][k % 4]);
    }
    return CHECKED();
}
