/* accelmath.h: of nvc and pgcc the header with the mathematical functions that device code may call.
 *
 * accrs compiles those of <math.h> for devices; codes that were written for nvc find this name. As nvc's it declares
 * C's functions alone, so that a C++ program may have a `round` of its own beside them.
 */
#ifndef ACCRS_ACCELMATH_H
#define ACCRS_ACCELMATH_H
#if defined(__cplusplus) && !defined(_GLIBCXX_INCLUDE_NEXT_C_HEADERS)
#define _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#include <math.h>
#undef _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#else
#include <math.h>
#endif
#endif
