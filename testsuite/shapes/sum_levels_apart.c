// A sum that gangs, workers and lanes of three loops share.
long count(int n, int m, int k, const unsigned char *a)
{
    long found = 0;
    #pragma acc parallel loop gang num_workers(4) vector_length(32) reduction(+ : found) copyin(a[0:n * m * k])
    for (int i = 0; i < n; i++) {
        #pragma acc loop worker reduction(+ : found)
        for (int j = 0; j < m; j++) {
            #pragma acc loop vector reduction(+ : found)
            for (int l = 0; l < k; l++)
                if (a[(i * m + j) * k + l])
                    found++;
        }
    }
    return found;
}
