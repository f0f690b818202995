/* What gcc's OpenMP needs at run time, with threads of POSIX alone, so that gcc's ThreadSanitizer sees who waits for whom: libgomp waits in ways that it
 * doesn't know. `acctest races` links this in libgomp's place. Each parallel region has threads of its own, and a task runs where it is made.
 * The names and the parameters are those of libgomp's ABI (gcc, libgomp/libgomp_g.h). */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef unsigned long long ull;

enum { THREADS = 4, LOOPS = 64 };

/* What the threads of a region still have to do of a loop; loops that follow each other without waiting have one each. */
struct loop {
    bool begun, up;
    int left; /* threads that are through with it */
    ull next, end, step, chunk;
};

struct team {
    int size;
    pthread_mutex_t lock;
    pthread_cond_t all_here;
    int waiting;
    unsigned meeting;
    struct loop loops[LOOPS];
    int singles[LOOPS]; /* threads that have come to each `single` */
    void *copied;
    void (*body)(void *);
    void *data;
};

struct thread {
    struct team *team;
    int number;
    unsigned loops, singles; /* how many of each it has come to */
    struct loop *loop;
};

static __thread struct thread me;
static pthread_mutex_t critical = PTHREAD_MUTEX_INITIALIZER, atomic = PTHREAD_MUTEX_INITIALIZER;

static struct team *new_team(int size, void (*body)(void *), void *data)
{
    struct team *team = calloc(1, sizeof *team);
    if (!team)
        abort();
    team->size = size;
    team->body = body;
    team->data = data;
    pthread_mutex_init(&team->lock, NULL);
    pthread_cond_init(&team->all_here, NULL);
    return team;
}

/* Constructs outside of regions have a team of one. */
static struct team *my_team(void)
{
    if (!me.team)
        me.team = new_team(1, NULL, NULL);
    return me.team;
}

static void *run(void *start)
{
    me = *(struct thread *)start;
    me.team->body(me.team->data);
    return NULL;
}

void GOMP_parallel(void (*body)(void *), void *data, unsigned wanted, unsigned flags)
{
    struct thread before = me;
    bool inside = before.team && before.team->size > 1;
    int size = inside ? 1 : wanted ? (int)wanted : THREADS;
    struct team *team = new_team(size, body, data);
    pthread_t threads[size];
    struct thread starts[size];
    (void)flags;
    for (int i = 1; i < size; i++) {
        starts[i] = (struct thread){ .team = team, .number = i };
        if (pthread_create(&threads[i], NULL, run, &starts[i]))
            abort();
    }
    me = (struct thread){ .team = team };
    body(data);
    for (int i = 1; i < size; i++)
        pthread_join(threads[i], NULL);
    me = before;
    free(team);
}

void GOMP_barrier(void)
{
    struct team *team = my_team();
    pthread_mutex_lock(&team->lock);
    unsigned meeting = team->meeting;
    if (++team->waiting == team->size) {
        team->waiting = 0;
        team->meeting++;
        pthread_cond_broadcast(&team->all_here);
    } else {
        while (meeting == team->meeting)
            pthread_cond_wait(&team->all_here, &team->lock);
    }
    pthread_mutex_unlock(&team->lock);
}

static void begin(bool up, ull from, ull end, ull step, ull chunk)
{
    struct team *team = my_team();
    struct loop *loop = me.loop = &team->loops[me.loops++ % LOOPS];
    pthread_mutex_lock(&team->lock);
    if (!loop->begun)
        *loop = (struct loop){ true, up, 0, from, end, step, chunk ? chunk : 1 };
    pthread_mutex_unlock(&team->lock);
}

/* The next chunk: numbers are as unsigned ones of 64 bits, of which signed loops have all but the sign's order. */
static bool next(bool is_signed, ull *from, ull *end)
{
    const ull sign = is_signed ? 1ull << 63 : 0;
    struct loop *l = me.loop;
    bool found;
    pthread_mutex_lock(&me.team->lock);
    ull at = l->next ^ sign, last = l->end ^ sign;
    if ((found = l->up ? at < last : at > last)) {
        ull behind = (l->next + l->chunk * l->step) ^ sign;
        bool over = l->up ? behind > last || behind < at : behind < last || behind > at;
        *from = l->next;
        *end = l->next = over ? l->end : behind ^ sign;
    }
    pthread_mutex_unlock(&me.team->lock);
    return found;
}

static bool next_signed(long *from, long *end)
{
    ull f, e;
    if (!next(true, &f, &e))
        return false;
    *from = (long)f;
    *end = (long)e;
    return true;
}

void GOMP_loop_end_nowait(void)
{
    struct team *team = me.team;
    pthread_mutex_lock(&team->lock);
    if (++me.loop->left == team->size)
        me.loop->begun = false;
    pthread_mutex_unlock(&team->lock);
}

void GOMP_loop_end(void)
{
    GOMP_loop_end_nowait();
    GOMP_barrier();
}

struct looping {
    void (*body)(void *);
    void *data;
    long from, end, step, chunk;
};

static void begin_and_run(void *start)
{
    struct looping *l = start;
    begin(l->step > 0, (ull)l->from, (ull)l->end, (ull)l->step, (ull)l->chunk);
    l->body(l->data);
}

#define LOOPS_OF(kind)                                                                                                  \
    bool GOMP_loop_##kind##_start(long from, long end, long step, long chunk, long *f, long *e)                         \
    {                                                                                                                   \
        begin(step > 0, (ull)from, (ull)end, (ull)step, (ull)chunk);                                                    \
        return next_signed(f, e);                                                                                       \
    }                                                                                                                   \
    bool GOMP_loop_##kind##_next(long *f, long *e) { return next_signed(f, e); }                                        \
    bool GOMP_loop_ull_##kind##_start(bool up, ull from, ull end, ull step, ull chunk, ull *f, ull *e)                  \
    {                                                                                                                   \
        begin(up, from, end, step, chunk);                                                                              \
        return next(false, f, e);                                                                                       \
    }                                                                                                                   \
    bool GOMP_loop_ull_##kind##_next(ull *f, ull *e) { return next(false, f, e); }                                      \
    void GOMP_parallel_loop_##kind(void (*body)(void *), void *data, unsigned threads, long from, long end, long step,  \
                                   long chunk, unsigned flags)                                                          \
    {                                                                                                                   \
        struct looping all = { body, data, from, end, step, chunk };                                                    \
        GOMP_parallel(begin_and_run, &all, threads, flags);                                                             \
    }
LOOPS_OF(static)
LOOPS_OF(dynamic)
LOOPS_OF(guided)
LOOPS_OF(nonmonotonic_dynamic)
LOOPS_OF(nonmonotonic_guided)

bool GOMP_single_start(void)
{
    struct team *team = my_team();
    int *come = &team->singles[me.singles++ % LOOPS];
    pthread_mutex_lock(&team->lock);
    bool first = *come == 0;
    if (++*come == team->size)
        *come = 0;
    pthread_mutex_unlock(&team->lock);
    return first;
}

void *GOMP_single_copy_start(void)
{
    if (GOMP_single_start())
        return NULL;
    GOMP_barrier();
    return me.team->copied;
}

void GOMP_single_copy_end(void *data)
{
    me.team->copied = data;
    GOMP_barrier();
}

void GOMP_critical_start(void) { pthread_mutex_lock(&critical); }
void GOMP_critical_end(void) { pthread_mutex_unlock(&critical); }
void GOMP_critical_name_start(void **name)
{
    (void)name;
    pthread_mutex_lock(&critical);
}
void GOMP_critical_name_end(void **name)
{
    (void)name;
    pthread_mutex_unlock(&critical);
}
void GOMP_atomic_start(void) { pthread_mutex_lock(&atomic); }
void GOMP_atomic_end(void) { pthread_mutex_unlock(&atomic); }

void GOMP_task(void (*body)(void *), void *data, void (*copy)(void *, void *), long size, long align, bool later,
               unsigned flags, void **depend, int priority, void *detach)
{
    (void)later, (void)flags, (void)depend, (void)priority, (void)detach;
    if (!copy) {
        body(data);
        return;
    }
    char room[size + align];
    char *own = (char *)(((size_t)room + (size_t)align - 1) / (size_t)align * (size_t)align);
    copy(own, data);
    body(own);
}
void GOMP_taskwait(void) {}
void GOMP_taskwait_depend(void **depend) { (void)depend; }
void GOMP_taskyield(void) {}
void GOMP_taskgroup_start(void) {}
void GOMP_taskgroup_end(void) {}

int omp_get_thread_num(void) { return me.team ? me.number : 0; }
int omp_get_num_threads(void) { return me.team ? me.team->size : 1; }
int omp_get_max_threads(void) { return THREADS; }
int omp_get_num_procs(void) { return THREADS; }
int omp_in_parallel(void) { return me.team && me.team->size > 1; }
int omp_get_level(void) { return me.team != NULL; }
void omp_set_num_threads(int n) { (void)n; }
int omp_get_dynamic(void) { return 0; }
double omp_get_wtime(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
