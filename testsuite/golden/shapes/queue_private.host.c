# 1 "queue_private.c"
// host: the tasks and the calls for queues
// An asynchronous construct that takes scalars, an array and a struct along, and reduces a variable that lives on.
struct pair {
    int a, b;
};
static double total;
void later(int n, struct pair p, const double *restrict x, double *restrict y)
{
    double table[4] = {1, 2, 3, 4};
    const int shift = n / 2;
            
# 11 "queue_private.c"

# 1 "<accrs>" 3
{
    static const __accrs_item __accrs_items[] = {
        { "x", __ACCRS_PRESENT, __ACCRS_READONLY | __ACCRS_ADDRESS, 11, 0, 0, "double[]" },
        { "y", __ACCRS_PRESENT, __ACCRS_ADDRESS, 11, 0, 0, "double[]" },
        { "total", __ACCRS_COPY, __ACCRS_IMPLICIT | __ACCRS_REDUCTION, 11, 0, sizeof(total), "double" },
    };
    static const __accrs_site __accrs_here = { "queue_private.c", "later", "parallel loop", 11, 3, __accrs_items };
    const int __accrs_queue = (int)(2);
    do {
    int __accrs_cores = __accrs_compute_begin(&__accrs_unit, &__accrs_here, __accrs_queue, 0);
    if (!__accrs_cores)
    {
        const __accrs_value __accrs_values[] = {
            { (void *)x },
            { (void *)y },
            { (void *)&total },
        };
        __accrs_region *__accrs_open = __accrs_compute_enter(&__accrs_unit, &__accrs_here, __accrs_values, __accrs_queue);
        __accrs_cores = !__accrs_open;
        if (__accrs_open) {
        {
            __typeof__(p) __accrs_v0 = p;
            const __accrs_value __accrs_arguments[] = {
                { .n4 = n }, { .n4 = shift }, { (void *)x }, { (void *)table }, { (void *)&__accrs_v0 }, { (void *)y },
                { .n = (n - shift) },
            };
            __accrs_launch(&__accrs_unit, &__accrs_kernel_queue_private_later_11, __accrs_open, __accrs_arguments, __accrs_queue);
        }

        __accrs_data_exit(__accrs_open, __accrs_queue);
        }
    }
    if (__accrs_cores)
    {
        const int __accrs_now = __accrs_host_async(&__accrs_here, __accrs_queue);
#pragma omp task if(__accrs_now) firstprivate(n, shift, y, x, table, p) shared(total)
        {
        __accrs_host_begin(&__accrs_here, &__accrs_kernel_queue_private_later_11);
        const double __accrs_least = __accrs_least_work();
        static void *__accrs_choices[1];
        __accrs_turn __accrs_now;

# 11 "queue_private.c"

    
# 1 "<accrs>" 3
{ int i_from = 0;
const unsigned long __accrs_trips = i_from < (n - shift) ? (unsigned long)(n - shift) - (unsigned long)i_from : 0;
const unsigned long __accrs_parts = (9 * (double)(n - shift) >= 200000 || __accrs_least == 0) ? __accrs_sums(9 * (double)(n - shift), __accrs_trips) : 1;
if (__accrs_parts > 1) {
double __accrs_sum0[256];
unsigned long __accrs_part;
__accrs_begins(&__accrs_choices[0], &__accrs_here, 9 * (double)(n - shift), &__accrs_now);
#pragma omp parallel for schedule(static) if(__accrs_now.team)
for (__accrs_part = 0; __accrs_part < __accrs_parts; __accrs_part++) {
double total = 0;
const int i_from_part = i_from + (int)(__accrs_trips / __accrs_parts * __accrs_part + (__accrs_part < __accrs_trips % __accrs_parts ? __accrs_part : __accrs_trips % __accrs_parts));
const int i_from_end = i_from + (int)(__accrs_trips / __accrs_parts * (__accrs_part + 1) + ((__accrs_part + 1) < __accrs_trips % __accrs_parts ? (__accrs_part + 1) : __accrs_trips % __accrs_parts));
int i;
#pragma omp simd reduction(+:total)
for (i = i_from_part; i < i_from_end; i++) {
# 12 "queue_private.c"
                                        {
        y[i] = x[i + shift] * table[i & 3] + p.a;
        total += y[i];
    }
# 1 "<accrs>" 3
}
__accrs_sum0[__accrs_part] = total;
}
for (__accrs_part = 0; __accrs_part < __accrs_parts; __accrs_part++) {
total += __accrs_sum0[__accrs_part];
}
__accrs_ends(&__accrs_now); } else if ((double)(n - shift) >= 48) {
#pragma omp simd reduction(+:total)
# 12 "queue_private.c" 3
    for (int i = 0; i < n - shift; i++) {
        y[i] = x[i + shift] * table[i & 3] + p.a;
        total += y[i];
    }
# 1 "<accrs>" 3
} else {

# 12 "queue_private.c" 3
    for (int i = 0; i < n - shift; i++) {
        y[i] = x[i + shift] * table[i & 3] + p.a;
        total += y[i];
    }
# 1 "<accrs>" 3
} }
# 16 "queue_private.c"
# 1 "<accrs>" 3

        __accrs_host_end();
        }
    }
    } while (__accrs_compute_again());
}
# 16 "queue_private.c"
            
# 16 "queue_private.c"

# 1 "<accrs>" 3
{
    static const __accrs_site __accrs_here = { "queue_private.c", "later", "wait", 16, 0, 0 };
    {
        const int __accrs_queue = __ACCRS_SYNC;
    { const int __accrs_queues[] = { (int)(2) }; __accrs_wait(&__accrs_here, __accrs_queues, 1, __ACCRS_NONE, __accrs_queue); }
    }
}
# 17 "queue_private.c"
}

# 1 "<accrs>" 3
