// nvrtc: --fmad=false
struct square {
    double s;
};
static_assert(sizeof(struct square) == 8, "'square' is laid out as on the host");
struct shape_square {
    unsigned char accrs_nothing_;
};
static_assert(sizeof(struct shape_square) == 1, "'shape_square' is laid out as on the host");
struct box {
    double w;
};
static_assert(sizeof(struct box) == 8, "'box' is laid out as on the host");
struct tall {
    struct box accrs_base_box_;
    double h;
};
static_assert(sizeof(struct tall) == 16, "'tall' is laid out as on the host");

static __device__ double square_own_area(const struct square *this_);
static __device__ double shape_square__area(const struct shape_square *this_);
static __device__ const struct square *shape_square__self(const struct shape_square *this_);
static __device__ double shape_square__twice(const struct shape_square *this_);
static __device__ double whole(const struct box *b);

#line 13 "testsuite/run-c++/crtp.cpp"
static __device__ double square_own_area(const struct square *this_)
{
#line 13 "testsuite/run-c++/crtp.cpp"
    return this_->s * this_->s;
#line 13 "testsuite/run-c++/crtp.cpp"
}

#line 7 "testsuite/run-c++/crtp.cpp"
static __device__ double shape_square__area(const struct shape_square *this_)
{
#line 7 "testsuite/run-c++/crtp.cpp"
    return square_own_area((const struct square *)this_);
#line 7 "testsuite/run-c++/crtp.cpp"
}

#line 6 "testsuite/run-c++/crtp.cpp"
static __device__ const struct square *shape_square__self(const struct shape_square *this_)
{
#line 6 "testsuite/run-c++/crtp.cpp"
    return this_;
#line 6 "testsuite/run-c++/crtp.cpp"
}

static __device__ double shape_square__twice(const struct shape_square *this_)
{
#line 8 "testsuite/run-c++/crtp.cpp"
    return 2 * square_own_area(shape_square__self(this_));
#line 8 "testsuite/run-c++/crtp.cpp"
}

#line 24 "testsuite/run-c++/crtp.cpp"
static __device__ double whole(const struct box *b)
{
    const struct tall *t = (const struct tall *)b;
    return (&(*t).accrs_base_box_)->w * t->h;
#line 24 "testsuite/run-c++/crtp.cpp"
}

// crtp.cpp:41  Map-gv: i → block.x thread.x
#line 41 "testsuite/run-c++/crtp.cpp"
extern "C" __global__ void __launch_bounds__(128) crtp_main_41(int n, struct square *__restrict__ s, struct tall *__restrict__ t, double *__restrict__ a)
{
#line 42 "testsuite/run-c++/crtp.cpp"
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; 0 <= i && i < n; i += gridDim.x * blockDim.x) { // line 42
        a[i] = shape_square__area((const struct shape_square *)&s[i]) + shape_square__twice((const struct shape_square *)&s[i]) + whole(&(*&t[i]).accrs_base_box_);
    }
#line 41 "testsuite/run-c++/crtp.cpp"
}
