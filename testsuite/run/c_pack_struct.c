// -fpack-struct and -fshort-enums: structs in kernels have the host's layout.
// run: -O2 -fpack-struct=2 -fshort-enums -Wno-packed-not-aligned
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#define N 100

enum color { RED, GREEN = 200 };
typedef struct {
    char tag;
    double value;
    enum color color;
    struct {
        char first;
        int second[2];
    } inner;
} item;

int main(void)
{
    item items[N];
    int size = 0;
    for (int i = 0; i < N; i++)
        items[i] = (item){(char)(i % 100), i, i % 2 ? GREEN : RED, {1, {i, 2 * i}}};
    #pragma acc parallel loop copy(items) copyout(size)
    for (int i = 0; i < N; i++) {
        items[i].value += items[i].tag + items[i].color + items[i].inner.second[1];
        items[i].inner.second[0]++;
        if (i == 0)
            size = (int)sizeof(item);
    }
    CHECK(size == (int)sizeof(item));
    for (int i = 0; i < N; i++) {
        CHECK(items[i].value == i + i % 100 + (i % 2 ? 200 : 0) + 2 * i);
        CHECK(items[i].inner.second[0] == i + 1 && items[i].inner.first == 1);
    }
    return CHECKED();
}
