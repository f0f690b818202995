/* check.h: what the self-checking programs share. */
#ifndef CHECK_H
#define CHECK_H
#include <stdio.h>

/* PRAGMA(acc parallel loop LEVELS): a directive whose clauses are macros. */
#define PRAGMA_(text) _Pragma(#text)
#define PRAGMA(text) PRAGMA_(text)

static int check_failures;

/* Counts a condition that doesn't hold, and shows the first ten. */
#define CHECK(condition)                                                        \
    do {                                                                        \
        if (!(condition) && ++check_failures <= 10)                             \
            printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);      \
    } while (0)

/* main's value. */
#define CHECKED() (check_failures ? 1 : 0)
#endif
