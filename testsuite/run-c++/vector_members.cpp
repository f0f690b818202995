// Vectors that are members, of `this` and by pointers to their elements; vectors of structs.
// expect: device kernels=3 host_kernels=0
// expect: multicore host_kernels=3
#include "../run/check.h"
#include <cstddef>
#include <vector>

struct body {
    double x, v;
    void move(double dt) { x += v * dt; }
};

class system_of {
    std::vector<body> all_;
    std::vector<double> mass_;

public:
    explicit system_of(int n) : all_(n), mass_(n, 2)
    {
        for (int i = 0; i < n; i++)
            all_[i] = {double(i), 1};
    }
    void step(double dt)
    {
        body *b = all_.data();
        const std::size_t n = all_.size();
#pragma acc parallel loop copy(b[0 : n])
        for (std::size_t i = 0; i < n; i++)
            b[i].move(dt);
    }
    void grow()
    {
#pragma acc parallel loop
        for (std::size_t i = 0; i < mass_.size(); i++)
            mass_[i] *= 1.5;
    }
    double momentum() const
    {
        double s = 0;
#pragma acc parallel loop reduction(+ : s)
        for (std::size_t i = 0; i < all_.size(); i++)
            s += mass_[i] * all_[i].v + all_[i].x;
        return s;
    }
};

int main()
{
    system_of s(20);
    s.step(0.5);
    s.grow();
    CHECK(s.momentum() == 20 * 3 + 190 + 10);
    return CHECKED();
}
