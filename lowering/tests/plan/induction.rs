//! Variables that a loop steps by the same amount in each iteration: with their closed forms, what loops are parallel.

use super::plan;

/// How each loop of this code runs on a device, from the outermost one on: `p` in parallel, `-` in order.
fn runs(code: &str, behind: &str) -> String {
    let source = format!(
        "int f(int n, int m, long l, double *restrict a, const double *restrict b, const int *restrict w, unsigned u, int *q)
{{
    int k = 0, t = 3;
    long h = 0;
    unsigned s = 0;
    short c = 0;
    _Bool y = 0;
    extern void look(int *);
    #pragma acc kernels copy(a[0:100]) copyin(b[0:100], w[0:100])
    {code}
    {behind}
    return 0;
}}
"
    );
    let text = plan(&source);
    assert!(!text.contains("error "), "{code}: {text}");
    let loops = text.lines().filter(|l| l.trim_start().starts_with("loop "));
    loops
        .map(|l| if l.contains("sequential;") { '-' } else { 'p' })
        .collect()
}

fn check(cases: &[(&str, &str)]) {
    for (code, want) in cases {
        assert_eq!(runs(code, ""), *want, "{code}");
    }
}

/// Pointers that walk, from the function's own value or from one that each iteration around gives them.
#[test]
fn pointers() {
    let walks = |code: &str| {
        let source = format!(
            "void f(int n, int m, int t, double *restrict a, const double *restrict b, const int *w)
{{
    double *p = a;
    const double *q = b;
    {code}
}}
"
        );
        let text = plan(&source);
        let (mut items, mut all) = (Vec::new(), Vec::new());
        for l in text.lines().map(str::trim) {
            let kinds = [": copy(", ": copyin(", ": copyout("];
            if let Some((_, item)) = kinds.iter().find_map(|k| l.split_once(k)) {
                items.push(item.split_once(')').unwrap().0);
            } else if l.starts_with("loop ") {
                all.push(if l.contains("sequential;") { "-" } else { "=" });
            }
        }
        items.sort_unstable();
        [items, all].concat().join(" ")
    };
    let check = |loops: &str, want: &str| {
        let region = format!("#pragma acc kernels\n{loops}");
        assert_eq!(walks(&region), want, "{loops}");
    };
    check(
        "for (int i = 0; i < n; i++) *p++ = b[i];",
        "b[0:n] p[0:n] =",
    );
    check(
        "for (int i = 0; i < n; i++) { *p = q[0] + q[1]; p += 3; q += 2; }",
        "p[0:3*n - 2] q[0:2*n] =",
    );
    check(
        "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) *p++ = b[i];",
        "b[0:n] p[0:n*m] = =",
    );
    check(
        "for (int i = 0; i < n; i++) { double *r = a + i * m; for (int j = 0; j < m; j++) *r++ = 1; }",
        "a[0:n*m] = =",
    );
    check(
        "for (int i = 0; i < n; i++) { int k = i * m; for (int j = 0; j < m; j++) a[k++] = 1; }",
        "a[0:n*m] = =",
    );
    // Of a `parallel` construct only those that an iteration declares.
    let gangs = "#pragma acc parallel loop\n";
    let rows = "for (int i = 0; i < n; i++) { double *r = a + i * m; for (int j = 0; j < m; j++) *r++ = 1; }";
    assert_eq!(walks(&format!("{gangs}{rows}")), "a[0:n*m] = =");
    for stays in [
        "for (int i = 0; i < n; i++) if (w[i]) *p++ = b[i];",
        "for (int i = 0; i < n; i++) { *p++ = b[i]; if (w[i]) p = a; }",
        "for (int i = 0; i < n; i++) { double *r = p; for (int j = 0; j < m; j++) *r++ = 1; *r = 2; }",
    ] {
        let loops = walks(&format!("#pragma acc kernels\n{stays}"));
        assert!(!loops.contains('='), "{stays}: {loops}");
    }
}

#[test]
fn closed_forms() {
    check(&[
        ("for (int i = 0; i < n; i++) { a[i] = b[k]; k += 2; }", "p"),
        ("for (int i = 0; i < n; i++) a[k++] = b[i];", "p"),
        ("for (int i = n; i > 0; i--) { a[k] = b[i]; k++; }", "p"),
        (
            "for (int i = 0; i < n; i += 4) { a[k] = b[i]; k += 8; }",
            "p",
        ),
        ("for (int i = 0; i != n; i++) { a[k] = b[i]; k += 2; }", "p"),
        (
            "for (int i = 0; i < n; i++) { a[k++] = b[i]; a[k++] = 0; }",
            "p",
        ),
        (
            "for (int i = 3; i <= n; i++) { --k; a[20 - k] = b[i]; }",
            "p",
        ),
        (
            "for (int i = 0; i < n; i++) { k = k + t; a[i] = b[k]; }",
            "p",
        ),
        ("for (int i = 0; i < n; i++) { a[h] = b[i]; h += 3; }", "p"),
        (
            "for (int i = 0; i < n; i++) { a[i] = b[k++]; if (w[i]) a[i] += k; t += 1; a[i] *= t; }",
            "p",
        ),
        (
            "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[k++] = b[i];",
            "pp",
        ),
        (
            "for (int i = 0; i < n; i++) for (int j = 0; j < 8; j++) { a[k] = b[i]; k += 1; }",
            "pp",
        ),
    ]);
}

#[test]
fn values_around_the_end_of_a_type() {
    check(&[
        ("for (int i = 0; i < n; i++) { a[i] = s; s++; }", "p"),
        ("for (int i = 0; i < n; i++) { a[i] = --c; }", "p"),
        (
            "for (int i = 0; i < n; i++) { s += 0x9e3779b9u; a[i] = s ^ s >> 15; }",
            "p",
        ),
        (
            "for (long i = 0; i < l; i++) { a[i] = c; c = c - u; s += h; }",
            "p",
        ),
        (
            "for (unsigned i = 0; i < u; i++) for (int j = 0; j < 9; j++) { a[9 * i + j] = s++; }",
            "pp",
        ),
    ]);
}

#[test]
fn what_is_not_stepped_evenly_runs_in_order() {
    check(&[
        // Not in each iteration, or not once.
        (
            "for (int i = 0; i < n; i++) if (b[i] > 0) a[k++] = b[i];",
            "-",
        ),
        (
            "for (int i = 0; i < n; i++) { a[k] = b[i]; b[i] > 0 ? k++ : 0; }",
            "-",
        ),
        (
            "for (int i = 0; i < n; i++) { if (w[i]) continue; a[k++] = b[i]; }",
            "-",
        ),
        ("for (int i = 0; i < n; i++) { a[k++] = b[i]; k--; }", "-"),
        (
            "for (int i = 0; i < n; i++) { a[k++] = b[i]; if (w[i]) k++; }",
            "-",
        ),
        (
            "for (int i = 0; i < n; i++) { a[k++] = b[i]; if (k > 9) k = 0; }",
            "-",
        ),
        // Not by the same amount.
        (
            "for (int i = 0; i < n; i++) { a[k] = b[i]; k += w[i]; }",
            "-",
        ),
        ("for (int i = 0; i < n; i++) { a[k] = b[i]; k += i; }", "-"),
        ("for (int i = 0; i < n; i++) { a[k] = b[i]; k *= 2; }", "-"),
        (
            "for (int i = 0; i < n; i++) { a[k] = b[i]; k = t - k; }",
            "-",
        ),
        (
            "for (int i = 0; i < n; i++) { a[k] = b[i]; k += t; t++; }",
            "-",
        ),
        // The closed form wouldn't be C's value, or no linear subscript.
        ("for (int i = 0; i < n; i++) { a[s] = b[i]; s++; }", "-"),
        ("for (int i = 0; i < n; i++) { a[c] = b[i]; c++; }", "-"),
        (
            "for (int i = 0; i < n; i++) { t = s; a[t] = b[i]; s++; }",
            "-",
        ),
        ("for (int i = 0; i < n; i++) { *(a + s) = b[i]; s++; }", "-"),
        ("for (int i = 0; i < n; i++) { a[i] = y; y++; }", "-"),
        ("for (int i = 0; i < n; i++) { a[i] = s; s += 0.5; }", "-"),
        ("for (long i = 0; i < l; i++) { a[k] = b[i]; k++; }", "-"),
        (
            "for (int i = 0; i < n; i++) { a[k] = b[i]; k += 0.5; }",
            "-",
        ),
        ("for (int i = 0; i < n; i += t) { a[k] = b[i]; k++; }", "-"),
        (
            "for (int i = 0; i < n; i += 4) { a[k] = b[i]; k += 2; }",
            "-",
        ),
        // Trip counts that differ.
        (
            "for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) a[k++] = b[i];",
            "--",
        ),
        (
            "for (int i = 0; i < n; i++) for (int j = 0; j < w[i]; j++) a[k++] = b[i];",
            "--",
        ),
        // Other code sees it.
        (
            "for (int i = 0; i < n; i++) { a[k] = b[i]; for (int j = 0; j < 4; j++) k++; }",
            "--",
        ),
        (
            "{ for (int i = 0; i < n; i++) a[k++] = b[i]; a[99] = k; }",
            "-",
        ),
        ("{ k = 2; for (int i = 0; i < n; i++) a[k++] = b[i]; }", "-"),
        // Two elements that are the same all the same.
        ("for (int i = 0; i < n; i++) { a[k] = b[i]; k += 0; }", "-"),
        (
            "for (int i = 0; i < n; i++) { a[k] += a[k + 2]; k += 2; }",
            "-",
        ),
    ]);
    let counted = "for (int i = 0; i < n; i++) a[k++] = b[i];";
    assert_eq!(runs(counted, "return k;"), "-");
    assert_eq!(runs(counted, "look(&k);"), "-");
    assert_eq!(runs(&format!("{{ {counted} }}"), ""), "p");
}
