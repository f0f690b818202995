// Compound literals, designated initialisers, and structs by value.
struct v3 {
    float x, y, z;
};
static struct v3 cross(struct v3 a, struct v3 b)
{
    return (struct v3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, .z = a.x * b.y - a.y * b.x};
}
void turn(int n, const struct v3 *restrict a, struct v3 *restrict b)
{
    #pragma omp parallel for schedule(static) if(n > 46000)
    for (int i = 0; i < n; i++) {
        const int order[3] = {[2] = 1, [0] = 2};
        struct v3 axis = {.z = 1};
        b[i] = cross(a[i], axis);
        b[i].x += (int[]){4, 5, 6}[order[i % 3]];
        struct v3 *p = &(struct v3){b[i].x, 0, 0};
        b[i].y = p->x;
    }
}
