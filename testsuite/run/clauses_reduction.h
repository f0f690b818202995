// reduction with each operator; the incoming value counts once.
#include "clauses.h"

int main(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = (i * 37) % 1009 + 1;
        b[i] = i % 7 == 3 ? 1 : 3;
    }
    int sum = 100, most = 2, least = 5000, all = 1, any = 0;
    unsigned both = ~0u, either = 1024, odd = 77;
    double product = 0.5;
    ON_BOTH(reduction(+:sum), copyin(a))
    for (int i = 0; i < N; i++)
        sum += a[i];
    ON_BOTH(reduction(*:product), copyin(b))
    for (int i = 0; i < N; i++)
        product *= b[i] == 1 ? 2 : 1;
    ON_BOTH(reduction(max:most), copyin(a))
    for (int i = 0; i < N; i++)
        most = a[i] > most ? a[i] : most;
    ON_BOTH(reduction(min:least), copyin(a))
    for (int i = 0; i < N; i++)
        least = a[i] < least ? a[i] : least;
    ON_BOTH(reduction(&:both), copyin(a))
    for (int i = 0; i < N; i++)
        both &= ~(unsigned)a[i] | 512u;
    ON_BOTH(reduction(|:either), copyin(a))
    for (int i = 0; i < N; i++)
        either |= a[i] & 6;
    ON_BOTH(reduction(^:odd), copyin(a))
    for (int i = 0; i < N; i++)
        odd ^= a[i];
    ON_BOTH(reduction(&&:all), copyin(a))
    for (int i = 0; i < N; i++)
        all = all && a[i] != 500;
    ON_BOTH(reduction(||:any), copyin(a))
    for (int i = 0; i < N; i++)
        any = any || a[i] == 38;

    int sum0 = 100, most0 = 2, least0 = 5000, all0 = 1, any0 = 0;
    unsigned both0 = ~0u, either0 = 1024, odd0 = 77;
    double product0 = 0.5;
    for (int i = 0; i < N; i++) {
        sum0 += a[i];
        product0 *= b[i] == 1 ? 2 : 1;
        most0 = a[i] > most0 ? a[i] : most0;
        least0 = a[i] < least0 ? a[i] : least0;
        both0 &= ~(unsigned)a[i] | 512u;
        either0 |= a[i] & 6;
        odd0 ^= a[i];
        all0 = all0 && a[i] != 500;
        any0 = any0 || a[i] == 38;
    }
    CHECK("+", 0, sum, sum0);
    CHECK("*", 0, product == product0, 1);
    CHECK("max", 0, most, most0);
    CHECK("min", 0, least, least0);
    CHECK("&", 0, both, both0);
    CHECK("|", 0, either, either0);
    CHECK("^", 0, odd, odd0);
    CHECK("&&", 0, all, all0);
    CHECK("||", 0, any, any0);
    return bad != 0;
}
