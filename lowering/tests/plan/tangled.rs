//! Scalars that pointers may lead to.

use super::plan;

/// Whether the loop of this code is parallel.
fn is_parallel(before: &str, head: &str, body: &str) -> bool {
    let source = format!(
        "#include <stdlib.h>
struct mesh {{ int n; int *ids; double *x; int *own; }};
static int fixed = 5, stays = 6; static int *to_fixed = &fixed;
void sizes(int *, int **); int *find(void);
void f(int m, int *given, double *x, struct mesh *s, int *const restrict r)
{{
    int n = m; int *p; double t = 0; struct mesh own;
    {before}
    #pragma acc kernels present(given, x)
    for (int i = 0; {head}; i++) {{ {body} }}
}}
"
    );
    let text = plan(&source);
    let (_, of_loop) = text.split_once("    loop 0 line ").expect(&text);
    let reason = of_loop.split_once("because: ").expect(&text).1;
    let reason = reason.lines().next().unwrap();
    let tangled = reason.contains("may point to");
    assert!(
        tangled || reason.starts_with("Loop is parallelizable"),
        "{text}"
    );
    !tangled
}

#[test]
fn what_may_lead_to_a_scalar() {
    for (before, head, body) in [
        ("p = &n;", "i < n", "p[i] = 1;"),
        ("p = 1 + &n;", "i < n", "p[i] = 1;"),
        ("own.own = &n; p = own.own;", "i < n", "p[i] = 1;"),
        (
            "p = &n; int *q; q = p; int *o = q + 1;",
            "i < n",
            "o[i] = 1;",
        ),
        ("p = find(); int *q = &n;", "i < n", "p[i] = 1;"),
        ("int **pp = &p; *pp = &n;", "i < n", "p[i] = 1;"),
        ("p = m ? given : &n;", "i < n", "p[i] = 1;"),
        ("", "i < fixed", "given[i] = 1;"),
        ("", "i < fixed", "to_fixed[i] = 1;"),
        ("p = &own.n;", "i < own.n", "p[i] = 1;"),
    ] {
        assert!(!is_parallel(before, head, body), "{before} {head} {body}");
    }
}

#[test]
fn what_does_not() {
    for (before, head, body) in [
        // The address is a function's for as long as it runs.
        ("sizes(&n, &p);", "i < n", "p[i] = 1;"),
        ("sizes(&n, &p); p = s->ids;", "i < n", "p[i] = 1;"),
        // New memory, and what the caller has.
        ("int *q = &n; p = malloc(40);", "i < n", "p[i] = 1;"),
        (
            "int *q = &n; p = (int *)calloc(n, 4) + 1;",
            "i < n",
            "p[i] = 1;",
        ),
        ("int *q = &n;", "i < n", "given[i] = 1;"),
        (
            "int *q = &n; p = given; p = p + 3; p++;",
            "i < n",
            "p[i] = 1;",
        ),
        ("int a[100]; int *q = &n; p = &a[2];", "i < n", "p[i] = 1;"),
        // Another type.
        ("p = &n; x = s->x;", "i < n", "x[i] = 1;"),
        // Only read, both.
        ("p = &n;", "i < n", "x[i] = p[0];"),
        ("p = &n;", "i < n", "r[i] = 1;"),
        ("", "i < stays", "given[i] = 1;"),
    ] {
        assert!(is_parallel(before, head, body), "{before} {head} {body}");
    }
}
