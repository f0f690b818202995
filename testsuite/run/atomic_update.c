// Every form of atomic update with every operator: contended counters get each iteration's share.
// covers: atomic forms update
// expect: device kernels=3
// expect: multicore host_kernels=3
#include "check.h"
#define N 2000

int main(void)
{
    long count[8] = {0, 0, 0, 0, 100000, -100000, 0, 0};
#pragma acc parallel loop gang vector copy(count)
    for (int i = 0; i < N; i++) {
#pragma acc atomic
        count[0]++;
#pragma acc atomic update
        ++count[1];
#pragma acc atomic
        count[2]--;
#pragma acc atomic update
        --count[3];
#pragma acc atomic update
        count[4] -= i % 3;
#pragma acc atomic update
        count[5] = count[5] + i;
#pragma acc atomic update
        count[6] = i + count[6];
#pragma acc atomic update
        count[7] += 2 * (i & 1);
    }
    long thirds = 0, all = (long)N * (N - 1) / 2;
    for (int i = 0; i < N; i++)
        thirds += i % 3;
    CHECK(count[0] == N && count[1] == N && count[2] == -N && count[3] == -N);
    CHECK(count[4] == 100000 - thirds);
    CHECK(count[5] == all - 100000 && count[6] == all);
    CHECK(count[7] == N);

    unsigned bits[6] = {~0u, 0, 0x55, ~0u, 0, 0xaa}, shift[2] = {1, 1u << 20};
    double scale[4] = {1, 1024, 3, 8192};
#pragma acc parallel loop gang vector copy(bits, shift, scale)
    for (int i = 0; i < 10; i++) {
#pragma acc atomic
        bits[0] &= ~(1u << i);
#pragma acc atomic
        bits[1] |= 1u << i;
#pragma acc atomic
        bits[2] ^= 1u << i;
#pragma acc atomic
        bits[3] = bits[3] & ~(1u << 2 * i);
#pragma acc atomic
        bits[4] = (1u << i) | bits[4];
#pragma acc atomic
        bits[5] = bits[5] ^ (3u << i);
#pragma acc atomic
        shift[0] <<= 1;
#pragma acc atomic
        shift[1] = shift[1] >> 1;
#pragma acc atomic
        scale[0] *= 2;
#pragma acc atomic
        scale[1] /= 2;
#pragma acc atomic
        scale[2] = 2 * scale[2];
#pragma acc atomic
        scale[3] = scale[3] / 2;
    }
    unsigned odd = 0xaa;
    for (int i = 0; i < 10; i++)
        odd ^= 3u << i;
    CHECK(bits[0] == ~0x3ffu && bits[1] == 0x3ff && bits[2] == (0x55 ^ 0x3ff));
    CHECK(bits[3] == ~0x55555u && bits[4] == 0x3ff && bits[5] == odd);
    CHECK(shift[0] == 1024 && shift[1] == 1024);
    CHECK(scale[0] == 1024 && scale[1] == 1 && scale[2] == 3072 && scale[3] == 8);

    // What isn't commutative, once each.
    int once[6] = {100, 7, 3, 40, 2, 1};
#pragma acc parallel loop gang vector copy(once)
    for (int i = 0; i < 6; i++) {
#pragma acc atomic
        once[i] = 100 - once[i];
    }
    CHECK(once[0] == 0 && once[1] == 93 && once[2] == 97 && once[3] == 60 && once[4] == 98 && once[5] == 99);
    return CHECKED();
}
