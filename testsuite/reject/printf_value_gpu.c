// run: -O2 --acc-target=nvidia
// error: ACC0303 line 9: value of `printf`
// CUDA's printf returns how many arguments it had, C's how many characters it wrote. A call for its effect alone is fine.
#include <stdio.h>
void f(int *n)
{
    #pragma acc parallel loop copy(n[0:4])
    for (int i = 0; i < 4; i++) {
        n[i] = printf("%d\n", i);
        i > 2 ? printf("a") : (void)printf("b");
        for (int k = 0; k < 2; k++, printf("c\n")) (void)printf("d"), printf("e");
    }
}
