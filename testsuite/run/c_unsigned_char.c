// -funsigned-char, and other options that change what C means, hold in kernels too: comparisons, conversions, shifts, bit-fields,
// structs of characters, string and character constants, tables, C's string functions, atomics.
// run: -O2 -funsigned-char -funsigned-bitfields -Wno-type-limits
// expect: device kernels=4
// expect: multicore host_kernels=4
#include "check.h"
#include <limits.h>
#include <stdio.h>
#include <string.h>
#define N 100

typedef struct {
    char tag;
    signed char sign;
    int bits : 3;
} item;
static const char table[4] = {'a', '\xe4', (char)-1, 0};

#pragma acc routine seq
static int above(char c) { return c > 127; }

static const char words[2][4] = {"a\xe1", {'\xe2', 'b'}};
static const char *const names[] = {"x", "\xe3y"};

#pragma acc routine seq
static int looked_up(int i, const char *at) { return words[i % 2][1] + names[i % 2][0] + at[0]; }

/* Characters as C's strings have them, wherever one may stand. */
static int strings(int i)
{
    char local[] = "he\xffy", braced[] = {"\xeb"}, *to = local;
    struct { char name[4]; const char *where; } inside = {"\xec", "\xed"};
    switch (i % 8) {
    case 0: return *"\xfd" + (&"\xfc"[0])[0] + **&"\xfb";
    case 1: return ("a\xfa" + 1)[0] + (i > 50 ? "\xf9" : local)[0] + '\xf8' + 'a';
    case 2: return local[2] + braced[0] + inside.name[0] + inside.where[0];
    case 3: return (int)strlen("abc") + (strcmp(local, "he\x01") > 0) + strncpy(to, "\xee", 2)[0];
    case 4: return looked_up(i, "\xef") + looked_up(i + 1, local);
    case 5: return (char)~i + (char)-i + -(char)i + ~(char)i + ((char)200 << 1) + ((char)200 >> 1);
    case 6: return (CHAR_MIN == 0) + CHAR_MAX + (int)sizeof "\xff" + __func__[0];
    default: return memcmp(local, "he\xff", 3) + local[2];
    }
}

int main(void)
{
    char text[N];
    item items[N];
    int negative = 0, large = 0, high[N], shifted[N];
    // NVRTC warns where it sees that an unsigned value is compared with 0.
    int zero = 0;
    for (int i = 0; i < N; i++) {
        text[i] = (char)(i * 5);
        items[i].tag = (char)(200 + i % 50);
        items[i].sign = -3;
        items[i].bits = i;
    }
    #pragma acc parallel loop copyin(text, table) copyout(high, shifted) reduction(+ : negative, large)
    for (int i = 0; i < N; i++) {
        char c = text[i];
        if (c < zero)
            negative++;
        if (above(c))
            large++;
        high[i] = (char)-1 + table[i % 4] + '\xff' + "\xfe"[0];
        shifted[i] = c >> 1;
    }
    int sum = 0, signs = 0, bits = 0;
    #pragma acc parallel loop copyin(items) reduction(+ : sum, signs, bits)
    for (int i = 0; i < N; i++) {
        sum += items[i].tag;
        signs += items[i].sign < zero;
        bits += items[i].bits < zero;
    }
    int found[N];
    #pragma acc parallel loop copyout(found)
    for (int i = 0; i < N; i++)
        found[i] = strings(i);
    char total = 100, capture[N], most = 0, least = CHAR_MAX;
    #pragma acc parallel loop copy(total) copyout(capture) copyin(text) reduction(max : most) reduction(min : least)
    for (int i = 0; i < N; i++) {
        char old;
        #pragma acc atomic capture
        { old = total; total += 3; }
        capture[i] = old > 127 ? 1 : 0;
        most = text[i] > most ? text[i] : most;
        least = text[i] + 3 < least ? (char)(text[i] + 3) : least;
        if (i == 3)
            printf("%s %d\n", "\xc3\xa4", *"\xfd");
    }
    int over = 0, want_over = 0;
    for (int i = 0; i < N; i++) {
        CHECK(found[i] == strings(i));
        over += capture[i];
        want_over += (100 + 3 * i) % 256 > 127;
    }
    CHECK(over == want_over && total == (100 + 3 * N) % 256 && most == 255 && least == 3);
    int want_large = 0, want_sum = 0;
    for (int i = 0; i < N; i++) {
        want_large += i * 5 % 256 > 127;
        want_sum += 200 + i % 50;
        CHECK(shifted[i] == i * 5 % 256 / 2);
        CHECK(high[i] == 255 + (unsigned char)table[i % 4] + '\xff' + 254);
    }
    CHECK(negative == 0);
    CHECK(large == want_large);
    CHECK(sum == want_sum);
    CHECK(signs == N);
    CHECK(bits == 0);
    return CHECKED();
}
