//! What declarations of parameters say.
#![allow(clippy::unwrap_used)]

mod common;

use accrs_frontend::region::{Unit, Var};
use accrs_frontend::{CRules, Input, parse};

/// The parameters `a` and `b`, each as the unit shows its type, and whether it is restrict.
fn parameters(unit: &Unit) -> String {
    let name = |v: &Var| matches!(v.name.as_str(), "a" | "b");
    let show = |(k, v): (usize, &Var)| {
        let id = accrs_frontend::region::VarId(k as u32);
        let restrict = if unit.is_restrict(id) {
            "restrict"
        } else {
            "plain"
        };
        format!("{}: {} {restrict}", v.name, unit.show_type(v.ty))
    };
    let mut all: Vec<String> = unit
        .vars
        .iter()
        .enumerate()
        .filter(|(_, v)| name(v))
        .map(show)
        .collect();
    all.sort();
    all.join("; ")
}

const USE: &str =
    "{\n#pragma acc kernels\nfor (int i = 0; i < n; i++) { (void)a[0]; (void)b[0]; }\n}\n";

fn check(head: &str, want: &str) {
    let text = format!(
        "typedef double row[8]; typedef double any[]; typedef double *pair[2];\n{head}\n{USE}"
    );
    assert_eq!(parameters(&common::unit(text)), want, "{head}");
}

#[test]
fn qualifiers_in_brackets_are_the_pointers() {
    for (head, want) in [
        (
            "void f(int n, double a[restrict], double b[])",
            "a: double *restrict restrict; b: double * plain",
        ),
        (
            "void f(int n, double a[const __restrict static 4], const double b[static 4])",
            "a: double [4] restrict; b: const double [4] plain",
        ),
        (
            "void f(int n, double a[ restrict n ][n], double b[n][n])",
            "a: double [n][n] restrict; b: double [n][n] plain",
        ),
        (
            "void f(int n, double (a)[restrict\n8], double (*b)[8])",
            "a: double [8] restrict; b: double (*)[8] plain",
        ),
        (
            "void f(int n, double (*a[restrict])[8], double (*restrict b)[8])",
            "a: double (**restrict)[8] restrict; b: double (*restrict)[8] restrict",
        ),
        (
            "void f(int n, double a[const], double b[volatile restrict static n])",
            "a: double *const plain; b: double [n] restrict",
        ),
        // A name that begins like a word of C's.
        (
            "enum { restricted = 3 }; void f(int n, double a[restricted], double b[__restrict__ restricted])",
            "a: double [3] plain; b: double [3] restrict",
        ),
        (
            "void f(n, a, b) int n; double a[restrict 8]; double b[];",
            "a: double [8] restrict; b: double * plain",
        ),
    ] {
        check(head, want);
    }
}

#[test]
fn typedefs_of_arrays_have_no_brackets() {
    check(
        "void f(int n, row a, row b[restrict])",
        "a: row plain; b: row *restrict restrict",
    );
    check(
        "void f(int n, row a[restrict 3], any b)",
        "a: row [3] restrict; b: any plain",
    );
    // Two arrays of restrict pointers: the arrays may be one.
    check(
        "void f(int n, restrict pair a, pair b)",
        "a: pair plain; b: pair plain",
    );
}

#[test]
fn a_definition_counts_and_no_other_declaration() {
    let with = "double a[restrict 4], double b[restrict]";
    let without = "double a[4], double b[]";
    let head =
        |first: &str, second: &str| format!("void f(int n, {first}); void f(int n, {second})");
    check(
        &head(with, without),
        "a: double [4] plain; b: double * plain",
    );
    check(
        &head(without, with),
        "a: double [4] restrict; b: double *restrict restrict",
    );
}

#[test]
fn c89_has_names_in_place_of_words() {
    let rules = CRules {
        c89: true,
        ..CRules::default()
    };
    let out = parse(Input {
        text: "enum { restrict = 4 };\nvoid f(int n, double a[restrict], double b[__restrict 4]) { int i;\n#pragma acc kernels\nfor (i = 0; i < n; i++) { (void)a[0]; (void)b[0]; }\n}\n".into(),
        path: "t.c",
        cflags: &["-std=c89".to_string()],
        rules: &rules,
        strict: false,
    });
    let unit = out.unit.unwrap();
    assert_eq!(
        parameters(&unit),
        "a: double [4] plain; b: double [4] restrict"
    );
}
