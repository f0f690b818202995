// nvrtc: --fmad=false
// statement_expression.c:5  Map-gv: i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) statement_expression_clamp_5(int n, const int *__restrict__ a, int *__restrict__ b)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; 0 <= i && i < n; i += gridDim.x * blockDim.x) { // line 6
        int least = [&]() -> int {
            const int x_ = a[i];
            const int y_ = [&]() -> int {
                int x_ = i;
                int y_ = 3;
                return x_ > y_ ? x_ : y_;
            }();
            return x_ > y_ ? x_ : y_;
        }();
        b[i] = [&]() -> int {
            int s = 0;
            for (int j = 0; j < 3; j++) {
                s += least >> j;
            }
            return s;
        }();
        b[i] = b[i] ? b[i] : -1;
    }
}
