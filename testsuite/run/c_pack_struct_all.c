// Under -fpack-struct without a number: gcc takes every struct as packed. What is shared with the runtime is not.
// run: -O2 -fpack-struct -fshort-wchar
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#include <stddef.h>
#define N 100

typedef struct {
    char tag;
    double value;
    int low : 5, high : 30;
    short last;
} item;
static int shift;
#pragma acc declare create(shift)

#pragma acc routine seq
static int shifted(int i) { return i + shift; }

/* wchar_t has two bytes. */
#pragma acc routine seq
static int second(const wchar_t *s) { return s[1]; }

int main(void)
{
    item items[N];
    int grid[N][N];
    for (int i = 0; i < N; i++)
        items[i] = (item){(char)i, i, i % 16, -i, (short)(3 * i)};
    shift = 5;
    #pragma acc update device(shift)
    #pragma acc parallel loop copy(items)
    for (int i = 0; i < N; i++) {
        items[i].value += items[i].tag + items[i].low + items[i].high + shifted(items[i].last);
        items[i].high = second(L"a\xfffe") + i;
    }
    #pragma acc parallel loop collapse(2) copyout(grid[10:20][5:7]) num_gangs(3)
    for (int i = 10; i < 30; i++)
        for (int j = 5; j < 12; j++)
            grid[i][j] = i * j;
    for (int i = 0; i < N; i++)
        CHECK(items[i].value == i + i + i % 16 - i + 3 * i + 5 && items[i].high == 0xfffe + i && items[i].tag == i);
    CHECK(sizeof(item) == 16 && sizeof(wchar_t) == 2);
    for (int i = 10; i < 30; i++)
        for (int j = 5; j < 12; j++)
            CHECK(grid[i][j] == i * j);
    return CHECKED();
}
