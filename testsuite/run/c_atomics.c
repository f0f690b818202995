// Atomic updates of every width and form: 1, 2, 4, 8 bytes, all operators, read, write, capture, blocks, members, swapped operands.
// expect: device kernels=3
// expect: multicore host_kernels=3
#include "check.h"
#include <stdint.h>
#include <stdbool.h>
#define N 1000

struct counters {
    char c;
    unsigned char u;
    short s;
    float f;
    long l;
    bool any;
    double d[3];
};

int main(void)
{
    struct counters k = {0, 0, 0, 0, 0, false, {0, 1, 0}};
    int8_t a8 = 0, x8 = 0;
    uint16_t a16 = 0, o16 = 0;
    int32_t m32 = 1, sh32 = 1;
    uint64_t a64 = 0, and64 = ~0ull;
    float fmul = 1;
    double ddiv = 1e300, dsub = 0;
    int seen[N] = {0}, last = -1, order[N], slot = 0, w = 0;
    long mean = 0;
    #pragma acc parallel loop copy(k, a8, x8, a16, o16, m32, sh32, a64, and64, fmul, ddiv, dsub)
    for (int i = 0; i < N; i++) {
        #pragma acc atomic
        k.c += 1;
        #pragma acc atomic update
        k.u++;
        #pragma acc atomic
        k.s -= (short)i;
        #pragma acc atomic
        k.f += 0.5f;
        #pragma acc atomic
        k.l = k.l + i;
        #pragma acc atomic
        k.d[i % 3] += 1.0;
        #pragma acc atomic
        a8--;
        #pragma acc atomic
        x8 ^= (int8_t)i;
        #pragma acc atomic
        a16 = (uint16_t)3 + a16;
        #pragma acc atomic
        o16 |= (uint16_t)(1u << i % 16);
        #pragma acc atomic
        m32 = m32 * 3;
        #pragma acc atomic
        a64 += 1ull << 33;
        #pragma acc atomic
        and64 &= ~(1ull << i % 40);
        #pragma acc atomic
        fmul *= i % 2 ? 2.0f : 0.5f;
        #pragma acc atomic
        ddiv /= 2;
        #pragma acc atomic
        dsub = dsub - 0.25;
        if (i < 20) {
            #pragma acc atomic
            sh32 <<= 1;
        }
    }
    int32_t m = 1;
    uint16_t o = 0;
    int8_t x = 0;
    short s = 0;
    uint64_t n64 = ~0ull;
    double dd = 1e300;
    for (int i = 0; i < N; i++)
        m = (int32_t)((uint32_t)m * 3u), o |= (uint16_t)(1u << i % 16), x ^= (int8_t)i, s -= (short)i, n64 &= ~(1ull << i % 40), dd /= 2;
    CHECK(k.c == (char)N && k.u == (unsigned char)N && k.s == s && k.f == N * 0.5f && k.l == N * (N - 1) / 2);
    CHECK(k.d[0] == 334 && k.d[1] == 334 && k.d[2] == 333 && !k.any);
    CHECK(a8 == (int8_t)-N && x8 == x && a16 == (uint16_t)(3 * N) && o16 == o && m32 == m && sh32 == 1 << 20);
    CHECK(a64 == (uint64_t)N << 33 && and64 == n64 && fmul == 1.0f && ddiv == dd && dsub == -0.25 * N);
    #pragma acc parallel loop copy(seen, slot, last, w) copyout(order)
    for (int i = 0; i < N; i++) {
        int mine, before;
        #pragma acc atomic capture
        mine = slot++;
        order[mine] = i;
        #pragma acc atomic capture
        {
            before = seen[mine];
            seen[mine] += 2;
        }
        #pragma acc atomic write
        w = before + 7;
        int other;
        #pragma acc atomic read
        other = w;
        #pragma acc atomic capture
        {
            last += other;
            before = last;
        }
    }
    int ok = 1;
    for (int i = 0; i < N; i++) {
        ok &= seen[i] == 2;
        mean += order[i];
    }
    CHECK(ok && slot == N && mean == N * (N - 1) / 2 && w == 7);
    int8_t old8[N], t8 = 0;
    short new16[N], t16 = 0;
    #pragma acc parallel loop copy(t8, t16) copyout(old8, new16)
    for (int i = 0; i < N; i++) {
        int8_t o8;
        short n16;
        #pragma acc atomic capture
        { o8 = t8; t8++; }
        #pragma acc atomic capture
        { t16 -= 3; n16 = t16; }
        old8[i] = o8;
        new16[i] = n16;
    }
    int bins[256] = {0}, distinct = 0;
    for (int i = 0; i < N; i++)
        bins[(uint8_t)old8[i]]++, distinct += new16[i] % 3 == 0 && new16[i] < 0;
    CHECK(t8 == (int8_t)N && t16 == -3 * N && bins[0] == 4 && bins[255] == 3 && distinct == N);
    return CHECKED();
}
