//! Which nests the host's cores go through in tiles.

use super::{Options, plan_with};
use accrs_frontend::CRules;
use accrs_lowering::Simd;

/// Whether a nest of a function goes through tiles of the columns `j`. There are arrays `a`, `b` and `c`, of `n` rows of `n` elements each, and `x` of `n`.
fn is_cut(body: &str) -> bool {
    let found = plan_with(
        &format!(
            "enum {{ n = 1000 }}; double a[n][n], b[n][n], c[n][n], x[n];
void f(void)
{{
#pragma acc kernels
{body}
}}"
        ),
        &Options::default(),
    );
    found
        .lines()
        .any(|l| l.contains("in tiles of") && l.contains(" of j"))
}

#[test]
fn sums_are_cut() {
    assert!(is_cut(
        "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { double s = 0; for (int k = 0; k < n; k++) s += a[i][k] * b[k][j]; c[i][j] = s; }"
    ));
}

/// What the report says of a product in plain C, with its loops in this order; all of them go through the same range.
fn of_order(order: &str, vectors: u64, registers: u64) -> String {
    let head = |v: char| format!("for (int {v} = 0; {v} < n; {v}++)");
    let heads: Vec<String> = order.chars().map(head).collect();
    let options = Options {
        simd: Simd {
            bytes: vectors,
            registers,
        },
        ..Options::default()
    };
    let text = format!(
        "void f(int n, float c[n][n], float a[n][n], float b[n][n]) {{\n#pragma acc kernels\n{}\nc[i][j] += a[i][k] * b[k][j]; }}",
        heads.join(" ")
    );
    let found = plan_with(&text, &options);
    let line = found
        .lines()
        .find_map(|l| l.split_once("the host's cores run it in tiles of "));
    line.map_or_else(String::new, |(_, tiles)| tiles.to_string())
}

#[test]
fn products_are_cut_in_any_order() {
    for order in ["ijk", "ikj", "kij", "kji", "jik", "jki"] {
        assert_eq!(
            of_order(order, 64, 32),
            "8 iterations of i by 48 of j, with c[i][j] in registers",
            "{order}"
        );
    }
}

#[test]
fn tiles_fill_the_registers() {
    let of = |vectors, registers| of_order("ijk", vectors, registers);
    assert!(of(32, 16).starts_with("6 iterations of i by 16 of j"));
    assert!(of(16, 32).starts_with("8 iterations of i by 12 of j"));
    assert!(of(32, 8).starts_with("4 iterations of i by 8 of j"));
}

#[test]
fn what_is_beside_a_range_is_not_done_for_each_part_of_it() {
    assert!(!is_cut(
        "for (int i = 0; i < n; i++) { double s = 0; for (int k = 0; k < n; k++) s += a[i][k]; for (int j = 0; j < n; j++) c[i][j] = s * b[i][j]; }"
    ));
}

/// What the report says of tiles in a parallel loop over plain pointers.
fn of_pointers(directive: &str, body: &str) -> String {
    let found = plan_with(
        &format!(
            "void f(int n, double *c, double *a, double *b, const int *k) {{\n#pragma acc {directive}\n{body}\n}}"
        ),
        &Options::default(),
    );
    let line = found
        .lines()
        .find_map(|l| l.split_once("the host's cores run it in tiles of "));
    line.map_or_else(String::new, |(_, tiles)| tiles.to_string())
}

const PRODUCT: &str = "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { double s = 0;
    for (int l = 0; l < n; l++) s += a[i * n + l] * b[l * n + j]; c[i * n + j] = s; }";

#[test]
fn parallel_loops_over_plain_pointers_ask() {
    let asked =
        "6 iterations of i by 4 of j, where these don't overlap, which is checked at run time:";
    assert_eq!(
        of_pointers("parallel loop", PRODUCT),
        format!("{asked} a[0:n*n] and c[0:n*n]; b[0:n*n] and c[0:n*n]")
    );
    // On a device the clauses tell them apart, on the cores nothing does.
    let data = "parallel loop copy(c[0:n*n]) copyin(a[0:n*n], b[0:n*n])";
    assert_eq!(
        of_pointers(data, PRODUCT),
        format!("{asked} c[0:n*n] and a[0:n*n]; c[0:n*n] and b[0:n*n]")
    );
}

#[test]
fn pointers_that_move_are_not_asked_about() {
    let moved = format!("for (int t = 0; t < n; t++) {{ b = c + t; {PRODUCT} }}");
    assert_eq!(of_pointers("parallel loop private(b)", &moved), "");
    // Nor are those of which the construct declares what they reach.
    let own = PRODUCT.replace("double s = 0;", "const double *b = c + j; double s = 0;");
    assert_eq!(of_pointers("parallel loop", &own), "");
}

/// The tiles of a function's nest on devices, as the report has them. There are arrays `a`, `b` and `c` of `n` by `n`, pointers `p`, `q` and `r` with clauses, and `x`.
fn on_device(directive: &str, body: &str) -> Option<String> {
    on_device_with(directive, body, &Options::default())
}

fn on_device_with(directive: &str, body: &str, options: &Options) -> Option<String> {
    let found = plan_with(
        &format!(
            "enum {{ n = 1000, few = 200 }}; float a[n][n], b[n][n], c[n][n], x[n];
void f(int m, const float *p, const float *q, float *r)
{{
{directive}
{body}
}}"
        ),
        options,
    );
    let told = found
        .lines()
        .find_map(|l| l.split_once("the device's blocks run it in "));
    told.map(|(_, what)| what.to_string())
}

const KERNELS: &str = "#pragma acc kernels copyin(p[0:m*m], q[0:m*m]) copy(r[0:m*m])";
const SUMS: &str = "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { float s = 0; for (int k = 0; k < n; k++) s += a[i][k] * b[k][j]; c[i][j] = s; }";

#[test]
fn products_are_cut_on_devices() {
    let want = "tiles of 64 iterations of i by 64 of j, with a, b in shared memory, 16 iterations of k at a time";
    assert_eq!(on_device(KERNELS, SUMS).as_deref(), Some(want));
    for body in [
        "for (int i = 0; i < m; i++) for (int k = 0; k < m; k++) for (int j = 0; j < m; j++) r[i*m + j] += p[i*m + k] * q[k*m + j];",
        "for (int k = 0; k < m; k++) for (int i = 0; i < m; i++) for (int j = 0; j < m; j++) r[i*m + j] += p[k*m + i] * q[j*m + k];",
        "for (int i = 0; i < m; i++) { for (int j = 0; j < m; j++) r[i*m + j] *= 2; for (int k = 0; k < m; k++) for (int j = 0; j < m; j++) r[i*m + j] += p[i*m + k] * q[k*m + j]; }",
    ] {
        assert!(on_device(KERNELS, body).is_some(), "{body}");
    }
}

#[test]
fn what_the_user_maps_is_not_cut_on_devices() {
    for directive in [
        "#pragma acc parallel loop gang",
        "#pragma acc parallel loop gang collapse(2)",
        "#pragma acc parallel loop gang vector tile(32, 4)",
        "#pragma acc parallel loop vector_length(64)",
        "#pragma acc parallel loop num_gangs(64)",
        "#pragma acc serial",
    ] {
        assert_eq!(on_device(directive, SUMS), None, "{directive}");
    }
    // These say which iterations there are, not who runs them.
    for directive in ["", "collapse(2)", "tile(32, 4)"] {
        let directive = format!("#pragma acc parallel loop {directive}");
        assert!(on_device(&directive, SUMS).is_some(), "{directive}");
    }
}

#[test]
fn what_tiles_cant_share_is_not_cut_on_devices() {
    let of = |sum: &str| {
        format!(
            "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) {{ float s = 0; for (int k = 0; k < n; k++) s += {sum}; c[i][j] = s; }}"
        )
    };
    for sum in [
        // A condition, an element of its own for each iteration, one that is written, rows or columns alone.
        "k < i ? a[i][k] * b[k][j] : 0",
        "a[i][k] * b[k][(i + j) / 2]",
        "a[i][k] * c[k][j]",
        "a[i][k] * x[k]",
        "b[k][j] * x[i]",
    ] {
        assert_eq!(on_device(KERNELS, &of(sum)), None, "{sum}");
    }
    assert!(on_device(KERNELS, &of("a[i][k] * x[k] * b[k][j] + x[i] - x[j]")).is_some());
}

#[test]
fn small_nests_are_not_cut_on_devices() {
    assert_eq!(
        on_device(
            KERNELS,
            &SUMS.replace("j < n", "j < few").replace("i < n", "i < few")
        ),
        None
    );
    assert_eq!(on_device(KERNELS, &SUMS.replace("k < n", "k < 9")), None);
    assert!(on_device(KERNELS, &SUMS.replace("k < n", "k < 90")).is_some());
}

#[test]
fn triangles_are_cut_on_devices_where_one_bound_depends_on_the_row() {
    for columns in [
        "int j = 0; j <= i",
        "int j = 0; j < i",
        "int j = i; j < n",
        "int j = i + 1; j < n",
        "int j = 0; j < n - i",
        "int j = 0; j < 2 * i + 1",
    ] {
        let nest = SUMS.replace("int j = 0; j < n", columns);
        assert!(on_device(KERNELS, &nest).is_some(), "{columns}");
    }
    for columns in [
        // Both bounds, and no steady way.
        "int j = i; j < i + 40",
        "int j = 0; j < i * i",
        "int j = 0; j < i % 70",
    ] {
        let nest = SUMS.replace("int j = 0; j < n", columns);
        assert_eq!(on_device(KERNELS, &nest), None, "{columns}");
    }
}

#[test]
fn sums_of_other_lengths_are_cut_on_devices_where_all_that_is_copied_is_there() {
    let with = |k: &str| SUMS.replace("int k = 0; k < n", k);
    for k in [
        "int k = 0; k <= i",
        "int k = i; k < n",
        "int k = 0; k < j",
        "int k = j + 1; k < n",
    ] {
        assert!(on_device(KERNELS, &with(k)).is_some(), "{k}");
    }
    for k in [
        "int k = i; k < j",
        "int k = i; k < i + 40",
        "int k = 0; k < i + j",
    ] {
        assert_eq!(on_device(KERNELS, &with(k)), None, "{k}");
    }
    // The row with the most columns must have the most iterations.
    let triangle = |k: &str| with(k).replace("j < n", "j <= i");
    assert!(on_device(KERNELS, &triangle("int k = 0; k <= i")).is_some());
    assert_eq!(on_device(KERNELS, &triangle("int k = 0; k < n - i")), None);
    assert_eq!(on_device(KERNELS, &triangle("int k = 0; k <= j")), None);
}

/// What the report says of tensor cores in a nest over doubles, which may round products and sums once.
fn by_tensor_cores(sum: &str, change: impl Fn(&mut Options)) -> Option<String> {
    let mut options = Options {
        rules: CRules::of(["-ffp-contract=fast"], false, false),
        ..Options::default()
    };
    change(&mut options);
    let body =
        format!("for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) {{ {sum} c[i][j] = s; }}");
    let told = on_device_with(KERNELS, &body, &options);
    let said = told.as_deref().and_then(|t| t.split_once(". "));
    said.map(|(_, said)| said.to_string())
}

fn products_of(added: &str) -> Option<String> {
    let sum = format!("double s = 0; for (int k = 0; k < n; k++) {added}");
    by_tensor_cores(&sum, |_| {})
}

const ADDED: &str = "The tensor cores of GPUs that have fast ones for double (sm_80, sm_90, sm_100) add the products";

/// Elements of the arrays are floats, which a cast makes doubles.
#[test]
fn products_of_double_are_added_by_tensor_cores() {
    for added in [
        "s += (double)a[i][k] * b[k][j];",
        "s += (double)b[k][j] * a[i][k];",
        "s -= (double)a[k][i] * b[j][k];",
        "s = s + (double)a[i][k] * b[k][j];",
        "s = -((double)a[i][k] * b[k][j]) + s;",
        "s += 1.5 * m * a[i][k] * x[k] * (b[k][j] - x[j]);",
    ] {
        assert_eq!(products_of(added).as_deref(), Some(ADDED), "{added}");
    }
}

#[test]
fn what_tensor_cores_cant_add_says_why() {
    let cant = |why: &str| Some(format!("Tensor cores can't add the products: {why}"));
    let mixed = "a product isn't one of something of rows alone and something of columns alone";
    for (added, why) in [
        ("s += (double)a[i][k] * b[k][j] * 1.5;", cant(mixed)),
        ("s += (a[i][k] + b[k][j]) * 1.5;", cant(mixed)),
        ("s += (double)a[i][k] * b[k][j] * k;", cant(mixed)),
        (
            "{ double t = a[i][k]; s += t * b[k][j]; }",
            cant("its sequential loop does more than add products to sums"),
        ),
        (
            "{ s += (double)a[i][k] * b[k][j]; s += (double)b[k][j] * x[k]; }",
            cant("an iteration adds several products to one sum"),
        ),
        // Products of other types, and what isn't one, say nothing.
        ("s += a[i][k] * b[k][j];", None),
        ("s += (double)a[i][k] * b[k][j] + x[k];", None),
    ] {
        assert_eq!(products_of(added), why, "{added}");
    }
}

#[test]
fn tensor_cores_want_leave_and_a_gpu_that_has_them() {
    let sum = "double s = 0; for (int k = 0; k < n; k++) s += (double)a[i][k] * b[k][j];";
    let with = |change: &dyn Fn(&mut Options)| by_tensor_cores(sum, change);
    let cant = |why: &str| Some(format!("Tensor cores can't add the products: {why}"));
    assert_eq!(
        with(&|o| o.rules = CRules::of(["-O2"], false, false)),
        cant("they round each together with its sum, which --acc-fma=true allows")
    );
    assert_eq!(
        with(&|o| o.sizes = Some([64, 64])),
        cant("the tile's sizes are given")
    );
    let none = cant("no GPU of --acc-arch has fast ones for double");
    assert_eq!(with(&|o| o.archs = vec![75, 86, 120]), none);
    assert_eq!(with(&|o| o.archs = vec![86, 90]).as_deref(), Some(ADDED));
    // Twelve copies are more than a block has room for.
    let of = |v: char| {
        let all = ["a", "b"].map(|m| format!("{m}[{v}][k] + {m}[k][{v}]"));
        let pointers = ["p"].map(|p| format!("{p}[{v}*m + k] + {p}[k*m + {v}]"));
        [all.as_slice(), &pointers].concat().join(" + ")
    };
    let (rows, columns) = (of('i'), of('j'));
    let many =
        format!("double s = 0; for (int k = 0; k < n; k++) s += (double)({rows}) * ({columns});");
    assert_eq!(
        by_tensor_cores(&many, |_| {}),
        cant("a block has too few registers or too little shared memory for them")
    );
}

/// The elements that a nest over `i` and `j` reaches through shared memory, if it does, in a function as above.
fn staged(directive: &str, body: &str) -> Option<String> {
    let both = "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++)";
    let told = on_device(directive, &format!("{both} {body}"))?;
    let (_, elements) = told.split_once("with ")?;
    let elements = elements.strip_suffix(" through shared memory");
    Some(elements.unwrap_or("in another way").to_string())
}

#[test]
fn transpositions_go_through_shared_memory() {
    for (body, elements) in [
        ("b[j][i] = a[i][j];", "b[j][i]"),
        // One load is less than a load and a store.
        ("b[j][i] += a[i][j];", "a[i][j]"),
        ("b[j][i] = 2 * b[j][i] + a[i][j];", "a[i][j]"),
        ("b[j][i] = a[i][j] + c[i][j];", "b[j][i]"),
        ("{ b[j][i] = a[i][j]; c[i][j] = a[i][j]; }", "b[j][i]"),
        (
            "{ float t = a[i][n - 1 - j]; b[j][i] = t > 0 ? t : 0; }",
            "b[j][i]",
        ),
        ("if (a[i][j] > 0) b[j][i] = a[i][j];", "a[i][j]"),
        // Of an object that is stored to, an iteration names one element.
        ("{ b[j][i] = a[i][j]; b[j][i + 1 - 1] = 3; }", "a[i][j]"),
        ("r[j * n + i] = p[i * n + j] + q[i * n + j];", "r[j*n + i]"),
    ] {
        let known = staged(KERNELS, body);
        assert_eq!(known.as_deref(), Some(elements), "{body}");
    }
}

#[test]
fn what_is_not_certain_or_not_alone_stays_in_the_devices_memory() {
    for body in [
        // Along one loop, along none, by a table, under a condition, of what is written, by a variable of the iteration.
        "b[i][j] = a[i][j];",
        "b[i][j] *= x[j];",
        "b[j][i] = a[j][i];",
        "b[2 * j][2 * i] = a[2 * i][2 * j];",
        "b[j][i] = a[i][(int)x[j]];",
        "if (x[i] > 0) { if (c[j][i] > 0) b[j][i] = a[i][j]; }",
        "b[j][i] = b[i][j];",
        "{ int t = n - 1 - j; b[t][i] = a[i][t]; }",
    ] {
        assert_eq!(staged(KERNELS, body), None, "{body}");
    }
}

#[test]
fn the_users_word_stages_what_is_stored_last() {
    let said = "#pragma acc parallel loop present(p[0:m*m], r[0:m*m])";
    let nest = |last: &str| {
        format!(
            "for (int i = 0; i < m; i++) {{\n#pragma acc loop\nfor (int j = 0; j < m; j++) {{ {last} }} }}"
        )
    };
    assert!(on_device(said, &nest("r[j * m + i] = p[i * m + j];")).is_some());
    // `r` may be `p`, which is read once more.
    assert_eq!(
        on_device(
            said,
            &nest("r[j * m + i] = p[i * m + j]; r[j * m + i] += p[i * m + j];")
        ),
        None
    );
    for directive in [
        "#pragma acc parallel loop gang",
        "#pragma acc parallel loop collapse(2) vector_length(64)",
        "#pragma acc parallel loop tile(32, 4)",
        "#pragma acc kernels num_gangs(40)",
        "#pragma acc serial",
    ] {
        assert_eq!(staged(directive, "b[j][i] = a[i][j];"), None, "{directive}");
    }
}

#[test]
fn nothing_is_cut_where_transformations_are_off() {
    let off = Options {
        transform: false,
        ..Options::default()
    };
    let turned = "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) b[j][i] = a[i][j];";
    for body in [SUMS, turned] {
        assert!(on_device(KERNELS, body).is_some(), "{body}");
        assert_eq!(on_device_with(KERNELS, body, &off), None, "{body}");
    }
}
