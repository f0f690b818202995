//! Which loops are seen to accumulate into a scalar without a clause, and into which of them, by which operator.

use super::plan;

/// Of a loop's body over `i`, in `kernels`: the reduction of `s`, a variable of type `ty`; `-`: none, and the loop runs in order.
fn reduction(ty: &str, body: &str) -> String {
    let source = format!(
        "{ty} f({ty} s, const double *restrict a, const int *restrict k, const unsigned *restrict u, const long *restrict l)
{{
    {ty} t;
    #pragma acc kernels copyin(a[0:100], k[0:100], u[0:100], l[0:100])
    for (int i = 0; i < 100; i++) {{
        {body}
    }}
    return s;
}}
"
    );
    let text = plan(&source);
    assert!(!text.contains("error "), "{body}: {text}");
    match text.split_once("reduction(") {
        Some((_, rest)) => rest.chars().take_while(|c| *c != ':').collect(),
        None => {
            assert!(text.contains(" a dependence: s written"), "{body}: {text}");
            "-".into()
        }
    }
}

fn check(ty: &str, cases: &[(&str, &str)]) {
    for (body, want) in cases {
        assert_eq!(reduction(ty, body), *want, "{ty} s: {body}");
    }
}

#[test]
fn sums_and_products() {
    check(
        "double",
        &[
            ("s = a[i] + s;", "+"),
            ("s = s - a[i];", "+"),
            ("s = s + a[i] + k[i];", "+"),
            ("s = a[i] + s + k[i];", "+"),
            ("s = a[i] - k[i] + (s - 1);", "+"),
            ("s = 1 - (a[i] - s);", "+"),
            ("s = s * a[i] * k[i];", "*"),
            ("s = (double)(s + a[i]);", "+"),
            ("s += a[i]; if (k[i]) s -= 1;", "+"),
            ("s = a[i] - s;", "-"),
            ("s = 1 - (a[i] + s);", "-"),
            ("s = s + s;", "-"),
            ("s = s + s * a[i];", "-"),
            ("s = s + a[i] * s;", "-"),
            ("s = s + a[i] / 2 * 3 - -s;", "-"),
            ("s = s / a[i];", "-"),
            ("s = (float)s + a[i];", "-"),
            ("s = (float)(s + a[i]);", "-"),
            ("s += a[i]; s *= k[i];", "-"),
            ("s = s + a[i]; if (s > 9) s = s - 1;", "-"),
        ],
    );
}

#[test]
fn integers_drop_no_fractions() {
    check(
        "int",
        &[
            ("s = s + k[i] + u[i];", "+"),
            ("s += l[i];", "+"),
            ("s += 0.5;", "-"),
            ("s = s + a[i];", "-"),
            ("s = (int)(s + a[i]) + 1;", "-"),
            ("s *= 1.5;", "-"),
        ],
    );
    check("_Bool", &[("s += k[i] > 3;", "+"), ("s = s + k[i];", "-")]);
    check("_Bool", &[("s -= k[i] > 3;", "-"), ("s--;", "-")]);
    check("_Bool", &[("s ^= k[i];", "-"), ("s ^= k[i] > 3;", "^")]);
}

#[test]
fn bits_and_truth() {
    check(
        "int",
        &[
            ("s = s && k[i];", "&&"),
            ("s = a[i] > 0 && s;", "&&"),
            ("s = s || k[i] || a[i] > 3;", "||"),
            ("s &= k[i];", "&"),
            ("s = k[i] | s | 1;", "|"),
            ("s = s ^ k[i];", "^"),
            ("s = s && k[i]; s = s || u[i];", "-"),
            ("s = (s && k[i]) || u[i];", "-"),
            ("s = s & ~s;", "-"),
            ("s = !s && k[i];", "-"),
        ],
    );
}

#[test]
fn the_largest_and_the_smallest() {
    check(
        "double",
        &[
            ("s = a[i] > s ? a[i] : s;", "max"),
            ("s = s > a[i] ? s : a[i];", "max"),
            ("s = s < a[i] ? a[i] : s;", "max"),
            ("s = a[i] <= s ? s : a[i];", "max"),
            ("s = s < a[i] ? s : a[i];", "min"),
            ("s = s >= a[i] ? a[i] : s;", "min"),
            ("s = !(a[i] < s) ? s : a[i];", "min"),
            ("s = ((double)(s)) > (k[i]) ? (s) : ((double)k[i]);", "max"),
            ("if (s < a[i]) { s = a[i]; }", "max"),
            ("if (!(a[i] <= s)) s = a[i];", "max"),
            ("if (k[i] < s) s = (double)k[i];", "min"),
            ("s = __builtin_fmax(a[i], __builtin_fmax(s, k[i]));", "max"),
            (
                "s = __builtin_fmin(s, a[i]); if (k[i] < s) s = k[i];",
                "min",
            ),
            (
                "s = (s > a[i] ? s : a[i]) > k[i] ? (s > a[i] ? s : a[i]) : k[i];",
                "max",
            ),
            (
                "s = ({ double x = s; double y = a[i]; x > y ? x : y; });",
                "max",
            ),
            (
                "s = ({ float x = s; double y = a[i]; x > y ? x : y; });",
                "-",
            ),
            ("s = a[i] > s ? k[i] : s;", "-"),
            ("s = a[i] > s ? s : a[i + 1];", "-"),
            ("s = a[i] > s ? a[i] : s; s = s < k[i] ? s : k[i];", "-"),
            ("s = __builtin_fmax(s, __builtin_fmin(s, a[i]));", "-"),
            ("s = __builtin_fmax(s * 2, a[i]);", "-"),
            ("if (a[i] > s) s = a[i]; else if (a[i] < 0) s = 0;", "-"),
            ("if (a[i] > s + 1) s = a[i];", "-"),
            ("if (a[i] > s) { t = s; s = a[i]; }", "-"),
        ],
    );
}

#[test]
fn comparisons_in_another_order() {
    check(
        "int",
        &[
            ("if (k[i] > s) s = k[i];", "max"),
            ("s = k[i] < s ? k[i] : s;", "min"),
            ("if (a[i] > s) s = a[i];", "max"),
            ("if (s < 0) s = 0;", "max"),
            ("if (u[i] > s) s = u[i];", "-"),
            ("if (l[i] > s) s = l[i];", "-"),
            ("if ((float)k[i] > s) s = k[i];", "-"),
        ],
    );
    check("unsigned", &[("if (k[i] > s) s = k[i];", "max")]);
    check("long", &[("if (u[i] > s) s = u[i];", "max")]);
    check("long", &[("if (a[i] > s) s = a[i];", "-")]);
    check("_Bool", &[("if (k[i] < s) s = k[i];", "-")]);
}

#[test]
fn through_a_temporary() {
    check(
        "double",
        &[
            ("t = s + a[i]; s = t;", "+"),
            ("double x = s * a[i]; s = x;", "*"),
            ("double x = s > a[i] ? s : a[i]; s = x;", "max"),
            ("double x = a[i]; if (x > s) s = x;", "max"),
            ("double x = s + a[i]; if (k[i]) s = x;", "-"),
            ("double x = s + a[i]; s += 1; s = x;", "-"),
            ("double x = s + a[i]; s = x; s += x;", "-"),
            ("float x = s + a[i]; s = x;", "-"),
            ("double x = s + a[i]; x = x + s; s = x;", "-"),
            ("double x = s - a[i]; s = x; x = s + k[i]; s = x;", "+"),
            ("double x = s + a[i]; s = x; t = x;", "-"),
        ],
    );
}
