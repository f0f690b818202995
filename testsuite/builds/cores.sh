# What the OpenMP library of the host's cores is told before the program starts: how long threads spin, and nothing of ACC_*;
# the program and its children have the user's environment. And which loops are worth threads.
cat >env.c <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void say(const char *name)
{
    const char *value = getenv(name);
    printf("%s=%s\n", name, value ? value : "unset");
}
int main(int argc, char **argv, char **env)
{
    int a[100], sum = 0, given = 0;
    for (; *env; env++)
        given += !strncmp(*env, "ACC_DEVICE", 10);
    printf("main is given %d\n", given);
#pragma acc parallel loop copyout(a)
    for (int i = 0; i < 100; i++)
        a[i] = i;
    for (int i = 0; i < 100; i++)
        sum += a[i];
    say("GOMP_SPINCOUNT");
    say("ACC_DEVICE_NUM");
    fflush(stdout);
    return system("echo child ${GOMP_SPINCOUNT-unset} $ACC_DEVICE_TYPE $ACC_DEVICE_NUM") || sum != 4950 || argc != 1 || !argv[0];
}
C
for how in "" -static -no-pie; do
    accrs -O1 $how -o env env.c 2>/dev/null
    # Words that libgomp doesn't know, and complains about: the runtime alone reads them.
    ACC_DEVICE_TYPE=multicore ACC_DEVICE_NUM=0 OMP_DISPLAY_ENV=verbose ./env >out 2>settings
    printf '%s\n' 'main is given 2' GOMP_SPINCOUNT=unset ACC_DEVICE_NUM=0 'child unset multicore 0' | diff - out
    grep -q "GOMP_SPINCOUNT = '6000'" settings
    if grep libgomp settings; then exit 1; fi
    # (`grep -q` ends when it has found something, and a program that goes on writing into its pipe dies.)
    GOMP_SPINCOUNT=5 OMP_DISPLAY_ENV=verbose ./env >out 2>settings
    grep -q "GOMP_SPINCOUNT = '5'" settings
    grep -qx GOMP_SPINCOUNT=5 out
    grep -q '^child 5' out
    OMP_WAIT_POLICY=passive OMP_DISPLAY_ENV=verbose ./env 2>&1 >out | grep -q "GOMP_SPINCOUNT = '0'"
    OMP_WAIT_POLICY=active OMP_DISPLAY_ENV=verbose ./env 2>&1 >out | grep -q "GOMP_SPINCOUNT = '30000000000'"
    # A complaint of the runtime's own, and no other.
    if ACC_DEVICE_NUM=two ./env >out 2>complaint; then exit 1; fi
    test "$(wc -l <complaint)" = 1
    grep -q '^accrs: error: env.c:15 .*ACC_DEVICE_NUM=two: not a device number' complaint
done

# The same function for everyone else: the cores that the process may use.
cat >affinity.c <<'C'
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
static void *wait(void *p) { return pthread_mutex_lock(p), pthread_mutex_unlock(p), NULL; }
int main(void)
{
    cpu_set_t own, other, both;
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    pthread_t t;
    int a = 1, wrong;
#pragma acc parallel copy(a)
    a = 2;
    CPU_ZERO(&own);
    CPU_ZERO(&other);
    sched_getaffinity(0, sizeof both, &both);
    pthread_mutex_lock(&m);
    pthread_create(&t, NULL, wait, &m);
    wrong = pthread_getaffinity_np(pthread_self(), sizeof own, &own);
    wrong |= pthread_getaffinity_np(t, sizeof other, &other);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return wrong || a != 2 || !CPU_EQUAL(&own, &both) || !CPU_EQUAL(&other, &both);
}
C
for how in "" -static; do
    accrs -O1 $how -o affinity affinity.c -pthread 2>/dev/null
    ./affinity
done

# Which loops are worth threads: what libgomp is asked for. Where the work is too little that is nothing (-), or 1 in a construct that is one parallel
# region; else as many as there are (0), or as the user says.
want gcc
cat >asked.c <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
unsigned asked;
void GOMP_parallel(void (*f)(void *), void *data, unsigned threads, unsigned flags)
{
    void (*next)(void (*)(void *), void *, unsigned, unsigned);
    *(void **)&next = dlsym(RTLD_NEXT, "GOMP_parallel");
    asked = threads;
    next(f, data, threads, flags);
}
C
cat >team.c <<'C'
#include <stdio.h>
#include <stdlib.h>
extern unsigned asked;
#define ASK(call) (asked = 9, call, putchar(asked == 9 ? '-' : '0' + (int)asked))
static void plain(int n, double *x)
{
#pragma acc parallel loop copy(x[0:n])
    for (int i = 0; i < n; i++)
        x[i] = 2 * x[i] + 1;
}
static void nest(int n, int m, double *x)
{
#pragma acc parallel loop copy(x[0:n * m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            x[i * m + j] += i;
}
static void rows(int n, const int *row, double *x)
{
#pragma acc parallel loop copyin(row[0:n + 1]) copy(x[0:1 << 20])
    for (int i = 0; i < n; i++)
        for (int k = row[i]; k < row[i + 1]; k++)
            x[k] += i;
}
static void unknown(int n, double *x)
{
#pragma acc parallel loop copy(x[0:n])
    for (int i = 0; i < n; i++)
        while (x[i] < 10)
            x[i] += 1;
}
static void given(int n, double *x)
{
#pragma acc parallel num_gangs(3) copy(x[0:n])
    {
#pragma acc loop gang
        for (int i = 0; i < n; i++)
            x[i] = 2 * x[i] + 1;
#pragma acc loop gang
        for (int i = 0; i < n; i++)
            x[i] += 1;
    }
}
static void gangs(int n, double *x)
{
#pragma acc parallel copy(x[0:n])
    {
#pragma acc loop gang
        for (int i = 0; i < n; i++)
            x[i] = 2 * x[i] + 1;
#pragma acc loop gang
        for (int i = 0; i < n; i++)
            x[i] += 1;
    }
}
int main(void)
{
    int n = 1 << 20, few[] = {0, 5, 10}, many[] = {0, 1 << 19, 1 << 20};
    double *x = calloc(n, sizeof *x);
    ASK(plain(100, x));
    ASK(plain(n, x));
    ASK(nest(3, 4, x));
    ASK(nest(4, n / 4, x));
    ASK(rows(2, few, x));
    ASK(rows(2, many, x));
    ASK(rows(0, NULL, x));
    ASK(unknown(4, x));
    ASK(given(4, x));
    ASK(gangs(4, x));
    ASK(gangs(n, x));
    putchar('\n');
    free(x);
    return 0;
}
C
gcc -O1 -c asked.c
accrs -O1 --acc-target=multicore -Minfo=accel -o team team.c asked.o -ldl 2>report
export OMP_NUM_THREADS=4
unset ACCRS_LEAST_WORK
./team | diff - /dev/fd/3 3<<'OUT'
-0-0-0-0310
OUT
ACCRS_LEAST_WORK=0 ./team | diff - /dev/fd/3 3<<'OUT'
000000-0300
OUT
grep -q "on the host's cores, threads share this where row\[n\] - row\[0\] is about [0-9]* or more" report
grep -q "on the host's cores, threads share this where n \* m is about [0-9]* or more" report
ACCRS_LEAST_WORK=many ./team 2>&1 >/dev/null | grep -q "warning: ACCRS_LEAST_WORK=many: not a number of operations"
# Text for people has numbers of iterations.
accrs --emit=openmp team.c >team_omp.c
grep -q 'omp parallel for.* if(n > [0-9]*)' team_omp.c
gcc -O1 -fopenmp -o by_hand team_omp.c asked.o -ldl
./by_hand | diff - /dev/fd/3 3<<'OUT'
10101010310
OUT

# What one thread and a team have taken decides, whatever the estimate says. Here a team is held up, as on a machine that runs something else, or it
# isn't and one thread is.
cat >held.c <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>
unsigned teams;
void GOMP_parallel(void (*f)(void *), void *data, unsigned threads, unsigned flags)
{
    void (*next)(void (*)(void *), void *, unsigned, unsigned);
    *(void **)&next = dlsym(RTLD_NEXT, "GOMP_parallel");
    teams += threads != 1;
    if (threads != 1 && getenv("HOLD_UP"))
        usleep(20000);
    next(f, data, threads, flags);
}
C
cat >turns.c <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern unsigned teams;
static int step(long x)
{
    int n = 0;
    for (; x != 1; n++)
        x = x & 1 ? 3 * x + 1 : x / 2;
    return n;
}
int main(void)
{
    enum { N = 100, TURNS = 600 };
    int c[N], most = 0;
    double x[N], y = 0;
    for (int t = 0; t < TURNS; t++) {
        /* How long it takes is known only on the way: a team, as far as the estimate goes. */
#pragma acc parallel loop copyout(c) reduction(max:most)
        for (int i = 0; i < N; i++) {
            c[i] = step(i + t + 1);
            most = most > c[i] ? most : c[i];
        }
    }
    unsigned first = teams;
    /* A clause decides in any case. */
#pragma acc parallel loop num_gangs(2) copyout(x) reduction(+:y)
    for (int i = 0; i < N; i++) {
        x[i] = step(i + 1) * 0.1;
        y += x[i];
    }
    printf("%d %.3f %s, then %u\n", most, y, first < TURNS / 4 ? "few teams" : first == TURNS ? "all teams" : "teams", teams - first);
    return 0;
}
C
gcc -O1 -c held.c
accrs -O1 --acc-target=multicore -o turns turns.c held.o -ldl
HOLD_UP=1 ./turns | grep -qx '[0-9]* 314.200 few teams, then 1'
HOLD_UP=1 ACCRS_TIME=turns.json ./turns
python3 - turns.json <<'PY'
import json, sys
[found] = [t for c in json.load(open(sys.argv[1]))["constructs"] for t in c["threads"]]
team, one = found["team"], found["one"]
assert team["times"] + one["times"] == 600, found
assert 0 < team["times"] < 150 and team["avg_us"] > 20000 > one["avg_us"], found
PY
HOLD_UP=1 ACCRS_TIME=1 ./turns 2>&1 | grep -q 'a loop with a team of threads [0-9]* times, [0-9.]* us each; with one thread [0-9]* times, [0-9.]* us each'
ACCRS_CORES=estimate ./turns | grep -q 'all teams, then 1'
ACCRS_CORES=never ./turns | grep -q 'few teams, then 1'
OMP_NUM_THREADS=1 ./turns | grep -q 'few teams, then 1'
ACCRS_CORES=often ./turns 2>&1 >/dev/null | grep -q 'warning: ACCRS_CORES=often: not one of always, never, estimate, measure; it is ignored'

# Sums of floating-point numbers have the same bits whoever runs the loop.
cat >bits.c <<'C'
#include <complex.h>
#include <stdio.h>
static double a[300][400];
/* Complex numbers, an array that a clause reduces, and elements that are updated atomically. */
static void arrays(int n, int bins, const double *restrict x, double *restrict h)
{
    double complex s = 0.1;
    double fixed[3] = {0.1, 0.2, 0.3};
    float one = 0.1f;
#pragma acc parallel loop reduction(+:s, fixed) copyin(x[0:n]) copy(h[0:bins], one)
    for (int i = 0; i < n; i++) {
        s += x[i] + 0.3 * x[n - 1 - i] * I;
        fixed[i % 3] += x[i];
#pragma acc atomic
        h[i % bins] += x[i];
#pragma acc atomic
        one += (float)x[i];
    }
    printf("%a %a %a %a %a %a ", creal(s), cimag(s), fixed[1], h[0], h[bins - 1], (double)one);
}
static double dot(int n, const double *restrict x, const double *restrict y)
{
    double s = 0.1;
#pragma acc parallel loop reduction(+:s) copyin(x[0:n], y[0:n])
    for (int i = 0; i < n; i++)
        s += x[i] * y[i];
    return s;
}
static float largest_first(unsigned n, const float *x, float *p)
{
    float s = 0, q = 1;
    unsigned i;
#pragma acc kernels copyin(x[0:n])
    for (i = 1; i <= n - 1; i++) {
        float t = x[i] - x[i - 1];
        s += t * t;
        q *= 1 + t;
    }
    *p = q;
    return s;
}
int main(void)
{
    static double x[1 << 18];
    static float f[1 << 18];
    int n = 1 << 18, above = 0;
    double s = 0;
    float q;
    for (int i = 0; i < n; i++)
        x[i] = 1.0 / (i + 1), f[i] = (float)x[i];
    for (int i = 0; i < 300; i++)
        for (int j = 0; j < 400; j++)
            a[i][j] = 1.0 / (1 + i * 3 + j);
#pragma acc parallel loop reduction(+:s, above) copyin(a)
    for (int i = 0; i < 300; i++)
        for (int j = 0; j < 400; j++) {
            s += a[i][j];
            above += a[i][j] > 0.01;
        }
    double down = 0, narrow = 0, steps = 0;
#pragma acc parallel loop reduction(+:down) copyin(x)
    for (int i = n - 1; i >= 0; i--)
        down += x[i];
#pragma acc parallel loop reduction(+:narrow) copyin(x)
    for (unsigned char k = 0; k < 200; k++)
        for (int i = k; i < 2000; i += 7)
            narrow += x[i];
#pragma acc parallel loop reduction(+:steps) copyin(x)
    for (const double *p = x + 5; p < x + (1 << 18); p += 3)
        steps += *p;
    /* A team that shares several loops, one that a clause asks for, and two loops that become one. */
    double first = 0.1, second = 0.2, third = 0.3, given = 0, later = 0;
#pragma acc parallel copyin(x, f) copy(first, second, third)
    {
#pragma acc loop gang reduction(+:first)
        for (int i = 0; i < n; i++)
            first += x[i] * f[n - 1 - i];
#pragma acc loop gang vector reduction(+:second, third)
        for (int i = n - 1; i >= 0; i -= 3) {
            second += x[i];
            third += 0.5 * f[i];
        }
    }
#pragma acc parallel loop num_gangs(5) reduction(+:given) copyin(x)
    for (int i = 0; i < n; i++)
        given += x[i];
#pragma acc kernels copy(x)
    {
        for (int i = 0; i < n; i++)
            x[i] += given;
        for (int i = 0; i < n; i++)
            later += x[i];
    }
    /* Loops that threads share as one. */
    double lines = 0, times = 1;
#pragma acc parallel loop collapse(2) reduction(+:lines) reduction(*:times) copyin(x)
    for (int i = 2; i >= 0; i--)
        for (const double *p = x; p < x + 40000; p++) {
            lines += *p * i;
            times *= 1 + *p * 0.001;
        }
#pragma acc parallel loop collapse(2) reduction(+:lines) copyin(x)
    for (unsigned char k = 0; k < 3; k++)
        for (int i = 0; i < n; i += 2)
            lines += x[i] / (k + 1);
    printf("%a %a ", lines, times);
    printf("%a %a %a %a %a ", first, second, third, given, later);
    printf("%a %a %a ", down, narrow, steps);
    for (int t = 0; t < 20; t++)
        printf("%a ", dot(n >> (t % 10), x, x));
    double h[50] = {0.1};
    arrays(n, 50, x, h);
    float r = largest_first((unsigned)n, f, &q);
    printf("%a %a %a %d\n", s, r, q, above);
    return 0;
}
C
accrs -O2 --acc-target=multicore -o bits bits.c
for threads in 1 2 3 4 7; do
    for rule in always never estimate measure; do OMP_NUM_THREADS=$threads ACCRS_CORES=$rule ./bits; done
done | sort -u >sums
test "$(wc -l <sums)" = 1

# Tiles that a clause gives are for many threads: one goes through the loops as they stand.
cat >tiles.c <<'C'
#include <stdlib.h>
enum { N = 300 };
static double a[N][N], b[N][N];
int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = i * 3 + j;
#pragma acc parallel loop tile(32, 4) copyin(a) copyout(b)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            b[i][j] = a[j][i] + 1;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            if (b[i][j] != j * 3 + i + 1)
                return 1;
    return 0;
}
C
accrs -O2 --acc-target=multicore --keep -o tiles tiles.c
test "$(grep -c 'b\[i\]\[j\] = a\[j\]\[i\] + 1;' tiles.acc.c)" = 2
test "$(grep -c 'for (int j = 0; j < N; j++)\|for (int j = 0; j < 300; j++)' tiles.acc.c)" = 3
for how in always never measure estimate; do
    ACCRS_CORES=$how ./tiles
done
