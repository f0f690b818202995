//! Sums in elements of arrays: which loops are parallel if they are combined, and how that is done.

use super::{plan, plan_with};
use accrs_lowering::Options;

/// What becomes of the outermost loop of this code: its reductions and atomic updates, or `order`, or `left` where it is parallel but
/// the loops around or in it are the ones that are spread.
fn found(code: &str) -> String {
    let source = format!(
        "struct node {{ int sum; unsigned part : 4; float w[8]; }};
void f(int n, const double *restrict x, const int *restrict k, double *restrict y, int *restrict h, double a[restrict 100][50],
       volatile int *restrict v, struct node *restrict s, unsigned char *restrict c, const int *p, int *q)
{{
    int small[8]; double reals[4][4]; long many[1000];
    extern void keep(int *, double (*)[4], long *);
    keep(small, reals, many);
    #pragma acc kernels copyin(x[0:100], k[0:100]) copy(y[0:100], h[0:100], a[0:100], v[0:9], s[0:9], c[0:99])
    {code}
    keep(small, reals, many);
}}
"
    );
    // The loops of the text, which otherwise become others.
    let options = Options {
        transform: false,
        ..Options::default()
    };
    let text = plan_with(&source, &options);
    assert!(!text.contains("error "), "{code}: {text}");
    let (_, of_loop) = text.split_once("loop 0 line ").unwrap();
    let of_loop = of_loop.split("\n    loop ").next().unwrap();
    let found: Vec<&str> = of_loop
        .lines()
        .map(str::trim)
        .filter_map(|l| match l.split_once(") ") {
            Some((what, "[inferred]" | "on devices")) => Some(what),
            _ => None,
        })
        .collect();
    match found.as_slice() {
        [] if of_loop.contains("because: run sequentially") => "left".into(),
        [] if of_loop.contains("because: Loop is") => "parallel".into(),
        [] => "order".into(),
        all => all
            .iter()
            .map(|what| format!("{what})"))
            .collect::<Vec<_>>()
            .join(" "),
    }
}

fn check(cases: &[(&str, &str)]) {
    for (code, want) in cases {
        assert_eq!(found(code), *want, "{code}");
    }
}

const I: &str = "for (int i = 0; i < n; i++) ";

fn in_i(cases: &[(&str, &str)]) {
    for (body, want) in cases {
        assert_eq!(found(&format!("{I}{{ {body} }}")), *want, "{body}");
    }
}

#[test]
fn one_element_has_copies() {
    in_i(&[
        ("y[0] += x[i];", "reduction(+:y[0])"),
        ("y[n] = x[i] + y[n];", "reduction(+:y[n])"),
        ("*y -= x[i];", "reduction(+:*y)"),
        ("y[3] *= x[i]; if (k[i]) y[3] *= 2;", "reduction(*:y[3])"),
        ("if (x[i] > y[1]) y[1] = x[i];", "reduction(max:y[1])"),
        ("y[1] = x[i] < y[1] ? x[i] : y[1];", "reduction(min:y[1])"),
        ("a[3][n] += x[i];", "reduction(+:a[3][n])"),
        ("h[2] |= k[i];", "reduction(|:h[2])"),
    ]);
}

#[test]
fn small_arrays_have_copies() {
    in_i(&[
        ("small[k[i]] += 1;", "reduction(+:small)"),
        ("reals[k[i]][i % 4] += x[i];", "reduction(+:reals)"),
        ("for (int j = 0; j < 8; j++) small[j] ^= k[i] + j;", "left"),
        ("small[k[i]]++; small[0] -= k[i];", "reduction(+:small)"),
    ]);
}

#[test]
fn chosen_elements_are_atomic() {
    in_i(&[
        ("h[k[i]]++;", "atomic(+:h[k[i]])"),
        ("many[k[i]] += k[i];", "atomic(+:many[k[i]])"),
        ("c[k[i]] = 3 + c[k[i]];", "atomic(+:c[k[i]])"),
        ("if (x[i] > 0) h[k[i]] &= k[i];", "atomic(&:h[k[i]])"),
        ("s[k[i]].sum += 2;", "atomic(+:s[k[i]].sum)"),
        (
            "h[k[i]] += 2; h[k[i] / 2]--;",
            "atomic(+:h[k[i]]) atomic(+:h[k[i]/2])",
        ),
        // Another operator for another array.
        (
            "h[k[i]] += 2; many[k[i]] *= 2;",
            "atomic(+:h[k[i]]) atomic(*:many[k[i]])",
        ),
    ]);
}

#[test]
fn extremes_and_sums_in_further_forms_are_atomic() {
    in_i(&[
        ("if (k[i] > h[k[i]]) h[k[i]] = k[i];", "atomic(max:h[k[i]])"),
        // The order of these makes no difference to floating-point numbers either.
        (
            "if (x[i] < y[k[i]]) { { y[k[i]] = x[i]; } }",
            "atomic(min:y[k[i]])",
        ),
        (
            "y[k[i]] = x[i] > y[k[i]] ? x[i] : y[k[i]];",
            "atomic(max:y[k[i]])",
        ),
        // This one takes NaN, and then whatever comes next.
        ("y[k[i]] = y[k[i]] > x[i] ? y[k[i]] : x[i];", "order"),
        (
            "h[k[i]] = h[k[i]] > k[i] ? h[k[i]] : k[i];",
            "atomic(max:h[k[i]])",
        ),
        ("h[k[i]] = i + h[k[i]] + k[i];", "atomic(+:h[k[i]])"),
        // Other elements of the array are read.
        ("if (i > 3) h[1] = h[i] + h[1] + h[2];", "atomic(+:h[1])"),
        (
            "if (k[i] > h[i]) h[i] = k[i]; if (k[i] > h[i + 5]) h[i + 5] = k[i];",
            "atomic(max:h[i]) atomic(max:h[i + 5])",
        ),
        ("if (i > 3) y[1] += y[i];", "order"),
    ]);
}

#[test]
fn floating_point_sums_are_not_made_atomic() {
    let text = "for (int i = 0; i < n; i++) y[k[i]] += x[i];";
    assert_eq!(found(text), "order");
    assert_eq!(
        found("for (int i = 0; i < n; i++) s[k[i]].w[k[i]] += 1;"),
        "order"
    );
    let atomic = "for (int i = 0; i < n; i++) {\n#pragma acc atomic\ny[k[i]] += x[i]; }";
    assert_eq!(found(atomic), "parallel");
}

#[test]
fn what_is_more_than_a_sum_runs_in_order() {
    in_i(&[
        // The array is read, or written, beside the sum.
        ("h[k[i]] += h[i];", "order"),
        ("h[k[i]] += 1; h[i] = 0;", "order"),
        ("h[k[i]] += 1; y[i] = h[3];", "order"),
        ("y[0] += x[i]; y[i + 1] = y[0];", "order"),
        ("y[0] += x[i]; y[i] = 1;", "order"),
        ("y[i / 2] = y[i / 2] + y[i / 2];", "order"),
        // The old or the new value is used.
        ("y[i] = h[k[i]]++;", "order"),
        ("many[i] = small[k[i]] += 1;", "order"),
        // Two operators.
        ("h[k[i]] += 1; h[k[i] / 2] *= 2;", "order"),
        ("y[0] += x[i]; y[0] *= 2;", "order"),
        // Not what it looks like.
        ("y[0] = x[i] - y[0];", "order"),
        ("h[k[i]] = k[i] - h[k[i]];", "order"),
        ("h[k[i]] += x[i];", "order"),
        ("if (x[i] > y[1]) y[1] = x[i] + 1;", "order"),
        ("if (k[i] > h[k[i]]) h[k[i]] = h[i];", "order"),
        (
            "if (k[i] > h[k[i]]) h[k[i]] = k[i]; else h[k[i]] = 0;",
            "order",
        ),
        ("h[k[i]] /= 2;", "order"),
        ("h[k[i]] <<= 1;", "order"),
        ("h[h[i]] += 1;", "order"),
        ("y[0] = y[0] && x[i];", "order"),
        // Memory that others look at, and bits of it.
        ("v[k[i]] += 1;", "order"),
        ("s[k[i]].part += 1;", "order"),
        // Which element it is changes on the way.
        ("int j = k[i]; y[j] += 1; j = 0; y[j] += 1;", "order"),
    ]);
}

#[test]
fn pointers_that_may_overlap_are_asked() {
    let source = |body: &str| {
        plan(&format!(
            "void f(int n, const int *p, int *q) {{
    #pragma acc kernels
    for (int i = 0; i < n; i++) {body}
}}
"
        ))
    };
    let asked = source("q[0] += p[i];");
    assert!(
        asked.contains("if q and p don't overlap, which is checked"),
        "{asked}"
    );
    assert!(asked.contains("reduction(+:q[0]) [inferred]"), "{asked}");
    let asked = source("q[i / 3] += p[i];");
    assert!(
        asked.contains("if q and p don't overlap, which is checked"),
        "{asked}"
    );
    // How far `q` reaches isn't known.
    let unknown = source("q[p[i]] += 1;");
    assert!(unknown.contains("may carry a dependence"), "{unknown}");
}

#[test]
fn loops_that_are_parallel_anyway_come_first() {
    check(&[
        // The rows are parallel; in each, the sum is in order.
        (
            "for (int i = 0; i < n; i++) for (int j = 0; j < 50; j++) y[i] += a[i][j];",
            "parallel",
        ),
        // The columns are: the loop around them is left sequential.
        (
            "for (int i = 0; i < n; i++) for (int j = 0; j < 50; j++) y[j] += a[i][j];",
            "left",
        ),
        (
            "for (int i = 0; i < n; i++) for (int j = 0; j < 50; j++) many[j] += k[i];",
            "left",
        ),
        // None is, and both are with the sum.
        (
            "for (int i = 0; i < n; i++) for (int j = 0; j < 50; j++) y[0] += a[i][j];",
            "reduction(+:y[0])",
        ),
        (
            "for (int i = 0; i < n; i++) for (int j = 0; j < 50; j++) h[k[j]] += i;",
            "atomic(+:h[k[j]])",
        ),
        // A parallel loop beside the sum is no reason to leave it.
        (
            "for (int i = 0; i < n; i++) { h[k[i]]++; for (int j = 0; j < 50; j++) a[i][j] = j; }",
            "atomic(+:h[k[i]])",
        ),
    ]);
}

#[test]
fn cores_are_given_what_they_can_combine() {
    let host = |body: &str| {
        let text = plan(&format!(
            "double m[4];
void f(int n, const double *restrict x, double *restrict y, const int *restrict k, int *restrict h) {{
    #pragma acc kernels copy(h[0:9])
    for (int i = 0; i < {body}
}}
"
        ));
        let (_, of_loop) = text.split_once("loop 0 line ").unwrap();
        let how = of_loop.split("host ").nth(1).unwrap();
        how.lines().next().unwrap().to_string()
    };
    assert_eq!(host("n; i++) m[1] += x[i];"), "Threads");
    assert_eq!(host("n; i++) m[i % 4] += x[i];"), "Threads");
    assert_eq!(host("100; i++) y[1] += x[i];"), "Threads");
    assert_eq!(host("100; i++) if (x[i] > y[1]) y[1] = x[i];"), "Threads");
    // With n = 0, or where no element is positive, there may be nothing behind y.
    assert_eq!(host("n; i++) y[1] += x[i];"), "Sequential");
    assert_eq!(host("100; i++) if (x[i] > 0) y[1] += x[i];"), "Sequential");
    assert_eq!(host("100; i++) h[k[i]]++;"), "Sequential");
}
