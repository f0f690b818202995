/* reduction.h: one reduction operator over one type on every set of levels.
 *
 * TRY_REDUCTION(type, clause operator, incoming value, update, value of element i)
 * compares each level's result with the serial one, which is exact: the programs
 * choose values whose partial results are exact in every order.
 */
#ifndef REDUCTION_H
#define REDUCTION_H
#include "check.h"

#define TRY_LEVEL(type, op, incoming, update, n, ...)                           \
    do {                                                                        \
        type r = (incoming), want = (incoming);                                 \
        PRAGMA(acc parallel loop __VA_ARGS__ reduction(op:r) copyin(v[0:n]))    \
        for (int i = 0; i < n; i++) {                                           \
            type x = v[i];                                                      \
            r = update(r, x);                                                   \
        }                                                                       \
        for (int i = 0; i < n; i++)                                             \
            want = update(want, v[i]);                                          \
        CHECK(r == want);                                                       \
    } while (0)

/* Eight launches. */
#define TRY_REDUCTION(name, type, op, incoming, update, value, n)               \
    static void name(void)                                                      \
    {                                                                           \
        type v[n];                                                              \
        for (int i = 0; i < n; i++)                                             \
            v[i] = (type)(value);                                               \
        TRY_LEVEL(type, op, incoming, update, n, gang num_gangs(9));            \
        TRY_LEVEL(type, op, incoming, update, n, worker num_gangs(1) num_workers(6)); \
        TRY_LEVEL(type, op, incoming, update, n, vector num_gangs(1) vector_length(96)); \
        TRY_LEVEL(type, op, incoming, update, n, gang worker num_gangs(3) num_workers(5)); \
        TRY_LEVEL(type, op, incoming, update, n, gang vector num_gangs(5) vector_length(64)); \
        TRY_LEVEL(type, op, incoming, update, n, worker vector num_gangs(1) num_workers(3) vector_length(32)); \
        TRY_LEVEL(type, op, incoming, update, n, gang worker vector num_gangs(2) num_workers(2) vector_length(37)); \
        TRY_LEVEL(type, op, incoming, update, n, );                             \
    }

#define ADD(r, x) ((r) + (x))
#define MUL(r, x) ((r) * (x))
#define MAX(r, x) ((r) > (x) ? (r) : (x))
#define MIN(r, x) ((r) < (x) ? (r) : (x))
#define AND(r, x) ((r) & (x))
#define OR(r, x) ((r) | (x))
#define XOR(r, x) ((r) ^ (x))
#define LAND(r, x) ((r) && (x))
#define LOR(r, x) ((r) || (x))
#endif
