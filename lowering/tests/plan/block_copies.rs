//! Which arrays each block of a kernel has a copy of in shared memory.

use super::plan;

/// Of a loop's body over `i`, with this directive before the loop: the copies, as the plan has them.
fn copies(directive: &str, body: &str) -> String {
    let source = format!(
        "int table[64], wide[8][8]; long counts[100]; unsigned char small[50]; int f(int);
void g(int n, int m, const int *restrict k, const double *restrict w, int *restrict h, double *restrict s, int *p)
{{
    {directive}
    for (int i = 0; i < n; i++) {{
        {body}
    }}
}}
"
    );
    let text = plan(&source);
    assert!(!text.contains("error "), "{body}: {text}");
    let lines = text.lines().filter_map(|l| l.split_once("in each block: "));
    let found: Vec<&str> = lines.map(|(_, what)| what).collect();
    match found.as_slice() {
        [] => "-".into(),
        all => all.join(" "),
    }
}

const ATOMIC: &str = "\n#pragma acc atomic update\n";

fn check(directive: &str, cases: &[(&str, &str)]) {
    for (body, want) in cases {
        let body = body.replace("ATOMIC", ATOMIC);
        assert_eq!(copies(directive, &body), *want, "{directive}: {body}");
    }
}

#[test]
fn atomic_updates_alone() {
    check(
        "#pragma acc parallel loop copy(h[0:256], s[0:9], table, counts, small, wide, p[0:m])",
        &[
            ("ATOMIC h[k[i]]++;", "+:h[0:256]"),
            ("int b = k[i] / 3; if (b) ATOMIC h[b] -= i;", "+:h[0:256]"),
            ("ATOMIC h[i % 100] |= 1 << i;", "|:h[0:256]"),
            ("ATOMIC h[3] += k[i];", "+:h[0:256]"),
            ("ATOMIC table[k[i]] ^= i;", "^:table[0:64]"),
            ("ATOMIC counts[k[i]] = counts[k[i]] + 2;", "+:counts[0:100]"),
            ("ATOMIC s[k[i]] += w[i];", "+:s[0:9]"),
            ("ATOMIC h[k[i]]++; ATOMIC h[k[i] + 1]++;", "+:h[0:256]"),
            (
                "ATOMIC h[k[i]]++; ATOMIC table[k[i]] += 2;",
                "+:h[0:256] +:table[0:64]",
            ),
            // Each iteration has its own element.
            ("ATOMIC h[i] += k[i];", "-"),
            ("ATOMIC h[2 * i + 1]++; ATOMIC h[k[i]]++;", "-"),
            // Something else is done with the array.
            ("ATOMIC h[k[i]] += h[0];", "-"),
            ("ATOMIC h[k[i]]++; s[i] = h[i];", "-"),
            ("ATOMIC h[k[i]]++; ATOMIC h[k[i]] ^= 2;", "-"),
            ("int *q = h; ATOMIC q[k[i]]++;", "-"),
            (
                "int v;\n#pragma acc atomic capture\nv = h[k[i]]++;\n if (v) s[0] = 1;",
                "-",
            ),
            (
                "int v;\n#pragma acc atomic read\nv = h[k[i]];\nATOMIC h[v]++;",
                "-",
            ),
            // By an operator that minds the order, or of a type that nobody combines.
            ("ATOMIC h[k[i]] *= 2;", "-"),
            ("ATOMIC h[k[i]] = k[i] - h[k[i]];", "-"),
            ("ATOMIC small[k[i]]++;", "-"),
            ("ATOMIC wide[k[i]][0]++;", "-"),
            // Nobody knows how long it is.
            ("ATOMIC p[k[i]]++;", "-"),
        ],
    );
}

#[test]
fn lengths() {
    let body = "ATOMIC h[k[i]]++;";
    for (clause, want) in [
        ("copy(h[0:4096])", "+:h[0:4096]"),
        ("copy(h[0:4097])", "-"),
        ("copy(h[:20])", "+:h[0:20]"),
        ("copy(h[5:20])", "-"),
        ("copy(h[0:m])", "-"),
        ("present(h[0:20])", "+:h[0:20]"),
        ("present(h)", "-"),
        ("deviceptr(h)", "-"),
        ("copy(h[0:20]) vector_length(1)", "-"),
    ] {
        check(
            &format!("#pragma acc parallel loop {clause}"),
            &[(body, want)],
        );
    }
    check(
        "#pragma acc data copy(h[0:20])\n#pragma acc parallel loop",
        &[(body, "+:h[0:20]")],
    );
}

#[test]
fn stores_by_other_names() {
    let data = "#pragma acc parallel loop copy(p[0:64])";
    check(
        data,
        &[
            ("ATOMIC p[k[i]]++; s[i] = 1;", "+:p[0:64]"),
            ("ATOMIC p[k[i]]++; h[i] = 1;", "+:p[0:64]"),
        ],
    );
    let source = "void g(int n, const int *k, int *p, int *q)
{
    #pragma acc parallel loop copy(p[0:64]) present(q)
    for (int i = 0; i < n; i++) {
        q[i] = 1;
        #pragma acc atomic
        p[k[i]]++;
    }
}
";
    let named = plan(source);
    assert!(named.contains("copy in each block"), "{named}");
    let implicit = plan(&source.replace(" present(q)", ""));
    assert!(!implicit.contains("copy in each block"), "{implicit}");
}

#[test]
fn clauses_and_kernels() {
    let clause = "#pragma acc parallel loop reduction(+:counts, h[0:200])";
    check(
        clause,
        &[
            (
                "counts[k[i]]++; h[k[i]] += i;",
                "+:counts[0:100] +:h[0:200]",
            ),
            ("counts[k[i]]++; h[k[i]] = i;", "+:counts[0:100]"),
            ("counts[k[i]]++; if (h[3]) h[k[i]]++;", "+:counts[0:100]"),
        ],
    );
    check(
        "#pragma acc parallel loop reduction(+:s[0:99])",
        &[("s[k[i]] += w[i];", "-")],
    );
    check(
        "#pragma acc parallel loop reduction(+:h[0:32])",
        &[("h[k[i]] += i;", "-")],
    );
    check(
        "#pragma acc kernels copyin(k[0:n]) copy(h[0:100])",
        &[
            ("h[k[i]] += i;", "+:h[0:100]"),
            (
                "if (k[i] > h[k[i] % 7]) h[k[i] % 7] = k[i];",
                "max:h[0:100]",
            ),
        ],
    );
    check(
        "#pragma acc serial loop copy(h[0:100])",
        &[("h[k[i]] += i;", "-")],
    );
    check(
        "#pragma acc parallel loop gang copy(counts)",
        &[(
            "\n#pragma acc loop vector private(counts)\nfor (int j = 0; j < 9; j++) { ATOMIC counts[k[j]]++; }",
            "-",
        )],
    );
}

#[test]
fn a_pointer_that_moves_in_a_data_construct() {
    let source = "void g(int n, const int *k, int *h)
{
    #pragma acc data copy(h[0:20]) copyin(k[0:n])
    {
        h += 2;
        #pragma acc parallel loop
        for (int i = 0; i < n; i++) {
            #pragma acc atomic
            h[k[i]]++;
        }
    }
}
";
    let moved = plan(source);
    assert!(!moved.contains("copy in each block"), "{moved}");
    let stays = plan(&source.replace("h += 2;", ""));
    assert!(stays.contains("copy in each block: +:h[0:20]"), "{stays}");
}
