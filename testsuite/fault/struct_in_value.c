// A member that only a statement expression uses is part of what the construct needs of the struct.
// message: struct_in_value.c:15
// message: s (768 bytes at
// message: is not present
// message: s.a is, since
struct parts {
    int a[64], b[64], c[64];
};

int main(void)
{
    struct parts s = { .c = { 7 } };

    #pragma acc enter data copyin(s.a)
    #pragma acc parallel loop
    for (int i = 0; i < 64; i++)
        s.a[i] += ({ int q = s.c[i]; q; });
    #pragma acc exit data copyout(s.a)
    return s.a[0] != 7;
}
