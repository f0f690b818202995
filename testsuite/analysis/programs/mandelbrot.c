// An escape loop in each pixel, whose trip count nobody knows.
// true: line 4 parallel, line 5 parallel, line 8 sequential
void pixels(int n, int m, int limit, int *out)
{
    #pragma acc kernels
    for (int y = 0; y < n; y++)
        for (int x = 0; x < m; x++) {
            float a = 0, b = 0;
            int k;
            for (k = 0; k < limit && a * a + b * b < 4; k++) {
                float t = a * a - b * b + 3.0f * x / m - 2;
                b = 2 * a * b + 2.0f * y / n - 1;
                a = t;
            }
            out[y * m + x] = k;
        }
}
