// Bits: unions, bit-fields, builtins, reductions of every bitwise operator.
// expect: device kernels=1 upload_bytes=25 downloads=7 download_bytes=20037
// expect: multicore host_kernels=1 uploads=0
#include "check.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
/* What plain C gives. */
#define NEAR(v, ref) CHECK(fabs((double)(v) - (ref)) <= 1e-5 * fabs((double)(ref)))
#define ROTL32(x, r) (((x) << (r)) | ((x) >> (32 - (r))))
union f2u { float f; uint32_t u; };
static inline uint32_t murmur(uint32_t k) { k *= 0xcc9e2d51u; k = ROTL32(k, 15); k *= 0x1b873593u; k ^= k >> 16; return k; }
#pragma acc routine seq
static uint32_t morton(uint32_t x, uint32_t y) { uint32_t z = 0; for (int b = 0; b < 16; b++) z |= (x >> b & 1u) << (2 * b) | (y >> b & 1u) << (2 * b + 1); return z; }
typedef struct { unsigned a : 5, b : 11; signed c : 4; } packed;
int main(void)
{
    int n = 5003; uint32_t x = 0, o = 0, a = ~0u; int pop = 0; uint64_t sum = 0; packed *pk = malloc(n * sizeof *pk); _Bool all = 1;
    #pragma acc parallel loop reduction(^:x) reduction(|:o) reduction(&:a) reduction(+:pop, sum) reduction(&&:all) copyout(pk[0:n])
    for (int i = 0; i < n; i++) {
        uint32_t h = murmur(i); union f2u v; v.f = 1.0f / (i + 1);
        x ^= h; o |= h & 0xf0f0u; a &= h | 0xff00ff00u; pop += __builtin_popcount(h) + __builtin_clz(i + 1) + __builtin_ctz(i | 0x100);
        sum += v.u; sum += (uint64_t)morton(i & 0xff, i >> 8) << 3; all = all && (h != 1);
        pk[i].a = h; pk[i].b = h >> 5; pk[i].c = (int)(h >> 16 & 7) - 4;
    }
    long s = 0; for (int i = 0; i < n; i++) s += pk[i].a + 3 * pk[i].b + 5 * pk[i].c;
    NEAR(x, 3546212164); NEAR(o, 61680); NEAR(a, 4278255360); NEAR(pop, 187889); NEAR((unsigned long long)sum, 4872879478424); NEAR(all, 1); NEAR(s, 15645324);
    free(pk); return CHECKED();
}
