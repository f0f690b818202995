#pragma once
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>

// What C's headers say of numbers holds on the device too.
static_assert(LLONG_MAX == INT64_MAX && SHRT_MIN == INT16_MIN && UCHAR_MAX == UINT8_MAX && SIZE_MAX == UINT64_C(-1), "");
static_assert(DBL_DIG == 15 && FLT_MANT_DIG == 24 && DBL_MIN < FLT_MIN, "");

struct pair {
    double a, b;
};

__device__ inline double helper(pair p)
{
    return p.a * SCALE + p.b;
}

template <class T> __device__ T twice(T x)
{
    return x + x;
}
