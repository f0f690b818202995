// A pointer in `present` leads to a struct of which one member is there: that member is not the struct.
// message: struct_behind_in_part.c:16
// message: p (16 bytes
// message: p->a is, since
// message: :21
struct pair {
    int a;
    double b;
};

static double use(struct pair *p)
{
    double sum = 0;
    // Nothing says how many structs p leads to.

    #pragma acc parallel loop present(p) reduction(+:sum)
    for (int i = 0; i < 4; i++)
        sum += p->a + p->b;
    return sum;
}
static void enter(struct pair *p) { _Pragma("acc enter data copyin(p->a)") }

int main(void)
{
    struct pair v = {1, 2};
    enter(&v);
    return use(&v) != 12;
}
