// C23, as far as compilers of today go: `bool`, `typeof`, separators and binary numbers, empty initialisers, attributes, labels that
// stand before declarations and ends of blocks.
// run: -std=c2x -O1
#define N 9

enum mode { OFF, ON };

static int next(int i)
{
    switch (i) {
    case 1:
        i += 0b1'01;
        [[fallthrough]];
    case 2:
        return 1'000 + i;
    }
    int zeros[3] = {};
    __typeof__(i) same = i;
    [[maybe_unused]] _Bool unused = 1;
    if (same > 5) goto out;
    same += zeros[1];
out:
    return same;
}

int main(void)
{
    int a[N];
    struct { enum mode m; } state = {ON};
#pragma acc parallel loop copyout(a) copyin(state)
    for (int i = 0; i < N; i++) {
        a[i] = next(i) + (state.m == ON);
        goto last;
    last:
    }
    return a[1] != 1007 || a[2] != 1003 || a[6] != 7;
}
