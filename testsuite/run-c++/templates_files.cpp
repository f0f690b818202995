// Instances of a header's templates in two files: which file's kernels run, the linker says, and each has its own tables.
// with: templates_files_other.cc
// expect: device kernels=7 host_kernels=0
#include "../run/check.h"
#include "templates_files.h"

int main()
{
    double d[10];
    int k[10];
    float f[10];
    for (int i = 0; i < 10; i++)
        d[i] = f[i] = k[i] = i;
    CHECK(sum_of(f, 10) == 45);
    CHECK(sum_of(d, 10) == 45);
    CHECK(sum_of(k, 5) == 10);
    CHECK(scaled<float>{2}.of(f, 10) == 90);
    CHECK(other_sums(d, k, 10) == 45 + 45 + 135);
    return CHECKED();
}
