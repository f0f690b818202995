// Several files: each is converted by itself.
// with: files_other.c
#include <stdio.h>

#pragma acc routine seq
extern int weight(int i);
extern int total(const int *w, int n);
extern int scale;
#pragma acc declare create(scale)

int main(void)
{
    int w[90];
    scale = 3;
    #pragma acc update device(scale)
    #pragma acc enter data create(w)
    #pragma acc parallel loop present(w)
    for (int i = 0; i < 90; i++)
        w[i] = weight(i);
    int sum = total(w, 90);
    #pragma acc exit data copyout(w)
    printf("%d\n", sum);
    return sum != 3 * 90 * 89 / 2;
}
