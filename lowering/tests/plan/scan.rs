//! Which sections the host finds by a scan before a construct, and why not others.

use super::plan;

/// What becomes of `x` in a construct of this body: "scanned", "bounded", or why its section isn't known.
fn found(body: &str) -> String {
    found_by("#pragma acc kernels", body)
}

fn found_by(directive: &str, body: &str) -> String {
    let out = plan(&format!(
        "struct e {{ int from, to; double w; }}; struct g {{ int n, *at; double d; }};
extern int fixed[100]; static int total(int k) {{ k *= 2; return k; }}
void f(int n, int m, double *x, double *restrict out, const int *at, const int *restrict r, int *c, const struct e *e, struct g *g,
       const double *w, const unsigned char *used, const char *bytes, volatile int *v, int *restrict own)
{{
    int k = 0; double s = 0; (void)k; (void)s;
{directive}
{{ {body} }}
}}
"
    ));
    let size = "the size of what 'x' points to is not known: ";
    let line = |start: &str| out.lines().find(|l| l.contains(start));
    if let Some(why) = line(size) {
        let why = why.split_once(size).unwrap().1;
        let why = why.strip_suffix(". Its data must already be on the device");
        return why.unwrap().to_string();
    }
    match line(": copyin(x[").or_else(|| line(": copy(x[")) {
        Some(l) if l.contains(" scanned") => "scanned".into(),
        Some(_) => "bounded".into(),
        None => panic!("{body}:\n{out}"),
    }
}

fn loops(body: &str) -> String {
    found(&format!("for (int i = 0; i < n; i++) {body}"))
}

#[test]
fn what_tables_and_conditions_choose() {
    for body in [
        "out[i] = x[at[i]];",
        "x[r[i]] += 1;",
        "x[2 * at[i] + m] = i;",
        "out[i] = x[at[fixed[i]]];",
        "out[i] = x[e[i].from] - x[e[i].to];",
        "{ int j = at[i]; const double *p = x + j; out[i] = p[2]; }",
        "if (used[i] > 1 && at[i] >= 0) out[i] = x[at[i]];",
        "out[i] = used[i] ? x[at[i]] : 0;",
        "out[i] = (double)total((int)x[at[i]]);",
        "for (int j = at[i]; j < at[i + 1]; j++) out[i] += x[j];",
        "if (w[i] > 0.5) out[i] = x[at[i]];",
        "if (i % 3) out[i] = x[i * i];",
        "{ int j = at[i]; while (j > 0) { out[i] += x[j]; j /= 2; } }",
        "{ int j = at[i]; do { if (j == 7) break; out[i] += x[j]; } while (--j); }",
        "switch (at[i]) { case 1: out[i] = x[i]; break; case 2 ... 4: out[i] = x[i + 1]; }",
        "if (r[i]) x[k++] = out[i];",
        "out[i] = x[g->at[i]];",
    ] {
        assert_eq!(loops(body), "scanned", "{body}");
    }
    // Where expressions tell, they do.
    assert_eq!(loops("if (i < m) out[i] = x[i];"), "bounded");
    assert_eq!(loops("out[i] = x[n - i] + at[i];"), "bounded");
    let rows = "for (int j = 0; j < g->n; j++) out[i] += x[i * g->n + j];";
    assert_eq!(loops(rows), "bounded");
}

/// What a scan reads must be the same before the construct as in it.
#[test]
fn what_the_construct_may_change() {
    let changes = |body: &str, what: &str, by: &str| {
        let why = loops(body);
        let want = format!("the construct may change {what} by its writes to {by}");
        assert!(why.ends_with(&want), "{body}: {why}");
    };
    changes("{ c[i] = i; out[i] = x[c[i]]; }", "c[i]", "c");
    changes("{ c[i] = i; out[i] = x[at[i]]; }", "at[i]", "c");
    changes("{ x[at[g->n]] = 1; g->n = 3; }", "g->n", "g");
    changes("{ g->at[0] = 1; out[i] = x[at[i]]; }", "at[i]", "g->at");
    changes("x[bytes[i]] = 1;", "bytes[i]", "x");
    changes("x[(int)w[i]] = 1;", "w[i]", "x");
    changes(
        "{ fixed[i] = 1; out[i] = x[fixed[i]]; }",
        "fixed[i]",
        "fixed",
    );
    // Told apart by `restrict` and by types.
    assert_eq!(loops("{ own[i] = i; out[i] = x[r[i]]; }"), "scanned");
    assert_eq!(loops("{ out[i] = 1; x[at[i]] = i; }"), "scanned");
}

#[test]
fn what_the_host_cannot_evaluate() {
    let ends = |body: &str, want: &str| {
        let why = loops(body);
        assert!(why.ends_with(want), "{body}: {why}");
    };
    let evaluate = |body: &str, what: &str| ends(body, &format!("it can't evaluate {what} before"));
    evaluate("out[i] = x[total(i)];", "total(i)");
    evaluate("if (w[i] * 3 > 1) out[i] = x[at[i]];", "w[i]*3");
    evaluate("{ s += w[i]; if (s > 2) out[i] = x[at[i]]; }", "s += w[i]");
    evaluate("out[i] = x[v[i]];", "v[i]");
    evaluate("{ int t[3]; t[i % 3] = at[i]; out[i] = x[t[1]]; }", "t[1]");
    evaluate(
        "{ int j = at[i]; int *q = &j; *q = 3; out[i] = x[j]; }",
        "j",
    );
    ends(
        "{ int j = at[i]; while (j >= 0) j = (int)x[j]; }",
        "its own elements decide which of them are used",
    );
    // A jump into the scan's way, or out of it.
    ends(
        "{ if (used[i]) goto end; out[i] = x[at[i]]; end:; }",
        "at[i] is not affine in the loop variables",
    );
}

/// A clause that puts a table on the device, maybe with other values than the host's.
#[test]
fn tables_that_clauses_name() {
    let body = "for (int i = 0; i < n; i++) out[i] = x[at[i]];";
    let by = |clause: &str| found_by(&format!("#pragma acc kernels {clause}"), body);
    assert_eq!(by("copyin(at[0:n])"), "scanned");
    assert_eq!(by("copy(at[0:n])"), "scanned");
    for clause in [
        "present(at[0:n])",
        "deviceptr(at)",
        "create(at[0:n])",
        "no_create(at)",
    ] {
        let why = by(clause);
        assert!(
            why.ends_with("a clause puts at on the device"),
            "{clause}: {why}"
        );
    }
    let around = "#pragma acc data copyin(at[0:n])\n#pragma acc kernels";
    let why = found_by(around, body);
    assert!(why.ends_with("a clause puts at on the device"), "{why}");
    // In `parallel` each gang has the counter; in a clause the device may have another value.
    let counts = "for (int i = 0; i < n; i++) if (r[i]) x[k++] = i;";
    for directive in ["#pragma acc parallel", "#pragma acc kernels copy(k)"] {
        let why = found_by(directive, counts);
        assert!(why.ends_with("it can't evaluate k before"), "{why}");
    }
}
