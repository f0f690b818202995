/* What arithmetic of Python and numpy has that C has not. Rounding is towards minus infinity; the integers of 64 bits wrap around, and what is divided
 * by zero is zero, as numpy has it: where Python raises an exception, that was looked at before. */
#include <math.h>
#include <stdint.h>

/* Elements of arrays that share memory with others: at any address, and seen as other types, too. */
typedef _Bool accrs_any_b8 __attribute__((may_alias, aligned(1)));
typedef int8_t accrs_any_i8 __attribute__((may_alias, aligned(1)));
typedef int16_t accrs_any_i16 __attribute__((may_alias, aligned(1)));
typedef int32_t accrs_any_i32 __attribute__((may_alias, aligned(1)));
typedef int64_t accrs_any_i64 __attribute__((may_alias, aligned(1)));
typedef uint8_t accrs_any_u8 __attribute__((may_alias, aligned(1)));
typedef uint16_t accrs_any_u16 __attribute__((may_alias, aligned(1)));
typedef uint32_t accrs_any_u32 __attribute__((may_alias, aligned(1)));
typedef uint64_t accrs_any_u64 __attribute__((may_alias, aligned(1)));
typedef float accrs_any_f32 __attribute__((may_alias, aligned(1)));
typedef double accrs_any_f64 __attribute__((may_alias, aligned(1)));

#pragma acc routine seq
static inline int64_t accrs_floor_divide_i64(int64_t a, int64_t b)
{
    if (b == 0)
        return 0;
    if (b == -1)
        return (int64_t)(0 - (uint64_t)a);
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

#pragma acc routine seq
static inline int64_t accrs_modulo_i64(int64_t a, int64_t b)
{
    if (b == 0 || b == -1)
        return 0;
    int64_t rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

#pragma acc routine seq
static inline double accrs_modulo_f64(double a, double b)
{
    double rest = fmod(a, b);
    if (b == 0)
        return rest;
    if (rest == 0)
        return copysign(0.0, b);
    return (b < 0) != (rest < 0) ? rest + b : rest;
}

#pragma acc routine seq
static inline double accrs_floor_divide_f64(double a, double b)
{
    if (b == 0)
        return a / b;
    double rest = fmod(a, b);
    double quotient = (a - rest) / b;
    if (rest != 0 && (b < 0) != (rest < 0))
        quotient = quotient - 1.0;
    if (quotient == 0)
        return copysign(0.0, a / b);
    double below = floor(quotient);
    return quotient - below > 0.5 ? below + 1.0 : below;
}

#pragma acc routine seq
static inline float accrs_modulo_f32(float a, float b)
{
    float rest = fmodf(a, b);
    if (b == 0)
        return rest;
    if (rest == 0)
        return copysignf(0.0f, b);
    return (b < 0) != (rest < 0) ? rest + b : rest;
}

#pragma acc routine seq
static inline float accrs_floor_divide_f32(float a, float b)
{
    if (b == 0)
        return a / b;
    float rest = fmodf(a, b);
    float quotient = (a - rest) / b;
    if (rest != 0 && (b < 0) != (rest < 0))
        quotient = quotient - 1.0f;
    if (quotient == 0)
        return copysignf(0.0f, a / b);
    float below = floorf(quotient);
    return quotient - below > 0.5f ? below + 1.0f : below;
}

/* Shifts by as many bits as the type has, or more, leave zeros, or the sign. */
#pragma acc routine seq
static inline int64_t accrs_left_i64(int64_t a, int64_t by, int bits)
{
    return (uint64_t)by >= (uint64_t)bits ? 0 : (int64_t)((uint64_t)a << by);
}

#pragma acc routine seq
static inline int64_t accrs_right_i64(int64_t a, int64_t by, int bits)
{
    return a >> ((uint64_t)by >= (uint64_t)bits ? bits - 1 : by);
}

#pragma acc routine seq
static inline uint64_t accrs_left_u64(uint64_t a, uint64_t by, int bits)
{
    return by >= (uint64_t)bits ? 0 : a << by;
}

#pragma acc routine seq
static inline uint64_t accrs_right_u64(uint64_t a, uint64_t by, int bits)
{
    return by >= (uint64_t)bits ? 0 : a >> by;
}

#pragma acc routine seq
static inline uint64_t accrs_power_u64(uint64_t a, uint64_t n)
{
    uint64_t power = 1;
    for (; n > 0; n >>= 1) {
        if (n & 1)
            power *= a;
        a *= a;
    }
    return power;
}

#pragma acc routine seq
static inline int64_t accrs_power_i64(int64_t a, int64_t n)
{
    return (int64_t)accrs_power_u64((uint64_t)a, (uint64_t)n);
}

/* The number of iterations of a range; as many as there are numbers, where there are more. None, if the step is 0. */
#pragma acc routine seq
static inline int64_t accrs_count(int64_t start, int64_t stop, int64_t step)
{
    if (step == 0 || (step > 0 ? start >= stop : start <= stop))
        return 0;
    uint64_t wide = step > 0 ? (uint64_t)stop - (uint64_t)start : (uint64_t)start - (uint64_t)stop;
    uint64_t by = step > 0 ? (uint64_t)step : 0 - (uint64_t)step;
    uint64_t count = (wide - 1) / by + 1;
    return count > INT64_MAX ? INT64_MAX : (int64_t)count;
}

/* An end of a slice: below zero it counts from the array's end, and beyond the array it is cut. */
static inline int64_t accrs_slice_end(int64_t at, int64_t length, int64_t step)
{
    if (at < 0)
        at += length;
    if (at < 0)
        return step < 0 ? -1 : 0;
    return at < length ? at : step < 0 ? length - 1 : length;
}

/* The least and the greatest number of a range; 0 and -1, if it has none. */
static inline int64_t accrs_low(int64_t start, int64_t step, int64_t count)
{
    if (count == 0)
        return 0;
    return step > 0 ? start : (int64_t)((uint64_t)start + (uint64_t)(count - 1) * (uint64_t)step);
}

static inline int64_t accrs_high(int64_t start, int64_t step, int64_t count)
{
    if (count == 0)
        return -1;
    return step < 0 ? start : (int64_t)((uint64_t)start + (uint64_t)(count - 1) * (uint64_t)step);
}

/* Whether a range has a step, and its ends are so near to each other that their difference is a number of 64 bits. */
static inline _Bool accrs_spans(int64_t start, int64_t stop, int64_t step)
{
    int64_t wide;
    return step != 0 && !__builtin_sub_overflow(stop, start, &wide);
}

#pragma acc routine seq
static inline _Bool accrs_infinite(double a)
{
    return a == (double)INFINITY || a == -(double)INFINITY;
}

/* numpy's maximum and minimum: nan, if one is. */
#pragma acc routine seq
static inline double accrs_maximum_f64(double a, double b)
{
    return a >= b || a != a ? a : b;
}

#pragma acc routine seq
static inline double accrs_minimum_f64(double a, double b)
{
    return a <= b || a != a ? a : b;
}

#pragma acc routine seq
static inline float accrs_maximum_f32(float a, float b)
{
    return a >= b || a != a ? a : b;
}

#pragma acc routine seq
static inline float accrs_minimum_f32(float a, float b)
{
    return a <= b || a != a ? a : b;
}
