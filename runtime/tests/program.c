/* Drives unit.c: synchronous, on queues, from many threads, in a plugin. Prints "ok". */
#include <dlfcn.h>
#include <openacc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void scale_all(int n, double *a, double by, int queue);
void scale_present(int n, double *a, double by);

enum { N = 5000, QUEUES = 6, THREADS = 8, ROUNDS = 20, SYNC = -2 };

static void expect(const double *a, double value, const char *what) {
    for (int i = 0; i < N; i++)
        if (a[i] != value) {
            fprintf(stderr, "%s: a[%d] is %g, not %g\n", what, i, a[i], value);
            exit(2);
        }
}

static double *fill(double value) {
    double *a = malloc(N * sizeof *a);
    for (int i = 0; i < N; i++) a[i] = value;
    return a;
}

static void *thread(void *shared) {
    (void)shared;
    double *a = fill(1);
    for (int round = 0; round < ROUNDS; round++) scale_all(N, a, 2, SYNC);
    expect(a, 1 << ROUNDS, "thread");
    free(a);
    return NULL;
}

static void queues(void) {
    double *a[QUEUES];
    for (int q = 0; q < QUEUES; q++) a[q] = fill(q + 1);
    for (int round = 0; round < ROUNDS; round++)
        for (int q = 0; q < QUEUES; q++) scale_all(N, a[q], 2, q);
    acc_wait_all();
    for (int q = 0; q < QUEUES; q++) {
        expect(a[q], (q + 1.0) * (1 << ROUNDS), "queue");
        free(a[q]);
    }
}

static void plugin(const char *path) {
    for (int round = 0; round < 3; round++) {
        void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        if (!library) {
            fprintf(stderr, "%s\n", dlerror());
            exit(2);
        }
        void (*scale)(int, double *, double, int);
        *(void **)&scale = dlsym(library, "scale_all");
        double *a = fill(3);
        scale(N, a, 7, SYNC);
        scale(N, a, 2, 1);
        acc_wait(1);
        expect(a, 42, "plugin");
        free(a);
        dlclose(library);
    }
}

int main(int argc, char **argv) {
    double *a = fill(5);
    if (argc > 1 && !strcmp(argv[1], "absent")) {
        acc_create(a, 10 * sizeof *a);
        scale_present(N, a, 2);
        return 0;
    }
    if (argc > 1 && !strcmp(argv[1], "memory")) {
        acc_copyin(a, N * sizeof *a);
        scale_all(1 << 20, malloc(8 << 20), 2, SYNC);
        return 0;
    }
    scale_all(N, a, 3, SYNC);
    expect(a, 15, "scale");
    queues();
    pthread_t threads[THREADS];
    for (int t = 0; t < THREADS; t++) pthread_create(&threads[t], NULL, thread, NULL);
    for (int t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
    plugin(argv[1]);
    free(a);
    puts("ok");
    return 0;
}
