// A subscript beyond the section that was copied reads memory that is not the section's.
// message: beyond_section.c
#include <stdlib.h>

int main(void)
{
    int *a = calloc(1000, sizeof *a), far = 900000000;
    #pragma acc parallel loop copy(a[0:10])
    for (int i = 0; i < 10; i++)
        a[i] = a[i + far];
    free(a);
    return 0;
}
