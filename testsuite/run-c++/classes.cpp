// Constructs in member functions, constructors and destructors, which use variables of theirs; in extern "C", in namespaces, beside
// exceptions and lambdas.
// expect: device kernels=8
#include "../run/check.h"
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace sim {
double scale = 3;
#pragma acc declare copyin(scale)
#pragma acc routine seq
static double scaled(double x) { return x * scale; }
static void start(double *p, int m)
{
#pragma acc parallel loop present(p[0:m])
    for (int i = 0; i < m; i++)
        p[i] = i;
}
}

class solver {
    std::vector<double> u;
    int n;

public:
    explicit solver(int n) : u(n), n(n)
    {
        double *p = u.data();
        int m = n;
#pragma acc enter data create(p[0:m])
        sim::start(p, m);
    }
    ~solver()
    {
        double *p = u.data();
        int m = n;
#pragma acc exit data delete (p[0:m])
        (void)p, (void)m;
    }
    void step(double dt)
    {
        double *p = u.data();
        const int m = n;
#pragma acc parallel loop present(p[0:m])
        for (int i = 0; i < m; i++)
            p[i] += dt * sim::scaled(i);
    }
    double total() const
    {
        const double *p = u.data();
        double s = 0;
        int m = n;
#pragma acc parallel loop present(p[0:m]) reduction(+ : s)
        for (int i = 0; i < m; i++)
            s += p[i];
        return s;
    }
    static void clear(double *p, int m)
    {
#pragma acc parallel loop copyout(p[0:m])
        for (int i = 0; i < m; i++)
            p[i] = 0;
    }
};

extern "C" {
static void from_c(double *a, int n)
{
#pragma acc data copy(a[0:n])
    {
#pragma acc parallel loop
        for (int i = 0; i < n; i++)
            a[i] += 1;
#pragma acc update self(a[0:n])
        CHECK(a[n - 1] == 1);
#pragma acc host_data use_device(a)
        {
            CHECK(a != nullptr);
        }
#pragma acc parallel loop async(1)
        for (int i = 0; i < n; i++)
            a[i] *= 2;
#pragma acc wait(1)
    }
}
}

int main()
{
    {
        solver s(100);
        s.step(0.5);
        s.step(0.5);
        CHECK(s.total() == 4 * 4950);
    }
    double a[50];
    solver::clear(a, 50);
    from_c(a, 50);
    CHECK(a[49] == 2);
    std::string said;
    auto note = [&](const std::string &text) { said += text; };
    try {
        auto p = std::make_unique<double[]>(10);
        double *q = p.get();
#pragma acc parallel loop copyout(q[0:10])
        for (int i = 0; i < 10; i++)
            q[i] = i;
        if (q[9] == 9)
            throw std::runtime_error("thrown");
    } catch (const std::exception &e) {
        note(e.what());
    }
    CHECK(said == "thrown");
    return CHECKED();
}
