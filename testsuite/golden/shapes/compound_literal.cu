// nvrtc: --fmad=false
// An array that is passed by value.
template <typename T>
struct accrs_array {
    T elements;
};

struct v3 {
    float x;
    float y;
    float z;
};
static_assert(sizeof(struct v3) == 12, "'v3' is laid out as on the host");

static __device__ struct v3 cross(struct v3 a, struct v3 b);

static __device__ struct v3 cross(struct v3 a, struct v3 b)
{
    return v3{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// compound_literal.c:11  Map-gv: i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) compound_literal_turn_11(int n, const struct v3 *__restrict__ a, struct v3 *__restrict__ b)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; 0 <= i && i < n; i += gridDim.x * blockDim.x) { // line 12
        const int order[3] = {2, {}, 1};
        struct v3 axis = {{}, {}, (float)1};
        b[i] = cross(a[i], axis);
        [[maybe_unused]] accrs_array<int [3]> accrs_literal_1;
        b[i].x += (accrs_literal_1 = accrs_array<int [3]>{{4, 5, 6}}).elements[order[i % 3]];
        [[maybe_unused]] struct v3 accrs_literal_2;
        struct v3 *p = &(accrs_literal_2 = v3{b[i].x, (float)0, (float)0});
        b[i].y = p->x;
    }
}
