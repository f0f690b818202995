// Statements and expressions that C doesn't have, or has in another form: declarations in heads, bool, casts, auto, anonymous unions.
// expect: device kernels=1
#include "../run/check.h"
#include <cstddef>

enum class step : short { left = -1, stay, right };
struct tagged {
    int tag;
    union {
        int n;
        float f;
    };
    alignas(16) double d[2];
};
static constexpr int width = 4;

static double all(int i, const tagged *t)
{
    double r = 0;
    if (int k = i % 3; k > 1)
        r += k;
    else
        r -= k;
    if (int odd = i % 2)
        r += odd * 10;
    bool flag = i & 4, other{};
    flag = !flag || other;
    r += flag + true;
    step s = i % 3 == 0 ? step::left : i % 3 == 1 ? step::stay : step::right;
    switch (s) {
    case step::left:
        r += 1;
        [[fallthrough]];
    case step::stay:
        r += 2;
        break;
    case step::right:
        r += 4;
    }
    r += static_cast<int>(s) + int(2.75) + double(i) / 3 + (long)i;
    double w[width] = {};
    for (auto j = 0u; j < width; ++j)
        w[j] = j * 0.5;
    for (double e : w)
        r += e;
    int rows[2][3] = {{1, 2, 3}, {4, 5, 6}};
    for (const auto &row : rows)
        for (int e : row)
            r += e;
    tagged x = *t, y{};
    y = x;
    y.n += i;
    r += y.tag + y.n + y.d[1] + sizeof(tagged) + sizeof x.d + alignof(tagged) + offsetof(tagged, d);
    const void *p = t;
    r += p != nullptr && reinterpret_cast<std::size_t>(p) != 0 ? 1 : 0;
    unsigned char c = 'a';
    c += 1'000 % 7;
    auto lit = 0b101 + 0x1F + 'b' + L'c' + u'd';
    r += c + lit;
    int n = int(), m = int{3}, q(5);
    r += n + m + q;
    do {
        if (q-- > 2)
            continue;
        break;
    } while (true);
    return r + q + (i ? 1.5 : 2);
}

int main()
{
    const std::size_t n = 90;
    double out[n];
    tagged t{1, {2}, {3, 4}};
#pragma acc parallel loop copyout(out) copyin(t)
    for (std::size_t i = 0; i < n; i++) {
        out[i] = all(static_cast<int>(i), &t);
    }
    for (std::size_t i = 0; i < n; i++)
        CHECK(out[i] == all(i, &t));
    return CHECKED();
}
