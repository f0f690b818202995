// Vectors of the host behind member functions that return references: to the vector, or to an element; private members, of several objects.
// run: -std=c++17
// expect: device kernels=6
#include <cstdio>
#include <vector>

struct cell {
    double v;
    int k;
};
class table {
    std::vector<cell> all_;
    std::vector<double> w_;
    double *raw_;
    int n_;

public:
    explicit table(int n) : all_(n), w_(n), raw_(new double[n]), n_(n)
    {
        for (int i = 0; i < n; i++) {
            all_[i] = {i * 1.0, i};
            w_[i] = i;
            raw_[i] = 2 * i;
        }
    }
    table(const table &) = delete;
    ~table() { delete[] raw_; }
    std::vector<cell> &all() { return all_; }
    const std::vector<cell> &all() const { return all_; }
    const std::vector<double> &weights() const { return w_; }
    const std::vector<double> &same() const { return weights(); }
    double &raw(int i) { return raw_[i]; }
    cell &at(int i) { return all_[i]; }
    double &value(int i) { return all_[i].v; }
    int size() const { return n_; }
    void run()
    {
#pragma acc parallel loop
        for (int i = 0; i < size(); i++)
            all()[i].v += weights()[i];
    }
};

static double added(const table &a, const table &b)
{
    double s = 0;
#pragma acc parallel loop reduction(+:s)
    for (std::size_t i = 0; i < a.all().size(); i++)
        s += a.all()[i].v - b.same()[i];
    return s;
}

int main()
{
    table t(40), other(40);
    t.run();
    int n = t.size();
#pragma acc parallel loop
    for (int i = 0; i < n; i++)
        t.all()[i].v *= 2;
#pragma acc parallel loop
    for (int i = 0; i < n; i++)
        t.value(i) += 1;
    double *raw = &t.raw(0);
#pragma acc parallel loop copy(raw[0:n])
    for (int i = 0; i < n; i++) {
        t.at(i).v += 1;
        t.raw(i) += t.weights()[i];
    }
    auto &all = t.all();
#pragma acc parallel loop
    for (int i = 0; i < n; i++)
        all[i].k += all[i].v > 10;
    int wrong = added(t, other) != 3 * 39 * 20 + 2 * 40;
    for (int i = 0; i < n; i++) {
        wrong += t.at(i).v != 4 * i + 2 || t.raw(i) != 3 * i;
        wrong += t.all()[i].k != i + (4 * i + 2 > 10);
    }
    std::printf("wrong: %d\n", wrong);
    return wrong != 0;
}
