//! Which data stays on the device over the turns of a host's loop.

use super::plan;

/// What the first loop that holds anything holds: "a, b"; empty if none does. In `body`, `A(x)` is a region that changes `x`, `R(x, y)` one
/// that computes `x` from `y`.
fn holds(body: &str) -> String {
    let mut text = body.to_string();
    while let Some(at) = text.find("A(") {
        let (name, rest) = text[at + 2..].split_once(')').unwrap();
        let region =
            format!("\n#pragma acc kernels\nfor (int i = 0; i < n; i++) {name}[i] += 1;\n{rest}");
        text.replace_range(at.., &region);
    }
    while let Some(at) = text.find("R(") {
        let (names, rest) = text[at + 2..].split_once(')').unwrap();
        let (x, y) = names.split_once(", ").unwrap();
        let region =
            format!("\n#pragma acc kernels\nfor (int i = 0; i < n; i++) {x}[i] = {y}[i];\n{rest}");
        text.replace_range(at.., &region);
    }
    let found = plan(&format!(
        "int printf(const char *, ...); double sqrt(double); void use(void); extern int done;
struct s {{ int k; double v[9]; }} s; union u {{ int n; double d[9]; }} w; double x[100], y[100]; int z[100];
void f(int n, double *a, double *b, double *restrict r, const double *restrict q, int *k, char *c)
{{ int t; double m = 0, *p = a; {text} }}"
    ));
    let mut lines = found.lines();
    let line = lines.find_map(|l| l.strip_prefix("held by the host's loop at line "));
    line.map_or(String::new(), |l| l.split_once(": ").unwrap().1.to_string())
}

fn check(cases: &[(&str, &str)]) {
    for (body, want) in cases {
        assert_eq!(holds(body), *want, "{body}");
    }
}

#[test]
fn data_stays_where_host_code_leaves_it_alone() {
    check(&[
        ("for (t = 0; t < 9; t++) { A(a) }", "a"),
        ("for (t = 0; t < 9; t++) { A(a) A(b) m += t; }", "a, b"),
        ("while (m < 9) { A(x) R(y, x) m = m * 2 + 1; }", "x, y"),
        ("do { A(a) if (t > 3) break; } while (t++ < 9);", "a"),
        (
            "for (t = 0; t < 9; t++) { A(a) R(b, a) p = a; a = b; b = p; }",
            "a, b",
        ),
        (
            "for (t = 0; t < 9; t++) { A(a) if (t % 9 == 0) printf(\"%d %f\\n\", t, sqrt(m)); }",
            "a",
        ),
        (
            "for (t = 0; t < 9; t++) for (int u = 0; u < n; u++) { A(a) }",
            "a",
        ),
        ("use(); for (t = 0; t < 9; t++) { A(a) } use();", "a"),
        ("for (t = 0; t < 9; t++) { A(a) if (m > 3) return; }", "a"),
        (
            "if (n) goto out; for (t = 0; t < 9; t++) { A(a) } out: ;",
            "a",
        ),
        // Only the inner loop leaves it alone.
        (
            "for (t = 0; t < 9; t++) { a[t] = 3; for (int u = 0; u < n; u++) { A(a) } }",
            "a",
        ),
    ]);
}

#[test]
fn what_host_code_uses_comes_back() {
    check(&[
        ("for (t = 0; t < 9; t++) { A(a) m += a[0]; }", ""),
        ("for (t = 0; t < 9; t++) { A(a) a[t] = 0; }", ""),
        ("for (t = 0; t < 9; t++) { A(a) m += *p; }", ""),
        ("for (t = 0; t < 9; t++) { A(a) m += p[t + 1]; }", ""),
        ("for (t = 0; t < 9; t++) { A(a) m += x[t]; }", ""),
        ("for (t = 0; t < 9; t++) { A(a) m += s.v[t]; }", ""),
        ("for (t = 0; t < 9; t++) { A(a) use(); }", ""),
        ("for (t = 0; t < 9; t++) { A(a) printf(\"%f\", a[t]); }", ""),
        ("for (t = 0; t < 9; t++) { A(a) printf(\"%s\", c); }", ""),
        ("while (a[0] < 9) { A(a) }", ""),
        (
            "for (t = 0; t < 9; t++) { A(a) asm volatile(\"\" ::: \"memory\"); }",
            "",
        ),
        ("for (t = 0; t < 9; t++) { A(a) m += c[t]; }", ""),
        ("for (t = 0; t < 9; t++) { A(k) m += w.n; }", ""),
        ("for (t = 0; t < 9; t++) { double v[100]; A(v) }", ""),
        ("for (t = 0; t < 9; t++) { double v[100]; A(a) }", ""),
        (
            "for (t = 0; t < 9; t++) { A(a) struct s other = s; m += other.k; }",
            "",
        ),
        (
            "struct s other = s; for (t = 0; t < 9; t++) { A(a) s = other; }",
            "",
        ),
    ]);
}

#[test]
fn other_objects_dont_matter() {
    check(&[
        ("for (t = 0; t < 9; t++) { A(x) m += y[t]; }", "x"),
        ("for (t = 0; t < 9; t++) { A(a) t += k[t]; }", "a"),
        (
            "for (t = 0; t < 9; t++) { A(r) R(y, b) m += b[t] + x[t]; }",
            "r",
        ),
        // A local pointer may be made from it.
        ("for (t = 0; t < 9; t++) { A(r) m += *p; }", ""),
        ("for (t = 0; t < 9; t++) { A(x) m += *p; }", ""),
        ("for (t = 0; t < 9; t++) { A(a) k[t] = z[t]; }", "a"),
        // What the device only reads, the host may read too.
        ("for (t = 0; t < 9; t++) { R(r, q) m += q[t]; }", "q, r"),
        ("for (t = 0; t < 9; t++) { R(r, q) m += r[t]; }", "q"),
        ("for (t = 0; t < 9; t++) { R(x, y) y[t] = 3; }", "x"),
    ]);
}

#[test]
fn some_loops_hold_nothing() {
    let region = "for (int i = 0; i < n; i++) a[i] += 1;";
    for (before, directive) in [
        ("", "kernels async"),
        ("", "kernels if(n > 3)"),
        ("", "kernels self(n > 3)"),
        ("", "kernels wait(1)"),
        ("", "kernels copy(a[0:n])"),
        ("", "kernels present(a)"),
        ("", "kernels copyin(a)"),
        // What it writes isn't wanted back.
        (
            "#pragma acc parallel loop copyin(a[0:n])\nfor (int i = 0; i < n; i++) a[i] *= 2;\n",
            "kernels",
        ),
        (
            "#pragma acc parallel loop create(b[0:n])\nfor (int i = 0; i < n; i++) b[i] = 2;\n",
            "kernels",
        ),
        (
            "#pragma acc parallel loop copyout(zero: a[0:n])\nfor (int i = 3; i < n; i++) a[i] = 2;\n",
            "kernels",
        ),
        ("#pragma acc update self(a[0:n]) if_present\n", "kernels"),
        (
            "#pragma acc kernels present(b)\nfor (int i = 0; i < n; i++) b[i] += 1;\n",
            "kernels",
        ),
        (
            "#pragma acc parallel loop firstprivate(x)\nfor (int i = 0; i < n; i++) b[i] += x[3];\n",
            "kernels copyin(b)",
        ),
    ] {
        let body =
            format!("for (t = 0; t < 9; t++) {{\n{before}#pragma acc {directive}\n{region}\n}}");
        assert_eq!(holds(&body), "", "{body}");
    }
    check(&[
        (
            "if (n) goto in; for (t = 0; t < 9; t++) { A(a) in: m += 1; }",
            "",
        ),
        (
            "switch (n) { case 1: for (t = 0; t < 9; t++) { A(a) case 2: m += 1; } }",
            "",
        ),
        (
            "switch (n) { case 1: for (t = 0; t < 9; t++) { A(a) } }",
            "a",
        ),
        (
            "for (t = 0; t < 9; t++) { switch (t) { case 1: A(a) break; case 2: m += 1; } }",
            "a",
        ),
        (
            "\n#pragma GCC unroll 2\nfor (t = 0; t < 9; t++) { A(a) }",
            "",
        ),
        // The host's threads.
        (
            "\n#pragma omp parallel\n{ for (t = 0; t < 9; t++) { A(a) } }",
            "",
        ),
        // No loop.
        ("A(a) A(a)", ""),
    ]);
}

#[test]
fn a_call_that_keeps_data_moving_is_named() {
    let found = plan(
        "void output(const double *, int);
void f(int n, double *a)
{ for (int t = 0; t < 9; t++) {
#pragma acc kernels
for (int i = 0; i < n; i++) a[i] += 1;
if (t == 3) output(a, n); } }",
    );
    assert!(found.contains(
        "note 3: a moves in each turn of this loop, since 'output' at line 6 may use it; a data construct around the loop keeps it on the device, with updates where the host needs it"
    ));
}
