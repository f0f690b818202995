// N-body: structs of structs passed by value to inline functions, members of a struct on the device for the whole run.
// expect: device kernels=11 upload_bytes=8460 downloads=2 download_bytes=8436 attaches=2
// expect: multicore host_kernels=11 uploads=0
#include "check.h"
#include <math.h>
#include <stdlib.h>
/* What plain C gives. */
#define NEAR(v, ref) CHECK(fabs((double)(v) - (ref)) <= 1e-4 * fabs((double)(ref)))
typedef struct { float x, y, z; } vec3;
typedef struct { vec3 pos, vel; float mass; } body_t;
static inline vec3 v3(float x, float y, float z) { vec3 r = { x, y, z }; return r; }
static inline vec3 add(vec3 a, vec3 b) { return v3(a.x + b.x, a.y + b.y, a.z + b.z); }
static inline vec3 sub(vec3 a, vec3 b) { return (vec3){ a.x - b.x, a.y - b.y, a.z - b.z }; }
static inline vec3 scale(vec3 a, float s) { return (vec3){ .x = a.x * s, .y = a.y * s, .z = a.z * s }; }
static inline float dot3(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
struct system { int n; body_t *b; vec3 *acc; };
static void forces(struct system *s)
{
    int n = s->n; body_t *b = s->b; vec3 *acc = s->acc;
    #pragma acc parallel loop gang vector present(b[0:n], acc[0:n])
    for (int i = 0; i < n; i++) {
        vec3 a = v3(0, 0, 0);
        #pragma acc loop seq
        for (int j = 0; j < n; j++) {
            vec3 d = sub(b[j].pos, b[i].pos);
            float r2 = dot3(d, d) + 1e-2f, inv = 1.0f / sqrtf(r2);
            a = add(a, scale(d, b[j].mass * inv * inv * inv));
        }
        acc[i] = a;
    }
}
static void kick(struct system *s, float dt)
{
    #pragma acc kernels present(s[0:1], s->b[0:s->n], s->acc[0:s->n])
    #pragma acc loop independent
    for (int i = 0; i < s->n; i++) {
        s->b[i].vel = add(s->b[i].vel, scale(s->acc[i], dt));
        s->b[i].pos = add(s->b[i].pos, scale(s->b[i].vel, dt));
    }
}
int main(void)
{
    struct system s; s.n = 301; s.b = malloc(s.n * sizeof(body_t)); s.acc = malloc(s.n * sizeof(vec3));
    unsigned seed = 12345;
    for (int i = 0; i < s.n; i++) {
        float r[4];
        for (int k = 0; k < 4; k++) { seed = seed * 1664525u + 1013904223u; r[k] = (seed >> 8) / 16777216.0f; }
        s.b[i].pos = v3(r[0], r[1], r[2]); s.b[i].vel = v3(0, 0, 0); s.b[i].mass = (1 + r[3]) / s.n;
    }
    #pragma acc enter data copyin(s) copyin(s.b[0:s.n]) create(s.acc[0:s.n])
    for (int t = 0; t < 5; t++) { forces(&s); kick(&s, 0.01f); }
    double e = 0;
    #pragma acc parallel loop reduction(+:e) present(s)
    for (int i = 0; i < s.n; i++) e += 0.5 * s.b[i].mass * dot3(s.b[i].vel, s.b[i].vel);
    #pragma acc exit data copyout(s.b[0:s.n]) delete(s.acc[0:s.n]) delete(s)
    NEAR(e, 0.013869); NEAR(s.b[7].pos.x, 0.09194); CHECK(s.b[300].vel.z > 0.108f && s.b[300].vel.z < 0.1082f);
    free(s.b); free(s.acc);
    return CHECKED();
}
