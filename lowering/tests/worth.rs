//! Which parallel regions of the host's cores get threads, and from how much work on: the plan's lines, the report's, and
//! OpenMP's `if`.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use accrs_frontend::{Input, region::Unit};
use accrs_lowering::{Options, lower, render::report};

fn unit(source: &str) -> Unit {
    let out = accrs_frontend::parse(Input {
        text: source.to_string(),
        path: "t.c",
        cflags: &[],
        rules: &accrs_frontend::CRules::default(),
        strict: false,
    });
    out.unit.expect("a program that compiles")
}

/// The plan's words on threads, for a function with this body.
fn worth(body: &str) -> Vec<String> {
    let unit = unit(&in_function(body));
    let plan = lower(&unit, &Options::default()).plan;
    let text = plan.dump(&unit);
    let lines = text
        .lines()
        .filter_map(|l| l.trim().strip_prefix("threads "));
    lines.map(str::to_string).collect()
}

fn in_function(body: &str) -> String {
    format!(
        "struct grid {{ int nx, ny; }};\n\
         double other(double);\n\
         static double own(double x) {{ return x * x + 1; }}\n\
         static double sum(int n, const double *x) {{ double s = 0; for (int i = 0; i < n; i++) s += x[i]; return s; }}\n\
         double sqrt(double);\n\
         void f(int n, int m, double *restrict a, const double *restrict b, const int *start, struct grid *g)\n\
         {{\n{body}\n}}\n"
    )
}

fn one(body: &str) -> String {
    let all = worth(body);
    assert_eq!(all.len(), 1, "{all:?}");
    all[0].clone()
}

const PRESENT: &str = "#pragma acc parallel loop present(a, b, start)\n";

#[test]
fn work_is_operations_times_trips() {
    let of = |body: &str| one(&format!("{PRESENT}{body}"));
    let pays = |what: &str| format!("where they pay: about {what} operations");
    assert_eq!(of("for (int i = 0; i < 100; i++) a[i] = 0;"), pays("200"));
    assert_eq!(of("for (int i = 0; i < n; i++) a[i] = 0;"), pays("2 * n"));
    assert_eq!(
        of("for (int i = 1; i <= n; i += 2) a[i] = b[i];"),
        pays("3 * n / 2")
    );
    assert_eq!(
        of("for (int i = n - 2; i > 0; i--) a[i] = b[i];"),
        pays("3 * (n - 2)")
    );
    // Subscripts are for free, divisions aren't; functions are looked into.
    assert_eq!(
        of("for (int i = 0; i < n; i++) a[2 * i + 1] = b[i] / 3;"),
        pays("8 * n")
    );
    assert_eq!(
        of("for (int i = 0; i < n; i++) a[i] = own(b[i]);"),
        pays("7 * n")
    );
    // The part of an inner loop is what counts.
    assert_eq!(
        of("for (int i = 0; i < n; i++) { a[i] = 1; for (int j = 0; j < m; j++) a[i] += b[j]; }"),
        pays("5 * n * m")
    );
    assert_eq!(
        of("for (int i = 0; i < n; i++) for (int j = 0; j < 8; j++) a[8 * i + j] = 1;"),
        pays("17 * n")
    );
    // Half of a square; rows between numbers that an array holds.
    assert_eq!(
        of("for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) a[i] += b[j];"),
        pays("2 * n * n")
    );
    assert_eq!(
        of(
            "for (int i = 0; i < n; i++) for (int k = start[i]; k < start[i + 1]; k++) a[i] += b[k];"
        ),
        pays("5 * (start[n] - start[0])")
    );
    // Two terms where neither is a part of the other.
    assert_eq!(
        of(
            "for (int i = 0; i < n; i++) { for (int j = 0; j < m; j++) a[i] += b[j]; for (int j = 0; j < g->nx; j++) a[i] += b[j]; }"
        ),
        pays("5 * n * m + 5 * n * g->nx")
    );
    // What a pointer leads to is looked at only where the program looks as well, whatever the trips.
    assert_eq!(
        of("for (int i = 0; i < g->nx; i++) for (int j = 0; j < g->ny; j++) a[i] += b[j];"),
        pays("5 * g->nx * g->ny")
    );
}

#[test]
fn what_may_be_anything_gets_threads() {
    let unknown = "how much there is to do is known only on the way";
    for body in [
        "for (int i = 0; i < n; i++) while (a[i] < 1) a[i] += b[i];",
        "for (int i = 0; i < n; i++) for (double x = 0; x < b[i]; x += 1) a[i] += x;",
        "for (int i = 0; i < n; i++) for (int j = 0; j < start[i]; j++) a[i] += b[j];",
        "for (int i = 0; i < n; i++) a[i] = sum(m, b);",
        "for (int i = 0; i < n; i++) { int k = i % 3; for (int j = 0; j < k; j++) a[i] += b[j]; }",
    ] {
        assert_eq!(one(&format!("{PRESENT}{body}")), unknown, "{body}");
    }
    let routine = "#pragma acc routine(other) seq\n#pragma acc parallel loop present(a)\nfor (int i = 0; i < 4; i++) a[i] = other(i);";
    assert_eq!(one(routine), unknown);
}

#[test]
fn the_users_numbers_come_first() {
    let given = "in any case: a clause gives the number of gangs or workers";
    let loops = "for (int i = 0; i < 10; i++) a[i] = 1;";
    for directive in [
        "parallel loop num_gangs(4)",
        "parallel loop num_workers(4)",
        "kernels loop gang(4)",
        "kernels loop worker(4)",
    ] {
        let body = format!("#pragma acc {directive} present(a)\n{loops}");
        assert_eq!(one(&body), given, "{directive}");
    }
    // A length of vectors says nothing of threads.
    let lanes = format!("#pragma acc parallel loop vector_length(64) present(a)\n{loops}");
    assert!(one(&lanes).starts_with("where they pay"), "{lanes}");
}

#[test]
fn gangs_of_one_region_are_counted_together() {
    let region = "#pragma acc parallel present(a)\n{\n#pragma acc loop gang\nfor (int i = 0; i < n; i++) a[i] = 1;\n\
                  #pragma acc loop gang\nfor (int i = 0; i < m; i++) a[i] += 1;\n}";
    assert_eq!(
        one(region),
        "where they pay: about 2 * n + 4 * m operations"
    );
    // Loops in order get none, nor do those inside threads.
    assert!(
        worth("#pragma acc serial present(a)\n{ for (int i = 0; i < n; i++) a[i] = 1; }")
            .is_empty()
    );
    let nest = "#pragma acc parallel loop gang present(a)\nfor (int i = 0; i < n; i++) {\n#pragma acc loop vector\n\
                for (int j = 0; j < m; j++) a[i * m + j] = 1;\n}";
    assert_eq!(worth(nest).len(), 1);
}

#[test]
fn the_report_and_the_text_say_it() {
    let body = "#pragma acc parallel loop present(a)\nfor (int i = 1; i < n - 1; i++) a[i] = 1;\n\
                #pragma acc parallel loop present(a)\nfor (int i = 0; i < 10; i++) a[i] = 1;\n\
                #pragma acc kernels loop present(a, b)\nfor (int i = 0; i < n; i++) a[i] = b[i];";
    let unit = unit(&in_function(body));
    let options = Options::default();
    let plan = lower(&unit, &options).plan;
    let report = report::text(&unit, &plan);
    for line in [
        "on the host's cores, threads share this where n - 2 is about 500000 or more",
        "on the host's cores, one thread runs this: about 20 operations are done before others are awake",
    ] {
        assert!(report.contains(line), "{report}");
    }
    let text = accrs_lowering::render::openmp::render(&unit, &plan)
        .unwrap()
        .applied(&unit);
    for line in [
        "#pragma omp parallel for simd schedule(static) if(n > 500002)",
        "#pragma omp parallel for simd schedule(static) num_threads(1)",
    ] {
        assert!(text.contains(line), "{text}");
    }
    let alone = Options {
        multicore: false,
        ..Options::default()
    };
    let plan = lower(&unit, &alone).plan;
    assert!(!report::text(&unit, &plan).contains("host's cores"));
}

/// What the plan says of the loops that one thread may run.
fn for_one(body: &str) -> Vec<String> {
    let unit = unit(&in_function(body));
    let plan = lower(&unit, &Options::default()).plan;
    let text = plan.dump(&unit);
    let lines = text
        .lines()
        .filter_map(|l| l.trim().strip_prefix("for one thread: "));
    lines.map(str::to_string).collect()
}

#[test]
fn loops_that_may_have_little_work_have_a_text_for_one_thread() {
    let none: &[&str] = &[];
    let plain = "for (int i = 0; i < n; i++) a[i] = b[i];";
    assert_eq!(for_one(&format!("{PRESENT}{plain}")), ["Simd"]);
    let inner = "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i] += b[j];";
    assert_eq!(for_one(&format!("{PRESENT}{inner}")), ["sequential"]);
    let sum = "double s = 0;\n#pragma acc parallel loop present(b) reduction(+:s)\nfor (int i = 0; i < n; i++) s += b[i];";
    assert_eq!(for_one(sum), ["Simd from 48 iterations on, s by parts"]);
    assert_eq!(
        for_one(&sum.replace("< n", "< 40")),
        ["sequential, s by parts"]
    );
    assert_eq!(for_one(&sum.replace("< n", "< 48")), ["Simd, s by parts"]);
    let privates = "double t; int i, j;\n#pragma acc parallel loop present(a, b) private(t)\n\
                    for (i = 0; i < n; i++) { t = b[i]; for (j = 0; j < m; j++) a[i] += t; }";
    assert_eq!(for_one(privates), ["sequential, own t, j, i"]);
    // Nobody asks.
    let gangs = "#pragma acc parallel loop present(a, b) num_gangs(4)\n";
    assert_eq!(for_one(&format!("{gangs}{plain}")), none);
    // Sums have parts in any case.
    let labels = "for (int i = 0; i < n; i++) { if (b[i] > 0) goto next; s += b[i]; next: ; }";
    let labels =
        format!("double s = 0;\n#pragma acc parallel loop present(b) reduction(+:s)\n{labels}");
    assert_eq!(
        for_one(&labels),
        ["sequential, as many threads do, s by parts"]
    );
    // What a program may have once only.
    let once = "for (int i = 0; i < n; i++) { if (b[i] > 0) goto next; a[i] = 1; next: ; }";
    assert_eq!(for_one(&format!("{PRESENT}{once}")), none);
    // OpenMP makes the copies that begin with a value.
    let first = "double t = 1;\n#pragma acc parallel loop present(a, b) firstprivate(t)\n\
                 for (int i = 0; i < n; i++) { t += b[i]; a[i] = t; }";
    assert_eq!(for_one(first), none);
    let many = "a[i] += b[i];".repeat(100);
    assert_eq!(
        for_one(&format!(
            "{PRESENT}for (int i = 0; i < n; i++) {{ {many} }}"
        )),
        none
    );
}

#[test]
fn work_is_known_by_the_variables_of_loops_around() {
    let inner = "#pragma acc kernels present(a, b)\n\
                 for (int i = 0; i < n; i++) { double s = a[i]; int w = i + m;\n\
                 for (int j = i; j < n; j++) for (int k = 0; k < w; k++) a[j] += s * b[j + k]; a[i] = a[n]; }";
    assert_eq!(
        one(inner),
        "where they pay: about 6 * (n - i) * w operations"
    );
}

#[test]
fn work_on_lanes_with_numbers_in_the_caches_is_fast() {
    let of = |body: &str| one(&format!("{PRESENT}for (int i = 0; i < n; i++) {body}"));
    let pays = |what: &str| format!("where they pay: about {what} operations");
    // A product of matrices, in both orders of its inner loops; the one in which no loop's iterations go along memory is slower.
    let along = "for (int k = 0; k < n; k++) for (int j = 0; j < n; j++) a[i * n + j] += b[i * n + k] * b[k * n + j];";
    assert_eq!(of(along), pays("0.9 * n * n * n"));
    let sum = "for (int j = 0; j < n; j++) { double s = 0; for (int k = 0; k < n; k++) s += b[i * n + k] * b[k * n + j]; a[i * n + j] = s; }";
    assert_eq!(of(sum), pays("0.8 * n * n * n"));
    let across = "for (int j = 0; j < n; j++) for (int k = 0; k < n; k++) a[i * n + j] += b[i * n + k] * b[j * n + k];";
    assert_eq!(of(across), pays("7 * n * n * n"));
    // Each number once: memory is what takes time.
    let once =
        "for (int k = 0; k < n; k++) for (int j = 0; j < n; j++) a[(i * n + k) * n + j] += b[j];";
    assert_eq!(of(once), pays("5 * n * n * n"));
    let condition = "for (int k = 0; k < n; k++) for (int j = 0; j < n; j++) if (b[k] > 0) a[i * n + j] += b[k * n + j];";
    assert_eq!(of(condition), pays("7 * n * n * n"));
}
