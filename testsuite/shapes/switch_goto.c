// switch with falling through, goto forwards and backwards, do-while, the comma.
void machine(int n, const unsigned char *restrict code, int *restrict out)
{
    #pragma acc parallel loop copyin(code[0:n]) copyout(out[0:n])
    for (int i = 0; i < n; i++) {
        int acc = 0, left = 3;
    again:
        switch (code[i] & 7) {
        case 0:
            acc += 1;
        case 1:
            acc *= 2;
            break;
        case 2 ... 4:
            goto done;
        default:
            acc--;
        }
        if (--left > 0)
            goto again;
        do
            acc++, left++;
        while (left < 2);
    done:
        out[i] = acc;
    }
}
