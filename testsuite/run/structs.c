// Structs: arrays of them, nested, with arrays inside, assigned whole, by typedef, with bit-fields, passed to functions.
// covers: data struct
// expect: device kernels=3
// expect: multicore host_kernels=3
#include "check.h"
#define N 150

typedef struct {
    double x, y, z;
} vec;

struct body {
    vec at, speed;
    int tags[3];
    unsigned kind : 3, on : 1;
};

static vec add(vec a, vec b)
{
    vec sum = {a.x + b.x, a.y + b.y, a.z + b.z};
    return sum;
}

static void turn(struct body *b)
{
    vec s = b->speed;
    b->speed.x = -s.y;
    b->speed.y = s.x;
}

int main(void)
{
    static struct body bodies[N];
    for (int i = 0; i < N; i++)
        bodies[i] = (struct body){.at = {i, 2 * i, 3 * i}, .speed = {1, 2, 3}, .tags = {i, -i, 7}, .kind = i % 8u};
    #pragma acc parallel loop gang vector copy(bodies)
    for (int i = 0; i < N; i++) {
        struct body *b = &bodies[i];
        b->at = add(b->at, b->speed);
        turn(b);
        b->tags[i % 3] += 1000;
        b->on = b->kind > 3;
    }
    vec best = {0, 0, 0}, copy[N];
    #pragma acc parallel loop copyin(bodies) copyout(copy)
    for (int i = 0; i < N; i++)
        copy[i] = (vec){bodies[i].at.x, .z = bodies[i].on ? 1.0 : -1.0, .y = best.y};
    struct {
        int values[N];
        int total;
    } block = {.total = 5};
    #pragma acc parallel loop copy(block)
    for (int i = 0; i < N; i++)
        block.values[i] = block.total + i;
    for (int i = 0; i < N; i++) {
        struct body *b = &bodies[i];
        CHECK(b->at.x == i + 1 && b->at.y == 2 * i + 2 && b->at.z == 3 * i + 3);
        CHECK(b->speed.x == -2 && b->speed.y == 1 && b->speed.z == 3);
        CHECK(b->tags[0] == i + (i % 3 == 0 ? 1000 : 0) && b->tags[1] == -i + (i % 3 == 1 ? 1000 : 0));
        CHECK(b->kind == i % 8u && b->on == (i % 8 > 3));
        CHECK(copy[i].x == i + 1 && copy[i].y == 0 && copy[i].z == (i % 8 > 3 ? 1 : -1));
        CHECK(block.values[i] == i + 5);
    }
    return CHECKED();
}
