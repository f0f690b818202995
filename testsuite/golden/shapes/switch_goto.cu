// nvrtc: --fmad=false
// switch_goto.c:4  Map-gv: i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) switch_goto_machine_4(int n, const unsigned char *__restrict__ code, int *__restrict__ out)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; 0 <= i && i < n; i += gridDim.x * blockDim.x) { // line 5
        int acc;
        acc = 0;
        int left;
        left = 3;
        again:
        switch (code[i] & 7) {
            case 0:
            acc += 1;
            case 1:
            acc *= 2;
            break;
            case 2:
            case 3:
            case 4:
            goto done;
            default:
            acc--;
        }
        if (--left > 0) {
            goto again;
        }
        do {
            acc++, left++;
        } while (left < 2);
        done:
        out[i] = acc;
    }
}
