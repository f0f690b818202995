// OpenMP's directives inside a construct do nothing; beside OpenACC's on a loop they are the user's other way.
// run: -O2 -Werror -fopenmp
// error: ACC0211 line 9: `#pragma omp` has no effect inside an OpenACC construct
int count(const int *a, int n)
{
    int hits = 0;
#pragma acc parallel loop copyin(a[0:n]) reduction(+:hits)
    for (int i = 0; i < n; i++) {
        #pragma omp critical
        hits += a[i] == 7;
    }
#pragma acc parallel loop copyin(a[0:n]) reduction(+:hits)
#pragma omp parallel for reduction(+:hits)
    for (int i = 0; i < n; i++)
        hits += a[i] == 8;
    return hits;
}
