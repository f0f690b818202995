// Structs under #pragma pack have the host's layout in kernels.
// expect: device kernels=1
#include "check.h"
#include <stddef.h>

#pragma pack(push, 2)
struct sample {
    char tag;
    double value;
    struct {
        char first;
        int second;
    } inner;
    int *where;
};
#pragma pack(pop)
#pragma pack(1)
union cell {
    char bytes[5];
    int number;
};
struct record {
    char head;
    union cell cell;
    long tail;
};
#pragma pack()

int main(void)
{
    enum { N = 100 };
    struct sample s[N];
    struct record r[N];
    int sizes[4];
    for (int i = 0; i < N; i++) {
        s[i] = (struct sample){(char)(i % 100), i, {1, 2 * i}, 0};
        r[i].head = 'x';
        r[i].cell.number = i;
        r[i].tail = -i;
    }
    #pragma acc parallel loop copy(s, r) copyout(sizes)
    for (int i = 0; i < N; i++) {
        s[i].value += s[i].tag + s[i].inner.second;
        s[i].inner.first++;
        r[i].tail *= r[i].cell.number;
        if (i == 0) {
            sizes[0] = (int)sizeof s[0];
            sizes[1] = (int)sizeof r[0];
            sizes[2] = (int)offsetof(struct sample, where);
            sizes[3] = (int)offsetof(struct record, tail);
        }
    }
    CHECK(sizes[0] == (int)sizeof s[0] && sizes[1] == (int)sizeof r[0]);
    CHECK(sizes[2] == (int)offsetof(struct sample, where) && sizes[3] == (int)offsetof(struct record, tail));
    for (int i = 0; i < N; i++) {
        CHECK(s[i].value == i + i % 100 + 2 * i && s[i].inner.first == 2);
        CHECK(r[i].tail == -(long)i * i && r[i].head == 'x');
    }
    return CHECKED();
}
