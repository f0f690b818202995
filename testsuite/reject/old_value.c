// Scalars that a construct assigns copies of, and whose old values the host reads; and where it doesn't, or it isn't certain.
// run: -Werror
// error: ACC0215 line 18: 'last'
// error: ACC0215 line 21: 'found'
// error: ACC0215 line 25: 'mode'
// error: ACC0215 line 31: 'k'
// error: ACC0215 line 38: 'step'
#include <stdio.h>

void set(double *);

double old(int n, const double *x, double *y)
{
    double last = -1, t = 0;
    int found = 0, mode = 0, step = 0, k;
#pragma acc parallel loop copyin(x[0:n])
    for (int i = 0; i < n; i++)
        last = x[i];
#pragma acc parallel loop copyin(x[0:n])
    for (int i = 0; i < n; i++)
        if (x[i] > 3) found = 1;
    if (found)
        last += 1;
#pragma acc serial
    mode = 2;
    printf("%d\n", mode);
    // A counter that is declared outside: n afterwards in C.
    k = 0;
#pragma acc parallel num_gangs(1) copy(y[0:n])
    {
        for (k = 0; k < n; k++)
            y[k] = k;
    }
    y[0] = k;
    for (int turn = 0; turn < 3; turn++) {
        printf("%d\n", step);
#pragma acc parallel num_gangs(1)
        step = turn;
    }
    // Each of these is fine.
#pragma acc parallel loop copyin(x[0:n]) copy(y[0:n])
    for (int i = 0; i < n; i++) {
        t = x[i];
        y[i] = t * t;
    }
    (void)t;
    t = 4;
    return t + last;
}

double fine(int n, const double *x, double *y)
{
    double s = 0, t = 0, u = 0, v = 0, w = 0, z = 1;
    double *to = &v;
    int i, once;
    // Reduced, named by a clause, or by one around.
#pragma acc parallel loop reduction(+:s) copyin(x[0:n])
    for (i = 0; i < n; i++)
        s += x[i];
#pragma acc parallel num_gangs(1) copy(t)
    t = 1;
#pragma acc data copy(u)
    {
#pragma acc parallel num_gangs(1)
        u = 2;
    }
    // By pointers.
#pragma acc parallel num_gangs(1)
    v = 3;
    *to = 4;
#pragma acc parallel num_gangs(1)
    w = 3;
    set(&w);
    // Assigned on one of the ways; by a loop that may have no turn; by another construct.
#pragma acc parallel num_gangs(1)
    z = 3;
    if (n > 3)
        z = 5;
#pragma acc parallel num_gangs(1)
    once = 1;
    for (i = 0; i < n; i++)
        once = i;
    y[0] = once;
#pragma acc parallel num_gangs(1)
    once = 2;
#pragma acc kernels
    once = 3;
    y[1] = once;
    // Its own turn before reads nothing of it.
    for (int turn = 0; turn < 3; turn++) {
#pragma acc parallel num_gangs(1) copy(y[0:n])
        {
            if (turn > 1)
                y[2] = once;
            once = turn;
        }
        once = 0;
    }
    return s + t + u + v + w + z;
}
