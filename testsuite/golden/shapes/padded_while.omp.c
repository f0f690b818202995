// Worker loop, while loop with break and continue, loop of lanes: each row goes on for as long as it needs.
void converge(int n, int m, float *restrict a, int *restrict rounds)
{
    #pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++) {
        int round = 0;
        while (round < 50) {
            float most = 0;
            round++;
            #pragma omp simd reduction(max:most)
            for (int j = 0; j < m; j++) {
                a[i * m + j] *= 0.5f;
                most = a[i * m + j] > most ? a[i * m + j] : most;
            }
            if (round & 1)
                continue;
            if (most < 1e-3f)
                break;
        }
        rounds[i] = round;
    }
}
