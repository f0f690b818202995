//! Unrolled loops, of C text and of trees made by hand.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::*;
use crate::make::{binary, int};
use crate::tree::{build, dump};
use accrs_frontend::Input;
use accrs_frontend::region::Body;
use accrs_frontend::region::{BinaryOp, Expr};
use expect_test::{Expect, expect};

fn unit(body: &str) -> Unit {
    let text = format!(
        "int b[99];\nvoid f(int n, unsigned u, long l, unsigned char c, int *a, int *end)\n{{\n#pragma acc serial copy(a[0:n])\n{{ {body} }} }}\n"
    );
    let output = accrs_frontend::parse(Input {
        text,
        path: "t.c",
        cflags: &[],
        rules: &accrs_frontend::CRules::default(),
        strict: false,
    });
    let words: Vec<_> = output.diagnostics.iter().map(|d| &d.message).collect();
    output
        .unit
        .unwrap_or_else(|| panic!("not parsed: {words:?}"))
}

/// The tree of the construct, whose loops are all to be unrolled by three: as long as `i < 90`, or without a remainder.
fn by_hand(body: &str, rest: bool) -> String {
    let unit = unit(body);
    let Body::Compute(stmts) = &unit.constructs[0].body else {
        panic!("no construct");
    };
    let mut nodes = build::build(stmts, None);
    nodes.iter_mut().for_each(|n| want(&unit, n, rest));
    dump::nodes(&unit, &run(&unit, nodes), 0)
}

fn want(unit: &Unit, n: &mut Node, rest: bool) {
    n.children_mut(&mut |body| body.iter_mut().for_each(|n| want(unit, n, rest)));
    let Kind::For(l) = &mut n.kind else { return };
    let Some(head) = l.heads.first() else { return };
    let ty = unit.var(head.var).ty;
    let var = Expr::new(ExprKind::Var(head.var), ty, Span::default());
    let less = binary(BinaryOp::Lt, var.clone(), int(unit, 90), unit.types.int());
    let step = ExprKind::Assign(Some(BinaryOp::Add), Box::new(var), Box::new(int(unit, 3)));
    l.unroll = Some(Unrolling::Wanted(Copies {
        number: 3,
        test: rest.then_some(less),
        step: Expr::new(step, ty, Span::default()),
    }));
}

fn check(seen: &str, expect: &Expect) {
    expect.assert_eq(seen);
}

#[test]
fn a_variable_of_the_loop_is_declared_around_both_loops() {
    check(
        &by_hand("for (int i = 0; i < n; i++) a[i] = b[i + 1] + i;", true),
        &expect![[r#"
            block
              declare i = 0
              for i = 0; i < n; i += 3, 3 copies, while i < 90
                a[i] = b[i + 1] + i
                a[i + 1] = b[i + 2] + (i + 1)
                a[i + 2] = b[i + 3] + (i + 2)
              for i = 0; i < n; i++, the rest
                a[i] = b[i + 1] + i
        "#]],
    );
}

#[test]
fn a_variable_from_outside_needs_no_block() {
    check(
        &by_hand(
            "int i; for (i = n; i > 0; i--) a[i - 1] = i - 9; b[0] = i;",
            true,
        ),
        &expect![[r#"
            declare i
            for i = n; i > 0; i -= 3, 3 copies, while i < 90
              a[i - 1] = i - 9
              a[i - 2] = i - 10
              a[i - 3] = i - 11
            for i = n; i > 0; i--, the rest
              a[i - 1] = i - 9
            b[0] = i
        "#]],
    );
}

#[test]
fn without_a_remainder_there_is_one_loop() {
    check(
        &by_hand("for (int i = 0; i < 9; i++) a[i] = i;", false),
        &expect![[r#"
            for i = 0; i < 9; i += 3, 3 copies, while i < 9
              a[i] = i
              a[i + 1] = i + 1
              a[i + 2] = i + 2
        "#]],
    );
}

#[test]
fn what_copies_declare_is_their_own() {
    check(
        &by_hand(
            "for (int i = 0; i < n; i++) { int t = i; a[t] = sizeof(i); }",
            false,
        ),
        &expect![[r#"
            for i = 0; i < n; i += 3, 3 copies, while i < n
              block
                declare t = i
                a[t] = sizeof(i)
              block
                declare t = i + 1
                a[t] = sizeof(i + 1)
              block
                declare t = i + 2
                a[t] = sizeof(i + 2)
        "#]],
    );
}

#[test]
fn inner_loops_are_copied_unrolled() {
    check(
        &by_hand(
            "for (int i = 0; i < n; i++) { if (i) while (b[i]) b[i]--; for (int j = i; j < n; j++) a[j] = i; }",
            false,
        ),
        &expect![[r#"
            for i = 0; i < n; i += 3, 3 copies, while i < n
              if i
                while
                  b[i]--
              for j = i; j < n; j += 3, 3 copies, while j < n
                a[j] = i
                a[j + 1] = i
                a[j + 2] = i
              if i + 1
                while
                  b[i + 1]--
              for j = i + 1; j < n; j += 3, 3 copies, while j < n
                a[j] = i + 1
                a[j + 1] = i + 1
                a[j + 2] = i + 1
              if i + 2
                while
                  b[i + 2]--
              for j = i + 2; j < n; j += 3, 3 copies, while j < n
                a[j] = i + 2
                a[j + 1] = i + 2
                a[j + 2] = i + 2
        "#]],
    );
}

#[test]
fn narrow_variables_are_computed_with_as_int() {
    check(
        &by_hand(
            "for (unsigned char i = 0; i < c; i++) a[i] = i + sizeof(i); for (int *p = a; p != end; p += 2) *p = p - a;",
            false,
        ),
        &expect![[r#"
            for i = 0; i < c; i += 3, 3 copies, while i < c
              a[i] = i + sizeof(i)
              a[(unsigned char)(i + 1)] = i + 1 + sizeof((unsigned char)(i + 1))
              a[(unsigned char)(i + 2)] = i + 2 + sizeof((unsigned char)(i + 2))
            for p = a; p != end; p += 3, 3 copies, while p != end
              *p = p - a
              *(p + 2) = p + 2 - a
              *(p + 4) = p + 4 - a
        "#]],
    );
}

#[test]
fn steps_known_at_run_time_are_taken_in_64_bits() {
    check(
        &by_hand(
            "for (int i = 0; i < n; i += c) a[i] = 1; for (long i = 0; i < l; i += l) b[i] = 1;",
            false,
        ),
        &expect![[r#"
            for i = 0; i < n; i += 3, 3 copies, while i < n
              a[i] = 1
              a[(int)(i + c)] = 1
              a[(int)(i + 2L*c)] = 1
            for i = 0; i < l; i += 3, 3 copies, while i < l
              b[i] = 1
              b[(long)(i + l)] = 1
              b[(long)(i + 2*(unsigned long)l)] = 1
        "#]],
    );
}

/// A loop that is in no unit: its body is the user's text.
#[test]
fn text_is_shifted_by_name() {
    let unit = unit("for (int i = 0; i < n; i += 4) a[i] = 1;");
    let Body::Compute(stmts) = &unit.constructs[0].body else {
        panic!("no construct");
    };
    let mut nodes = build::build(stmts, None);
    nodes.iter_mut().for_each(|n| want(&unit, n, true));
    let text = Node::new(Kind::Text(None), Span::default());
    fn replace(n: &mut Node, text: &Node) {
        if let Kind::For(l) = &mut n.kind {
            l.body = vec![text.clone()];
        } else {
            n.children_mut(&mut |body| body.iter_mut().for_each(|n| replace(n, text)));
        }
    }
    nodes.iter_mut().for_each(|n| replace(n, &text));
    check(
        &dump::nodes(&unit, &run(&unit, nodes), 0),
        &expect![[r#"
        block
          declare i = 0
          for i = 0; i < n; i += 3, 3 copies, while i < 90
            the user's text
            the user's text, i + 4 for i
            the user's text, i + 8 for i
          for i = 0; i < n; i += 4, the rest
            the user's text
    "#]],
    );
}
