// Statement expressions, and conditionals without their middle, as gcc has them.
#define MAX(a, b) ({ __typeof__(a) x_ = (a), y_ = (b); x_ > y_ ? x_ : y_; })
void clamp(int n, const int *restrict a, int *restrict b)
{
    #pragma omp parallel for schedule(static) if(n > 44000)
    for (int i = 0; i < n; i++) {
        int least = MAX(a[i], MAX(i, 3));
        b[i] = ({
            int s = 0;
            for (int j = 0; j < 3; j++)
                s += least >> j;
            s;
        });
        b[i] = b[i] ?: -1;
    }
}
