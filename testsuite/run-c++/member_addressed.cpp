// A pointer leads to a member of an object whose other members clauses name: the member isn't a value that the kernel is given.
// expect: device kernels=1
#include <cstdio>

struct S {
    int n;
    double *p;
};

static int reached(S v)
{
    double *p = v.p;
    int *n = &v.n;
#pragma acc serial copy(v.p[0:4], n[0:1])
    {
        n[0] = 20;
        v.p[0] = v.n;
    }
    return p[0] == 20;
}

int main()
{
    double a[4] = {1, 2, 3, 4};
    int right = reached(S{7, a});
    std::printf("%d\n", right);
    return !right;
}
