//! What the parsed form holds: spans, the order of expressions, halves of combined
//! constructs, and clauses by device.

use super::*;
use expect_test::{Expect, expect};

#[test]
fn expressions_come_in_order_with_exact_spans() {
    let line = "parallel loop num_gangs(n + 1, f(a, b)) copyin(readonly: a[i : n - i][3], s.p) \
                gang(static: *, dim: 1) worker(num: g) wait(devnum: d : q, r) private(x[0:m]) if(c ? 1 : 2) tile(*, t)";
    let parsed = directive(line);
    let text = format!("#pragma acc {line}\n");
    let raws = parsed.raws();
    let texts: Vec<&str> = raws.iter().map(|raw| raw.text.as_str()).collect();
    expect![
        "n + 1 | f(a, b) | a | i | n - i | 3 | s.p | 1 | g | d | q | r | x | 0 | m | c ? 1 : 2 | t"
    ]
    .assert_eq(&texts.join(" | "));
    for raw in raws {
        assert_eq!(text[raw.span.range()], raw.text);
    }
    for clause in &parsed.clauses {
        assert!(text[clause.span.range()].starts_with(&clause.name));
    }
    assert_eq!(&text[parsed.span.range()], text.trim_end());
}

#[test]
fn mapping_visits_what_raws_lists() {
    let parsed = directive("parallel copy(a[0:n], b) if(x) async(1) wait(2, 3) private(t)");
    let mut seen = Vec::new();
    let mapped = parsed
        .try_map(&mut |raw: &Raw| {
            seen.push(raw.text.clone());
            Ok::<usize, ()>(seen.len() - 1)
        })
        .unwrap();
    let raws: Vec<String> = parsed.raws().iter().map(|r| r.text.clone()).collect();
    assert_eq!(seen, raws);
    let numbers: Vec<usize> = mapped.exprs().into_iter().copied().collect();
    assert_eq!(numbers, (0..seen.len()).collect::<Vec<_>>());
    let failed = parsed.try_map(&mut |raw: &Raw| match raw.text.as_str() {
        "n" => Err("n is unknown"),
        _ => Ok(()),
    });
    assert_eq!(failed.err(), Some("n is unknown"));
}

#[test]
fn references_have_base_and_sections() {
    let parsed = directive("data copy(s->p[i].q[0:n][:][2], (*r)[1:], a)");
    let ClauseKind::Data(DataKind::Copy, _, vars) = &parsed.clauses[0].kind else {
        panic!("not copy");
    };
    let mut out = String::new();
    for var in vars {
        writeln!(out, "{}: {} {:?}", var.text, var.base.text, shapes(var)).unwrap();
    }
    expect![[r#"
        s->p[i].q[0:n][:][2]: s->p[i].q ["0:n", "-:-", "2"]
        (*r)[1:]: (*r) ["1:-"]
        a: a []
    "#]]
    .assert_eq(&out);
}

fn shapes(var: &DataRef<Raw>) -> Vec<String> {
    let text = |e: &Option<Raw>| e.as_ref().map_or("-".to_string(), |e| e.text.clone());
    var.sections
        .iter()
        .map(|section| match section {
            Section::Element(e) => e.text.clone(),
            Section::Range { lower, length } => format!("{}:{}", text(lower), text(length)),
        })
        .collect()
}

fn check_split(line: &str, expect: Expect) {
    let (mut compute, mut inner) = directive(line).split().unwrap();
    compute.name = compute.kind.name().to_string();
    inner.name = inner.kind.name().to_string();
    expect.assert_eq(&format!("{compute}\n{inner}\n"));
}

#[test]
fn combined_constructs_are_taken_apart() {
    check_split(
        "parallel loop gang vector copy(a) private(t) firstprivate(f) reduction(+:s) async(1) \
         num_gangs(4) collapse(2) if(x) default(none) wait self vector_length(8) independent",
        expect![[r#"
            parallel copy(a) firstprivate(f) reduction(+:s) async(1) num_gangs(4) if(x) default(none) wait self vector_length(8)
            loop gang vector private(t) reduction(+:s) collapse(2) independent
        "#]],
    );
    check_split(
        "kernels loop gang device_type(nvidia) num_workers(4) vector(32) device_type(*) worker",
        expect![[r#"
            kernels device_type(nvidia) num_workers(4) device_type(*)
            loop gang device_type(nvidia) vector(32) device_type(*) worker
        "#]],
    );
    check_split(
        "serial loop seq tile(2) no_create(a)",
        expect![[r#"
        serial no_create(a)
        loop seq tile(2)
    "#]],
    );
    check_split(
        "region for parallel unroll(4) local(t) cache(a) kernel",
        expect![[r#"
            kernels local(t)
            loop parallel unroll(4) cache(a) kernel
        "#]],
    );
    assert!(directive("parallel").split().is_none());
    assert!(directive("loop").split().is_none());
}

#[test]
fn clauses_by_device() {
    let parsed = directive(
        "parallel num_gangs(2) copy(a) device_type(foo) num_gangs(4) async(1) \
         device_type(bar, CC90) num_workers(8) device_type(*) vector_length(16)",
    );
    let mut out = String::new();
    for names in [&["foo"][..], &["bar"], &["cc90", "foo"], &["other"], &[]] {
        let clauses = parsed.clauses_for(names);
        let texts: Vec<String> = clauses.iter().map(|c| c.to_string()).collect();
        writeln!(out, "{names:?}: {}", texts.join(" ")).unwrap();
    }
    expect![[r#"
        ["foo"]: copy(a) num_gangs(4) async(1)
        ["bar"]: num_gangs(2) copy(a) num_workers(8)
        ["cc90", "foo"]: num_gangs(2) copy(a) num_workers(8)
        ["other"]: num_gangs(2) copy(a) vector_length(16)
        []: num_gangs(2) copy(a) vector_length(16)
    "#]]
    .assert_eq(&out);
    let init = directive("init device_type(nvidia) device_num(1)");
    assert_eq!(init.clauses_for(&["host"]).len(), 2);
}

#[test]
fn printing_a_directive_gives_it_back() {
    for line in [
        "parallel loop gang(8, static:*) vector(32) copyin(readonly: a[0:n], b) reduction(&&:x)",
        "wait(devnum:1:2, 3) async(4)",
        "routine(f) seq",
        "cache(readonly: a[i])",
        "atomic capture",
        "loop collapse(force:2) gang(dim:1)",
        "parallel wait async num_gangs(1, 2) copy(always: a) device_type(nvidia) async(3)",
    ] {
        assert_eq!(directive(line).to_string(), line);
    }
}
