# 1 "queues.c"
// host: the tasks and the calls for queues
// Work on several queues: async with and without a number, waits as clauses and as directives.
void stages(int n, float *restrict a, float *restrict b, float *restrict c, int queue)
{
            
# 5 "queues.c"

# 1 "<accrs>" 3
{
    static const __accrs_item __accrs_items[] = {
        { "a[0:n]", __ACCRS_COPY, 0, 5, 1, sizeof(a[0]), "float[]" },
        { "b[0:n]", __ACCRS_COPY, 0, 5, 1, sizeof(b[0]), "float[]" },
        { "c[0:n]", __ACCRS_COPY, 0, 5, 1, sizeof(c[0]), "float[]" },
    };
    static const __accrs_site __accrs_here = { "queues.c", "stages", "data", 5, 3, __accrs_items };
    const int __accrs_queue = __ACCRS_SYNC;
    __accrs_region *__accrs_open = 0;
    {
        const __accrs_value __accrs_values[] = {
            { (void *)&a[0] }, { .n = n },
            { (void *)&b[0] }, { .n = n },
            { (void *)&c[0] }, { .n = n },
        };
        __accrs_open = __accrs_data_enter(&__accrs_here, __accrs_values, __accrs_queue);
    }

# 6 "queues.c"
    {
                
# 7 "queues.c"

# 1 "<accrs>" 3
{
    static const __accrs_item __accrs_items[] = {
        { "a", __ACCRS_PRESENT, __ACCRS_ADDRESS | __ACCRS_IMPLICIT, 7, 0, 0, "float[]" },
    };
    static const __accrs_site __accrs_here = { "queues.c", "stages", "parallel loop", 7, 1, __accrs_items };
    const int __accrs_queue = (int)(1);
    do {
    if (__accrs_compute_begin(&__accrs_unit, &__accrs_here, __accrs_queue, 0))
    {
        const int __accrs_now = __accrs_host_async(&__accrs_here, __accrs_queue);
#pragma omp task if(__accrs_now) firstprivate(n, a)
        {
        __accrs_host_begin(&__accrs_here, &__accrs_kernel_queues_stages_7);
        const double __accrs_least = __accrs_least_work();
        static void *__accrs_choices[1];
        __accrs_turn __accrs_now;

# 7 "queues.c"

        
# 1 "<accrs>" 3
{ __accrs_now.began = 0; if (16 * (4 * (double)n) >= __accrs_least && __accrs_begins(&__accrs_choices[0], &__accrs_here, 4 * (double)n, &__accrs_now)) {
#pragma omp parallel for simd schedule(static)
# 8 "queues.c"
        for (int i = 0; i < n; i++)
            a[i] += 1;
# 1 "<accrs>" 3
} else {
#pragma omp simd
# 8 "queues.c" 3
        for (int i = 0; i < n; i++)
            a[i] += 1;
# 1 "<accrs>" 3
} if (__accrs_now.began) __accrs_ends(&__accrs_now); }
# 10 "queues.c"
# 1 "<accrs>" 3

        __accrs_host_end();
        }
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
            __accrs_launch(&__accrs_unit, &__accrs_kernel_queues_stages_7, __accrs_open, __accrs_arguments, __accrs_queue);
        }

        __accrs_data_exit(__accrs_open, __accrs_queue);
    }
    } while (__accrs_compute_again());
}
# 10 "queues.c"
                
# 10 "queues.c"

# 1 "<accrs>" 3
{
    static const __accrs_item __accrs_items[] = {
        { "b", __ACCRS_PRESENT, __ACCRS_ADDRESS | __ACCRS_IMPLICIT, 10, 0, 0, "float[]" },
    };
    static const __accrs_site __accrs_here = { "queues.c", "stages", "parallel loop", 10, 1, __accrs_items };
    const int __accrs_queue = (int)(queue + 1);
    do {
    if (__accrs_compute_begin(&__accrs_unit, &__accrs_here, __accrs_queue, 0))
    {
        const int __accrs_now = __accrs_host_async(&__accrs_here, __accrs_queue);
#pragma omp task if(__accrs_now) firstprivate(n, b)
        {
        __accrs_host_begin(&__accrs_here, &__accrs_kernel_queues_stages_10);
        const double __accrs_least = __accrs_least_work();
        static void *__accrs_choices[1];
        __accrs_turn __accrs_now;

# 10 "queues.c"

        
# 1 "<accrs>" 3
{ __accrs_now.began = 0; if (16 * (4 * (double)n) >= __accrs_least && __accrs_begins(&__accrs_choices[0], &__accrs_here, 4 * (double)n, &__accrs_now)) {
#pragma omp parallel for simd schedule(static)
# 11 "queues.c"
        for (int i = 0; i < n; i++)
            b[i] *= 2;
# 1 "<accrs>" 3
} else {
#pragma omp simd
# 11 "queues.c" 3
        for (int i = 0; i < n; i++)
            b[i] *= 2;
# 1 "<accrs>" 3
} if (__accrs_now.began) __accrs_ends(&__accrs_now); }
# 13 "queues.c"
# 1 "<accrs>" 3

        __accrs_host_end();
        }
    }
    else
    {
        const __accrs_value __accrs_values[] = {
            { (void *)b },
        };
        __accrs_region *__accrs_open = __accrs_data_enter(&__accrs_here, __accrs_values, __accrs_queue);
        {
            const __accrs_value __accrs_arguments[] = {
                { .n4 = n }, { (void *)b },
                { .n = n },
            };
            __accrs_launch(&__accrs_unit, &__accrs_kernel_queues_stages_10, __accrs_open, __accrs_arguments, __accrs_queue);
        }

        __accrs_data_exit(__accrs_open, __accrs_queue);
    }
    } while (__accrs_compute_again());
}
# 13 "queues.c"
                
# 13 "queues.c"

# 1 "<accrs>" 3
{
    static const __accrs_item __accrs_items[] = {
        { "a", __ACCRS_PRESENT, __ACCRS_READONLY | __ACCRS_ADDRESS | __ACCRS_IMPLICIT, 13, 0, 0, "float[]" },
        { "b", __ACCRS_PRESENT, __ACCRS_READONLY | __ACCRS_ADDRESS | __ACCRS_IMPLICIT, 13, 0, 0, "float[]" },
        { "c", __ACCRS_PRESENT, __ACCRS_ADDRESS | __ACCRS_IMPLICIT, 13, 0, 0, "float[]" },
    };
    static const __accrs_site __accrs_here = { "queues.c", "stages", "parallel loop", 13, 3, __accrs_items };
    const int __accrs_queue = __ACCRS_NOVAL;
    do {
    if (__accrs_compute_begin(&__accrs_unit, &__accrs_here, __accrs_queue, 0))
    {
    { const int __accrs_queues[] = { (int)(1), (int)(queue + 1) }; __accrs_wait(&__accrs_here, __accrs_queues, 2, __ACCRS_NONE, __accrs_queue); }
        const int __accrs_now = __accrs_host_async(&__accrs_here, __accrs_queue);
#pragma omp task if(__accrs_now) firstprivate(n, c, a, b)
        {
        __accrs_host_begin(&__accrs_here, &__accrs_kernel_queues_stages_13);
        const double __accrs_least = __accrs_least_work();
        static void *__accrs_choices[1];
        __accrs_turn __accrs_now;

# 13 "queues.c"

        
# 1 "<accrs>" 3
{ __accrs_now.began = 0; if (16 * (5 * (double)n) >= __accrs_least && __accrs_begins(&__accrs_choices[0], &__accrs_here, 5 * (double)n, &__accrs_now)) {
#pragma omp parallel for simd schedule(static)
# 14 "queues.c"
        for (int i = 0; i < n; i++)
            c[i] = a[i] + b[i];
# 1 "<accrs>" 3
} else {
#pragma omp simd
# 14 "queues.c" 3
        for (int i = 0; i < n; i++)
            c[i] = a[i] + b[i];
# 1 "<accrs>" 3
} if (__accrs_now.began) __accrs_ends(&__accrs_now); }
# 16 "queues.c"
# 1 "<accrs>" 3

        __accrs_host_end();
        }
    }
    else
    {
    { const int __accrs_queues[] = { (int)(1), (int)(queue + 1) }; __accrs_wait(&__accrs_here, __accrs_queues, 2, __ACCRS_NONE, __accrs_queue); }
        const __accrs_value __accrs_values[] = {
            { (void *)a },
            { (void *)b },
            { (void *)c },
        };
        __accrs_region *__accrs_open = __accrs_data_enter(&__accrs_here, __accrs_values, __accrs_queue);
        {
            const __accrs_value __accrs_arguments[] = {
                { .n4 = n }, { (void *)a }, { (void *)b }, { (void *)c },
                { .n = n },
            };
            __accrs_launch(&__accrs_unit, &__accrs_kernel_queues_stages_13, __accrs_open, __accrs_arguments, __accrs_queue);
        }

        __accrs_data_exit(__accrs_open, __accrs_queue);
    }
    } while (__accrs_compute_again());
}
# 16 "queues.c"
                
# 16 "queues.c"

# 1 "<accrs>" 3
{
    static const __accrs_site __accrs_here = { "queues.c", "stages", "wait", 16, 0, 0 };
    {
        const int __accrs_queue = (int)(3);
    { const int __accrs_queues[] = { (int)(1) }; __accrs_wait(&__accrs_here, __accrs_queues, 1, __ACCRS_NONE, __accrs_queue); }
    }
}
# 17 "queues.c"
                
# 17 "queues.c"

# 1 "<accrs>" 3
{
    static const __accrs_item __accrs_items[] = {
        { "a[0:n]", __ACCRS_UPDATE_HOST, 0, 17, 1, sizeof(a[0]), "float[]" },
    };
    static const __accrs_site __accrs_here = { "queues.c", "stages", "update", 17, 1, __accrs_items };
    {
        const int __accrs_queue = (int)(3);
        const __accrs_value __accrs_values[] = {
            { (void *)&a[0] }, { .n = n },
        };
        __accrs_update(&__accrs_here, __accrs_values, __accrs_queue);
    }
}
# 18 "queues.c"
                
# 18 "queues.c"

# 1 "<accrs>" 3
{
    static const __accrs_site __accrs_here = { "queues.c", "stages", "wait", 18, 0, 0 };
    {
        const int __accrs_queue = __ACCRS_SYNC;
    __accrs_wait(&__accrs_here, 0, 0, __ACCRS_NONE, __accrs_queue);
    }
}
# 19 "queues.c"
    }
# 1 "<accrs>" 3

        __accrs_data_exit(__accrs_open, __accrs_queue);
}
# 20 "queues.c"
}

# 1 "<accrs>" 3
