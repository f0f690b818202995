/* Shortest paths between all pairs. */
KERNEL
{
#ifdef REGION
    #pragma acc region
#endif
    {
        for (int k = 0; k < n; k++) /* in order */
            for (int i = 0; i < n; i++) /* in order: only that path[k][k] isn't negative keeps row k as it is */
                for (int j = 0; j < n; j++) { /* in order: likewise column k */
                    int over = AT2(path, i, k, n) + AT2(path, k, j, n);
                    AT2(path, i, j, n) = AT2(path, i, j, n) < over ? AT2(path, i, j, n) : over;
                }
    }
}
