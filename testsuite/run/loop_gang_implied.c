// A loop of a parallel construct that names workers or vectors alone is spread over the gangs too (§2.9.2): each
// iteration runs once, whatever the number of gangs. Loops with seq, and without a directive, run in each gang.
// covers: gang implied
// expect: device kernels=12
// expect: multicore host_kernels=11
// launch: grid=3x1x1 block=32x1x1
#include "check.h"
#define GANGS 3
#define N 101

#pragma acc routine gang
static void rows(int *count, int n)
{
    #pragma acc loop worker
    for (int i = 0; i < n; i++) {
        #pragma acc atomic
        (*count)++;
    }
}

int main(void)
{
    int c = 0, x = 0, y = 0;
    #pragma acc parallel num_gangs(GANGS) vector_length(32) copy(c)
    {
        #pragma acc loop vector
        for (int i = 0; i < N; i++) {
            #pragma acc atomic
            c++;
        }
    }
    CHECK(c == N);
    c = 0;
    #pragma acc parallel num_gangs(GANGS) copy(c)
    {
        #pragma acc loop worker
        for (int i = 0; i < N; i++) {
            #pragma acc loop vector
            for (int j = 0; j < 3; j++) {
                #pragma acc atomic
                c++;
            }
        }
    }
    CHECK(c == 3 * N);
    /* Inside a sequential loop it is the outermost one still. */
    c = 0;
    #pragma acc parallel num_gangs(GANGS) copy(c)
    {
        #pragma acc loop seq
        for (int k = 0; k < 2; k++) {
            #pragma acc loop vector
            for (int i = 0; i < N; i++) {
                #pragma acc atomic
                c++;
            }
        }
    }
    CHECK(c == 2 * N);
    c = 0;
    #pragma acc parallel num_gangs(GANGS) copy(c)
    {
        #pragma acc loop seq
        for (int i = 0; i < N; i++) {
            #pragma acc atomic
            c++;
        }
        for (int i = 0; i < N; i++) {
            #pragma acc atomic
            c++;
        }
    }
    CHECK(c == 2 * GANGS * N);
    #pragma acc parallel loop worker reduction(+:x) num_gangs(GANGS)
    for (int i = 0; i < N; i++)
        x += 1;
    CHECK(x == N);
    #pragma acc parallel num_gangs(GANGS) copy(y)
    {
        #pragma acc loop vector reduction(+:y)
        for (int i = 0; i < N; i++)
            y += 2;
    }
    CHECK(y == 2 * N);
    /* With a gang loop beside it, the construct's gangs are several without a clause. */
    c = 0;
    static int a[N];
    #pragma acc parallel copy(c, a)
    {
        #pragma acc loop gang
        for (int i = 0; i < N; i++)
            a[i] = i;
        #pragma acc loop vector
        for (int i = 0; i < N; i++) {
            #pragma acc atomic
            c++;
        }
    }
    CHECK(c == N && a[N - 1] == N - 1);
    c = 0;
    #pragma acc parallel num_gangs(GANGS) copy(c)
    rows(&c, N);
    CHECK(c == N);
    /* A gang loop around it has the gangs. */
    c = 0;
    #pragma acc parallel num_gangs(GANGS) copy(c)
    {
        #pragma acc loop gang
        for (int k = 0; k < 5; k++) {
            #pragma acc loop vector
            for (int i = 0; i < N; i++) {
                #pragma acc atomic
                c++;
            }
        }
    }
    CHECK(c == 5 * N);
    /* One over gangs of a higher dimension leaves those of the first free. */
    c = 0;
    #pragma acc parallel num_gangs(2, GANGS) copy(c)
    {
        #pragma acc loop gang(dim:2)
        for (int k = 0; k < 7; k++) {
            #pragma acc loop vector
            for (int i = 0; i < N; i++) {
                #pragma acc atomic
                c++;
            }
            #pragma acc loop
            for (int i = 0; i < N; i++) {
                #pragma acc atomic
                c++;
            }
        }
    }
    CHECK(c == 2 * 7 * N);
    c = 0;
    #pragma acc parallel num_gangs(GANGS) copy(c)
    {
        #pragma acc loop vector collapse(2)
        for (int i = 0; i < 7; i++)
            for (int j = 0; j < 5; j++) {
                #pragma acc atomic
                c++;
            }
        #pragma acc loop worker tile(2, 3)
        for (int i = 0; i < 7; i++)
            for (int j = 0; j < 5; j++) {
                #pragma acc atomic
                c++;
            }
    }
    CHECK(c == 70);
    return CHECKED();
}
