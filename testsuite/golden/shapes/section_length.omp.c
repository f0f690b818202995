// Sections with a lower bound; lengths left to the array's type; a section of a member.
struct field {
    int n;
    double *v;
};
static double table[64];
double part(int from, int len, struct field *f)
{
    double s = 0;
    #pragma omp parallel for simd schedule(static) if(((double)(from + len) - (double)from) > 150000) firstprivate(f) reduction(+:s)
    for (int i = from; i < from + len; i++)
        s += table[i] * f->v[i];
    #pragma omp parallel for simd schedule(static) num_threads(1) reduction(+:s)
    for (int i = 0; i < 64; i++)
        s += table[i];
    return s;
}
