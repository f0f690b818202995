//! Loops of `parallel` without a directive: which of them get lanes, and why others don't.

use super::plan;

/// Of each loop in a function's body its levels, as `gang`, `vector` or `-`.
pub fn levels(body: &str) -> Vec<String> {
    let text = plan(&source(body));
    let loops = text.lines().map(str::trim);
    let loops = loops.filter(|l| l.starts_with("loop ") && l.contains('→'));
    let of = |l: &str| {
        let (_, rest) = l.split_once("): ")?;
        Some(rest.split_once(" →")?.0.replace("seq", "-"))
    };
    let all: Option<Vec<String>> = loops.map(of).collect();
    all.unwrap_or_else(|| panic!("{text}"))
}

fn source(body: &str) -> String {
    format!(
        "#include <stdio.h>
#include <stdlib.h>
#pragma acc routine seq
extern double elsewhere(double);
#pragma acc routine vector
extern void lanes(int n, double *a);
double f(int n, int m, double *restrict a, const double *restrict b, double *restrict c, double *p, double *q, const int *row, int *count, volatile double *v)
{{
    int i, j, k;
    double s = 0, t[64], h[64];
#pragma acc data present(a, b, c, p, q, row, count, v)
    {{
{body}
    }}
    return s;
}}
"
    )
}

pub fn check(cases: &[(&str, &str)]) {
    for (body, want) in cases {
        assert_eq!(levels(body).join(", "), *want, "{body}");
    }
}

/// The reason of the last loop.
fn reason(body: &str) -> String {
    let text = plan(&source(body));
    let mut because = text
        .lines()
        .filter_map(|l| l.trim().strip_prefix("because: "));
    because.next_back().unwrap_or_default().to_string()
}

#[test]
fn under_gangs_lanes_go_to_what_is_proven() {
    check(&[
        (
            "#pragma acc parallel loop gang
             for (i = 0; i < n; i++) for (j = 0; j < m; j++) a[i*m+j] = b[j*n+i];",
            "gang, vector",
        ),
        (
            "#pragma acc parallel loop gang worker
             for (i = 0; i < n; i++) for (j = 0; j < m; j++) a[i*m+j] = b[i*m+j];",
            "gang worker, vector",
        ),
        (
            "#pragma acc parallel loop gang
             for (i = 0; i < n; i++) { double x = 0; for (j = 0; j < m; j++) x += b[i*m+j]; c[i] = x; }",
            "gang, vector",
        ),
        (
            "#pragma acc parallel loop gang
             for (i = 0; i < n; i++) for (j = 1; j < m; j++) a[i*m+j] = a[i*m+j-1];",
            "gang, -",
        ),
        (
            "#pragma acc parallel loop gang
             for (i = 0; i < n; i++) for (j = row[i]; j < row[i+1]; j++) a[j] = b[j];",
            "gang worker, vector",
        ),
        (
            "#pragma acc parallel loop gang
             for (i = 0; i < n; i++) for (j = 0; j < m; j++) p[i*m+j] = q[i*m+j];",
            "gang, vector",
        ),
        // How far it reaches isn't known, so that nobody can ask.
        (
            "#pragma acc parallel loop gang
             for (i = 0; i < n; i++) for (j = 0; j < m; j++) p[row[i]+j] = q[i*m+j];",
            "gang, -",
        ),
        // In order outside, lanes inside.
        (
            "#pragma acc parallel loop gang
             for (i = 0; i < n; i++) for (k = 1; k < 9; k++) for (j = 0; j < m; j++)
                 a[(i*9+k)*m+j] = a[(i*9+k-1)*m+j];",
            "gang, -, vector",
        ),
    ]);
}

#[test]
fn nothing_is_left_where_others_have_the_lanes() {
    check(&[
        (
            "#pragma acc parallel loop gang vector
             for (i = 0; i < n; i++) for (j = 0; j < m; j++) a[i*m+j] = b[i*m+j];",
            "gang vector, -",
        ),
        (
            "#pragma acc parallel loop gang vector_length(1)
             for (i = 0; i < n; i++) for (j = 0; j < m; j++) a[i*m+j] = b[i*m+j];",
            "gang, -",
        ),
        (
            "#pragma acc parallel loop gang
             for (i = 0; i < n; i++) {
             #pragma acc loop seq
             for (k = 0; k < m; k++) for (j = 0; j < m; j++) a[(i*m+k)*m+j] = b[j];
             }",
            "gang, -, -",
        ),
        (
            "#pragma acc parallel loop gang
             for (i = 0; i < n; i++) {
             #pragma acc loop
             for (k = 0; k < m; k++) for (j = 0; j < m; j++) a[(i*m+k)*m+j] = b[j];
             }",
            "gang, vector, -",
        ),
        (
            "#pragma acc parallel loop gang
             for (i = 0; i < n; i++) for (k = 0; k < m; k++) {
             #pragma acc loop vector
             for (j = 0; j < m; j++) a[(i*m+k)*m+j] = b[j];
             }",
            "gang, -, vector",
        ),
        (
            "#pragma acc parallel loop gang
             for (i = 0; i < n; i++) for (j = 0; j < m; j++) lanes(m, a + (i*m+j)*m);",
            "gang, -",
        ),
        (
            "#pragma acc serial loop
             for (i = 0; i < n; i++) for (j = 0; j < m; j++) a[i*m+j] = b[i*m+j];",
            "-, -",
        ),
        // Without a loop directive around, each gang does it.
        (
            "#pragma acc parallel
             for (i = 0; i < n; i++) for (j = 0; j < m; j++) a[i*m+j] = b[i*m+j];",
            "-, -",
        ),
    ]);
}

#[test]
fn a_loop_without_levels_gives_lanes_away_where_that_pays() {
    let cases = [
        // Rows: neighbouring lanes read neighbouring elements inside.
        (
            "for (i = 0; i < n; i++) { double x = 0; for (j = 0; j < m; j++) x += b[i*m+j] * c[j]; a[i] = x; }",
            "gang, vector",
        ),
        (
            "for (i = 0; i < n; i++) for (j = 0; j < m; j++) a[i*m+j] = b[i*m+j];",
            "gang, vector",
        ),
        // Columns: the loop outside runs along memory.
        (
            "for (i = 0; i < n; i++) { double x = 0; for (j = 0; j < m; j++) x += b[j*n+i] * c[j]; a[i] = x; }",
            "gang vector, -",
        ),
        // Each with all others.
        (
            "for (i = 0; i < n; i++) { double x = 0; for (j = 0; j < n; j++) x += b[i] * c[j]; a[i] = x; }",
            "gang vector, -",
        ),
        (
            "for (i = 0; i < n; i++) for (j = 0; j < 20; j++) a[i*20+j] = b[i*20+j];",
            "gang vector, -",
        ),
        (
            "for (i = 0; i < n; i++) for (j = 0; j < 4; j++) a[i*4+j] = b[i*4+j];",
            "gang vector, -",
        ),
        (
            "for (i = 0; i < n; i++) for (j = i + 1; j < n; j++) a[i*n+j] = b[i*n+j];",
            "gang, vector",
        ),
        // As long as memory says: often less than there are lanes.
        (
            "for (i = 0; i < n; i++) { double x = 0; for (j = row[i]; j < row[i+1]; j++) x += b[j]; a[i] = x; }",
            "gang worker, vector",
        ),
        // The loop that isn't proven would be one lane's.
        (
            "for (i = 0; i < n; i++) { for (j = 0; j < m; j++) a[i*m+j] = b[i*m+j]; for (j = 1; j < m; j++) a[i*m+j] += a[i*m+j-1]; }",
            "gang vector, -, -",
        ),
        (
            "for (i = 0; i < n; i++) { for (j = 0; j < m; j++) a[i*m+j] = b[i*m+j]; while (c[i] > 1) c[i] /= 2; }",
            "gang vector, -",
        ),
        // Of two, the one along memory; nothing else is in the nest, so the one between has its share too.
        (
            "for (i = 0; i < n; i++) for (j = 0; j < n; j++) for (k = 0; k < n; k++) a[(i*n+j)*n+k] = b[k];",
            "gang, gang vector, vector",
        ),
        (
            "for (i = 0; i < n; i++) for (j = 0; j < n; j++) { for (k = 0; k < n; k++) a[(i*n+j)*n+k] = b[k]; for (k = 0; k < n; k++) c[(i*n+j)*n+k] = b[k]; }",
            "gang, -, vector, vector",
        ),
        (
            "for (i = 0; i < n; i++) for (j = 0; j < n; j++) for (k = 0; k < n; k++) a[(i*n+k)*n+j] = b[k];",
            "gang, vector, -",
        ),
        (
            "for (i = 0; i < n; i++) for (j = 0; j < n; j++) { double x = 0; for (k = 0; k < n; k++) if (k != i) x += b[i*n+k] * c[k*n+j]; a[i*n+j] = x; }",
            "gang, vector, -",
        ),
        // In tiles both are shared out.
        (
            "for (i = 0; i < n; i++) for (j = 0; j < n; j++) { double x = 0; for (k = 0; k < n; k++) x += b[i*n+k] * c[k*n+j]; a[i*n+j] = x; }",
            "gang vector, gang vector, -",
        ),
    ];
    for (loops, want) in cases {
        let body = format!("#pragma acc parallel loop\n{loops}");
        assert_eq!(levels(&body).join(", "), want, "{loops}");
    }
    // With gangs that are counted, the loop between has none of them.
    check(&[(
        "#pragma acc parallel loop num_gangs(8)
         for (i = 0; i < n; i++) for (j = 0; j < n; j++) for (k = 0; k < n; k++) a[(i*n+j)*n+k] = b[k];",
        "gang, -, vector",
    )]);
    check(&[(
        "#pragma acc parallel loop collapse(2)
         for (i = 0; i < n; i++) for (j = 0; j < n; j++) {
             double x = 0; for (k = 0; k < n; k++) x += b[i*n+k] * c[k*n+j]; a[i*n+j] = x; }",
        "gang vector, gang vector, -",
    )]);
}

#[test]
fn three_levels_share_a_sum_and_a_private_counter() {
    check(&[
        (
            "#pragma acc parallel loop reduction(+:s)
             for (i = 0; i < n; i++) for (j = 0; j < m; j++) for (k = 0; k < 200; k++) s += b[(i*m+j)*200+k];",
            "gang, gang vector, vector",
        ),
        // The counters are each iteration's own, though a clause around names them.
        (
            "#pragma acc data create(i, j, k)
             {
             #pragma acc parallel loop private(i, j, k)
             for (i = 0; i < n; i++) for (j = 0; j < m; j++) for (k = 0; k < 200; k++) a[(i*m+j)*200+k] = b[(i*m+j)*200+k];
             }",
            "gang, gang vector, vector",
        ),
    ]);
}

#[test]
fn short_rows_stand_beside_each_other() {
    let of = |length: &str, clauses: &str| {
        let body = format!(
            "#pragma acc parallel loop gang {clauses}
             for (i = 0; i < n; i++) {{ double x = 0;
             #pragma acc loop vector reduction(+:x)
             for (j = 0; j < {length}; j++) x += b[i*m+j];
             c[i] = x; }}"
        );
        let text = plan(&source(&body));
        let (_, block) = text.split_once(" block ").unwrap();
        block.lines().next().unwrap().to_string()
    };
    assert_eq!(of("27", ""), "(32, 4, 1)");
    assert_eq!(of("5", ""), "(8, 16, 1)");
    assert_eq!(of("33", ""), "(128, 1, 1)");
    assert_eq!(of("m", ""), "(128, 1, 1)");
    assert_eq!(of("27", "vector_length(64)"), "(64, 1, 1)");
}

#[test]
fn variables_that_iterations_hand_on_keep_the_order() {
    let cases = [
        // Last values, of scalars and of the loop's own variable.
        (
            "double x; for (j = 0; j < m; j++) { x = b[i*m+j]; a[i*m+j] = x; } c[i] = x;",
            "-",
        ),
        (
            "for (j = 0; j < m; j++) a[i*m+j] = b[i*m+j]; c[i] = j;",
            "-",
        ),
        (
            "double x = 0; for (j = 0; j < m; j++) { a[i*m+j] = x; x = b[i*m+j]; }",
            "-",
        ),
        // A sum that is looked at on the way, and one of a variable that isn't the iteration's.
        (
            "double x = 0; for (j = 0; j < m; j++) { x += b[i*m+j]; a[i*m+j] = x; }",
            "-",
        ),
        (
            "for (j = 0; j < m; j++) k += (b[i*m+j] > 0); c[i] = k;",
            "-",
        ),
        (
            "for (j = 0; j < m; j++) { double x = b[i*m+j]; a[i*m+j] = x * x; }",
            "vector",
        ),
        (
            "for (j = 0; j < m; j++) { s = b[i*m+j]; a[i*m+j] = s * s; }",
            "vector",
        ),
        (
            "for (j = 0; j < m; j++) if (b[i*m+j] < 0) break; else a[i*m+j] = 1;",
            "-",
        ),
        (
            "if (b[i] < 0) continue; for (j = 0; j < m; j++) a[i*m+j] = 1;",
            "vector",
        ),
        (
            "if (b[i] < 0) goto skip; for (j = 0; j < m; j++) a[i*m+j] = 1; skip: c[i] = 1;",
            "-",
        ),
        (
            "for (j = 0; j < m; j++) { if (b[i*m+j] < 0) continue; a[i*m+j] = 1; }",
            "vector",
        ),
        (
            "for (j = 0; j < m; j++) t[j] = b[i*m+j]; c[i] = t[0];",
            "vector",
        ),
        // What shows the order of iterations.
        (
            "for (j = 0; j < m; j++) a[i*m+j] = elsewhere(b[i*m+j]);",
            "-",
        ),
        ("for (j = 0; j < m; j++) a[i*m+j] = v[j];", "-"),
        (
            "for (j = 0; j < m; j++) {
             #pragma acc atomic update
             c[row[j]] += 1;
             }",
            "-",
        ),
        (
            "for (j = 0; j < m; j++) {
             #pragma acc atomic update
             count[row[j]]++;
             }",
            "vector",
        ),
        (
            "for (j = 0; j < m; j++) { int r;
             #pragma acc atomic capture
             r = count[0]++;
             a[i*m+j] = r; }",
            "-",
        ),
    ];
    for (inner, want) in cases {
        let body = format!(
            "#pragma acc parallel loop gang private(t)\nfor (i = 0; i < n; i++) {{ {inner} }}"
        );
        assert_eq!(levels(&body).join(", "), format!("gang, {want}"), "{inner}");
    }
}

#[test]
fn sums_of_clauses_around() {
    check(&[
        (
            "#pragma acc parallel loop gang reduction(+:s)
             for (i = 0; i < n; i++) for (j = 0; j < m; j++) s += b[i*m+j];",
            "gang, vector",
        ),
        (
            "#pragma acc parallel reduction(+:s)
             {
             #pragma acc loop gang
             for (i = 0; i < n; i++) for (j = 0; j < m; j++) s += b[i*m+j];
             }",
            "gang, vector",
        ),
        // It is read on the way.
        (
            "#pragma acc parallel loop gang reduction(+:s)
             for (i = 0; i < n; i++) for (j = 0; j < m; j++) { s += b[i*m+j]; a[i*m+j] = s; }",
            "gang, -",
        ),
        // Lanes would share their gang's copy of the array.
        (
            "#pragma acc parallel loop gang reduction(+:h)
             for (i = 0; i < n; i++) for (j = 0; j < 64; j++) h[j] += b[i*m+j];",
            "gang, -",
        ),
    ]);
}

/// Of loops around in `parallel`, and what `loop auto` in them does, what becomes of it.
fn check_auto(cases: &[(&str, &str)]) {
    for (body, want) in cases {
        let body = body.replace("AUTO", "\n#pragma acc loop auto\nfor (j = 0; j < m; j++)");
        assert_eq!(levels(&body).join(", "), *want, "{body}");
    }
}

#[test]
fn sums_of_auto_loops_that_no_iteration_owns_stay_in_order() {
    check_auto(&[
        (
            "#pragma acc parallel loop gang
             for (i = 0; i < n; i++) { AUTO k += (b[i*m+j] > 0); c[i] = k; }",
            "gang, -",
        ),
        (
            "#pragma acc parallel loop gang worker
             for (i = 0; i < n; i++) { AUTO s += b[i*m+j]; c[i] = s; }",
            "gang worker, -",
        ),
        (
            "#pragma acc parallel loop gang
             for (i = 0; i < n; i++) { AUTO s = s > b[i*m+j] ? s : b[i*m+j]; c[i] = s; }",
            "gang, -",
        ),
        // Each gang has all of them.
        (
            "#pragma acc parallel
             { double x = 0; AUTO x += b[j]; c[0] = x; }",
            "-",
        ),
        (
            "#pragma acc parallel loop seq
             for (i = 0; i < n; i++) { s = 0; AUTO s += b[i*m+j]; c[i] = s; }",
            "-, -",
        ),
        (
            "#pragma acc parallel firstprivate(s)
             { AUTO s += b[j]; }",
            "-",
        ),
        // Another operator, and one that is read on the way.
        (
            "#pragma acc parallel loop gang reduction(max:s)
             for (i = 0; i < n; i++) { AUTO s += b[i*m+j]; }",
            "gang, -",
        ),
        (
            "#pragma acc parallel loop gang reduction(+:s)
             for (i = 0; i < n; i++) { AUTO { s += b[i*m+j]; a[i*m+j] = s; } }",
            "gang, -",
        ),
    ]);
    let seen = reason(
        "#pragma acc parallel loop gang
         for (i = 0; i < n; i++) {
         #pragma acc loop auto
         for (j = 0; j < m; j++) s += b[i*m+j];
         c[i] = s; }",
    );
    assert!(seen.contains("no iteration around it has"), "{seen}");
}

#[test]
fn sums_of_auto_loops_that_someone_owns_are_shared_out() {
    check_auto(&[
        (
            "#pragma acc parallel loop gang
             for (i = 0; i < n; i++) { double x = 0; AUTO x += b[i*m+j]; c[i] = x; }",
            "gang, vector",
        ),
        (
            "#pragma acc parallel loop gang
             for (i = 0; i < n; i++) { s = 0; AUTO s += b[i*m+j]; c[i] = s; }",
            "gang, vector",
        ),
        (
            "#pragma acc parallel loop gang reduction(max:s)
             for (i = 0; i < n; i++) { AUTO s = s > b[i*m+j] ? s : b[i*m+j]; }",
            "gang, vector",
        ),
        (
            "#pragma acc parallel reduction(+:s)
             { AUTO s += b[j]; }",
            "gang vector",
        ),
        // Nobody but the host sees what comes out.
        (
            "#pragma acc parallel
             { AUTO s += b[j]; }",
            "gang vector",
        ),
        (
            "#pragma acc parallel loop seq
             for (i = 0; i < n; i++) { AUTO s += b[i*m+j]; }",
            "-, gang vector",
        ),
    ]);
}

#[test]
fn loops_that_act_are_called_parallel_by_their_user_alone() {
    let cases = [
        ("", "{ a[i] = i; printf(\"%d\", i); }", "-"),
        ("", "a[i] = v[i];", "-"),
        ("", "v[i] = b[i];", "-"),
        // Nothing outside sees this one.
        (
            "",
            "{ volatile double own = b[i]; a[i] = own; }",
            "gang vector",
        ),
        ("", "{ if (b[i] < 0) abort(); a[i] = i; }", "gang vector"),
        (
            "loop independent",
            "{ a[i] = i; printf(\"%d\", i); }",
            "gang vector",
        ),
        ("loop independent", "v[i] = b[i];", "gang vector"),
    ];
    for (clauses, body, want) in cases {
        let text = format!("#pragma acc kernels {clauses}\nfor (i = 0; i < n; i++) {body}");
        assert_eq!(levels(&text).join(", "), want, "{text}");
    }
}

#[test]
fn lanes_that_nobody_asked_for_cost_no_error() {
    // Threads can't share an array of variable length; the other construct keeps its lanes.
    check(&[(
        "#pragma acc parallel loop gang
         for (i = 0; i < n; i++) { double w[m]; for (j = 0; j < m; j++) w[j] = b[i*m+j]; c[i] = w[0]; }
         #pragma acc parallel loop gang
         for (i = 0; i < n; i++) for (j = 0; j < m; j++) a[i*m+j] = b[i*m+j];",
        "gang, -, gang, vector",
    )]);
    check(&[(
        "#pragma acc kernels
         for (i = 0; i < n; i++) { double w[m], x = 0; w[0] = c[i]; for (j = 0; j < m; j++) x += b[i*m+j] * w[0]; a[i] = x; }",
        "gang vector, -",
    )]);
}

#[test]
fn reasons_are_told() {
    let cases = [
        (
            "for (j = 0; j < 4; j++) a[i*4+j] = b[i*4+j];",
            "few iterations",
        ),
        (
            "for (j = 0; j < m; j++) a[j*n+i] = b[j*n+i];",
            "touch memory as closely",
        ),
        (
            "for (j = 1; j < m; j++) c[i] = c[i] * 2; for (j = 0; j < m; j++) a[i*m+j] = b[i*m+j];",
            "one lane would do",
        ),
        (
            "for (j = 0; j < m; j++) p[row[i]+j] = q[i*m+j];",
            "may be the same memory",
        ),
    ];
    for (inner, want) in cases {
        let body = format!("#pragma acc parallel loop\nfor (i = 0; i < n; i++) {{ {inner} }}");
        let seen = reason(&body);
        assert!(seen.contains(want), "{inner}: {seen}");
    }
    let sized = "#pragma acc parallel loop vector_length(64)
for (i = 0; i < n; i++) { for (j = row[i]; j < row[i+1]; j++) a[j] = b[j]; }";
    assert!(reason(sized).contains("is read in each iteration"));
}
