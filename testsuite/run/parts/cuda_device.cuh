#pragma once
#include <math.h>
#include <stdint.h>

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
