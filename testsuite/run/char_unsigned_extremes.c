// Plain char without a sign: the largest and the smallest start from what an unsigned char holds, also where no iteration adds one.
// run: -O2 -funsigned-char
// expect: device kernels=3
// expect: multicore host_kernels=3
#include <limits.h>
#include <stdio.h>

static char a[100], wide[100];

int main(void)
{
    for (int i = 0; i < 100; i++)
        a[i] = (char)(i % 40 + 1);
    char most = 3, least = (char)250, none = 7;

#pragma acc parallel loop gang vector copyin(a) reduction(max:most) reduction(min:least)
    for (int i = 0; i < 100; i++) {
        if (a[i] > most)
            most = a[i];
        if (a[i] + 200 < least)
            least = (char)(a[i] + 200);
    }

#pragma acc parallel loop gang worker reduction(max:none)
    for (int i = 0; i < 100; i++)
        if (i > 1000)
            none = (char)i;

#pragma acc parallel loop copyout(wide)
    for (int i = 0; i < 100; i++) {
        char c = (char)(i + 100);
        wide[i] = c / 2 > 99;
    }

    int bad = CHAR_MIN != 0 || most != 40 || least != 201 || none != 7;
    for (int i = 0; i < 100; i++)
        bad += wide[i] != (i + 100 >= 200);
    printf("most %d least %d none %d bad %d\n", most, least, none, bad);
    return bad != 0;
}
