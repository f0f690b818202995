# 1 "pointers_asked.c"
// host: the questions stand before the launches
// Plain pointers: a kernel for memory that lies apart, and its version in order; what is turned around, and summed up, only in the
// first. The host asks which one is right.
void columns(int n, int m, double *a, double *b)
{
            
# 6 "pointers_asked.c"

# 1 "<accrs>" 3
{
    static const __accrs_item __accrs_items[] = {
        { "b", __ACCRS_COPYIN, __ACCRS_READONLY | __ACCRS_IMPLICIT | __ACCRS_EXACT, 6, __ACCRS_SPAN | __ACCRS_ASKED, sizeof(b[0]), "double[]" },
        { "a", __ACCRS_COPYOUT, __ACCRS_IMPLICIT | __ACCRS_EXACT, 6, __ACCRS_SPAN | __ACCRS_ASKED, sizeof(a[0]), "double[]" },
    };
    static const __accrs_site __accrs_here = { "pointers_asked.c", "columns", "kernels", 6, 2, __accrs_items };
    const int __accrs_queue = __ACCRS_SYNC;
    do {
    int __accrs_cores = __accrs_compute_begin(&__accrs_unit, &__accrs_here, __accrs_queue, 0);
    if (!__accrs_cores)
    {
        const __accrs_value __accrs_values[] = {
            { (void *)b }, { .n = 0 }, { .n = ((long)n * m) }, { .n = (((int)0 < n) && ((int)0 < m)) ? 1 : 0 },
            { (void *)a }, { .n = 0 }, { .n = ((long)n * m) }, { .n = (((int)0 < n) && ((int)0 < m)) ? 1 : 0 },
        };
        __accrs_region *__accrs_open = __accrs_compute_enter(&__accrs_unit, &__accrs_here, __accrs_values, __accrs_queue);
        __accrs_cores = !__accrs_open;
        if (__accrs_open) {
        {
            static const unsigned short __accrs_asked[] = { 1, 0 };
            const __accrs_value __accrs_reached[] = {
                { (void *)a }, { .n = 0 }, { .n = (long long)((long)n * m) * (long long)sizeof(a[0]) },
                { (void *)b }, { .n = 0 }, { .n = (long long)((long)n * m) * (long long)sizeof(b[0]) },
            };
            if (__accrs_apart(&__accrs_kernel_pointers_asked_columns_7, __accrs_asked, 1, __accrs_open, __accrs_reached)) {
                {
                    const __accrs_value __accrs_arguments[] = {
                        { .n4 = n }, { .n4 = m }, { (void *)b }, { (void *)a },
                        { .n = n }, { .n = m },
                    };
                    __accrs_launch(&__accrs_unit, &__accrs_kernel_pointers_asked_columns_7, __accrs_open, __accrs_arguments, __accrs_queue);
                }
            } else {
                {
                    const __accrs_value __accrs_arguments[] = {
                        { .n4 = n }, { .n4 = m }, { (void *)b }, { (void *)a },
                    };
                    __accrs_launch(&__accrs_unit, &__accrs_kernel_pointers_asked_columns_7_in_order, __accrs_open, __accrs_arguments, __accrs_queue);
                }
            }
        }

        __accrs_data_exit(__accrs_open, __accrs_queue);
        }
    }
    if (__accrs_cores)
    {
        __accrs_host_begin(&__accrs_here, &__accrs_kernel_pointers_asked_columns_7);
        const double __accrs_least = __accrs_least_work();
        static void *__accrs_choices[1];
        __accrs_turn __accrs_now;

# 6 "pointers_asked.c"

    
# 1 "<accrs>" 3
{ __accrs_now.began = 0; if (16 * (4 * (double)n * (double)m) >= __accrs_least && __accrs_asked(&__accrs_here, a + ((long)n * m) <= b || b + ((long)n * m) <= a) && __accrs_begins(&__accrs_choices[0], &__accrs_here, 4 * (double)n * (double)m, &__accrs_now)) {
#pragma omp parallel for schedule(static)
# 7 "pointers_asked.c"
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[j * n + i] = 2 * b[j * n + i];
# 1 "<accrs>" 3
} else {

# 7 "pointers_asked.c" 3
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[j * n + i] = 2 * b[j * n + i];
# 1 "<accrs>" 3
} if (__accrs_now.began) __accrs_ends(&__accrs_now); }
# 10 "pointers_asked.c"
# 1 "<accrs>" 3

    }
    } while (__accrs_compute_again());
}
# 10 "pointers_asked.c"
}

double steps(int n, double *a, double *b, double *c)
{
    double sum = 0;
            
# 15 "pointers_asked.c"

# 1 "<accrs>" 3
{
    static const __accrs_item __accrs_items[] = {
        { "b", __ACCRS_COPYIN, __ACCRS_READONLY | __ACCRS_IMPLICIT | __ACCRS_EXACT, 15, __ACCRS_SPAN | __ACCRS_ASKED, sizeof(b[0]), "double[]" },
        { "c", __ACCRS_COPYIN, __ACCRS_READONLY | __ACCRS_IMPLICIT | __ACCRS_EXACT, 15, __ACCRS_SPAN | __ACCRS_ASKED, sizeof(c[0]), "double[]" },
        { "a", __ACCRS_COPYOUT, __ACCRS_IMPLICIT | __ACCRS_EXACT, 15, __ACCRS_SPAN | __ACCRS_ASKED, sizeof(a[0]), "double[]" },
        { "sum", __ACCRS_COPY, __ACCRS_IMPLICIT, 15, 0, sizeof(sum), "double" },
    };
    static const __accrs_site __accrs_here = { "pointers_asked.c", "steps", "kernels", 15, 4, __accrs_items };
    const int __accrs_queue = __ACCRS_SYNC;
    do {
    int __accrs_cores = __accrs_compute_begin(&__accrs_unit, &__accrs_here, __accrs_queue, 0);
    if (!__accrs_cores)
    {
        const __accrs_value __accrs_values[] = {
            { (void *)b }, { .n = 0 }, { .n = n }, { .n = (((int)0 < n) && ((int)1 < n) && ((int)0 < n) && ((int)1 < n)) ? 1 : 0 },
            { (void *)c }, { .n = 1 }, { .n = n }, { .n = (((int)0 < n) && ((int)1 < n)) ? 1 : 0 },
            { (void *)a }, { .n = 1 }, { .n = n }, { .n = (((int)0 < n) && ((int)1 < n)) ? 1 : 0 },
            { (void *)&sum },
        };
        __accrs_region *__accrs_open = __accrs_compute_enter(&__accrs_unit, &__accrs_here, __accrs_values, __accrs_queue);
        __accrs_cores = !__accrs_open;
        if (__accrs_open) {
        {
            static const unsigned short __accrs_asked[] = { 2, 0, 2, 1 };
            const __accrs_value __accrs_reached[] = {
                { (void *)a }, { .n = (long long)1 * (long long)sizeof(a[0]) }, { .n = (long long)n * (long long)sizeof(a[0]) },
                { (void *)b }, { .n = 0 }, { .n = (long long)n * (long long)sizeof(b[0]) },
                { (void *)a }, { .n = (long long)1 * (long long)sizeof(a[0]) }, { .n = (long long)n * (long long)sizeof(a[0]) },
                { (void *)c }, { .n = (long long)1 * (long long)sizeof(c[0]) }, { .n = (long long)n * (long long)sizeof(c[0]) },
            };
            if (__accrs_apart(&__accrs_kernel_pointers_asked_steps_16, __accrs_asked, 2, __accrs_open, __accrs_reached)) {
                {
                    const __accrs_value __accrs_arguments[] = {
                        { .n4 = n }, { (void *)b }, { (void *)c }, { (void *)a },
                        { .n = n },
                    };
                    __accrs_launch(&__accrs_unit, &__accrs_kernel_pointers_asked_steps_16, __accrs_open, __accrs_arguments, __accrs_queue);
                }
            } else {
                {
                    const __accrs_value __accrs_arguments[] = {
                        { .n4 = n }, { (void *)b }, { (void *)c }, { (void *)a },
                    };
                    __accrs_launch(&__accrs_unit, &__accrs_kernel_pointers_asked_steps_16_in_order, __accrs_open, __accrs_arguments, __accrs_queue);
                }
            }
        }
        {
            static const unsigned short __accrs_asked[] = { 2, 0, 2, 1 };
            const __accrs_value __accrs_reached[] = {
                { (void *)a }, { .n = (long long)1 * (long long)sizeof(a[0]) }, { .n = (long long)n * (long long)sizeof(a[0]) },
                { (void *)b }, { .n = 0 }, { .n = (long long)n * (long long)sizeof(b[0]) },
                { (void *)a }, { .n = (long long)1 * (long long)sizeof(a[0]) }, { .n = (long long)n * (long long)sizeof(a[0]) },
                { (void *)c }, { .n = (long long)1 * (long long)sizeof(c[0]) }, { .n = (long long)n * (long long)sizeof(c[0]) },
            };
            if (__accrs_apart(&__accrs_kernel_pointers_asked_steps_16_2, __accrs_asked, 2, __accrs_open, __accrs_reached)) {
                {
                    const __accrs_value __accrs_arguments[] = {
                        { .n4 = n }, { (void *)b },
                        { .n = n }, { .n = n },
                    };
                    __accrs_launch(&__accrs_unit, &__accrs_kernel_pointers_asked_steps_16_2, __accrs_open, __accrs_arguments, __accrs_queue);
                }
            }
        }

        __accrs_data_exit(__accrs_open, __accrs_queue);
        }
    }
    if (__accrs_cores)
    {
        __accrs_host_begin(&__accrs_here, &__accrs_kernel_pointers_asked_steps_16);
        static void *__accrs_choices[2];
        __accrs_turn __accrs_now;

# 15 "pointers_asked.c"

    
# 1 "<accrs>" 3
if (__accrs_asked(&__accrs_here, a + n <= b || b + n <= a + 1)) {
    if (__accrs_asked(&__accrs_here, a + n <= c + 1 || c + n <= a + 1))
    {
        typedef double __accrs_vector __attribute__((vector_size(16)));
        typedef double __accrs_memory __attribute__((vector_size(16), aligned(8), may_alias));
        const long i_from = 1, i_end = (long)n;
#pragma omp parallel for schedule(static) if(__accrs_pays(0.5 * (5 * (double)n * ((double)n - 1))))
        for (long i_tile = i_from; i_tile < i_end; i_tile += 8)
            if (i_tile + 8 <= i_end) {
                const int i = i_tile;
                if (0 < n) {
                    __accrs_vector a_0_0 = *(__accrs_memory *)&a[i];
                    __accrs_vector a_0_1 = *(__accrs_memory *)&a[i + 2];
                    __accrs_vector a_0_2 = *(__accrs_memory *)&a[i + 4];
                    __accrs_vector a_0_3 = *(__accrs_memory *)&a[i + 6];
                    for (int t = 0; t < n; t++) {
                        a_0_0 = *(__accrs_memory *)&b[i - 1] + *(__accrs_memory *)&c[i];
                        a_0_1 = *(__accrs_memory *)&b[i + 1] + *(__accrs_memory *)&c[i + 2];
                        a_0_2 = *(__accrs_memory *)&b[i + 3] + *(__accrs_memory *)&c[i + 4];
                        a_0_3 = *(__accrs_memory *)&b[i + 5] + *(__accrs_memory *)&c[i + 6];
                    }
                    *(__accrs_memory *)&a[i] = a_0_0;
                    *(__accrs_memory *)&a[i + 2] = a_0_1;
                    *(__accrs_memory *)&a[i + 4] = a_0_2;
                    *(__accrs_memory *)&a[i + 6] = a_0_3;
                }
            } else {
                const long i_last = i_tile + 8 < i_end ? i_tile + 8 : i_end;
                long i_at = i_tile;
                for (; i_at + 2 <= i_last; i_at += 2) {
                    const int i = i_at;
                    if (0 < n) {
                        __accrs_vector a_0_0 = *(__accrs_memory *)&a[i];
                        for (int t = 0; t < n; t++) {
                            a_0_0 = *(__accrs_memory *)&b[i - 1] + *(__accrs_memory *)&c[i];
                        }
                        *(__accrs_memory *)&a[i] = a_0_0;
                    }
                }
                for (; i_at < i_last; i_at++) {
                    const int i = i_at;
                    if (0 < n) {
                        double a_0_0 = a[i];
                        for (int t = 0; t < n; t++) {
                            a_0_0 = b[i - 1] + c[i];
                        }
                        a[i] = a_0_0;
                    }
                }
            }
    }
    else {
        for (int t = 0; t < n; t++) {
for (__accrs_begins(&__accrs_choices[0], &__accrs_here, (__accrs_asked(&__accrs_here, a + n <= c + 1 || c + n <= a + 1)) ? 5 * ((double)n - 1) : 0, &__accrs_now); __accrs_now.open; __accrs_ends(&__accrs_now))
#pragma omp parallel for schedule(static) if(__accrs_now.team)
            for (int i = 1; i < n; i++) {

# 18 "pointers_asked.c"
            a[i] = b[i - 1] + c[i];
# 1 "<accrs>" 3

            }
        }
    }
for (__accrs_begins(&__accrs_choices[1], &__accrs_here, 4 * (double)n * ((double)n - 1), &__accrs_now); __accrs_now.open; __accrs_ends(&__accrs_now))
#pragma omp parallel for schedule(static) if(__accrs_now.team) reduction(+:sum)
    for (int t = 0; t < n; t++) {
#pragma omp simd reduction(+:sum)
        for (int i = 1; i < n; i++) {

# 19 "pointers_asked.c"
            sum += b[i];
# 1 "<accrs>" 3

        }
    }
} else {

# 16 "pointers_asked.c" 3
    for (int t = 0; t < n; t++)
        for (int i = 1; i < n; i++) {
            a[i] = b[i - 1] + c[i];
            sum += b[i];
        }
# 1 "<accrs>" 3
}
# 21 "pointers_asked.c"
# 1 "<accrs>" 3

    }
    } while (__accrs_compute_again());
}
# 21 "pointers_asked.c"
    return sum;
}

float given[100];

void clauses(int n, float *p, float *q)
{
            
# 28 "pointers_asked.c"

# 1 "<accrs>" 3
{
    static const __accrs_item __accrs_items[] = {
        { "p[0:n]", __ACCRS_PRESENT, 0, 28, 1, sizeof(p[0]), "float[]" },
        { "q", __ACCRS_DEVICEPTR, __ACCRS_READONLY | __ACCRS_ADDRESS, 28, 0, 0, "float[]" },
        { "given", __ACCRS_COPYIN, __ACCRS_READONLY | __ACCRS_IMPLICIT, 28, 0, sizeof(given), "float[100]" },
    };
    static const __accrs_site __accrs_here = { "pointers_asked.c", "clauses", "parallel loop", 28, 3, __accrs_items };
    const int __accrs_queue = __ACCRS_SYNC;
    do {
    int __accrs_cores = __accrs_compute_begin(&__accrs_unit, &__accrs_here, __accrs_queue, 0);
    if (!__accrs_cores)
    {
        const __accrs_value __accrs_values[] = {
            { (void *)&p[0] }, { .n = n },
            { (void *)q },
            { (void *)&given },
        };
        __accrs_region *__accrs_open = __accrs_compute_enter(&__accrs_unit, &__accrs_here, __accrs_values, __accrs_queue);
        __accrs_cores = !__accrs_open;
        if (__accrs_open) {
        {
            static const unsigned short __accrs_asked[] = { 0, __ACCRS_NO_ITEM, 0, 2 };
            const __accrs_value __accrs_reached[] = {
                { (void *)p }, { .n = 0 }, { .n = (long long)n * (long long)sizeof(p[0]) },
                { (void *)q }, { .n = (long long)1 * (long long)sizeof(q[0]) }, { .n = (long long)(n + 1) * (long long)sizeof(q[0]) },
                { (void *)p }, { .n = 0 }, { .n = (long long)n * (long long)sizeof(p[0]) },
                { (void *)given }, { .n = 0 }, { .n = sizeof(given) },
            };
            if (__accrs_apart(&__accrs_kernel_pointers_asked_clauses_28, __accrs_asked, 2, __accrs_open, __accrs_reached)) {
                {
                    const __accrs_value __accrs_arguments[] = {
                        { .n4 = n }, { (void *)q }, { (void *)given }, { (void *)p },
                        { .n = n },
                    };
                    __accrs_launch(&__accrs_unit, &__accrs_kernel_pointers_asked_clauses_28, __accrs_open, __accrs_arguments, __accrs_queue);
                }
            } else {
                {
                    const __accrs_value __accrs_arguments[] = {
                        { .n4 = n }, { (void *)q }, { (void *)given }, { (void *)p },
                    };
                    __accrs_launch(&__accrs_unit, &__accrs_kernel_pointers_asked_clauses_28_in_order, __accrs_open, __accrs_arguments, __accrs_queue);
                }
            }
        }

        __accrs_data_exit(__accrs_open, __accrs_queue);
        }
    }
    if (__accrs_cores)
    {
        __accrs_host_begin(&__accrs_here, &__accrs_kernel_pointers_asked_clauses_28);
        const double __accrs_least = __accrs_least_work();
        static void *__accrs_choices[1];
        __accrs_turn __accrs_now;

# 28 "pointers_asked.c"

    
# 1 "<accrs>" 3
{ __accrs_now.began = 0; if (16 * (10 * (double)n) >= __accrs_least && __accrs_asked(&__accrs_here, (p + n <= q + 1 || q + (n + 1) <= p) && ((const volatile void *)(p + n) <= (const volatile void *)given || (const volatile void *)(&given + 1) <= (const volatile void *)p)) && __accrs_begins(&__accrs_choices[0], &__accrs_here, 10 * (double)n, &__accrs_now)) {
#pragma omp parallel for schedule(static)
# 29 "pointers_asked.c"
    for (int i = 0; i < n; i++)
        if (i % 2)
            p[i] = q[i + 1] + given[i];
# 1 "<accrs>" 3
} else {

# 29 "pointers_asked.c" 3
    for (int i = 0; i < n; i++)
        if (i % 2)
            p[i] = q[i + 1] + given[i];
# 1 "<accrs>" 3
} if (__accrs_now.began) __accrs_ends(&__accrs_now); }
# 32 "pointers_asked.c"
# 1 "<accrs>" 3

    }
    } while (__accrs_compute_again());
}
# 32 "pointers_asked.c"
}

# 1 "<accrs>" 3
