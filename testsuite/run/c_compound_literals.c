// Objects of compound literals: made where they stand, as often and only when that place is reached, and living as
// long as the block around their statement.
// expect: device kernels=1
#include "check.h"

struct p {
    int x, y;
};

static int sum3(const int v[static 3])
{
    return v[0] + v[1] + v[2];
}

static int px(const struct p *q)
{
    return q->x * 10 + q->y;
}

enum { N = 12 };

int main(void)
{
    int comma[N], guarded[N], both[N], loop[N], kept[N], jump[N];
    #pragma acc parallel loop copyout(comma, guarded, both, loop, kept, jump)
    for (int i = 0; i < N; i++) {
        int k = i;
        comma[i] = (k++, sum3((int[]){k, 0, 1}));
        guarded[i] = i < 5 ? 7 : px(&(struct p){60 / i, 2});
        both[i] = k++ && px(&(struct p){k, k}) == 11 * (i + 2);

        loop[i] = 0;
        for (int j = 0; sum3((const int[]){j, j, i}) < 20; j += *&(int){2})
            loop[i]++;
        while (px(&(struct p){.y = loop[i]}) > 5)
            loop[i] -= 3;

        struct p *first = &(struct p){i, 1}, *second = &(struct p){.y = i};
        first->x += second->y;
        const int *table = (i & 1) ? (int[]){3, 1, 4} : (int[3]){[2] = i};
        kept[i] = px(first) + table[2];

        int turns = 0;
    again:
        turns += sum3((int[]){1, 0, turns});
        if (turns < 9)
            goto again;
        switch (i % 3) {
        case 0:
            turns += px(&(struct p){1, 1}); /* fall through */
        case 1:
            turns += sum3((int[]){i, i, i});
            break;
        default:
            turns = 0;
        }
        jump[i] = turns;
    }
    for (int i = 0; i < N; i++) {
        CHECK(comma[i] == i + 2);
        CHECK(guarded[i] == (i < 5 ? 7 : 60 / i * 10 + 2));
        CHECK(both[i] == 1);
        int count = 0;
        for (int j = 0; 2 * j + i < 20; j += 2)
            count++;
        while (count > 5)
            count -= 3;
        CHECK(loop[i] == count);
        CHECK(kept[i] == (i + i) * 10 + 1 + ((i & 1) ? 4 : i));
        CHECK(jump[i] == (i % 3 == 2 ? 0 : 15 + (i % 3 == 0 ? 11 : 0) + 3 * i));
    }
    return CHECKED();
}
