# 1 "conditions.c"
// host: where the construct runs is asked there
// if and self: whether a device runs the construct, the host's cores, or one thread.
void where(int n, int big, int cores, double *a)
{
            
# 5 "conditions.c"

# 1 "<accrs>" 3
{
    static const __accrs_item __accrs_items[] = {
        { "a[0:n]", __ACCRS_COPY, 0, 5, 1, sizeof(a[0]), "double[]" },
    };
    static const __accrs_site __accrs_here = { "conditions.c", "where", "data", 5, 1, __accrs_items };
    const int __accrs_queue = __ACCRS_SYNC;
    __accrs_region *__accrs_open = 0;
    if (big)
    {
        const __accrs_value __accrs_values[] = {
            { (void *)&a[0] }, { .n = n },
        };
        __accrs_open = __accrs_data_enter(&__accrs_here, __accrs_values, __accrs_queue);
    }

# 6 "conditions.c"
    {
                
# 7 "conditions.c"

# 1 "<accrs>" 3
{
    static const __accrs_item __accrs_items[] = {
        { "a", __ACCRS_PRESENT, __ACCRS_ADDRESS | __ACCRS_IMPLICIT, 7, 0, 0, "double[]" },
    };
    static const __accrs_site __accrs_here = { "conditions.c", "where", "parallel loop", 7, 1, __accrs_items };
    const int __accrs_queue = __ACCRS_SYNC;
    do {
    if (__accrs_compute_begin(&__accrs_unit, &__accrs_here, __accrs_queue, !(n > 1000) || (cores) ? 1 : 0))
    {
        __accrs_host_begin(&__accrs_here, &__accrs_kernel_conditions_where_7);
        const double __accrs_least = __accrs_least_work();
        static void *__accrs_choices[1];
        __accrs_turn __accrs_now;

# 7 "conditions.c"

        
# 1 "<accrs>" 3
{ __accrs_now.began = 0; if (16 * (4 * (double)n) >= __accrs_least && __accrs_begins(&__accrs_choices[0], &__accrs_here, 4 * (double)n, &__accrs_now)) {
#pragma omp parallel for simd schedule(static)
# 8 "conditions.c"
        for (int i = 0; i < n; i++)
            a[i] += 1;
# 1 "<accrs>" 3
} else {
#pragma omp simd
# 8 "conditions.c" 3
        for (int i = 0; i < n; i++)
            a[i] += 1;
# 1 "<accrs>" 3
} if (__accrs_now.began) __accrs_ends(&__accrs_now); }
# 10 "conditions.c"
# 1 "<accrs>" 3

    }
    else
    {
        const __accrs_value __accrs_values[] = {
            { (void *)a },
        };
        __accrs_region *__accrs_open = __accrs_data_enter(&__accrs_here, __accrs_values, __accrs_queue);
        {
            const __accrs_value __accrs_arguments[] = {
                { .n4 = n }, { (void *)a },
                { .n = n },
            };
            __accrs_launch(&__accrs_unit, &__accrs_kernel_conditions_where_7, __accrs_open, __accrs_arguments, __accrs_queue);
        }

        __accrs_data_exit(__accrs_open, __accrs_queue);
    }
    } while (__accrs_compute_again());
}
# 10 "conditions.c"
                
# 10 "conditions.c"

# 1 "<accrs>" 3
{
    static const __accrs_site __accrs_here = { "conditions.c", "where", "kernels loop", 10, 0, 0 };
    const int __accrs_queue = __ACCRS_SYNC;
    __accrs_compute_begin(&__accrs_unit, &__accrs_here, __accrs_queue, 1);
    {
        __accrs_host_begin(&__accrs_here, &__accrs_kernel_conditions_where_10);
        const double __accrs_least = __accrs_least_work();
        static void *__accrs_choices[1];
        __accrs_turn __accrs_now;

# 10 "conditions.c"

        
# 1 "<accrs>" 3
{ __accrs_now.began = 0; if (16 * (4 * (double)n) >= __accrs_least && __accrs_begins(&__accrs_choices[0], &__accrs_here, 4 * (double)n, &__accrs_now)) {
#pragma omp parallel for simd schedule(static)
# 11 "conditions.c"
        for (int i = 0; i < n; i++)
            a[i] *= 2;
# 1 "<accrs>" 3
} else {
#pragma omp simd
# 11 "conditions.c" 3
        for (int i = 0; i < n; i++)
            a[i] *= 2;
# 1 "<accrs>" 3
} if (__accrs_now.began) __accrs_ends(&__accrs_now); }
# 13 "conditions.c"
# 1 "<accrs>" 3

    }
    __accrs_compute_end();
}
# 13 "conditions.c"
                
# 13 "conditions.c"

# 1 "<accrs>" 3
{
    static const __accrs_item __accrs_items[] = {
        { "a", __ACCRS_PRESENT, __ACCRS_ADDRESS | __ACCRS_IMPLICIT, 13, 0, 0, "double[]" },
    };
    static const __accrs_site __accrs_here = { "conditions.c", "where", "serial", 13, 1, __accrs_items };
    const int __accrs_queue = __ACCRS_SYNC;
    do {
    if (__accrs_compute_begin(&__accrs_unit, &__accrs_here, __accrs_queue, !(big)))
    {
        __accrs_host_begin(&__accrs_here, &__accrs_kernel_conditions_where_13);

# 13 "conditions.c"

        a[0] = 0;
# 1 "<accrs>" 3

    }
    else
    {
        const __accrs_value __accrs_values[] = {
            { (void *)a },
        };
        __accrs_region *__accrs_open = __accrs_data_enter(&__accrs_here, __accrs_values, __accrs_queue);
        {
            const __accrs_value __accrs_arguments[] = {
                { (void *)a },
            };
            __accrs_launch(&__accrs_unit, &__accrs_kernel_conditions_where_13, __accrs_open, __accrs_arguments, __accrs_queue);
        }

        __accrs_data_exit(__accrs_open, __accrs_queue);
    }
    } while (__accrs_compute_again());
}
# 15 "conditions.c"
                
# 15 "conditions.c"

# 1 "<accrs>" 3
{
    static const __accrs_item __accrs_items[] = {
        { "a[0:1]", __ACCRS_UPDATE_HOST, 0, 15, 1, sizeof(a[0]), "double[]" },
    };
    static const __accrs_site __accrs_here = { "conditions.c", "where", "update", 15, 1, __accrs_items };
    if (big)
    {
        const int __accrs_queue = __ACCRS_SYNC;
        const __accrs_value __accrs_values[] = {
            { (void *)&a[0] }, { .n = 1 },
        };
        __accrs_update(&__accrs_here, __accrs_values, __accrs_queue);
    }
}
# 16 "conditions.c"
    }
# 1 "<accrs>" 3

    if (__accrs_open)
        __accrs_data_exit(__accrs_open, __accrs_queue);
}
# 17 "conditions.c"
}

# 1 "<accrs>" 3
