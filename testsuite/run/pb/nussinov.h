/* The most base pairs that an RNA sequence can fold into. */
KERNEL
{
#ifdef REGION
    #pragma acc region
#endif
    {
        for (int i = n - 1; i >= 0; i--) /* in order: reads the rows below */
            for (int j = i + 1; j < n; j++) { /* in order: reads the row before j */
                int best = AT2(table, i, j - 1, n);
                if (AT2(table, i + 1, j, n) > best)
                    best = AT2(table, i + 1, j, n);
                int pair = AT2(table, i + 1, j - 1, n);
                if (i < j - 1)
                    pair += seq[i] + seq[j] == 3;
                if (pair > best)
                    best = pair;
                for (int k = i + 1; k < j; k++) { /* the greatest */
                    int split = AT2(table, i, k, n) + AT2(table, k + 1, j, n);
                    if (split > best)
                        best = split;
                }
                AT2(table, i, j, n) = best;
            }
    }
}
