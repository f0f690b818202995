// Types and functions that are called like CUDA's own: float3, make_float3, max, rsqrt, atomicAdd, ...
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#define N 10

typedef struct { float x, y, z; } float3;
typedef struct double2 { double x, y; } double2;
typedef struct int4 { int v[4]; } int4;
struct uchar4 { unsigned char r, g, b, a; };
typedef float half;
typedef unsigned int uint;
typedef unsigned short ushort;
typedef unsigned char uchar;
typedef unsigned long ulong;
typedef enum { cudaSuccess = 7, dim3 } color;

static inline int max(int a, int b) { return a > b ? a : b; }
static inline double min(double a, double b) { return a < b ? a : b; }
static double rsqrt(double x) { return 2 * x; }
static float saturate(float x) { return x > 1 ? 1 : x; }
static double norm3d(double a, double b, double c) { return a + b + c; }
static double norm(int n, const double *x)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i];
    return s;
}
static unsigned umax(unsigned a) { return a; }
static float lerp(float a, float b, float t) { return a + t * (b - a); }
static float3 make_float3(float x, float y, float z)
{
    float3 r = { x, y, z };
    return r;
}
static float3 cross(float3 a, float3 b)
{
    return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static int atomicAdd(int *p, int v) { return *p + v; }
static double sinpi(double x) { return x * 3; }
static double rhypot(double a, double b) { return a - b; }
static float rhypotf(float a, float b) { return a - b; }
static double mul24(double a) { return a; }

int main(void)
{
    float3 a[N];
    double2 d[N];
    int4 q[N];
    struct uchar4 c[N];
    double r[N], clock = 2, y1 = 1, j0 = 2, gamma = 3, index = 4, signal = 2, exp10 = 5, std = 1, cuda = 2;
    int warpSize = 3, laneid = 1;
    half h = 2;
    uint u = 3;
    ushort us = 1;
    uchar uc = 2;
    ulong ul = 9;
    color col = cudaSuccess;
    #pragma acc parallel loop copyout(a, d, q, c, r)
    for (int i = 0; i < N; i++) {
        int t = i;
        double xs[3] = { i, 1, 2 };
        a[i] = cross(make_float3(i, 1, 2), make_float3(3, i, 1));
        d[i].x = min(i, 3.5) + rsqrt(i) + norm3d(1, 2, 3) + norm(3, xs);
        d[i].y = saturate(i * .5f) + lerp(1, 2, .5f) + sinpi(2) + rhypot(1, 2) + rhypotf(2, 3) + mul24(1);
        q[i].v[0] = max(i, 4) + umax(i) + atomicAdd(&t, 2);
        c[i].r = i;
        r[i] = warpSize + laneid + h + u + us + uc + ul + col + clock + y1 + j0 + gamma + index + signal + exp10 + std + cuda;
    }
    for (int i = 0; i < N; i++) {
        CHECK(a[i].x == 1 - 2 * i && a[i].y == 6 - i && a[i].z == i * i - 3);
        CHECK(d[i].x == (i < 3.5 ? i : 3.5) + 2 * i + 6 + i + 3);
        CHECK(d[i].y == (i > 2 ? 1 : i * .5) + 1.5 + 6 - 1 - 1 + 1);
        CHECK(q[i].v[0] == (i > 4 ? i : 4) + i + i + 2 && c[i].r == i);
        CHECK(r[i] == 50);
    }
    return CHECKED();
}
