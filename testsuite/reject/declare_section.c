// covers: 2.13 whole
// error: ACC0162 line 8: whole variables
// error: ACC0162 line 10: whole variables
int n;
double *p;
struct s { int x; } s;
double a[10];
#pragma acc declare create(p[0:n])
#pragma acc declare create(a)
#pragma acc declare create(s.x)
