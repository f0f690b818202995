//! Which lines of a text are directives.

use super::*;
use crate::diag::codes;
use expect_test::{Expect, expect};

fn check_scan(text: &str, expect: Expect) {
    let mut out = String::new();
    for pragma in scan(text) {
        let whole = &text[pragma.span.range()];
        let body = &text[pragma.body.range()];
        writeln!(out, "{:?} {whole:?} {body:?}", pragma.language).unwrap();
    }
    expect.assert_eq(&out);
}

#[test]
fn pragmas_are_found() {
    check_scan(
        "int x;\n#pragma acc loop\n  #  pragma\tacc wait(1)  \r\n%:pragma omp parallel for\n\
         #/* c */pragma/* d */acc/* e */loop\n#pragma once\n#pragma accelerate\n# 1 \"acc\"\n\
         #pragma\\\n acc \\\n loop \\\n gang\n#pragma acc\n#pragma acc /* two\nlines */ wait // end \\\n of it\nx\n\
         #pragma STDC acc\n#pragma(acc)\n#pragma acc loop",
        expect![[r##"
            Acc "#pragma acc loop" " loop"
            Acc "#  pragma\tacc wait(1)" " wait(1)"
            Omp "%:pragma omp parallel for" " parallel for"
            Acc "#/* c */pragma/* d */acc/* e */loop" "/* e */loop"
            Acc "#pragma\\\n acc \\\n loop \\\n gang" " \\\n loop \\\n gang"
            Acc "#pragma acc" ""
            Acc "#pragma acc /* two\nlines */ wait // end \\\n of it" " /* two\nlines */ wait // end \\\n of it"
            Acc "#pragma acc loop" " loop"
        "##]],
    );
}

#[test]
fn strings_and_comments_hide() {
    check_scan(
        "char *s = \"\\\n#pragma acc a\\\n\";\n/*\n#pragma acc b\n*/ #pragma acc c\n// \\\n#pragma acc d\n\
         char *t = \"/*\"; // \"\n#pragma acc e\nint c = '\"';\n#pragma acc f\nchar d = '\\'';\n#pragma acc g\n\
         int big = 1'000'000; /* ' */\n#pragma acc h\nchar *u = \"open\n#pragma acc i\nx #pragma acc j\n/* */ #pragma acc k\n",
        expect![[r##"
            Acc "#pragma acc c" " c"
            Acc "#pragma acc e" " e"
            Acc "#pragma acc f" " f"
            Acc "#pragma acc g" " g"
            Acc "#pragma acc h" " h"
            Acc "#pragma acc i" " i"
            Acc "#pragma acc k" " k"
        "##]],
    );
}

#[test]
fn whole_texts() {
    let text = "#pragma acc loop\n#pragma omp simd\n#pragma acc nonsense\n#pragma acc wait\n";
    let found = parse_all(&SourceMap::new(text.into(), "a.c"), false);
    let names: Vec<String> = found.acc.iter().map(Directive::to_string).collect();
    assert_eq!(names, ["loop", "wait"]);
    assert_eq!(found.omp.len(), 1);
    assert_eq!(found.diagnostics.len(), 1);
    assert_ne!(found.acc[0].id, found.acc[1].id);
}

#[test]
fn files_that_are_no_text_or_end_too_soon() {
    let first = |text: &str| {
        let found = parse_all(&SourceMap::new(text.into(), "a.c"), false);
        found.diagnostics.first().map(|d| d.code)
    };
    let loop_ = "#pragma acc loop\n";
    for (text, code) in [
        (format!("{loop_}for (;;) {{ a[0]; }}"), None),
        (
            format!("{loop_}for (int i = 0;"),
            Some(codes::TRUNCATED_INPUT),
        ),
        (
            format!("void f() {{\n{loop_}for (;;) {{ }}\n"),
            Some(codes::TRUNCATED_INPUT),
        ),
        (
            format!("char c = '{{'; char *s = \"(\"; /* [ */ // {{\n#define X (\n{loop_}"),
            None,
        ),
        // Mismatched: the host compiler's to tell.
        (format!("int f(] {{\n{loop_}"), None),
        (format!("{loop_}\0"), Some(codes::BINARY_INPUT)),
        // Without directives nothing is looked at.
        ("\0 {".to_string(), None),
        ("#pragma omp simd\n{".to_string(), None),
    ] {
        assert_eq!(first(&text), code, "{text:?}");
    }
}
