// Half of an array of structs is present, of which a loop uses one member of each.
// message: footprint_structs_in_part.c:14
// message: b (640 bytes
// message: a[0:20] is, since
#include <stdlib.h>
struct pair {
    int n;
    double x;
};

static double sum(const struct pair *b, int rows, int row)
{
    double total = 0;
    #pragma acc parallel loop collapse(2) reduction(+:total)
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < row; j++)
            total += b[i * row + j].x;
    return total;
}

int main(void)
{
    struct pair *a = calloc(40, sizeof *a);
    #pragma acc enter data copyin(a[0:20])
    return sum(a, 5, 8) != 0;
}
