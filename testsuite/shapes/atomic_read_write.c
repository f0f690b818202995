// Atomic reads and writes, of a pointer's target and of a member.
struct flag {
    int set;
    double value;
    char done;
};
void pass(int n, struct flag *f, double *out)
{
    #pragma acc parallel loop copy(f[0:1]) copyout(out[0:n])
    for (int i = 0; i < n; i++) {
        int set;
        double value;
        char done;
        #pragma acc atomic write
        f->set = i;
        #pragma acc atomic write
        f->value = i * 0.5;
        #pragma acc atomic write
        f->done = 1;
        #pragma acc atomic read
        set = f->set;
        #pragma acc atomic read
        value = f->value;
        #pragma acc atomic read
        done = f->done;
        out[i] = set + value + done;
    }
}
