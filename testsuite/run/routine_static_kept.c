// Static variables without const that nothing in the file writes are constants of the routines that read them.
// run: -O2
// expect: device kernels=2
#include <stdio.h>

typedef struct
{
    double a, b[2];
    const char *name;
} Law;

static int table[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
static double scale = 2.5;
static Law laws[] = {{1.5, {2, 3}, "first"}, {.a = 4.5, .b = {5}, .name = "second"}};
static unsigned char bits[256] = {[1] = 1, [2 ... 3] = 2, [255] = 8};
static int used_by_both = 7;

#pragma acc routine seq
static double inner(int i)
{
    static float weights[3] = {0.5f, 0.25f, 0.125f};
    static int first = 3;
    return weights[i % 3] + first;
}

#pragma acc routine seq
static double law(int i)
{
    Law l = laws[i & 1];
    return table[i & 1][i & 3] * scale + l.b[(i >> 1) & 1] + laws[(i >> 1) & 1].a + bits[i & 255]
           + (int)(sizeof table / sizeof table[0]) + used_by_both + inner(i);
}

// Other variables of these names.
struct other
{
    int table, scale;
};
static int shadows(int first, struct other *o)
{
    int table[2] = {first, 1};
    table[0]++;
    first = 4;
    o->table = 3;
    o->scale += first;
    return table[0] + o->table;
}

int main(void)
{
    double a[300];
    int b[300], wrong = 0;
    struct other o = {0, 1};
#pragma acc parallel loop copyout(a)
    for (int i = 0; i < 300; i++)
        a[i] = law(i);
#pragma acc parallel loop copyout(b)
    for (int i = 0; i < 300; i++)
        b[i] = used_by_both + i + table[1][i & 3];
    for (int i = 0; i < 300; i++)
        wrong += a[i] != law(i) || b[i] != 7 + i + 5 + (i & 3);
    wrong += shadows(2, &o) != 6 || o.scale != 5 || laws[1].name[0] != 's';
    printf("wrong: %d\n", wrong);
    return wrong != 0;
}
