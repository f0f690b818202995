// Two members of one struct never meet.
// true: line 5 parallel
struct point { float x, y, z; };
void project(int n, struct point *p)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        p[i].x /= p[i].z;
        p[i].y /= p[i].z;
    }
}
