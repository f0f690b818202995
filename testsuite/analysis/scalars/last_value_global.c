// A temporary of file scope, as old programs have them: other code may read what the last iteration leaves in it.
// true: line 6 parallel
static double x[500], r[500];
double t;
void squares(int n)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        t = x[i] * x[i];
        r[i] = t + 1 / t;
    }
}
