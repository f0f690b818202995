/* Routines that structs_by_value.c calls. */
typedef struct {
    float x, y, z;
} vec;
struct big {
    double a[9];
    int n;
};
vec vec_add(vec a, vec b);
struct big grown(struct big b, int by, const double *more);
double sum(struct big b, vec v);
double _Complex turned(double _Complex z);

#pragma acc routine seq
vec vec_add(vec a, vec b)
{
    vec r = {a.x + b.x, a.y + b.y, a.z + b.z};
    a.x = 0;
    return r;
}

#pragma acc routine seq
struct big grown(struct big b, int by, const double *more)
{
    for (int i = 0; i < 9; i++)
        b.a[i] += by + more[i];
    b.n += by;
    return b;
}

#pragma acc routine seq
double sum(struct big b, vec v)
{
    double s = v.x + v.y + v.z;
    for (int i = 0; i < 9; i++)
        s += b.a[i];
    return s + b.n;
}

#pragma acc routine seq
double _Complex turned(double _Complex z)
{
    return z * 1.0i;
}
