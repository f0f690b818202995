/* routine_helper.h: functions that regions call, as a project's header has them. */
#ifndef ROUTINE_HELPER_H
#define ROUTINE_HELPER_H

#pragma acc routine seq
static inline double clamp(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

#define SQUARE(x) ((x) * (x))

static inline int gcd(int a, int b)
{
    return b ? gcd(b, a % b) : a;
}
#endif
