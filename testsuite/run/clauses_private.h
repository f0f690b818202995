// private and firstprivate: scalars, arrays and structs; the host's stay as they were.
#include "clauses.h"

int main(void)
{
    int t = -3, k = 40, pair[2] = {5, 6};
    struct { int x, y; } s = {7, 8};
    ON_BOTH(private(t) private(pair), copyout(b))
    for (int i = 0; i < N; i++) {
        t = 2 * i;
        pair[0] = t + 1;
        pair[1] = t + 2;
        b[i] = pair[0] + pair[1];
    }
    for (int i = 0; i < N; i++)
        CHECK("private", i, b[i], 4 * i + 3);
    CHECK("the host's t", 0, t, -3);
    CHECK("the host's pair", 0, pair[0] + pair[1], 11);
#ifdef HAS_FIRSTPRIVATE
    ON(firstprivate(k, pair, s) copyout(b) default(none))
    for (int i = 0; i < N; i++)
        b[i] = k + pair[1] + s.y + i;
    for (int i = 0; i < N; i++)
        CHECK("firstprivate", i, b[i], 54 + i);
#endif
    CHECK("the host's k", 0, k + s.x, 47);
    return bad != 0;
}
