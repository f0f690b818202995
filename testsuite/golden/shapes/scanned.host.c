# 1 "scanned.c"
// host: the scans stand before the construct's values, those that others need first
// Sections that the host finds by a scan: a matrix by rows, and elements by a table under a condition.
void rows(int n, const int *row, const int *col, const double *v, const double *x, double *restrict y)
{
            
# 5 "scanned.c"

# 1 "<accrs>" 3
{
    static const __accrs_item __accrs_items[] = {
        { "row", __ACCRS_COPYIN, __ACCRS_READONLY | __ACCRS_IMPLICIT | __ACCRS_EXACT, 5, __ACCRS_SPAN | __ACCRS_ASKED, sizeof(row[0]), "int[]" },
        { "v", __ACCRS_COPYIN, __ACCRS_READONLY | __ACCRS_IMPLICIT | __ACCRS_EXACT, 5, __ACCRS_SPAN | __ACCRS_SCANNED, sizeof(v[0]), "double[]" },
        { "x", __ACCRS_COPYIN, __ACCRS_READONLY | __ACCRS_IMPLICIT | __ACCRS_EXACT, 5, __ACCRS_SPAN | __ACCRS_SCANNED, sizeof(x[0]), "double[]" },
        { "col", __ACCRS_COPYIN, __ACCRS_READONLY | __ACCRS_IMPLICIT | __ACCRS_EXACT, 5, __ACCRS_SPAN | __ACCRS_SCANNED, sizeof(col[0]), "int[]" },
        { "y", __ACCRS_COPYOUT, __ACCRS_IMPLICIT | __ACCRS_EXACT, 5, __ACCRS_SPAN | __ACCRS_ASKED, sizeof(y[0]), "double[]" },
    };
    static const __accrs_site __accrs_here = { "scanned.c", "rows", "kernels", 5, 5, __accrs_items };
    const int __accrs_queue = __ACCRS_SYNC;
    do {
    int __accrs_cores = __accrs_compute_begin(&__accrs_unit, &__accrs_here, __accrs_queue, 0);
    if (!__accrs_cores)
    {
        int __accrs_known5 = 0;
        long long __accrs_least5 = 9223372036854775807LL, __accrs_end5 = -9223372036854775807LL;
        {
            const __accrs_value __accrs_reads[] = {
                { (void *)v },
                { (void *)row }, { .n = 0 }, { .n = (long long)(n + 1) * (long long)sizeof(row[0]) },
            };
            __accrs_known5 = __accrs_scans(&__accrs_here, __accrs_reads, 1);
            if (__accrs_known5) {
                long long __accrs_at;
                int __accrs_own0 = 0;
                int __accrs_own1 = 0;
                __accrs_own0 = 0;
                for (; __accrs_own0 < n; __accrs_own0++) {
                    __accrs_own1 = row[__accrs_own0];
                    for (; __accrs_own1 < row[__accrs_own0 + 1]; __accrs_own1++) {
                        __accrs_at = (long long)(__accrs_own1);
                        if (__accrs_at < __accrs_least5) __accrs_least5 = __accrs_at;
                        if (__accrs_at >= __accrs_end5) __accrs_end5 = __accrs_at + 1;
                    }
                }
            }
            if (__accrs_least5 > __accrs_end5)
                __accrs_least5 = __accrs_end5 = 0;
        }
        int __accrs_known7 = 0;
        long long __accrs_least7 = 9223372036854775807LL, __accrs_end7 = -9223372036854775807LL;
        {
            const __accrs_value __accrs_reads[] = {
                { (void *)col },
                { (void *)row }, { .n = 0 }, { .n = (long long)(n + 1) * (long long)sizeof(row[0]) },
            };
            __accrs_known7 = __accrs_scans(&__accrs_here, __accrs_reads, 1);
            if (__accrs_known7) {
                long long __accrs_at;
                int __accrs_own0 = 0;
                int __accrs_own1 = 0;
                __accrs_own0 = 0;
                for (; __accrs_own0 < n; __accrs_own0++) {
                    __accrs_own1 = row[__accrs_own0];
                    for (; __accrs_own1 < row[__accrs_own0 + 1]; __accrs_own1++) {
                        __accrs_at = (long long)(__accrs_own1);
                        if (__accrs_at < __accrs_least7) __accrs_least7 = __accrs_at;
                        if (__accrs_at >= __accrs_end7) __accrs_end7 = __accrs_at + 1;
                    }
                }
            }
            if (__accrs_least7 > __accrs_end7)
                __accrs_least7 = __accrs_end7 = 0;
        }
        int __accrs_known6 = 0;
        long long __accrs_least6 = 9223372036854775807LL, __accrs_end6 = -9223372036854775807LL;
        {
            const __accrs_value __accrs_reads[] = {
                { (void *)x },
                { (void *)row }, { .n = 0 }, { .n = (long long)(n + 1) * (long long)sizeof(row[0]) },
                { (void *)col }, { .n = (long long)__accrs_least7 * (long long)sizeof(col[0]) }, { .n = (long long)__accrs_end7 * (long long)sizeof(col[0]) },
            };
            __accrs_known6 = __accrs_known7 && __accrs_scans(&__accrs_here, __accrs_reads, 2);
            if (__accrs_known6) {
                long long __accrs_at;
                int __accrs_own0 = 0;
                int __accrs_own1 = 0;
                __accrs_own0 = 0;
                for (; __accrs_own0 < n; __accrs_own0++) {
                    __accrs_own1 = row[__accrs_own0];
                    for (; __accrs_own1 < row[__accrs_own0 + 1]; __accrs_own1++) {
                        __accrs_at = (long long)(col[__accrs_own1]);
                        if (__accrs_at < __accrs_least6) __accrs_least6 = __accrs_at;
                        if (__accrs_at >= __accrs_end6) __accrs_end6 = __accrs_at + 1;
                    }
                }
            }
            if (__accrs_least6 > __accrs_end6)
                __accrs_least6 = __accrs_end6 = 0;
        }
        const __accrs_value __accrs_values[] = {
            { (void *)row }, { .n = 0 }, { .n = (n + 1) }, { .n = (((int)0 < n)) ? 1 : 0 },
            { (void *)v }, { .n = __accrs_known5 }, { .n = __accrs_least5 }, { .n = __accrs_end5 },
            { (void *)x }, { .n = __accrs_known6 }, { .n = __accrs_least6 }, { .n = __accrs_end6 },
            { (void *)col }, { .n = __accrs_known7 }, { .n = __accrs_least7 }, { .n = __accrs_end7 },
            { (void *)y }, { .n = 0 }, { .n = n }, { .n = (((int)0 < n)) ? 1 : 0 },
        };
        __accrs_region *__accrs_open = __accrs_compute_enter(&__accrs_unit, &__accrs_here, __accrs_values, __accrs_queue);
        __accrs_cores = !__accrs_open;
        if (__accrs_open) {
        {
            const unsigned __accrs_lanes = __accrs_row_lanes(&__accrs_here, row, sizeof(*row), 0, n, 4);
            const __accrs_value __accrs_arguments[] = {
                { .n4 = n }, { (void *)row }, { (void *)v }, { (void *)x }, { (void *)col }, { (void *)y },
                { .n = n }, { .n = 128 / __accrs_lanes }, { .n = __accrs_lanes }, { .n = 128 / __accrs_lanes },
            };
            __accrs_launch(&__accrs_unit, &__accrs_kernel_scanned_rows_6, __accrs_open, __accrs_arguments, __accrs_queue);
        }

        __accrs_data_exit(__accrs_open, __accrs_queue);
        }
    }
    if (__accrs_cores)
    {
        __accrs_host_begin(&__accrs_here, &__accrs_kernel_scanned_rows_6);
        const double __accrs_least = __accrs_least_work();
        static void *__accrs_choices[1];
        __accrs_turn __accrs_now;

# 5 "scanned.c"

    
# 1 "<accrs>" 3
{ __accrs_now.began = 0; if (16 * (7 * (n > 0 ? (double)row[n] - (double)row[0] : 0.0)) >= __accrs_least && __accrs_begins(&__accrs_choices[0], &__accrs_here, 7 * (n > 0 ? (double)row[n] - (double)row[0] : 0.0), &__accrs_now)) {
#pragma omp parallel for schedule(static)
# 6 "scanned.c"
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            s += v[k] * x[col[k]];
        y[i] = s;
    }
# 1 "<accrs>" 3
} else {

# 6 "scanned.c" 3
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            s += v[k] * x[col[k]];
        y[i] = s;
    }
# 1 "<accrs>" 3
} if (__accrs_now.began) __accrs_ends(&__accrs_now); }
# 12 "scanned.c"
# 1 "<accrs>" 3

    }
    } while (__accrs_compute_again());
}
# 12 "scanned.c"
}

void chosen(int n, int m, const unsigned char *restrict used, const long *at, double *sum, const double *restrict a)
{
            
# 16 "scanned.c"

# 1 "<accrs>" 3
{
    static const __accrs_item __accrs_items[] = {
        { "used", __ACCRS_COPYIN, __ACCRS_READONLY | __ACCRS_IMPLICIT | __ACCRS_EXACT, 16, __ACCRS_SPAN | __ACCRS_ASKED, sizeof(used[0]), "unsigned char[]" },
        { "a", __ACCRS_COPYIN, __ACCRS_READONLY | __ACCRS_IMPLICIT, 16, __ACCRS_SPAN, sizeof(a[0]), "double[]" },
        { "sum", __ACCRS_COPY, __ACCRS_IMPLICIT | __ACCRS_EXACT, 16, __ACCRS_SPAN | __ACCRS_SCANNED, sizeof(sum[0]), "double[]" },
        { "at", __ACCRS_COPYIN, __ACCRS_READONLY | __ACCRS_IMPLICIT, 16, __ACCRS_SPAN, sizeof(at[0]), "long[]" },
    };
    static const __accrs_site __accrs_here = { "scanned.c", "chosen", "kernels", 16, 4, __accrs_items };
    const int __accrs_queue = __ACCRS_SYNC;
    do {
    int __accrs_cores = __accrs_compute_begin(&__accrs_unit, &__accrs_here, __accrs_queue, 0);
    if (!__accrs_cores)
    {
        int __accrs_known14 = 0;
        long long __accrs_least14 = 9223372036854775807LL, __accrs_end14 = -9223372036854775807LL;
        {
            const __accrs_value __accrs_reads[] = {
                { (void *)sum },
                { (void *)used }, { .n = 0 }, { .n = (long long)n * (long long)sizeof(used[0]) },
                { (void *)at }, { .n = 0 }, { .n = (long long)n * (long long)sizeof(at[0]) },
            };
            __accrs_known14 = __accrs_scans(&__accrs_here, __accrs_reads, 2);
            if (__accrs_known14) {
                long long __accrs_at;
                int __accrs_own0 = 0;
                int __accrs_own1 = 0;
                __accrs_own0 = 0;
                for (; __accrs_own0 < n; __accrs_own0++) {
                    __accrs_own1 = 0;
                    if (__accrs_own1 < m) {
                        if (used[__accrs_own0]) {
                            __accrs_at = (long long)(2 * at[__accrs_own0] - 1);
                            if (__accrs_at < __accrs_least14) __accrs_least14 = __accrs_at;
                            if (__accrs_at >= __accrs_end14) __accrs_end14 = __accrs_at + 1;
                        }
                    }
                }
            }
            if (__accrs_least14 > __accrs_end14)
                __accrs_least14 = __accrs_end14 = 0;
        }
        const __accrs_value __accrs_values[] = {
            { (void *)used }, { .n = 0 }, { .n = n }, { .n = (((int)0 < n) && ((int)0 < m)) ? 1 : 0 },
            { (void *)a }, { .n = 0 }, { .n = ((long)n * m) },
            { (void *)sum }, { .n = __accrs_known14 }, { .n = __accrs_least14 }, { .n = __accrs_end14 },
            { (void *)at }, { .n = 0 }, { .n = n },
        };
        __accrs_region *__accrs_open = __accrs_compute_enter(&__accrs_unit, &__accrs_here, __accrs_values, __accrs_queue);
        __accrs_cores = !__accrs_open;
        if (__accrs_open) {
        {
            const __accrs_value __accrs_arguments[] = {
                { .n4 = n }, { .n4 = m }, { (void *)used }, { (void *)a }, { (void *)sum }, { (void *)at },
            };
            __accrs_launch(&__accrs_unit, &__accrs_kernel_scanned_chosen_17, __accrs_open, __accrs_arguments, __accrs_queue);
        }

        __accrs_data_exit(__accrs_open, __accrs_queue);
        }
    }
    if (__accrs_cores)
    {
        __accrs_host_begin(&__accrs_here, &__accrs_kernel_scanned_chosen_17);

# 16 "scanned.c"

    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (used[i])
                sum[2 * at[i] - 1] += a[i * m + j];
# 1 "<accrs>" 3

    }
    } while (__accrs_compute_again());
}
# 21 "scanned.c"
}

# 1 "<accrs>" 3
