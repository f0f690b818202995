// A pointer to double may lead to a member of one of the structs.
// true: line 5 parallel if apart
struct point { double x, y; };
void project(int n, struct point *p, const double *f)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        p[i].x *= f[i];
}
