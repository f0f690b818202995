// Comments ahead of, inside and behind directives; between a directive and its loop; in expressions.
#include <stdio.h> /* for printf */
#include <stdlib.h> // for malloc

#define N 1000 /* as many // as these */

/* A comment over
   several lines, with #pragma acc parallel in it. */
static double sum(const double *a, /* in */ int n /* how many */)
{
    double s = 0; // "starts" with nothing
    #pragma acc parallel /* of the gangs */ loop gang /* and */ vector reduction(+:s) copyin(a[0:n]) // behind
    // between the directive and the loop
    /* here
       too */
    for (int i = 0 /* from */; i < n /* to */; i++ /* by one */) // the head
        s += a[i]; /* the body */ // and more
    // after the loop
    return s;
}

int main(void)
{
    double *a = malloc(N * sizeof *a); /* the "data": // not a comment */
    const char *text = "#pragma acc parallel loop /* no comment */"; // a string
#pragma acc data /* moves */ copyout(a[0:N]) // there
    { // the block
        #pragma acc kernels loop independent /* over
                lines */ present(a[0:N])
        for (int i = 0; i < N; i++) { // fills
            a[i] = i; // with its number
        } /* filled */
        // about the update
        #pragma acc update self(a[0:N]) // what was written
    } // end of data
    double s = sum(a, N);
    printf("%g %d\n", s, text[0] == '#');
    free(a);
    return s == (double)N * (N - 1) / 2 ? 0 : 1; // the answer
}
