// A member of one element of an array of structs is present: that is no section of the array.
// message: structs_in_part.c:16
// message: v (64 bytes
// message: v[0].a is, since
// message: map all of v before members of it
struct pair {
    int a;
    double b;
};
struct pair v[4] = {{1, 2}, {1, 2}, {1, 2}, {1, 2}};

int main(void)
{
    #pragma acc enter data copyin(v[0].a)
    double sum = 0;
    #pragma acc parallel loop reduction(+:sum)
    for (int i = 0; i < 4; i++)
        sum += v[i].a + v[i].b;
    return sum != 12;
}
