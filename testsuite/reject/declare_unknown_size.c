// error: ACC0134 line 3: size
extern double a[];
#pragma acc declare create(a)
