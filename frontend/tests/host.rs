//! What the front end tells of host code around constructs.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;

use accrs_frontend::Unit;
use accrs_frontend::region::{Body, ExprKind, VarId};
use common::unit;

const CONSTRUCT: &str = "\n#pragma acc kernels\n{ j = 3; }\n";

/// A function with `body`, in which `@` stands for a construct that gives `j` a value.
fn around(body: &str) -> Unit {
    let body = body.replace('@', CONSTRUCT);
    unit(format!(
        "struct s {{ int j; }};
int f(); void drop(int *);
int g(int c, int n, int x, struct s s, struct s *p, int *a)
{{ int i, t, j = 0;
{body}
return 0; }}"
    ))
}

/// The variable that the first construct assigns.
fn assigned(unit: &Unit) -> VarId {
    let mut found: Option<VarId> = None;
    let compute = unit.constructs.iter().find_map(|c| match &c.body {
        Body::Compute(stmts) => Some(stmts),
        _ => None,
    });
    for s in compute.unwrap() {
        s.each_expr(&mut |e: &accrs_frontend::region::Expr| {
            if let ExprKind::Assign(None, to, _) = &e.kind {
                found = found.or_else(|| to.variable());
            }
        });
    }
    found.unwrap()
}

/// Whether the value that the first construct leaves in `j` may be read.
fn read(body: &str) -> bool {
    let unit = around(body);
    let compute = |c: &&accrs_frontend::region::Construct| matches!(c.body, Body::Compute(_));
    let c = unit.constructs.iter().find(compute).unwrap();
    unit.host.may_read_behind(c.id, assigned(&unit))
}

fn addressed(body: &str) -> bool {
    let unit = around(body);
    unit.host.takes_address(assigned(&unit))
}

#[test]
fn the_first_thing_on_each_path_decides() {
    assert!(read("@ return j;"));
    assert!(!read("@ j = 0; return j;"));
    assert!(read("@ j = j + 1;"));
    assert!(read("@ j += 1;"));
    assert!(read("@ j++;"));
    assert!(read("@ if (c) j = 3; return j;"));
    assert!(!read("@ if (c) j = 3; else j = 4; return j;"));
    assert!(!read("@ if (c) return i; for (j = 0; j < n; j++) f(j);"));
    assert!(read("@ c && (j = 1); f(j);"));
    assert!(!read("@ (j = 1) && c; f(j);"));
    assert!(read("@ c ? (j = 1) : 0; f(j);"));
    assert!(!read("@ c ? (j = 1) : (j = 2); f(j);"));
    assert!(read("@ f(c ?: (j = 1)); f(j);"));
    assert!(read("@ f(c, j ? 1 : 2);"));
    assert!(!read("@ ({ j = 1; }); f(j);"));
    assert!(read("@ f(({ int k = j; k; }));"));
    assert!(!read("@ i = 0, j = 0; f(j);"));
}

#[test]
fn jumps_are_followed() {
    assert!(read("@ if (c) goto x; j = 1; x: f(j);"));
    assert!(!read("@ goto x; j++; x: j = 1; f(j);"));
    assert!(read("again: if (c) f(j); @ if (n) goto again;"));
    assert!(read("void *to = &&out; @ goto *to; j = 2; out: f(j);"));
    assert!(read("@ asm goto(\"\" : : : : out); j = 2; out: f(j);"));
    assert!(read("@ switch (c) { case 1: j = 2; break; } f(j);"));
    assert!(read(
        "@ switch (c) { case 1: j = 2; break; case 2 ... 5: ; } f(j);"
    ));
    assert!(!read(
        "@ switch (c) { case 1: j = 2; break; default: j = 3; } f(j);"
    ));
    assert!(read(
        "@ switch (c) { case 1: j = 2; case 2: f(j); default: j = 3; }"
    ));
    assert!(read("@ switch (c) { j = 0; while (i) { default: f(j); } }"));
}

#[test]
fn loops_lead_back() {
    assert!(read("while (c) { f(j); @ }"));
    assert!(!read("while (c) { j = 0; f(j); @ }"));
    assert!(read(
        "for (t = 0; t < n; t++) { for (i = 0; i < n; i++) if (x) { @ } f(j); }"
    ));
    assert!(!read("for (t = 0; t < j; t++) j = 0; @"));
    assert!(read("do { @ if (x) break; j = 1; } while (c); f(j);"));
    assert!(read("do { @ if (x) continue; j = 1; } while (j); "));
    assert!(!read(
        "@ for (i = 0; i < n; i++) for (j = 0; j < n; j++) a[j] = 0;"
    ));
    // The construct itself reads it at its next turn, also in a clause.
    assert!(read(
        "while (c) {\n#pragma acc kernels\n{ if (c) j = 1; a[0] = j; }\n}"
    ));
    assert!(read(
        "while (c) {\n#pragma acc kernels copy(a[0:j])\n{ a[0] = 1; j = 2; }\n}"
    ));
    assert!(!read(
        "while (c) {\n#pragma acc kernels\n{ j = 1; a[0] = j; }\n}"
    ));
    // Some don't.
    assert!(!read("do { f(j); @ } while (0);"));
    assert!(!read("@ while (1) { if (c) return 1; } f(j);"));
    assert!(!read("f(j); for (;;) { @ return 0; }"));
}

#[test]
fn declarations_are_told_apart() {
    assert!(!read("@ { int i, j = 1; f(j); }"));
    assert!(read("@ { int j = 3; f(j); } return j;"));
    assert!(!read("for (;;) { int j; @ } f(j);"));
    assert!(!read("while (c) { int j; f(&i); @ }"));
    assert!(!read("@ for (int j = 0; j < n; j++) f(j);"));
    assert!(!read("@ s.j = p->j; f(s.j); goto j; j: ;"));
    assert!(!read("@ typedef int j; f((j)0);"));
    assert!(!read("@ f(\"j\"); /* j */"));
    assert!(read("@ int k = j; f(k);"));
    assert!(read("@ int k[j]; f(k);"));
    assert!(read("@ struct s l = { .j = j }; f(l);"));
}

#[test]
fn what_is_not_evaluated_neither_reads_nor_assigns() {
    assert!(!read("@ f(sizeof j, sizeof(j + 1), _Alignof(j));"));
    assert!(read("@ sizeof(j = 1); f(j);"));
    assert!(!read("@ (void)j; j;"));
    assert!(read("@ __typeof__(j = 1) k = 2; f(k, j);"));
    assert!(read("@ _Generic(1, int: 2, long: j = 1); f(j);"));
    assert!(read("@ f(sizeof(int[j]));"));
}

#[test]
fn assembler_code_may_read_what_it_names() {
    assert!(read("@ asm(\"nop\" : \"=r\"(j)); f(j);"));
    assert!(!read("@ asm(\"nop\" : \"=r\"(i)); j = 1; f(j);"));
}

#[test]
fn clauses_read_but_for_private() {
    let construct = |clause: &str| {
        format!("@\n#pragma acc parallel loop {clause}\nfor (i = 0; i < n; i++) {{ f_seq(j); }}")
    };
    let read = |clause: &str| {
        let body = construct(clause).replace("f_seq(j);", "a[i] = j;");
        read(&body)
    };
    assert!(!read("private(j)"));
    assert!(read("firstprivate(j)"));
    assert!(read("copy(j)"));
    assert!(read("device_type(nvidia) vector_length(j)"));
}

#[test]
fn what_other_constructs_assign_may_be_a_copy() {
    let parallel = "\n#pragma acc parallel\n{ j = 1; a[0] = j; }\n";
    assert!(!read(&format!("@ {parallel}")));
    assert!(read(&format!("@ {parallel} f(j);")));
    // There it is the variable itself.
    assert!(!read(
        "@\n#pragma acc kernels\n{ j = 1; a[0] = j; }\n f(j);"
    ));
    assert!(read(
        "@\n#pragma omp parallel private(j)\n{ j = 1; a[0] = j; }\n f(j);"
    ));
    assert!(!read("@\n#pragma omp parallel\n{ f(); } j = 1; f(j);"));
    assert!(read(
        "@\n#pragma omp parallel num_threads(j)\n{ f(); } j = 1;"
    ));
}

#[test]
fn addresses_are_taken_by_more_than_an_ampersand() {
    assert!(!addressed("@ f(c & j); f(c && j);"));
    assert!(addressed("@ f(&j);"));
    assert!(addressed("f(&(j)); @"));
    assert!(addressed("@ f((int *)&j);"));
    assert!(!addressed("@ { int j; f(&j); } f(&p->j, &a[j]);"));
    assert!(addressed("{ int j __attribute__((cleanup(drop))) = 0; @ }"));
    let of_array = |use_: &str| {
        let text = format!(
            "int f(); void g(int n)\n{{ int j[4], i; {use_}\n#pragma acc kernels\n{{ j[0] = 3; }}\n}}"
        );
        let unit = unit(text);
        let j = unit.vars.iter().position(|v| v.name == "j").unwrap();
        unit.host.takes_address(VarId(j as u32))
    };
    assert!(of_array("f(j);"));
    assert!(of_array("int *p = j + 1;"));
    assert!(!of_array("j[1] = 0; f(j[2], sizeof j); i = *j;"));
}

#[test]
fn old_style_functions_and_macros_calls() {
    let unit = unit(format!(
        "int f();\nint g(j, c) int j; int c;\n{{ {CONSTRUCT} return c ? j : 0; }}"
    ));
    let c = &unit.constructs[0];
    assert!(unit.host.may_read_behind(c.id, assigned(&unit)));
}
