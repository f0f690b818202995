// Sections with a lower bound; lengths left to the array's type; a section of a member.
struct field {
    int n;
    double *v;
};
static double table[64];
double part(int from, int len, struct field *f)
{
    double s = 0;
    #pragma acc parallel loop copyin(table[from:len], f[0:1], f->v[from:len]) reduction(+ : s)
    for (int i = from; i < from + len; i++)
        s += table[i] * f->v[i];
    #pragma acc parallel loop copyin(table[:]) reduction(+ : s)
    for (int i = 0; i < 64; i++)
        s += table[i];
    return s;
}
