// Atomic reads and writes, of a pointer's target and of a member.
struct flag {
    int set;
    double value;
    char done;
};
void pass(int n, struct flag *f, double *out)
{
    #pragma omp parallel for schedule(static) if(n > 7700)
    for (int i = 0; i < n; i++) {
        int set;
        double value;
        char done;
        #pragma omp atomic write
        f->set = i;
        #pragma omp atomic write
        f->value = i * 0.5;
        #pragma omp atomic write
        f->done = 1;
        #pragma omp atomic read
        set = f->set;
        #pragma omp atomic read
        value = f->value;
        #pragma omp atomic read
        done = f->done;
        out[i] = set + value + done;
    }
}
