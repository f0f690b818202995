// Signed extrema that are compared as unsigned numbers.
// run: -Werror
// error: ACC0170 line 14: `most` is compared as an unsigned number
// error: ACC0170 line 20: `least` is compared as an unsigned number
int f(int n, unsigned *u, int *v, unsigned char *c)
{
    int most = -1, least = 1000;
    long wide = -1;
    unsigned whole = 0;
#pragma acc parallel loop reduction(max:most, wide, whole) copyin(u[0:n], v[0:n], c[0:n])
    for (int i = 0; i < n; i++) {
        if (v[i] > most)
            most = v[i];
        if (u[i] > most)
            most = u[i];
        wide = wide < u[i] ? u[i] : wide;
        whole = u[i] > whole ? u[i] : whole;
    }
#pragma acc parallel loop reduction(min:least) copyin(u[0:n], c[0:n])
    for (int i = 0; i < n; i++) least = u[i] < least ? (int)u[i] : least;
#pragma acc parallel loop reduction(max:most) copyin(u[0:n], c[0:n])
    for (int i = 0; i < n; i++) {
        most = (int)u[i] > most ? (int)u[i] : most;
        if (c[i] > most)
            most = c[i];
    }
    return most + least + (int)wide + (int)whole;
}
