// error: ACC0162 line 7: whole variables
// error: ACC0162 line 9: whole variables
int n;
double *p;
struct s { int x; } s;
double a[10];
#pragma acc declare create(p[0:n])
#pragma acc declare create(a)
#pragma acc declare create(s.x)
