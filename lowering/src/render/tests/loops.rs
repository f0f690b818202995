//! Loops of the host's cores, and what they ask before threads share them.

use super::*;

#[test]
fn loops_keep_the_users_text() {
    openmp(
        r#"# 1 "t.c"
void f(int n, const double *x, double *y, double *out)
{
    int i, j, k;
    double t, s = 0;
#pragma acc parallel loop gang reduction(+:s) private(t) copyin(x[0:n]) copy(y[0:n])
    for (i = 0; i < n; i++) {
        t = x[i];
#pragma acc loop vector reduction(+:s)
        for (j = 0; j < n; j++)
            s += t * y[j];
        for (k = 0; k < 3; k++)
            t += k;
    }
#pragma acc parallel num_gangs(4) copy(y[0:n])
    {
        double w = 2;
#pragma acc loop gang
        for (i = 0; i < n; i += 2) {
#pragma acc atomic update
            y[i / 4] += w;
        }
    }
    *out = s;
}
"#,
        &expect![[r#"
            void f(int n, const double *x, double *y, double *out)
            {
                int i, j, k;
                double t, s = 0;
            #pragma omp parallel for schedule(static) if((double)n * (double)n > 200000) private(t, k, j) reduction(+:s)
                for (i = 0; i < n; i++) {
                    t = x[i];
            #pragma omp simd reduction(+:s)
                    for (j = 0; j < n; j++)
                        s += t * y[j];
                    for (k = 0; k < 3; k++)
                        t += k;
                }
            #pragma omp parallel num_threads(4) private(i)
                {
                    double w = 2;
            {
                __typeof__(i) i_from = 0;
                const unsigned long i_trips = i_from < n ? ((unsigned long)n - (unsigned long)i_from - 1) / (unsigned long)2 + 1 : 0;
                unsigned long i_k;
            #pragma omp for schedule(static)
                for (i_k = 0; i_k < i_trips; i_k++) {
                    __typeof__(i_from) i = i_from + (long)(i_k * 2);
                                               {
            #pragma omp atomic update
                        y[i / 4] += w;
                    }}}
                }
                *out = s;
            }
        "#]],
    );
}

#[test]
fn loops_whose_pointers_may_overlap_ask_first() {
    openmp(
        r#"# 1 "t.c"
void f(int n, int m, double *a, const double *b, int *c, const int *e, double (*d)[5])
{
#pragma acc kernels copy(a[0:n]) copyin(b[0:n])
    for (int i = 1; i < n - 1; i++)
        a[i] = b[i - 1] + b[i + 1];
#pragma acc kernels copy(d[0:n]) copyin(b[0:m])
    for (int i = 0; i < n; i++)
        if (i > 2)
            d[i][0] = b[i];
#pragma acc kernels loop copyout(c[2:n]) copyin(e[m:n])
    for (int i = 2; i < n; i++)
        if (i % 3)
            c[i] = e[i / 2 + m];
#pragma acc kernels loop independent copy(a[0:n]) copyin(b[0:n])
    for (int i = 0; i < n; i++)
        a[i] = b[n - 1 - i];
}
"#,
        &expect![[r#"
            void f(int n, int m, double *a, const double *b, int *c, const int *e, double (*d)[5])
            {
            #pragma omp parallel for schedule(static) if((a + (n - 1) <= b || b + n <= a + 1) && n > 200002)
                for (int i = 1; i < n - 1; i++)
                    a[i] = b[i - 1] + b[i + 1];
            #pragma omp parallel for schedule(static) if(((const volatile void *)(b + (n >= 4 ? n : 0)) <= (const volatile void *)(d + (n >= 4 ? 3 : 0)) || (const volatile void *)(d + (n >= 4 ? n : 0)) <= (const volatile void *)(b + (n >= 4 ? 3 : 0))) && n > 200000)
                for (int i = 0; i < n; i++)
                    if (i > 2)
                        d[i][0] = b[i];
            #pragma omp parallel for schedule(static) if((c + n <= e + (n >= 3 ? m + 1 : 0) || e + (n >= 3 ? (n - 1) % 6 == 0 ? (long)((n - 3) / 2) + m + 1 : (long)m + (n + 1) / 2 : 0) <= c + 2) && n > 130002)
                for (int i = 2; i < n; i++)
                    if (i % 3)
                        c[i] = e[i / 2 + m];
            #pragma omp parallel for simd schedule(static) if(n > 340000)
                for (int i = 0; i < n; i++)
                    a[i] = b[n - 1 - i];
            }
        "#]],
    );
}

/// On a device the difference shows in races only, which sim has none of.
#[test]
fn scratch_scalars_are_a_threads_own_and_what_a_gang_reads_is_shared() {
    let text = |declared: &str, clause: &str, behind: &str| {
        format!(
            r#"# 1 "t.c"
void f(int n, const double *restrict a, double *restrict b)
{{
    int j, k; {declared}
#pragma acc {clause}
    for (int i = 0; i < n; i++) {{
#pragma acc loop independent vector
        for (j = 0; j < n; j++) {{
            t = a[j];
            for (k = 0; k < 3; k++)
                t += k;
            b[i * n + j] = t;
        }}
        {behind}
    }}
}}
"#
        )
    };
    let shared = |text: &str| cuda(text).contains("__shared__");
    for clause in [
        "parallel loop gang copyin(a[0:n]) copyout(b[0:n * n])",
        "parallel loop gang private(t) copyin(a[0:n]) copyout(b[0:n * n])",
        "kernels loop independent gang copyin(a[0:n]) copyout(b[0:n * n])",
        "kernels loop copyin(a[0:n]) copyout(b[0:n * n])",
    ] {
        let alone = text("double t;", clause, "");
        assert!(!shared(&alone), "{clause}: t is shared");
        let behind = "b[i] += t;";
        if clause.contains("parallel") {
            assert!(shared(&text("double t;", clause, behind)), "{clause}");
        }
    }
}
