//! What is refused: code, line, and what is pointed at.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use accrs_frontend::{Input, Severity, parse};

fn said(text: &str, strict: bool) -> Vec<String> {
    let out = parse(Input {
        text: text.to_string(),
        path: "t.c",
        cflags: &[],
        rules: &accrs_frontend::CRules::default(),
        strict,
    });
    let errors = out
        .diagnostics
        .iter()
        .any(|d| d.severity == Severity::Error);
    assert_eq!(out.unit.is_none(), errors, "a unit unless there are errors");
    out.diagnostics
        .iter()
        .map(|d| match d.span {
            Some(s) => format!(
                "{} {} `{}`",
                d.code,
                out.source.line(s.start),
                out.source.slice(s).lines().next().unwrap_or("")
            ),
            None => d.code.to_string(),
        })
        .collect()
}

/// The body of a function, whose first line is line 2, and the errors.
fn check(body: &str, expected: &[&str]) {
    let text = format!("void f(int n, int m, int *a, double *b) {{\n{body}\n}}\n");
    assert_eq!(said(&text, false), expected, "{text}");
}

#[test]
fn names_in_clauses() {
    check(
        "#pragma acc parallel loop copy(a[0:n], nope[0:n])\nfor (int i = 0; i < n; i++) a[i] = 1;",
        &["ACC0100 2 `nope`"],
    );
    check(
        "#pragma acc parallel loop num_gangs(b[0]) copy(a[0:-1], n[0:2], b)\nfor (int i = 0; i < n; i++) a[i] = 1;",
        &["ACC0102 2 `b[0]`", "ACC0123 2 `-1`", "ACC0122 2 `n[0:2]`"],
    );
}

#[test]
fn loops_that_are_not_canonical() {
    let cases: &[(&str, &str)] = &[
        (
            "for (int i = 0; i < n; i++) { if (a[i]) break; }",
            "ACC0116 3 `break;`",
        ),
        (
            "for (int i = 0; i < n; i++) { a[i] = i++; }",
            "ACC0109 3 `i++`",
        ),
        ("for (int i = 0; i < n; i++) { n--; }", "ACC0111 3 `n--`"),
        ("for (int i = 0; ; i++) a[0] = i;", "ACC0107 3 `for`"),
        (
            "for (int i = 0; i < n; i *= 2) a[0] = i;",
            "ACC0108 3 `i *= 2`",
        ),
        ("for (int i = 0; i < n; i--) a[0] = i;", "ACC0108 3 `i--`"),
        (
            "for (float x = 0; x < n; x++) a[0] = 1;",
            "ACC0110 3 `float x = 0;`",
        ),
        ("while (n) n--;", "ACC0105 2 `#pragma acc parallel loop`"),
    ];
    for (text, error) in cases {
        check(&format!("#pragma acc parallel loop\n{text}"), &[error]);
        // `seq` asks for nothing, save that it is a `for` that doesn't leave the construct.
        if text.starts_with("for") && !text.contains("break") {
            check(&format!("#pragma acc parallel loop seq\n{text}"), &[]);
        }
    }
}

#[test]
fn levels() {
    let nest = |outer: &str, inner: &str| {
        format!(
            "#pragma acc kernels\n#pragma acc loop {outer}\nfor (int i = 0; i < n; i++) {{\n\
             #pragma acc loop {inner}\nfor (int j = 0; j < n; j++) a[i * n + j] = 1; }}"
        )
    };
    for (outer, inner) in [
        ("gang", "vector"),
        ("gang", "worker vector"),
        ("worker", "vector"),
        ("gang", "gang vector"),
        ("gang vector", "gang vector"),
        ("gang vector", "vector"),
        // PGI's nests, an extension.
        ("gang worker", "gang vector"),
    ] {
        check(&nest(outer, inner), &[]);
    }
    for (outer, inner) in [
        ("vector", "gang"),
        ("vector", "worker"),
        ("vector", "vector"),
        ("worker", "gang"),
    ] {
        check(
            &nest(outer, inner),
            &[&format!("ACC0115 5 `#pragma acc loop {inner}`")],
        );
    }
}

#[test]
fn control_flow_that_leaves() {
    check(
        "#pragma acc parallel\n{ if (n) return; }",
        &["ACC0116 3 `return;`"],
    );
    check(
        "#pragma acc data copy(a[0:n])\n{ for (;;) { break; } if (n) return; }",
        &["ACC0116 3 `return`"],
    );
    check(
        "if (n)\n#pragma acc update self(a[0:n])\nn = 2;",
        &["ACC0125 3 `#pragma acc update self(a[0:n])`"],
    );
}

#[test]
fn what_no_device_can_run() {
    check(
        "extern int far(int);\n#pragma acc parallel\n{ a[0] = far(n); }",
        &["ACC0118 4 `far`"],
    );
    check(
        "#pragma acc parallel\n{ __asm__(\"nop\"); }",
        &["ACC0119 3 `__asm__(\"nop\")`"],
    );
    check(
        "#pragma acc parallel\n{ a[0] = nowhere; }",
        &["ACC0120 3 `nowhere`"],
    );
    check(
        "int (*fp)(int) = 0;\n#pragma acc parallel\n{ a[0] = fp(n); }",
        &["ACC0305 4 `fp`"],
    );
    // Outside regions the host compiler is the judge.
    check(
        "n = __builtin_unheard_of(3) + nowhere;\n#pragma acc parallel\n{ a[0] = n; }",
        &[],
    );
}

/// C89: a function of C's library may be called without its header.
#[test]
fn undeclared_library_function() {
    let text = "void f(int n, double *a) {\n#pragma acc parallel\n{ a[0] = sqrt(a[1]); }\n}\n";
    for std in ["-std=gnu89", "-std=gnu17"] {
        let out = parse(Input {
            text: text.to_string(),
            path: "t.c",
            cflags: &[std.to_string()],
            rules: &accrs_frontend::CRules::default(),
            strict: false,
        });
        assert!(out.diagnostics.is_empty(), "{std}: {:?}", out.diagnostics);
        assert!(out.unit.expect("a unit").functions[0].library);
    }
}

#[test]
fn damaged_files() {
    let binary = said("#pragma acc parallel\n\0\0", false);
    assert!(binary[0].starts_with("ACC0405"), "{binary:?}");
    let text = "void f(int *a) {\n#pragma acc parallel\n{ a[0";
    assert_eq!(said(text, false), ["ACC0404 2 `#pragma acc parallel`"]);
    assert!(said("", false).is_empty());
}

/// No cut and no damage of a program makes the front end panic or hang.
#[test]
fn cut_anywhere() {
    let text = "typedef struct { int x, *p; } s_t;\nstatic int g(int v) { return v * 2; }\n\
        void f(int n, double A[n][n], s_t *s) {\n#pragma acc data copy(A[0:n]) copyin(s->p[0:n])\n{\n\
        #pragma acc parallel loop collapse(2) reduction(+:n)\nfor (int i = 0; i < n; i++)\n\
        for (int j = 0; j < n; ++j) { A[i][j] = (s_t){ .x = g(j) }.x ? 1.5e3 : 'a'; }\n}\n\
        #pragma acc wait(1) async\n}\n";
    for at in (0..text.len()).step_by(3) {
        said(&text[..at], false);
        let mut hole = text.to_string();
        hole.replace_range(at..at + 1, "(");
        said(&hole, false);
    }
}

/// Nesting deeper than a stack can hold is an error at its place; ordinary depth is none.
#[test]
fn deep_nesting() {
    let with = |value: &str| {
        let text =
            format!("void f(int n, int *a) {{\n#pragma acc parallel\n{{ n = {value}; }}\n}}\n");
        said(&text, false)
    };
    assert!(with(&vec!["a[0]"; 300].join(" + ")).is_empty());
    for deep in [
        vec!["a[0]"; 20_000].join(" + "),
        format!("{}1{}", "(".repeat(5000), ")".repeat(5000)),
        format!("{}n", "- ".repeat(20_000)),
    ] {
        let found = with(&deep);
        assert!(
            found.iter().any(|d| d.contains(" 3 ")),
            "{:?}",
            found.first()
        );
    }
    let nest = format!(
        "void f(int n) {{\n#pragma acc parallel\n{} n = 1; \n}}\n",
        "if (n) ".repeat(2000)
    );
    assert!(!said(&nest, false).is_empty());
}

#[test]
fn constants_are_those_of_c() {
    let nest = "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i] = j;";
    for two in [
        "1 << 1",
        "5 >> 1",
        "6 & 3",
        "2 | 0",
        "3 ^ 1",
        "+(7 / 3)",
        "1 - (-5 % 2)",
        "012 - 8",
        "0xA - 8",
    ] {
        check(
            &format!("#pragma acc parallel loop seq collapse({two})\n{nest}"),
            &[],
        );
        let three = format!("#pragma acc parallel loop seq collapse(1 + ({two}))\n{nest}");
        check(&three, &[&format!("ACC0112 2 `collapse(1 + ({two}))`")]);
    }
}
