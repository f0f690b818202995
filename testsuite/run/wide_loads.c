// Neighbouring elements that an iteration loads are one load of a vector type: coordinates of atoms, members of structs, pixels, pairs,
// iterations that are unrolled by hand. Where an address isn't aligned (a section that begins elsewhere, a pointer into an array), the
// kernel as it was written runs. Stores between, subscripts that change, and conditions keep loads apart.
// run: -O2
// report: on a GPU each thread loads atoms[4*n] and what follows as one float4, where it is aligned
// report: on a GPU each thread loads all[j].x and what follows as one float4, where it is aligned
// report: on a GPU each thread loads pixel[0] and what follows as one uchar4, where it is aligned
// report: on a GPU each thread loads a[k] and what follows as one int4, where it is aligned
// report: on a GPU each thread loads z[i][0] and what follows as one double2, where it is aligned
// expect: device kernels=16 unaligned=3
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 300
struct body { float x, y, z, m; };
struct tagged { float x, y, z; int kind; };
static struct { float f[N]; double d[N]; int i[4 * N]; } got, want;
#pragma acc routine seq
static float near(float x, float y, float z) { return 1.0f / (1.0f + x * x + y * y + z * z); }

#define COULOMB(i)                                                                \
    float e = 0;                                                                  \
    for (int n = 0; n < N; n++) {                                                 \
        float dx = i - atoms[4 * n], dy = atoms[4 * n + 1], dz = atoms[4 * n + 2]; \
        e += atoms[4 * n + 3] / sqrtf(dx * dx + dy * dy + dz * dz + 1);           \
    }                                                                             \
    out[i] = e;
static void coulomb(const float *restrict atoms, float *restrict out) {
#pragma acc parallel loop copyin(atoms[0:4 * N]) copyout(out[0:N])
    for (int i = 0; i < N; i++) { COULOMB(i) }
}
/* The device's copy begins with atoms[4], or with atoms[3]: addresses of elements are those of the section less so much. */
static void later(const float *restrict atoms, float *restrict out, int from) {
    (void)from;
#pragma acc parallel loop copyin(atoms[from:4 * N - from]) copyout(out[0:N])
    for (int i = 0; i < N; i++) {
        float e = 0;
        for (int n = 1; n < N; n++) e += near(i - atoms[4 * n], atoms[4 * n + 1], atoms[4 * n + 2]) * atoms[4 * n + 3];
        out[i] = e;
    }
}
static void later_here(const float *atoms, float *out) {
    for (int i = 0; i < N; i++) {
        float e = 0;
        for (int n = 1; n < N; n++) e += near(i - atoms[4 * n], atoms[4 * n + 1], atoms[4 * n + 2]) * atoms[4 * n + 3];
        out[i] = e;
    }
}

#define NEIGHBOURS(i)                                                               \
    float e = 0;                                                                    \
    for (int k = 0; k < 8; k++) {                                                   \
        int j = list[8 * i + k];                                                    \
        e += all[j].m * near(all[j].x - all[i].x, all[j].y - all[i].y, all[j].z - all[i].z); \
    }                                                                               \
    out[i] = e;
static void neighbours(const struct body *restrict all, const int *restrict list, float *restrict out) {
#pragma acc parallel loop copyin(all[0:N], list[0:8 * N]) copyout(out[0:N])
    for (int i = 0; i < N; i++) { NEIGHBOURS(i) }
}
/* The fourth member has another type, and only some iterations read it. */
#define TAGGED(i)                                                  \
    float e = 0;                                                   \
    for (int j = 0; j < N; j++) {                                  \
        float r = near(all[j].x - i, all[j].y, all[j].z);          \
        if (r < 0.5f) continue;                                    \
        e += r * all[j].kind;                                      \
    }                                                              \
    out[i] = e;
static void tagged(const struct tagged *restrict all, float *restrict out) {
#pragma acc parallel loop copyin(all[0:N]) copyout(out[0:N])
    for (int i = 0; i < N; i++) { TAGGED(i) }
}
#define PAIRS(i) out[i] = (z[i][0] - w[2 * i + 1]) * (z[i][1] + w[2 * i]);
static void pairs(double (*restrict z)[2], const double *restrict w, double *restrict out) {
#pragma acc parallel loop copyin(z[0:N], w[0:2 * N]) copyout(out[0:N])
    for (int i = 0; i < N; i++) { PAIRS(i) }
}
#define GREY(i)                                     \
    const unsigned char *pixel = &image[4 * i];     \
    out[i] = 3 * pixel[0] + 6 * pixel[1] + pixel[2] - pixel[3];
static void grey(const unsigned char *restrict image, int *restrict out) {
#pragma acc parallel loop copyin(image[0:4 * N]) copyout(out[0:N])
    for (int i = 0; i < N; i++) { GREY(i) }
}
#define UNROLLED(i)                                                                 \
    int s = 0;                                                                      \
    for (unsigned k = 4 * i; k < 4u * N; k += 4) s += a[k] - a[k + 1] * 3 + a[k + 2] - a[k + 3]; \
    out[i] = s;
static void unrolled(const int *restrict a, int *restrict out) {
#pragma acc parallel loop copyin(a[0:4 * N]) copyout(out[0:N])
    for (int i = 0; i < N; i++) { UNROLLED(i) }
}
/* Each load follows a store that the next one reads. */
#define IN_PLACE(i)                  \
    a[4 * i] += a[4 * i + 1];        \
    a[4 * i + 1] += a[4 * i];        \
    a[4 * i + 2] += a[4 * i + 1];    \
    a[4 * i + 3] += a[4 * i + 2];
static void in_place(int *restrict a) {
#pragma acc parallel loop copy(a[0:4 * N])
    for (int i = 0; i < N; i++) { IN_PLACE(i) }
}
/* Where b is a, its stores change what is loaded behind them. A pointer of the loop's own does as well. */
#define STORED(i)                                    \
    int s = a[4 * i] + a[4 * i + 1];                 \
    b[4 * i + 2] = s;                                \
    b[4 * i + 3] = s + a[4 * i + 2] + a[4 * i + 3];
static void stored(const int *a, int *b) {
#pragma acc parallel loop copy(a[0:4 * N], b[0:4 * N])
    for (int i = 0; i < N; i++) { STORED(i) }
}
#define BY_POINTER(i)                                \
    int *own = a + 4 * i;                            \
    int s = a[4 * i] + a[4 * i + 1];                 \
    own[2] = s;                                      \
    a[4 * i] = s + a[4 * i + 2] + a[4 * i + 3];
static void by_pointer(int *restrict a) {
#pragma acc parallel loop copy(a[0:4 * N])
    for (int i = 0; i < N; i++) { BY_POINTER(i) }
}
/* The subscript changes between loads, once in the statement that loads. */
#define STEPS(i)                                     \
    int k = i;                                       \
    int s = a[4 * k] + 2 * a[4 * k + 1];             \
    k = N - 1 - k;                                   \
    s += 3 * a[4 * k + 2] + 4 * a[4 * k + 3];        \
    int t = (k = i / 2, a[4 * k]) + 0;               \
    t += a[4 * k + 1] + a[4 * k + 2] + a[4 * k + 3]; \
    out[i] = s - t;
static void steps(const int *restrict a, int *restrict out) {
#pragma acc parallel loop copyin(a[0:4 * N]) copyout(out[0:N])
    for (int i = 0; i < N; i++) { STEPS(i) }
}
/* Loads under conditions, whose elements some iterations don't have. */
#define SOME(i)                                                           \
    int s = a[4 * i];                                                     \
    if (4 * i + 1 < n) s += a[4 * i + 1];                                 \
    s += 4 * i + 2 < n ? a[4 * i + 2] : 0;                                \
    s += 4 * i + 3 < n && a[4 * i + 3] > 2;                               \
    out[i] = s;
static void some(const int *restrict a, int n, int *restrict out) {
#pragma acc parallel loop copyin(a[0:n]) copyout(out[0:N])
    for (int i = 0; i < N; i++) { SOME(i) }
}
/* A sum of threads, and a block of lanes for each row. */
static long total(const int *restrict a) {
    long s = 0;
#pragma acc parallel loop reduction(+:s) copyin(a[0:4 * N])
    for (int i = 0; i < N; i++) s += a[4 * i] * 2 - a[4 * i + 1] + a[4 * i + 2] * 5 - a[4 * i + 3];
    return s;
}
static long total_here(const int *a) {
    long s = 0;
    for (int i = 0; i < N; i++) s += a[4 * i] * 2 - a[4 * i + 1] + a[4 * i + 2] * 5 - a[4 * i + 3];
    return s;
}

static int wrong(const char *what) {
    int bad = memcmp(&got, &want, sizeof got) != 0;
    if (bad) printf("%s: wrong\n", what);
    return bad;
}
#define CHECK(what, call, host)                  \
    do {                                         \
        call;                                    \
        for (int i = 0; i < N; i++) { host }     \
        bad += wrong(what);                      \
    } while (0)

int main(void) {
    static float numbers[4 * N + 4];
    static struct body all[N];
    static struct tagged tags[N];
    static double z[N][2], w[2 * N];
    static unsigned char image[4 * N];
    static int a[4 * N], list[8 * N];
    int bad = 0;
    for (int i = 0; i < 4 * N + 4; i++) numbers[i] = (i * 37 % 101) * 0.25f;
    for (int i = 0; i < 4 * N; i++) image[i] = i * 11, a[i] = i * 7 % 23 - 11;
    for (int i = 0; i < 8 * N; i++) list[i] = i * 13 % N;
    for (int i = 0; i < N; i++) {
        all[i] = (struct body){i % 13, i % 7, i % 5, i % 3};
        tags[i] = (struct tagged){i % 13, i % 7 * 0.1f, i % 5 * 0.1f, i % 3};
        z[i][0] = i, z[i][1] = 0.5 * i, w[2 * i] = i % 9, w[2 * i + 1] = i % 4;
    }
    {
        float *atoms = numbers, *out = want.f;
        CHECK("coulomb", coulomb(atoms, got.f), COULOMB(i));
        atoms = numbers + 1; /* no multiple of 16 */
#pragma acc data copyin(numbers)
        CHECK("coulomb in the middle", coulomb(atoms, got.f), COULOMB(i));
    }
    for (int from = 4; from > 1; from--) {
        later(numbers, got.f, from);
        later_here(numbers, want.f);
        bad += wrong("sections");
    }
    {
        float *out = want.f;
        CHECK("neighbours", neighbours(all, list, got.f), NEIGHBOURS(i));
    }
    {
        struct tagged *all = tags;
        float *out = want.f;
        CHECK("tagged", tagged(all, got.f), TAGGED(i));
    }
    {
        double *out = want.d;
        CHECK("pairs", pairs(z, w, got.d), PAIRS(i));
    }
    int *out = want.i;
    CHECK("grey", grey(image, got.i), GREY(i));
    CHECK("unrolled", unrolled(a, got.i), UNROLLED(i));
    CHECK("steps", steps(a, got.i), STEPS(i));
    {
        int n = 4 * N - 3;
        CHECK("some", some(a, n, got.i), SOME(i));
    }
    int *mine = a;
    memcpy(got.i, mine, sizeof a), memcpy(want.i, mine, sizeof a);
    {
        int *a = want.i;
        CHECK("in place", in_place(got.i), IN_PLACE(i));
        CHECK("by pointer", by_pointer(got.i), BY_POINTER(i));
        int *b = want.i;
        CHECK("stored", stored(got.i, got.i), STORED(i));
    }
    if (total(mine) != total_here(mine)) printf("total: wrong\n"), bad++;
    return bad != 0;
}
