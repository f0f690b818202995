// What only the host's compiler takes, in `parallel` and `serial` where no kernel is made for a device: the cores run the user's text.
// run: --acc-target=multicore
// devices: multicore
// expect: multicore host_kernels>=9
#include "../run/check.h"
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

struct shape {
    virtual ~shape() = default;
    virtual double area() const = 0;
};
struct square : shape {
    double a;
    explicit square(double a) : a(a) {}
    double area() const override { return a * a; }
};
struct circle : shape {
    double r;
    explicit circle(double r) : r(r) {}
    double area() const override { return 3 * r * r; }
};

// A body that devices couldn't run.
static int length(int i)
{
    static const std::string text = "abc";
    std::string s = std::to_string(i) + text;
    if (s.empty())
        throw 1;
    return static_cast<int>(s.size());
}

template <class F> void forall(int n, F f)
{
#pragma acc parallel loop
    for (int i = 0; i < n; i++)
        f(i);
}

class engine {
    std::map<std::string, int> ids;
    std::vector<double> a;
    int n;
    std::string label = "lab";

public:
    explicit engine(int n) : a(n), n(n) { ids[label] = 7; }
    double &operator()(int i) { return a[i]; }
    void run(const std::function<double(double)> &f)
    {
#pragma acc parallel loop
        for (int i = 0; i < n; i++)
            (*this)(i) = f(i) + ids.at(label);
    }
    double sum() const
    {
        double s = 0;
#pragma acc parallel loop reduction(+ : s)
        for (int i = 0; i < n; i++)
            s += a[i] + label.size();
        return s;
    }
};

int main()
{
    const int n = 400;
    std::vector<std::string> words(n);
    std::map<int, int> table;
    std::vector<std::unique_ptr<shape>> shapes;
    for (int i = 0; i < n; i++) {
        words[i] = std::string(i % 17, 'x');
        table[i] = 3 * i;
        if (i % 2)
            shapes.push_back(std::make_unique<square>(i));
        else
            shapes.push_back(std::make_unique<circle>(i));
    }
    long total = 0;
    int most = 0;
    double area = 0;
#pragma acc parallel loop reduction(+ : total, area) reduction(max : most)
    for (int i = 0; i < n; i++) {
        total += words[i].size() + table.at(i);
        most = std::max<int>(most, words[i].length());
        area += shapes[i]->area();
    }
    long total0 = 0;
    double area0 = 0;
    for (int i = 0; i < n; i++) {
        total0 += i % 17 + 3 * i;
        area0 += (i % 2 ? 1.0 : 3.0) * i * i;
    }
    CHECK(total == total0 && most == 16 && area == area0);

    std::vector<std::vector<int>> rows(n);
#pragma acc parallel loop
    for (int i = 0; i < n; i++) {
        std::vector<int> some(i % 5 + 1);
        std::iota(some.begin(), some.end(), i);
        for (int k : some)
            if (k % 2)
                rows[i].push_back(k);
        std::sort(rows[i].begin(), rows[i].end(), [](int a, int b) { return a > b; });
    }
    for (int i = 0; i < n; i++) {
        CHECK(std::is_sorted(rows[i].rbegin(), rows[i].rend()));
        CHECK(rows[i].size() == (i % 5 + 1 + i % 2) / 2u);
    }

    int errors = 0;
#pragma acc parallel loop reduction(+ : errors)
    for (int i = 0; i < n; i++) {
        try {
            if (i % 7 == 0)
                throw std::string("x");
            words.at(i + (i == 5 ? n : 0)) = "y";
        } catch (const std::string &e) {
            errors += e.size();
        } catch (...) {
            errors += 100;
        }
    }
    CHECK(errors == (n + 6) / 7 + 100);

    int r[50];
#pragma acc parallel loop
    for (int i = 0; i < 50; i++) {
        auto [a, b] = std::pair<int, int>(length(i), 2);
        int *p = new int(a * b);
        r[i] = *p;
        delete p;
    }
    for (int i = 0; i < 50; i++)
        CHECK(r[i] == (i < 10 ? 8 : 10));

    std::string out[50];
    forall(50, [&](int i) { out[i] = std::to_string(i) + "!"; });
    CHECK(out[49] == "49!");

    engine e(100);
    e.run([](double x) { return 2 * x; });
    CHECK(e.sum() == 9900 + 700 + 300);

    int last = -1;
#pragma acc serial copy(last)
    {
        std::map<int, int> own;
        for (int i = 0; i < 10; i++)
            own[i] = i;
        last = own.rbegin()->second;
    }
    CHECK(last == 9);

#pragma acc parallel loop gang
    for (int i = 0; i < n; i++) {
        int c = 0;
#pragma acc loop vector reduction(+ : c)
        for (int j = 0; j < 10; j++)
            c += table.count(i * j);
        table.at(i) = c;
    }
    CHECK(table[0] == 10 && table[3] == 10 && table[100] == 4);
    return CHECKED();
}
