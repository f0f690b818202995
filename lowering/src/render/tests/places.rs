//! The user's lines in the text for NVRTC: its errors, debuggers and profilers name them.

use super::{rendered, targets};
use expect_test::{Expect, expect};

/// A function of a header, and a kernel with statements over several lines, empty lines and a reduction.
const TEXT: &str = r#"# 1 "t.c"
# 1 "t.h" 1


static double twice(double x)
{

    if (x <
        0)
        return 0;

    return 2 *
        x;
}
# 2 "t.c" 2

double f(int n, int m, double *a)
{
    double s = 0;

#pragma acc parallel loop gang reduction(+:s) copy(a[0:n * m])
    for (int i = 0; i < n; i++)
    {
        double low = 0;


        if (i >
            m)
        {
            low
              = 1;
        }
        else

            low = 2;
#pragma acc loop vector reduction(+:s)
        for (int j = 0;
             j < m;
             j++) {
            a[i * m + j] =
                twice(low)
                + ({ double z = j;

                     z * 2; });
            s += a[i * m + j];
        }
        int k = 0;
        do
            k++;

        while (k <
               n);
    }
    return s;
}
"#;

/// From the first function or kernel on.
fn shows(lined: &str, expected: &Expect) {
    let at = lined.find("\n#line").map_or(0, |at| at + 1);
    expected.assert_eq(&lined[at..]);
}

#[test]
fn statements_are_on_the_users_lines() {
    let rendered = rendered(TEXT, &targets(true, false));
    let (lined, plain) = (rendered.lined.unwrap(), rendered.cuda.unwrap());
    shows(
        &lined,
        &expect![[r##"
            #line 3 "t.h"
            static __device__ double twice(double x)
            {
            #line 6 "t.h"
                if (x < 0) {
            #line 8 "t.h"
                    return 0;
                }
                return 2 * x;
            #line 3 "t.h"
            }

            // t.c:7  Map-g-v: i → block.x, j → thread.x
            #line 7 "t.c"
            extern "C" __global__ void __launch_bounds__(128) t_f_7(int n, int m, double *a, double *s_result, void *accrs_scratch, unsigned *accrs_arrived)
            {
            #line 7 "t.c"
                double s = 0.0;
                for (int i = blockIdx.x; 0 <= i && i < n; i += gridDim.x) { // line 8
            #line 10 "t.c"
                    double low = 0;
            #line 13 "t.c"
                    if (i > m) {
            #line 16 "t.c"
                        low = 1;
                    } else {
            #line 21 "t.c"
                        low = 2;
                    }
                    for (int j = threadIdx.x; 0 <= j && j < m; j += blockDim.x) { // line 23
            #line 26 "t.c"
                        a[i * m + j] = twice(low) + [&]() -> double {
            #line 28 "t.c"
                            double z = j;
            #line 30 "t.c"
                            return z * 2;
            #line 26 "t.c"
                        }();
            #line 31 "t.c"
                        s += a[i * m + j];
                    }
                    int k = 0;
                    do {
                        k++;
            #line 37 "t.c"
                    } while (k < n);
                }
            #line 7 "t.c"
                accrs_leave<accrs_add, accrs_x, double>(s, accrs_scratch, 0);
            #line 7 "t.c"
                if (accrs_last_gang(accrs_arrived)) {
            #line 7 "t.c"
                    accrs_gather<accrs_add, double>(s_result, 0.0, accrs_scratch, 0);
                }
            #line 7 "t.c"
            }
        "##]],
    );
    let rows: Vec<&str> = lined.lines().filter(|l| !l.starts_with("#line")).collect();
    assert_eq!(rows, plain.lines().collect::<Vec<_>>());
    assert!(!plain.contains(|c: char| c.is_control() && c != '\n'));
}

/// The runtime puts routines behind the text of any unit, whose helpers they leave out.
#[test]
fn routines_begin_with_a_place() {
    let text = "# 1 \"dir/t \\\"x\\\".c\"\n#pragma acc routine seq\nint next(int i)\n{\n    return i\n        + 1;\n}\n";
    let rendered = rendered(text, &targets(true, false));
    let lined = rendered.lined.unwrap();
    shows(
        &format!("\n{lined}"),
        &expect![[r##"
        #line 1 "t.c.cu"
        // nvrtc: --fmad=false
        #ifndef ACCRS_ELSEWHERE
        // Routines that other files call, or define. On sim each file has its own threadIdx: a call tells which
        // thread makes it, and has its own back afterwards.
        #ifdef ACCRS_SIM
        #define ACCRS_ELSEWHERE extern "C" __device__ __attribute__((visibility("default")))
        #define ACCRS_ENTER(from) __accrs_sim_arrive(from)
        typedef __accrs_sim_here accrs_here;
        #else
        #define ACCRS_ELSEWHERE extern "C" __device__
        #define ACCRS_ENTER(from) (void)(from)
        struct accrs_here {
        };
        #endif
        #endif
        // Routines for other files.
        namespace accrs_unit_1b8cc405d980f599 {
        static __device__ int next(int i);

        #line 2 "dir/t \"x\".c"
        static __device__ int next(int i)
        {
            return i + 1;
        #line 2 "dir/t \"x\".c"
        }

        #line 25 "t.c.cu"
        ACCRS_ELSEWHERE int accrs_routine_next(int i, const accrs_here &accrs_from);
        ACCRS_ELSEWHERE int accrs_routine_next(int i, const accrs_here &accrs_from)
        {
            ACCRS_ENTER(accrs_from);
            return next(i);
        }

        }
    "##]],
    );
}

#[test]
fn groups_that_are_left_out_have_no_say() {
    let place = |line: u32| format!("\u{2}{line} t.c");
    let text = format!(
        "#ifdef A\nf(){}\n{{\n    x;\n}}\n#endif\nint y;\ng(){}\n{{\n#pragma unroll 2\u{1}9 t.c\n    for (;;) {{\u{1}9 t.c\n    }}\n}}\n",
        place(3),
        place(4)
    );
    shows(
        &crate::render::cuda::lines::with_places(&text, "t.cu", 1),
        &expect![[r##"
            #line 3 "t.c"
            f()
            {
            #line 3 "t.c"
                x;
            #line 3 "t.c"
            }
            #endif
            #line 7 "t.cu"
            int y;
            #line 4 "t.c"
            g()
            {
            #line 8 "t.c"
            #pragma unroll 2
                for (;;) {
                }
            #line 4 "t.c"
            }
        "##]],
    );
}
