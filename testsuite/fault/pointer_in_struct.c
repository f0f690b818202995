// A pointer inside a copied struct still points to the host: dereferencing it faults instead of giving a wrong answer.
// devices: sim nvidia
// message: host memory
// message: pointer_in_struct.c
#include <stdlib.h>

struct list {
    int n;
    int *values;
};

int main(void)
{
    struct list l = {10, calloc(10, sizeof(int))};
    int sum = 0;
    #pragma acc parallel loop copyin(l) reduction(+:sum)
    for (int i = 0; i < 10; i++)
        sum += l.values[i];
    free(l.values);
    return sum;
}
