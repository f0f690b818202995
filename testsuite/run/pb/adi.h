/* Heat flow by alternating directions: a tridiagonal system for each column, then for each row. */
KERNEL
{
#ifdef REGION
    #pragma acc region
#endif
    {
        for (int t = 0; t < steps; t++) { /* in order */
            for (int i = 1; i < n - 1; i++) { /* parallel */
                AT2(v, 0, i, n) = 1;
                AT2(p, i, 0, n) = 0;
                AT2(q, i, 0, n) = AT2(v, 0, i, n);
                for (int j = 1; j < n - 1; j++) { /* in order */
                    AT2(p, i, j, n) = -c / (a * AT2(p, i, j - 1, n) + b);
                    AT2(q, i, j, n) = (-d * AT2(u, j, i - 1, n) + (1 + 2 * d) * AT2(u, j, i, n) - d * AT2(u, j, i + 1, n)
                                       - a * AT2(q, i, j - 1, n)) / (a * AT2(p, i, j - 1, n) + b);
                }
                AT2(v, n - 1, i, n) = 1;
                for (int j = n - 2; j >= 1; j--) /* in order */
                    AT2(v, j, i, n) = AT2(p, i, j, n) * AT2(v, j + 1, i, n) + AT2(q, i, j, n);
            }
            for (int i = 1; i < n - 1; i++) { /* parallel */
                AT2(u, i, 0, n) = 1;
                AT2(p, i, 0, n) = 0;
                AT2(q, i, 0, n) = AT2(u, i, 0, n);
                for (int j = 1; j < n - 1; j++) { /* in order */
                    AT2(p, i, j, n) = -c / (a * AT2(p, i, j - 1, n) + b);
                    AT2(q, i, j, n) = (-d * AT2(v, i - 1, j, n) + (1 + 2 * d) * AT2(v, i, j, n) - d * AT2(v, i + 1, j, n)
                                       - a * AT2(q, i, j - 1, n)) / (a * AT2(p, i, j - 1, n) + b);
                }
                AT2(u, i, n - 1, n) = 1;
                for (int j = n - 2; j >= 1; j--) /* in order */
                    AT2(u, i, j, n) = AT2(p, i, j, n) * AT2(u, i, j + 1, n) + AT2(q, i, j, n);
            }
        }
    }
}
