/* A header with constructs: it has them in every file that includes it. */
#ifndef HEADERS_H
#define HEADERS_H

#include "headers/types.h" // relative to this header

#define SCALE 2.0f
#define once /* a name like others */

#pragma acc routine seq
static inline real twice(real x) { return SCALE * x; }

// Doubles all.
static once void double_all(real *x, int n)
{
#pragma acc parallel loop copy(x[0:n]) // in the header
    for (int i = 0; i < n; i++)
        x[i] = twice(x[i]);
}

#endif
