// A filter with its weights: four loops, of which the inner two sum up.
// true: line 4 parallel, line 5 parallel, line 7 reduction, line 8 reduction
void filter(int n, int m, int w, const float *restrict in, const float *restrict k, float *restrict out)
{
    #pragma acc kernels
    for (int y = 0; y < n; y++)
        for (int x = 0; x < m; x++) {
            float sum = 0;
            for (int v = 0; v < w; v++)
                for (int u = 0; u < w; u++)
                    sum += in[(y + v) * (m + w) + x + u] * k[v * w + u];
            out[y * m + x] = sum;
        }
}
