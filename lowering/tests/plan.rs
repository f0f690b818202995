//! Plans of small programs: topologies of OpenUH's tables, dependences, implicit attributes,
//! footprints.
#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "plan/automatic.rs"]
mod automatic;
#[path = "plan/between.rs"]
mod between;
#[path = "plan/block_copies.rs"]
mod block_copies;
#[path = "plan/blocked.rs"]
mod blocked;
#[path = "plan/covered.rs"]
mod covered;
#[path = "plan/data.rs"]
mod data;
#[path = "plan/exact.rs"]
mod exact;
#[path = "plan/functions.rs"]
mod functions;
#[path = "plan/held.rs"]
mod held;
#[path = "plan/induction.rs"]
mod induction;
#[path = "plan/kept.rs"]
mod kept;
#[path = "plan/memory.rs"]
mod memory;
#[path = "plan/one_gang.rs"]
mod one_gang;
#[path = "plan/parts.rs"]
mod parts;
#[path = "plan/recast.rs"]
mod recast;
#[path = "plan/row_sums.rs"]
mod row_sums;
#[path = "plan/rows.rs"]
mod rows;
#[path = "plan/scan.rs"]
mod scan;
#[path = "plan/shapes.rs"]
mod shapes;
#[path = "plan/slices.rs"]
mod slices;
#[path = "plan/sought.rs"]
mod sought;
#[path = "plan/sums.rs"]
mod sums;
#[path = "plan/tangled.rs"]
mod tangled;
#[path = "plan/together.rs"]
mod together;
#[path = "plan/turns.rs"]
mod turns;
#[path = "plan/wavefronts.rs"]
mod wavefronts;
#[path = "plan/waves.rs"]
mod waves;
#[path = "plan/widest.rs"]
mod widest;

#[path = "../../testsuite/src/sentences.rs"]
#[allow(dead_code)] // What pages and reports need is used elsewhere.
mod sentences;

use accrs_frontend::{Input, Severity};
use accrs_lowering::{Lowered, Options, lower, prepare, render::report};
use expect_test::{Expect, expect};

/// The plan, and each diagnostic's code, line and message before it. Sentences of messages, and of the report, are short.
fn plan(source: &str) -> String {
    plan_with(source, &Options::default())
}

/// The plan of the loops as they are written: none becomes several, or one with others, and no kernel's blocks wait for each other.
fn plan_as_written(source: &str) -> String {
    let options = Options {
        transform: false,
        ..Options::default()
    };
    plan_with(source, &options)
}

fn plan_with(source: &str, options: &Options) -> String {
    let out = accrs_frontend::parse(Input {
        text: source.to_string(),
        path: "t.c",
        cflags: &[],
        rules: &accrs_frontend::CRules::default(),
        strict: false,
    });
    let mut text = String::new();
    let say = |d: &accrs_frontend::Diagnostic| {
        let line = d.span.map_or(0, |s| out.source.line(s.start));
        let word = match d.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        for text in std::iter::once(&d.message).chain(&d.help) {
            assert_eq!(sentences::long(text), None);
        }
        format!("{word} {} line {line}: {}\n", d.code, d.message)
    };
    out.diagnostics.iter().for_each(|d| text.push_str(&say(d)));
    let Some(mut unit) = out.unit else {
        return text;
    };
    prepare(&mut unit, options);
    let unit = &unit;
    let Lowered {
        plan, diagnostics, ..
    } = lower(unit, options);
    diagnostics.iter().for_each(|d| text.push_str(&say(d)));
    text.push_str(&plan.dump(unit));
    assert_eq!(sentences::long_in_report(&report::text(unit, &plan)), None);
    text
}

fn check(source: &str, want: Expect) {
    want.assert_eq(&plan(source));
}

/// "grid (...) block (...)" and the mapping of the first kernel.
fn topology(source: &str) -> String {
    let text = plan(source);
    let mut lines = text.lines().map(str::trim);
    let kernel = lines
        .by_ref()
        .find(|l| l.starts_with("kernel "))
        .expect(&text);
    let mapping = kernel.rsplit(' ').next().unwrap();
    format!("{mapping} {}", lines.next().unwrap())
}

/// Why each loop is parallel or not, by line.
fn reasons(source: &str) -> Vec<String> {
    let text = plan_as_written(source);
    let because = text
        .lines()
        .filter_map(|l| l.trim().strip_prefix("because: "));
    because.map(str::to_string).collect()
}

fn two(outer: &str, inner: &str) -> String {
    format!(
        "void f(float *restrict a, const float *restrict b) {{
#pragma acc kernels loop independent copy(a[0:2048*2048]) copyin(b[0:2048*2048]) {outer}
for (int i = 1; i < 2047; i++) {{
#pragma acc loop independent {inner}
for (int j = 1; j < 2047; j++) a[i*2048+j] = b[i*2048+j];
}}
}}
"
    )
}

#[test]
fn topologies_of_double_loops() {
    // LCPC 2013, Jacobi 2048 x 2048.
    let cases = [
        (
            "gang(2048)",
            "vector(128)",
            "Map-g-v grid (2048, 1, 1) block (128, 1, 1)",
        ),
        (
            "gang(1024) vector(2)",
            "vector(128)",
            "Map-gv-v grid (1024, 1, 1) block (128, 2, 1)",
        ),
        (
            "gang(2046)",
            "gang(16) vector(128)",
            "Map-g-gv grid (16, 2046, 1) block (128, 1, 1)",
        ),
        (
            "gang(1023) vector(2)",
            "gang(16) vector(128)",
            "Map-gv-gv grid (16, 1023, 1) block (128, 2, 1)",
        ),
        // Gangs left out: the trip counts give them.
        (
            "gang vector(2)",
            "gang vector(128)",
            "Map-gv-gv grid (ceil(trips(j) / 128), ceil(trips(i) / 2), 1) block (128, 2, 1)",
        ),
    ];
    for (outer, inner, want) in cases {
        assert_eq!(topology(&two(outer, inner)), want);
    }
}

#[test]
fn topologies_of_triple_loops() {
    let three = |o: &str, m: &str, i: &str| {
        format!(
            "void f(double u[128][128][128], double v[128][128][128]) {{
#pragma acc kernels loop independent copy(u[0:128], v[0:128]) {o}
for (int i = 1; i < 127; i++) {{
#pragma acc loop independent {m}
for (int j = 1; j < 127; j++) {{
#pragma acc loop independent {i}
for (int k = 1; k < 127; k++) v[i][j][k] = u[i][j][k];
}} }} }}
"
        )
    };
    let cases = [
        (
            three("gang(63)", "gang(126) vector(2)", "vector(128)"),
            "Map3-1 grid (63, 126, 1) block (128, 2, 1)",
        ),
        (
            three("vector(2)", "gang(32) vector(4)", "gang(2) vector(64)"),
            "Map3-2 grid (2, 32, 1) block (64, 4, 2)",
        ),
        (
            three("vector(128)", "gang(63) vector(2)", "gang(126)"),
            "Map3-3 grid (126, 63, 1) block (128, 2, 1)",
        ),
    ];
    for (source, want) in cases {
        assert_eq!(topology(&source), want);
    }
}

fn nest(body: &str) -> String {
    format!(
        "void f(int n, int m, float *restrict a, float *restrict b, float *p, int *idx) {{
#pragma acc kernels copy(a[0:n*m]) copy(b[0:n*m]) present(p, idx)
{{
{body}
}}
}}
"
    )
}

#[test]
fn dependences() {
    let yes = "Loop is parallelizable";
    let cases = [
        ("for (int i = 1; i < n; i++) a[i] = a[i-1] + 1;", "carries"),
        ("for (int i = 0; i < n - 1; i++) a[i] = a[i+1];", "carries"),
        ("for (int i = 0; i < n; i++) a[i] = a[i] * 2;", yes),
        ("for (int i = 0; i < n; i++) a[2*i] = a[2*i+1];", yes),
        ("for (int i = 0; i < n; i += 2) a[i] = a[i+1];", yes),
        ("for (int i = 0; i < n; i += 2) a[i] = a[i+2];", "carries"),
        ("for (int i = n - 1; i >= 1; i--) a[i] = a[i-1];", "carries"),
        ("for (int i = 0; i < n; i++) a[i] = a[i+n];", yes),
        ("for (int i = 0; i < n; i++) a[i] = b[n-i];", yes),
        ("for (int i = 0; i < n; i++) a[idx[i]] = 1;", "may carry"),
        ("for (int i = 0; i < n; i++) a[i] = p[i];", yes),
        ("for (int i = 0; i < n; i++) p[i] = idx[i];", yes),
        ("for (int i = 0; i < n; i++) a[0] = i;", "carries"),
        (
            "for (int i = 0; i < n; i++) a[i*m] = a[i*m+1];",
            "may carry",
        ),
        (
            "for (int i = 0; i < n; i++) { float *q = a + i; *q = *q + 1; }",
            yes,
        ),
        (
            "for (int i = 0; i < n; i++) { int k = i * 2; a[k] = a[k+1]; }",
            yes,
        ),
    ];
    for (loop_, want) in cases {
        let reasons = reasons(&nest(loop_));
        assert!(reasons[0].contains(want), "{loop_}: {reasons:?}");
    }
}

#[test]
fn dependences_of_nests() {
    // Both loops: of rows that don't overlap, and of rows that do.
    let cases = [
        (
            "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i*m+j] = 1;",
            [true, true],
        ),
        (
            "for (int i = 1; i < n; i++) for (int j = 0; j < m; j++) a[i*m+j] = a[(i-1)*m+j];",
            [false, true],
        ),
        (
            "for (int i = 0; i < n; i++) for (int j = 1; j < m; j++) a[i*m+j] = a[i*m+j-1];",
            [true, false],
        ),
        (
            "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i*m+j] = 1;",
            [false, true],
        ),
        (
            "for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) a[i*m+j] = a[j];",
            [false, false],
        ),
    ];
    for (loop_, want) in cases {
        let reasons = reasons(&nest(loop_));
        let got: Vec<bool> = reasons.iter().map(|r| !r.contains("dependence")).collect();
        assert_eq!(got, want, "{loop_}: {reasons:?}");
    }
}

#[test]
fn pointers_may_alias_unless_told() {
    let f = |clause: &str| {
        format!(
            "void f(int n, float *p, float *q) {{
#pragma acc kernels {clause}
for (int i = 0; i < n; i++) p[i] = q[i];
}}
"
        )
    };
    assert!(
        reasons(&f("present(p, q)"))[0]
            .contains("if p and q don't overlap, which is checked at run time")
    );
    assert!(reasons(&f("copy(p[0:n]) copyin(q[0:n])"))[0].contains("tell p and q apart"));
}

#[test]
fn a_question_needs_both_reaches() {
    let f = |around: &str, body: &str| {
        format!(
            "void f(int n, float *p, float *q, int *to, float **rows) {{
#pragma acc {around}
for (int i = 0; i < n; i++) {{ {body} }}
}}
"
        )
    };
    let reason = |around: &str, body: &str| reasons(&f(around, body)).remove(0);
    for around in ["kernels", "kernels loop", "parallel loop auto", "region"] {
        assert!(reason(around, "p[i] = q[n - i - 1];").contains("if p and q don't overlap"));
    }
    let gathered = reason("kernels", "p[i] = q[to[i]];");
    assert!(gathered.contains(
        "It can't be checked at run time, since how far q reaches is not known: to[i] is not affine"
    ));
    let further = reason("kernels", "p[i] = rows[to[i]][0];");
    assert!(
        further.contains("how far rows reaches is not known"),
        "{further}"
    );
    let moved = reason("kernels", "p[i] = *q; if (to[i]) q = q + 1;");
    assert!(moved.contains("dependence"), "{moved}");
    let beside = reason(
        "parallel",
        "_Pragma(\"acc loop auto\") for (int j = 0; j < n; j++) p[j] = q[j + i];",
    );
    assert!(!beside.contains("checked at run time"), "{beside}");
}

#[test]
fn the_refusal_names_both_accesses() {
    let source = "void f(float *a, int n) {
#pragma acc kernels copy(a[0:n])
for (int i = 1; i < n; i++)
    a[i] = a[i - 1];
}
";
    assert_eq!(
        reasons(source)[0],
        "Loop carries a dependence: a[i] written at 4:5 is read as a[i - 1] at 4:12 (as a[1] in i = 1 and in i = 2, where n is 3); run sequentially"
    );
}

#[test]
fn reductions_without_a_clause() {
    check(
        "float f(int n, const float *restrict a) {
    float s = 0, m = 0;
#pragma acc kernels copyin(a[0:n])
    for (int i = 0; i < n; i++) { s += a[i]; if (a[i] > m) m = a[i]; }
#pragma acc parallel loop copyin(a[0:n])
    for (int i = 0; i < n; i++) s += a[i];
    return s + m;
}
",
        expect![[r#"
            warning ACC0204 line 6: 's' is accumulated over a loop that runs in parallel, and no reduction clause names it; it is reduced as if one did
            t.c:3 in f: kernels
              data 0: copyin(a[0:n])
              data 1: copy(s) whole [reduction]
              data 2: copy(m) whole [reduction]
              Kernels, host: fork
                kernel t_f_4 Map-gv
                  grid (ceil(trips(i) / 128) at once, 1, 1) block (128, 1, 1)
                  param n: value
                  param a: address of data 0 restrict read-only
                  param s: reference to data 1
                  param m: reference to data 2
                loop 0 line 4 (i = 0; i < n; i++): gang vector → block.x thread.x; host ThreadsSimd
                  because: Loop is parallelizable
                  turns: several
                  threads where they pay: about 7 * n operations
                  reduction(+:s) [inferred]
                  reduction(max:m) [inferred]
                  note 4: on the host's cores, threads share this where n is about 150000 or more
                  on the host's cores: ThreadsSimd reduction(+:s) reduction(max:m)
                  for one thread: Simd from 48 iterations on, s by parts
                  threads: as measured
            t.c:5 in f: parallel loop
              data 0: copyin(a[0:n])
              data 1: copy(s) whole [reduction]
              Parallel, host: fork
                kernel t_f_5 Map-gv
                  grid (ceil(trips(i) / 128) at once, 1, 1) block (128, 1, 1)
                  param n: value
                  param a: address of data 0 restrict read-only
                  param s: reference to data 1
                loop 1 line 6 (i = 0; i < n; i++): gang vector → block.x thread.x; host ThreadsSimd
                  because: a loop of a parallel construct is independent
                  turns: several
                  threads where they pay: about 4 * n operations
                  reduction(+:s) [inferred]
                  note 6: on the host's cores, threads share this where n is about 250000 or more
                  on the host's cores: ThreadsSimd reduction(+:s)
                  for one thread: Simd from 48 iterations on, s by parts
                  threads: as measured
        "#]],
    );
}

#[test]
fn the_host_steps_through_sequential_loops() {
    check(
        "void f(int n, int t, float *restrict a, float *restrict b) {
#pragma acc kernels copy(a[0:n], b[0:n])
    for (int k = 0; k < t; k++) {
        for (int i = 1; i < n - 1; i++) b[i] = a[i-1] + a[i+1];
        for (int i = 1; i < n - 1; i++) a[i] = b[i];
    }
}
",
        expect![[r#"
            t.c:2 in f: kernels
              data 0: copy(a[0:n])
              data 1: copy(b[0:n])
              Kernels, host: fork
                kernel t_f_3 Map-gv
                  grid (ceil(trips(i) / 128) at once, 1, 1) block (128, 1, 1)
                  blocks wait for each other, if threads have up to 5 iterations of a loop; one block for up to 384 iterations more than it has threads
                    axes of loop 1: block.x thread.x
                    axes of loop 2: block.x thread.x
                  param t: value
                  param n: value
                  param a: address of data 0
                  param b: address of data 1
                otherwise
                  host loop (k = 0; k < t; k++)
                    kernel t_f_4 Map-gv
                      grid (ceil(trips(i) / 512), 1, 1) block (128, 1, 1)
                      param n: value
                      param a: address of data 0 restrict read-only
                      param b: address of data 1 restrict
                    kernel t_f_5 Map-gv
                      grid (ceil(trips(i) / 512), 1, 1) block (128, 1, 1)
                      param n: value
                      param b: address of data 1 restrict read-only
                      param a: address of data 0 restrict
                loop 0 line 3 (k = 0; k < t; k++): seq → sequential; host Sequential
                  because: Loop carries a dependence: a[i] written at 5:41 is read as a[i - 1] at 4:48 (as a[1] in k = 0, i = 1 and in k = 1, i = 2, where t is 2, n is 4); run sequentially. One kernel whose blocks wait for each other steps through it, if threads have up to 5 iterations of a loop in it; otherwise the host does
                  note 3: the host's cores run it in tiles of k and of i + 2*k, i + 2*k + 1, wavefront by wavefront
                loop 1 line 4 (i = 1; i < n - 1; i++): gang vector → block.x thread.x; host ThreadsSimd
                  because: Loop is parallelizable
                  turns: 4 at once, 128 apart
                  threads where they pay: about 5 * (n - 2) operations
                  note 4: on the host's cores, threads share this where n - 2 is about 200000 or more
                  on the host's cores: ThreadsSimd
                  for one thread: Simd
                  threads: as measured
                loop 2 line 5 (i = 1; i < n - 1; i++): gang vector → block.x thread.x; host ThreadsSimd
                  because: Loop is parallelizable
                  turns: 4 at once, 128 apart
                  threads where they pay: about 3 * (n - 2) operations
                  note 5: on the host's cores, threads share this where n - 2 is about 340000 or more
                  on the host's cores: ThreadsSimd
                  for one thread: Simd
                  threads: as measured
        "#]],
    );
}

#[test]
fn independent_that_is_not() {
    let text = plan(
        "void f(int n, float *a) {
#pragma acc parallel loop copy(a[0:n])
    for (int i = 1; i < n; i++) a[i] = a[i-1];
}
",
    );
    assert!(text.contains("warning ACC0200 line 2: Loop carries a dependence: a[i] written at 3:33 is read as a[i - 1] at 3:40"), "{text}");
}

#[test]
fn the_report_has_nvcs_form() {
    let source = two("gang(1023) vector(2)", "gang(16) vector(128)");
    let out = accrs_frontend::parse(Input {
        text: source,
        path: "t.c",
        cflags: &[],
        rules: &accrs_frontend::CRules::default(),
        strict: false,
    });
    let unit = out.unit.unwrap();
    let plan = lower(&unit, &Options::default()).plan;
    expect![[r#"
        t.c
        f:
              2, Generating copy(a[0:2048*2048])
                 Generating copyin(b[0:2048*2048])
                 Generating kernel t_f_2
              3, #pragma acc loop gang(1023) vector(2) /* blockIdx.y threadIdx.y */   Map-gv-gv
              5, #pragma acc loop gang(16) vector(128) /* blockIdx.x threadIdx.x */
                 nested gang or vector loops: an extension of OpenUH and PGI
    "#]]
    .assert_eq(&report::text(&unit, &plan));
}

#[test]
fn members_that_clauses_name_reach_kernels_by_themselves() {
    let source = |body: &str| {
        format!(
            "struct s {{ int n; double h, *a, *b; }};\n\
             void f(struct s *s, struct s *t)\n{{\n{body}\n}}\n"
        )
    };
    let shown = |body: &str| -> Vec<String> {
        let text = plan(&source(body));
        let wanted =
            |l: &&str| l.starts_with("data ") || l.starts_with("param ") || l.contains("error");
        let lines = text.lines().map(str::trim).filter(wanted);
        lines.map(str::to_string).collect()
    };
    assert_eq!(
        shown(
            "#pragma acc parallel loop present(s->a, s->h)\n\
             for (int i = 0; i < s->n; i++) s->a[i] *= s->h;"
        ),
        [
            "data 0: present(s->a) address attach",
            "data 1: present(s->h) whole",
            "data 2: no_create(s->n) [implicit]",
            "data 3: no_create(s->a) [implicit]",
            "param s->n: value, or what data 2 holds",
            "param s->h: reference to data 1",
            "param s->a: address of data 0, or what data 3 holds",
        ]
    );
    // Pointers in memory are stored: the struct comes along.
    let whole = shown(
        "#pragma acc serial present(s->a, s->b)\n\
         { s->b = s->a; s->a[0] = 1; }",
    );
    assert_eq!(
        whole.last().map(String::as_str),
        Some("param s: address of data 2")
    );
    // What two pointers lead to may be one, whatever the clauses: it is asked.
    let reasons = reasons(&source(
        "#pragma acc kernels copy(s->a[0:9]) copy(t->a[0:9])\n\
         for (int i = 1; i < 9; i++) s->a[i] = t->a[i - 1];",
    ));
    assert!(
        reasons[0].contains("if s->a and t->a don't overlap"),
        "{reasons:?}"
    );
}

#[test]
fn chains_of_calls_are_followed_once() {
    // Each function calls the one before it twice: 2^40 ways through them.
    let mut source = String::from("static void f0(int *p, int *q) { p[0] = q[0]; }\n");
    for k in 1..40 {
        let below = k - 1;
        source +=
            &format!("static void f{k}(int *p, int *q) {{ f{below}(p, q); f{below}(q, p); }}\n");
    }
    source += "void g(int *a, int *b, int n) {
#pragma acc kernels copy(a[0:n], b[0:n])
for (int i = 0; i < n; i++) f39(a, b);
}
";
    let why = reasons(&source);
    assert!(why[0].contains("what f39 does with a"), "{why:?}");
}

#[test]
fn the_plan_of_interchanged_loops_has_their_levels_and_axes() {
    let source = r#"void f(int n, double (*restrict a)[64][64]) {
#pragma acc kernels copy(a[0:64])
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 64; j++)
            for (int k = 0; k < 64; k++)
                a[k][j][i] += n;
}
"#;
    check(
        source,
        expect![[r#"
            t.c:2 in f: kernels
              data 0: copy(a[0:64])
              Kernels, host: fork
                kernel t_f_3 Map3-1
                  grid (trips(j), ceil(trips(k) / 4), 1) block (32, 4, 1)
                  param n: value
                  param a: address of data 0 restrict
                loop 0 line 3 (i = 0; i < 64; i++): vector → thread.x; host Simd
                  because: Loop is parallelizable
                  loops on devices, outermost first: 1, 2, 0
                  loops on the host, outermost first: 1, 2, 0
                  note 3: interchanged with the loops at lines 4 and 5: a[k][j][i] is now written along memory
                  on the host's cores: Simd
                loop 1 line 4 (j = 0; j < 64; j++): gang → block.x; host Threads
                  because: Loop is parallelizable
                  threads where they pay: about 1572864 operations
                  on the host's cores: Threads
                  for one thread: sequential
                  threads: as measured
                loop 2 line 5 (k = 0; k < 64; k++): gang vector → block.y thread.y; host Sequential
                  because: Loop is parallelizable
        "#]],
    );
}
