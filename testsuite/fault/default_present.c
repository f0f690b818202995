// default(present) with an array that isn't.
// message: default_present.c:9
// message: table
// message: not present
static double table[50];

int main(void)
{
    #pragma acc parallel loop default(present)
    for (int i = 0; i < 50; i++)
        table[i] = i;
    return 0;
}
