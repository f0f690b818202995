// Ray tracing: structs by value, a constant scene, continue and break, an anonymous struct as the pixel.
// expect: device kernels=1 upload_bytes=12 downloads=1 download_bytes=9024
// expect: multicore host_kernels=1 uploads=0
#include "check.h"
#include <stdlib.h>
#include <math.h>
typedef struct { float x, y, z; } V;
typedef struct { V o, d; } Ray;
enum material { DIFFUSE, MIRROR };
typedef struct { V c; float r; enum material m; V col; } Sphere;
typedef struct { int hit; float t; V p, n; int id; } Hit;
static const Sphere scene[] = { { { 0, 0, 5 }, 1, DIFFUSE, { 1, .2f, .2f } }, { { 1.5f, .5f, 4 }, .7f, MIRROR, { 1, 1, 1 } }, { { 0, -101, 5 }, 100, DIFFUSE, { .5f, .5f, .5f } } };
#define NS ((int)(sizeof scene / sizeof scene[0]))
static inline V vadd(V a, V b) { return (V){ a.x + b.x, a.y + b.y, a.z + b.z }; }
static inline V vmul(V a, float s) { return (V){ a.x * s, a.y * s, a.z * s }; }
static inline float vdot(V a, V b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline V vnorm(V a) { return vmul(a, 1 / sqrtf(vdot(a, a))); }
static Hit intersect(Ray r)
{
    Hit h = { 0, INFINITY, { 0, 0, 0 }, { 0, 0, 0 }, -1 };
    for (int i = 0; i < NS; i++) {
        const Sphere *s = scene + i;
        V oc = vadd(r.o, vmul(s->c, -1));
        float b = vdot(oc, r.d), c = vdot(oc, oc) - s->r * s->r, disc = b * b - c;
        if (disc <= 0) continue;
        float t = -b - sqrtf(disc);
        if (t > 1e-3f && t < h.t) { h.hit = 1; h.t = t; h.id = i; }
    }
    if (h.hit) { h.p = vadd(r.o, vmul(r.d, h.t)); h.n = vnorm(vadd(h.p, vmul(scene[h.id].c, -1))); }
    return h;
}
static V trace(Ray r, V light)
{
    V col = { 0, 0, 0 }; float w = 1;
    for (int depth = 0; depth < 4; ++depth) {
        Hit h = intersect(r);
        if (!h.hit) { col = vadd(col, vmul((V){ .3f, .5f, .8f }, w)); break; }
        const Sphere s = scene[h.id];
        if (s.m == MIRROR) { r.d = vadd(r.d, vmul(h.n, -2 * vdot(r.d, h.n))); r.o = h.p; w *= 0.8f; continue; }
        float l = fmaxf(0, vdot(h.n, light));
        col = vadd(col, vmul(s.col, w * l));
        break;
    }
    return col;
}
int main(void)
{
    const int w = 64, h = 47; struct { unsigned char rgb[3]; } *fb = malloc(w * h * 3); const V light = vnorm((V){ 1, 1, -1 });
    #pragma acc parallel loop collapse(2) copyout(fb[0:w * h])
    for (int y = 0; y < h; y++) for (int x = 0; x < w; x++) {
        Ray r = { { 0, 0, 0 }, vnorm((V){ (x - w / 2) / (float)h, (h / 2 - y) / (float)h, 1 }) };
        V c = trace(r, light);
        fb[y * w + x].rgb[0] = (int)(255 * fminf(1, c.x)) & ~3; fb[y * w + x].rgb[1] = (int)(255 * fminf(1, c.y)) & ~3; fb[y * w + x].rgb[2] = (int)(255 * fminf(1, c.z)) & ~3;
    }
    double s = 0;
    for (int i = 0; i < w * h; i++) s += fb[i].rgb[0] + 2 * fb[i].rgb[1] + 3 * fb[i].rgb[2];
    CHECK(s > 1.9615e+06 && s < 1.9625e+06);
    free(fb); return CHECKED();
}
