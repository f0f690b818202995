//! What functions that a loop calls do to variables that they name themselves, and functions of which nobody knows what they do.

use super::reasons;

/// Of a loop's body over `i`, in `kernels`, that calls functions: whether it is found to be parallel.
fn is_parallel(body: &str) -> bool {
    let source = format!(
        "static int g, h[9], *p;
int stranger(int);
int reader(int) __attribute__((pure));
int computer(int) __attribute__((const));
double sqrt(double);
#pragma acc declare create(g, h, p)
#pragma acc routine(stranger) seq
#pragma acc routine(reader) seq
#pragma acc routine(computer) seq
#pragma acc routine seq
static int get(void) {{ return g; }}
#pragma acc routine seq
static void put(int v) {{ g = v; }}
#pragma acc routine seq
static void put_through(int v) {{ put(v); }}
#pragma acc routine seq
static int element(int v) {{ return h[v]; }}
#pragma acc routine seq
static void set_element(int v) {{ int *q = h; q[v % 9] = v; }}
#pragma acc routine seq
static void behind(int v) {{ p[v] = p[v - 1]; }}
#pragma acc routine seq
static int asks_a_stranger(int v) {{ return stranger(v); }}
#pragma acc routine seq
static void count(int v)
{{
    #pragma acc atomic
    h[v % 9] += v;
}}
void f(int *restrict a)
{{
    #pragma acc kernels copy(a[0:100])
    for (int i = 0; i < 100; i++) {{
        {body}
    }}
}}
"
    );
    let reasons = reasons(&source);
    let first = reasons.first().map(String::as_str).unwrap_or_default();
    let is = first.starts_with("Loop is parallelizable");
    assert!(is || first.contains(" a dependence"), "{body}: {first}");
    is
}

#[test]
fn what_functions_do_to_variables_counts() {
    for body in [
        "put(i);",
        "put_through(i);",
        "a[i] = get(); g = i;",
        "a[i] = get(); g += i;",
        "set_element(i);",
        "a[i] = element(i); h[i % 9] = i;",
        "behind(i);",
        "count(i); a[i] = h[2];",
        "count(i); h[i % 9] = 1;",
    ] {
        assert!(!is_parallel(body), "{body}");
    }
    for body in [
        "a[i] = get();",
        "a[i] = element(i % 9) + g;",
        "count(i);",
        "count(i); a[i] = get();",
    ] {
        assert!(is_parallel(body), "{body}");
    }
}

#[test]
fn functions_that_nobody_knows() {
    for body in ["a[i] = stranger(i);", "a[i] = asks_a_stranger(i);"] {
        assert!(!is_parallel(body), "{body}");
    }
    for body in [
        "a[i] = reader(i);",
        "a[i] = computer(i);",
        "a[i] = (int)sqrt(i);",
    ] {
        assert!(is_parallel(body), "{body}");
    }
}
