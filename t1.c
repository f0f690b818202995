#include <stdlib.h>
void f(int n3, int flag6) {
    int s9 = 28; int i19; int i20; int t18;
    long *a14 = (long *)calloc(n3, sizeof(long));
    long *q15 = a14 + 0;
        #pragma acc serial copy(s9)
        {
for (i20 = 1; i20 < n3; i20 += 2) { if ((int)i20 % 3 == 1) a14[i20] = q15[i20] + a14[i20]; else a14[i20] = (a14[i20] > q15[i20] ? a14[i20] : q15[i20]) % 997; }
        }
    free(a14);
}
