// Macros in clauses, in loops and around them; directives that macros make.
// expands: PARALLEL FOR_ALL TWICE STEP
#include <stdio.h>

#define N 257
#define M (N / 2)
#define SQUARE(x) ((x) * (x))
#define ACC(directive) _Pragma(#directive)
#define PARALLEL ACC(acc parallel loop)
#define FOR_ALL(i, n) _Pragma("acc loop independent") for (int i = 0; i < (n); i++)
#define TWICE(statement) do { statement; statement; } while (0)
#define FOR(i, from, to) for (int i = (from); i < (to); i++)
#define EMPTY
#define stride 2

static int a[N], b[N], count;

static int fill(int from)
{
#pragma acc parallel loop copy(a[0:N]) num_gangs(M) vector_length(SQUARE(4))
    FOR(i, 0, N)
        a[i] = SQUARE(i) + from;
    return a[N - 1];
}

int main(void)
{
    int t, sum = 0;
    fill(EMPTY 3);
    PARALLEL /* made by a macro */
    for (int i = 0; i < N; i += stride)
        b[i] = a[i];
    ACC(acc data copy(a, b))
    {
        ACC(acc kernels)
        {
            FOR_ALL(i, N) { // with a comment behind
                t = a[i] + EMPTY 1;
                b[i] = t;
            }
        }
    }
    FOR(i, 0, N) sum += b[i] == SQUARE(i) + 4;
    TWICE(
        /* the argument holds a construct */
        _Pragma("acc parallel loop reduction(+:count)")
        for (int i = 0; i < M; i++)
            count += i
    );
#define STEP(n) _Pragma("acc parallel loop") for (int i = 0; i < N; i++) a[i] += (n)
    STEP(1);
    STEP(SQUARE(2)); STEP(3);
#undef STEP
#define STEP (
    int STEP rest) = a[0];
    printf("%d %d %d\n", sum, count, rest);
    return !(sum == N && count == M * (M - 1) && rest == 11);
}
