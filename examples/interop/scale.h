/* A library with a region inside, called from C++, Fortran and Python. */
#ifndef SCALE_H
#define SCALE_H
#ifdef __cplusplus
extern "C" {
#endif
/* x[i] = a * x[i], i in [0, n); returns the sum of the new values. */
double scale(int n, double a, double *x);
#ifdef __cplusplus
}
#endif
#endif
