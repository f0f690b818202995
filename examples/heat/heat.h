/* One-dimensional heat: `steps` explicit steps over `n` cells with fixed ends. */
#ifndef HEAT_H
#define HEAT_H

#ifdef __cplusplus
extern "C" {
#endif

/* u[0..n-1] in and out, alpha = dt * k / dx^2 (stable up to 0.5). Returns the last step's largest
 * change. */
double heat(int n, int steps, double alpha, double *u);

#ifdef __cplusplus
}
#endif
#endif
