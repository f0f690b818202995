//! What a model of the machine changes in plans and in generated text.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use accrs_frontend::{Input, Unit};
use accrs_lowering::machine::Machine;
use accrs_lowering::{Options, lower, render};

fn unit(source: &str) -> Unit {
    let out = accrs_frontend::parse(Input {
        text: source.to_string(),
        path: "t.c",
        cflags: &[],
        rules: &accrs_frontend::CRules::default(),
        strict: false,
    });
    out.unit.expect(source)
}

fn options(model: &str) -> Options {
    Options {
        machine: Machine::default().with("t.toml", model).unwrap(),
        ..Options::default()
    }
}

/// The lines of the plan that hold the word, and the errors.
fn lines(source: &str, model: &str, word: &str) -> Vec<String> {
    let unit = unit(source);
    let lowered = lower(&unit, &options(model));
    let errors = lowered.diagnostics.iter().map(|d| d.message.clone());
    let text = lowered.plan.dump(&unit);
    let found = text.lines().map(|l| l.trim().to_string());
    errors.chain(found).filter(|l| l.contains(word)).collect()
}

const VECTOR: &str = "void f(int n, float *a) {
#pragma acc parallel loop copy(a[0:n])
for (int i = 0; i < n; i++) a[i] += 1;
}
";

#[test]
fn the_length_of_vectors() {
    assert_eq!(
        lines(VECTOR, "", "grid"),
        ["grid (ceil(trips(i) / 512), 1, 1) block (128, 1, 1)"]
    );
    assert_eq!(
        lines(VECTOR, "[device]\nvector_length = 256\n", "grid"),
        ["grid (ceil(trips(i) / 1024), 1, 1) block (256, 1, 1)"]
    );
}

#[test]
fn rows_of_warps_and_their_limit() {
    let source = "void f(int n, float *a) {
#pragma acc parallel loop gang worker copy(a[0:n*n])
for (int i = 0; i < n; i++) {
#pragma acc loop vector
for (int j = 0; j < n; j++) a[i*n+j] += 1;
}
}
";
    let of = |model: &str| lines(source, model, "block (").pop().unwrap();
    assert!(of("").ends_with("block (32, 4, 1)"), "{}", of(""));
    let wide = of("[device]\nwarp = 64\nrows = 2\n");
    assert!(wide.ends_with("block (64, 2, 1)"), "{wide}");
    // What nobody asked for shrinks to what a block holds.
    let small = of("[device]\nwarp = 64\nvector_length = 64\nblock = 128\n");
    assert!(small.ends_with("block (64, 2, 1)"), "{small}");
    let asked = VECTOR.replace("loop copy", "loop gang vector(512) copy");
    let model = "[device]\nblock = 256\n";
    assert_eq!(
        lines(&asked, model, "thread block"),
        ["a gang of 512 x 1 x 1 threads: a device's thread block holds at most 256"]
    );
    assert!(lines(&asked, "", "thread block").is_empty());
}

#[test]
fn when_cores_are_woken() {
    let note = |model: &str| {
        lines(VECTOR, model, "on the host's cores, threads")
            .pop()
            .unwrap()
    };
    assert!(
        note("").ends_with("where n is about 250000 or more"),
        "{}",
        note("")
    );
    let dear = note("[cores]\nwake = 4000000\n");
    assert!(dear.ends_with("where n is about 1000000 or more"), "{dear}");
    // The runtime has a scale of its own.
    let host = |model: &str| {
        let (unit, options) = (unit(VECTOR), options(model));
        let rendered = lower(&unit, &options).render(&unit, &options);
        rendered.unwrap().host
    };
    assert!(
        host("").contains("if (16 * (4 * (double)n) >= __accrs_least && __accrs_begins("),
        "{}",
        host("")
    );
    let scaled = host("[cores]\nwake = 2000000\n");
    assert!(
        scaled.contains("if (16 * (0.5 * (4 * (double)n)) >= __accrs_least"),
        "{scaled}"
    );
    let unit = unit(VECTOR);
    let text = |model: &str| {
        let plan = lower(&unit, &options(model)).plan;
        render::openmp::render(&unit, &plan).unwrap().applied(&unit)
    };
    assert!(text("").contains("if(n > 250000)"), "{}", text(""));
    let dear = text("[cores]\nwake = 4000000\n");
    assert!(dear.contains("if(n > 1000000)"), "{dear}");
}

#[test]
fn what_operations_cost() {
    let source = VECTOR.replace("+= 1", "= a[i] / n");
    let of = |model: &str| {
        lines(&source, model, "threads where they pay")
            .pop()
            .unwrap()
    };
    assert_ne!(of(""), of("[cores]\ndivision = 50\n"));
    assert!(of("[cores]\ndivision = 50\n").contains("operations"));
}

#[test]
fn when_lanes_are_worth_it() {
    let source = "void f(int n, float *restrict a) {
#pragma acc parallel loop copy(a[0:n*48])
for (int i = 0; i < n; i++)
for (int j = 0; j < 48; j++) a[i*48+j] += 1;
}
";
    let of = |model: &str| lines(source, model, "automatic").len();
    assert_eq!(of(""), 1, "{:#?}", lines(source, "", ""));
    assert_eq!(of("[device]\nwarp = 64\n"), 0);
}

#[test]
fn how_far_memory_comes_together() {
    // Each iteration of j is 32 bytes behind the one before it.
    let source = "float a[512][512][8], b[512][512][8];
void f(void) {
#pragma acc kernels
for (int j = 0; j < 512; j++)
for (int i = 0; i < 512; i++) a[i][j][0] = b[i][j][0];
}
";
    let of = |model: &str| lines(source, model, "loops on").len();
    assert_eq!(of(""), 2, "{:#?}", lines(source, "", ""));
    assert_eq!(of("[device]\nline = 32\n"), 1);
    assert_eq!(of("[device]\nline = 32\n[cores]\nline = 32\n"), 0);
}
