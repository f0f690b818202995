// What both files of files.cpp share.
namespace phys {
#pragma acc routine seq
double twice(const double &x);
}
#pragma acc routine seq
double over(double x);
#pragma acc routine seq
double over(int x);
extern "C" {
#pragma acc routine seq
double third(int i);
}
void other(double *a, int n);

// In both files, and in the program once.
inline void shared_add(double *a, int n, const double &k)
{
#pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] += k;
}
