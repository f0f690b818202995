// A struct of which one member is present: a construct that uses others doesn't take that entry for the struct.
// message: struct_in_part.c:17
// message: v (16 bytes
// message: v.a is, since
// message: name the members that the construct uses in clauses of it, as in present(v.a), or map all of v before its members
// message: :15
struct pair {
    int a;
    double b;
};

int main(void)
{
    struct pair v = {1, 2};
    #pragma acc enter data copyin(v.a)
    double sum = 0;
    #pragma acc parallel loop reduction(+:sum)
    for (int i = 0; i < 4; i++)
        sum += v.a + v.b;
    return sum != 12;
}
