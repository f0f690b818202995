// How directives are written: macros in clauses, _Pragma, continuation lines, comments behind, commas or none, odd blanks.
// expect: device kernels=7
// expect: multicore host_kernels=7
#include "check.h"
#define N 160
#define SIZE N
#define LENGTH vector_length(32)
#define WHOLE(x) x[0:SIZE]
#define DO(text) _Pragma(text)

int main(void)
{
    int a[N];
    #pragma acc parallel loop copyout(WHOLE(a)) LENGTH
    for (int i = 0; i < N; i++)
        a[i] = i;
    _Pragma("acc parallel loop copy(a[0:N])")
    for (int i = 0; i < N; i++)
        a[i] += 1;
    DO("acc kernels loop independent copy(a)") for (int i = 0; i < N; i++) a[i] += 1;
    #pragma acc parallel loop \
                gang vector   \
                copy(a[0:     \
                       N])
    for (int i = 0; i < N; i++)
        a[i] += 1;
    #pragma acc parallel loop gang, vector, copy(a) // a comment, with (parentheses
    for (int i = 0; i < N; i++)
        a[i] += 1;
    #pragma acc parallel loop /* in the middle */ copy(a) /* and behind */
    for (int i = 0; i < N; i++)
        a[i] += 1;
    #	pragma   acc	parallel	loop   copy ( a [ 0 : N ] )gang
    for (int i = 0; i < N; i++)
        a[i] += 1;
    for (int i = 0; i < N; i++)
        CHECK(a[i] == i + 6);
    return CHECKED();
}
