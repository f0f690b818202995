// Constants whose values are made of other constants, which nothing else in device code names.
// expect: device kernels=2
#include "../run/check.h"
const int width = 64, height = 32;
const double xmin = -1.5, xmax = .5;
const double dx = (xmax - xmin) / width;
const float half = float(dx / 2);
namespace grid {
const double ymin = -1, ymax = 1, dy = (ymax - ymin) / height;
const double area = dx * 4;
}
static const double table[] = {xmin, xmax, grid::ymax};
struct box {
    static constexpr int cells = width * height;
    static const int more = cells + 1;
};

#pragma acc routine seq
static double place(int i, int j)
{
    return xmin + i * dx + j * grid::dy + half;
}
static double other(int i) { return table[i % 3] * grid::area + box::more; }

int main()
{
    static double a[width * height], b[30];
#pragma acc parallel loop collapse(2) copyout(a)
    for (int j = 0; j < height; j++)
        for (int i = 0; i < width; i++)
            a[j * width + i] = place(i, j);
    for (int j = 0; j < height; j++)
        for (int i = 0; i < width; i++)
            CHECK(a[j * width + i] == -1.5 + i * (2. / 64) + j * (2. / 32) + 1. / 64);
#pragma acc parallel loop copyout(b)
    for (int i = 0; i < 30; i++)
        b[i] = other(i);
    for (int i = 0; i < 30; i++)
        CHECK(b[i] == (i % 3 == 0 ? -1.5 : i % 3 == 1 ? .5 : 1) / 8 + 2049);
    return CHECKED();
}
