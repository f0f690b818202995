//! From C text to rendered text, compiled by the host's cc and run against a small runtime in C.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod lines;
mod loops;
mod places;

use crate::{Embedded, Options, Rendered};
use accrs_frontend::{Input, Severity, Unit};
use expect_test::{Expect, expect};
use std::process::Command;

/// Parses preprocessed C.
fn unit(text: &str) -> Unit {
    let output = accrs_frontend::parse(Input {
        text: text.to_string(),
        path: "t.c",
        cflags: &[],
        rules: &accrs_frontend::CRules::default(),
        strict: false,
    });
    let words: Vec<_> = output.diagnostics.iter().map(|d| &d.message).collect();
    let parsed = output.unit;
    parsed.unwrap_or_else(|| panic!("not parsed, or no libclang to do it: {words:?}"))
}

fn targets(nvidia: bool, multicore: bool) -> Options {
    Options {
        nvidia,
        multicore,
        ..Options::default()
    }
}

fn rendered(text: &str, options: &Options) -> Rendered {
    let unit = unit(text);
    let lowered = crate::lower(&unit, options);
    let problems = &lowered.diagnostics;
    let errors: Vec<_> = problems
        .iter()
        .filter(|d| d.severity == Severity::Error)
        .map(|d| &d.message)
        .collect();
    assert!(errors.is_empty(), "{errors:?}");
    lowered.render(&unit, options).unwrap()
}

/// The CUDA text.
fn cuda(text: &str) -> String {
    rendered(text, &targets(true, false)).cuda.unwrap()
}

/// The OpenMP text without line markers and empty lines.
fn openmp(text: &str, expect: &Expect) {
    let unit = unit(text);
    let plan = crate::lower(&unit, &targets(false, true)).plan;
    let text = super::openmp::render(&unit, &plan).unwrap().applied(&unit);
    let lines: Vec<&str> = text
        .lines()
        .filter(|l| !l.starts_with("# ") && !l.trim().is_empty())
        .collect();
    expect.assert_eq(&format!("{}\n", lines.join("\n")));
}

/// Compiles the host file with `flags`, without a warning, links it with the small runtime, runs
/// it with `device` ("host" or "device"), and returns what both printed.
fn run(host: &str, flags: &[&str], device: &str) -> String {
    let folder = tempfile();
    let (source, runtime) = (folder.join("t.i"), folder.join("rt.c"));
    std::fs::write(&source, host).unwrap();
    let contract = concat!(env!("CARGO_MANIFEST_DIR"), "/../runtime/include/accrt.h");
    let mock = format!("#include \"{contract}\"\n{MOCK}");
    std::fs::write(&runtime, mock).unwrap();
    let program = folder.join("t");
    let strict = [
        "-fpreprocessed",
        "-fopenmp",
        "-Wall",
        "-Wextra",
        "-Wpedantic",
    ];
    let output = Command::new("cc")
        .args(strict)
        .args(["-Wshadow", "-Wcast-qual", "-Wconversion", "-Werror"])
        .args(flags)
        .args(["-x", "cpp-output"])
        .arg(&source)
        .args(["-x", "none", "-c", "-o"])
        .arg(folder.join("t.o"))
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}\n{host}",
        String::from_utf8_lossy(&output.stderr)
    );
    let output = Command::new("cc")
        .arg(&runtime)
        .arg(folder.join("t.o"))
        .args(["-fopenmp", "-o"])
        .arg(&program)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let output = Command::new(&program)
        .env("MOCK", device)
        .env("OMP_NUM_THREADS", "3")
        .output()
        .unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(output.status.success(), "{:?}", output.status);
    String::from_utf8(output.stdout).unwrap()
}

fn tempfile() -> std::path::PathBuf {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let name = format!(
        "accrs-render-{}-{}",
        std::process::id(),
        NEXT.fetch_add(1, Ordering::Relaxed)
    );
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Prints each call; "device" memory is the host's.
const MOCK: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static const char *who(const __accrs_site *s) { return s->construct; }
struct __accrs_region { const __accrs_site *site; char *at[8]; };
/* Each item with its number of elements, and the bytes of one where they are no constant; where the items are. */
static __accrs_region *list(const char *what, const __accrs_site *s, const __accrs_value *v, int async)
{
    __accrs_region *r = calloc(1, sizeof *r);
    r->site = s;
    printf("%s %s:%d async %d:", what, who(s), s->line, async);
    for (int i = 0; i < s->nitems; i++) {
        const __accrs_item *t = &s->items[i];
        printf(" %s=%d/%zu", t->name, t->kind, t->bytes);
        r->at[i] = v++->at;
        if (t->takes & __ACCRS_BEHIND)
            printf(" behind %d", (v++)->at != 0);
        for (unsigned k = 0; k < (t->takes & __ACCRS_DIMENSIONS); k++) {
            printf(" of %lld", v++->n);
            if (t->takes & __ACCRS_SIZED)
                printf("/%lld", v++->n);
        }
    }
    printf("\n");
    return r;
}
void __accrs_register(__accrs_module *m)
{
    printf("register %s targets %u kernels %u\n", m->source, m->targets, m->nkernels);
}
void __accrs_unregister(__accrs_module *m) { printf("unregister %s\n", m->source); }
unsigned __accrs_given(const __accrs_site *s, const char *text, long long n, unsigned usual) { if (n < 1) printf("bad size %s:%d %s %lld\n", who(s), s->line, text, n); return n < 1 ? usual : (unsigned)n; }
void __accrs_main_ends(const char *unused) { (void)unused; }
void *__accrs_host_take(const __accrs_site *s, const __accrs_item *t, const __accrs_value *v, void **p) { (void)s, (void)t, (void)v, (void)p; return 0; }
int __accrs_host_async(const __accrs_site *s, int async) { (void)s; (void)async; return 0; } /* no queues here */
int __accrs_on_host(const __accrs_module *m, const __accrs_site *s)
{
    (void)m, (void)s;
    return !strcmp(getenv("MOCK"), "host");
}
__accrs_region *__accrs_data_enter(const __accrs_site *s, const __accrs_value *v, int a) { return list("enter", s, v, a); }
__accrs_region *__accrs_compute_enter(const __accrs_module *m, const __accrs_site *s, const __accrs_value *v, int a)
{
    (void)m;
    if (!strcmp(getenv("MOCK"), "lacking")) {
        printf("no room %s:%d\n", who(s), s->line);
        return 0;
    }
    return list("enter", s, v, a);
}
void __accrs_told_apart(const __accrs_region *r, const unsigned short *items, unsigned pairs) { (void)r, (void)items, (void)pairs; }
void __accrs_data_exit(__accrs_region *r, int a) { printf("exit %s:%d async %d\n", who(r->site), r->site->line, a); free(r); }
void __accrs_leave(__accrs_region **r) { __accrs_data_exit(*r, __ACCRS_SYNC); }
void __accrs_enter_data(const __accrs_site *s, const __accrs_value *v, int a) { free(list("enter data", s, v, a)); }
void __accrs_exit_data(const __accrs_site *s, const __accrs_value *v, int a) { free(list("exit data", s, v, a)); }
void __accrs_update(const __accrs_site *s, const __accrs_value *v, int a) { free(list("update", s, v, a)); }
void __accrs_use_device(const __accrs_site *s, const __accrs_value *v, void **p)
{
    free(list("use", s, v, 0));
    for (int i = 0; i < s->nitems; i++)
        p[i] = (char *)p[i] + 4096;
}
static void extents(const char *what, const __accrs_extent *e, const __accrs_loop **l, const __accrs_value **v)
{
    printf(" %s", what);
    for (int i = 0; i < 3; i++) {
        for (unsigned k = 0; k < e[i].loops; k++, ++*l) {
            printf(" [%lld", (*l)->takes & __ACCRS_FROM ? (*v)++->n : (*l)->from);
            printf(" %lld", (*v)++->n);
            printf(" by %lld]", (*l)->takes & __ACCRS_STEP ? (*v)++->n : (*l)->step);
        }
        printf(" %lld", e[i].n ? (long long)e[i].n : (*v)++->n);
    }
}
int __accrs_apart(const __accrs_kernel *k, const unsigned short *i, unsigned p, const __accrs_region *r, const __accrs_value *v)
{
    (void)k, (void)i, (void)p, (void)r, (void)v;
    return 1;
}
int __accrs_members_apart(const __accrs_kernel *k, const unsigned short *i, unsigned p, unsigned c, const __accrs_region *r, const __accrs_value *v)
{
    (void)c;
    return __accrs_apart(k, i, p, r, v);
}
int __accrs_launch(__accrs_module *m, const __accrs_kernel *k, const __accrs_region *r, const __accrs_value *v, int async)
{
    (void)m;
    printf("launch %s:%d async %d args", who(&k->site), k->site.line, async);
    for (unsigned i = 0; i < k->nparams; i++) {
        const __accrs_param *p = &k->params[i];
        if (p->gives == __ACCRS_VALUE && p->bytes == 4)
            printf(" %d", v++->n4);
        else if (p->gives == __ACCRS_STANDS)
            printf(" %s+%td", r->site->items[p->item].name, (char *)v++->at - r->at[p->item]);
        else
            printf(" (%u %u)", p->gives, p->bytes), v += p->gives < __ACCRS_PLACE;
    }
    const __accrs_loop *l = k->loops;
    extents("grid", k->grid, &l, &v);
    extents("block", k->block, &l, &v);
    printf("\n");
    return 1;
}
int __accrs_compute_begin(const __accrs_module *m, const __accrs_site *s, int a, int host) { (void)a; return host || __accrs_on_host(m, s); }
void __accrs_compute_end(void) {}
int __accrs_compute_again(void) { return 0; }
void __accrs_host_begin(const __accrs_site *s, const __accrs_kernel *k) { (void)k; printf("host %s:%d\n", who(s), s->line); }
void __accrs_host_end(void) {}
int __accrs_asked(const __accrs_site *s, int apart) { (void)s; return apart; }
double __accrs_least_work(void) { return 1; }
int __accrs_pays(double operations) { return operations > 0; }
int __accrs_begins(void **choice, const __accrs_site *site, double operations, __accrs_turn *turn)
{ turn->began = 1; turn->open = 1; return turn->team = operations > 0; }
int __accrs_begins_atomic(void **choice, const __accrs_site *site, double operations, double slower, __accrs_turn *turn)
{ return __accrs_begins(choice, site, slower * operations, turn); }
void __accrs_ends(__accrs_turn *turn) { turn->open = 0; }
void __accrs_atomics(void) {}
int __accrs_alone(void) { return 1; }
unsigned long __accrs_sums(double operations, unsigned long trips) { (void)operations; return trips < 3 ? trips : 3; }
int __accrs_tiles(long steps, long rows, double columns, double bytes, int by, int across, int shared, long *tile_steps, long *tile_rows, long *tile_columns)
{ *tile_steps = 3; *tile_rows = 5; if (tile_columns) *tile_columns = 7; return steps > 0 && rows > 0; }
long __accrs_part(long rows, long height, long columns) { (void)rows; (void)columns; return height; }
int __accrs_slices(long steps, long slices, double bytes, long *part) { *part = 5; return steps > 0 && slices > 0; }
void __accrs_wait(const __accrs_site *s, const int *q, int n, int devnum, int async)
{
    printf("wait %s:%d devnum %d async %d:", who(s), s->line, devnum == __ACCRS_NONE ? -1 : devnum, async);
    for (int i = 0; i < n; i++)
        printf(" %d", q[i]);
    printf("\n");
}
void __accrs_init(const __accrs_site *s, int t, int n) { (void)s; printf("init %d %d\n", t, n == __ACCRS_NONE ? -1 : n); }
void __accrs_shutdown(const __accrs_site *s, int t, int n) { (void)s; printf("shutdown %d %d\n", t, n == __ACCRS_NONE ? -1 : n); }
void __accrs_set(const __accrs_site *s, int t, int n, int a) { (void)s; printf("set %d %d %d\n", t, n, a); }
"#;

const WHOLE: &str = r#"# 1 "t.c"
int printf(const char *, ...);
static int work(int n, int m, float *a, float (*g)[8])
{
    int i, j, sum = 0;
    float t;
#pragma acc enter data copyin(g[1:n-1][0:8]) async(n)
#pragma acc data copy(a[0:n*m]) if(n > 1)
    {
#pragma acc parallel loop gang num_gangs(n) present(a) private(t) async(4) wait(n, 2)
        for (i = 0; i < n; i++) {
#pragma acc loop vector
            for (j = 0; j < m; j++) {
                t = (float)(i + j);
                a[i * m + j] = t;
            }
        }
#pragma acc wait(4)
#pragma acc update host(a[m:2]) if(m)
        if (n == 3)
#pragma acc parallel loop reduction(+:sum) if(n > 100)
            for (i = 0; i < n * m; i++)
                sum += (int)a[i];
        else
            sum = -1;
#pragma acc host_data use_device(a)
        printf("%d\n", (int)(a != 0));
    }
#pragma acc exit data delete(g[1:n-1][0:8]) finalize
    return sum;
}
int main(void)
{
    static float a[12], g[3][8];
#pragma acc init
    printf("sum %d\n", work(3, 4, a, g));
    printf("last %g\n", (double)a[11]);
    return 0;
}
"#;

#[test]
fn every_directive_on_the_hosts_cores() {
    let r = rendered(WHOLE, &targets(false, true));
    let printed = run(&r.host, &["-std=gnu17", "-O2"], "host");
    for standard in ["-std=gnu90", "-std=c99"] {
        assert_eq!(run(&r.host, &[standard, "-O2"], "host"), printed);
    }
    expect![[r#"
        register t.c targets 2 kernels 2
        init -1 -1
        enter data enter data:6 async 3: g[1:n-1][0:8]=2/0 behind 1 of 2/32 of 8/4
        enter data:7 async -2: a[0:n*m]=1/4 of 12
        wait parallel loop:9 devnum -1 async 4: 3 2
        host parallel loop:9
        wait wait:17 devnum -1 async -2: 4
        update update:18 async -2: a[m:2]=12/4 behind 1 of 2
        host parallel loop:20
        use host_data:25 async 0: a=11/0
        1
        exit data:7 async -2
        exit data exit data:28 async -2: g[1:n-1][0:8]=8/0 behind 1 of 2/32 of 8/4
        sum 30
        last 5
        unregister t.c
    "#]]
    .assert_eq(&printed);
}

#[test]
fn both_versions_behind_one_test() {
    let r = rendered(WHOLE, &targets(true, true));
    expect![[r#"
        register t.c targets 3 kernels 2
        init -1 -1
        enter data enter data:6 async 3: g[1:n-1][0:8]=2/0 behind 1 of 2/32 of 8/4
        enter data:7 async -2: a[0:n*m]=1/4 of 12
        wait parallel loop:9 devnum -1 async 4: 3 2
        enter parallel loop:9 async 4: a=5/0
        launch parallel loop:9 async 4 args 3 4 a+0 grid 3 1 1 block 128 1 1
        exit parallel loop:9 async 4
        wait wait:17 devnum -1 async -2: 4
        update update:18 async -2: a[m:2]=12/4 behind 1 of 2
        host parallel loop:20
        use host_data:25 async 0: a=11/0
        1
        exit data:7 async -2
        exit data exit data:28 async -2: g[1:n-1][0:8]=8/0 behind 1 of 2/32 of 8/4
        sum 0
        last 0
        unregister t.c
    "#]]
    .assert_eq(&run(&r.host, &["-O1"], "device"));
    assert_eq!(
        run(&r.host, &["-O1"], "host")
            .lines()
            .filter(|l| l.starts_with("launch"))
            .count(),
        0
    );
}

#[test]
fn what_does_not_fit_runs_on_the_cores() {
    let text = "int printf(const char *, ...);\nint main(void)\n{\n    int a[8];\n#pragma acc parallel loop copyout(a)\n    \
                for (int i = 0; i < 8; i++) a[i] = i;\n    printf(\"%d\\n\", a[7]);\n}\n";
    let r = rendered(text, &targets(true, true));
    expect![[r#"
        register t.c targets 3 kernels 1
        no room parallel loop:5
        host parallel loop:5
        7
        unregister t.c
    "#]]
    .assert_eq(&run(&r.host, &["-O1"], "lacking"));
}

#[test]
fn text_without_constructs_stays_as_it_is() {
    let text = "# 1 \"t.c\"\nint x;\n#pragma acc routine seq\nint f(void) { return x; }\n";
    let r = rendered(text, &targets(false, true));
    assert_eq!(r.host, text.replace("#pragma acc routine seq", ""));
}

#[test]
fn kernels_are_embedded_once_compiled() {
    let mut r = rendered(WHOLE, &targets(true, true));
    let without = r.host.clone();
    let image = |capability, feature, is_ptx, bytes: &[u8]| Embedded {
        capability,
        feature,
        is_ptx,
        bytes: bytes.to_vec(),
    };
    r.embed(&[
        image(80, None, true, b"a\nb"),
        image(90, Some('a'), false, b"\x7fELF\x02\x001"),
    ])
    .unwrap();
    let has = |line: &str| without.lines().any(|l| l == line);
    let text: String = r
        .host
        .lines()
        .filter(|l| !has(l))
        .map(|l| format!("{l}\n"))
        .collect();
    expect![[r#"
        /* The kernels, compiled. */
        static const unsigned char __accrs_image_1[] =
            "a\n"
            "b"
        /* The kernels, compiled. */
        static const unsigned char __accrs_image_2[] =
            "\177ELF\002\0001"
        static const __accrs_image __accrs_images[] = {
            { 80, 0, 1, __accrs_image_1, sizeof(__accrs_image_1) - 1 },
            { 90, 'a', 0, __accrs_image_2, sizeof(__accrs_image_2) - 1 },
            __accrs_images, 2,
    "#]]
    .assert_eq(&text);
}

/// Compilers before CUDA 13.2 must not unroll loops that count down, store and branch; others are left as they are.
#[test]
fn loops_that_count_down_stay_rolled() {
    let text = |body: &str| {
        let text = format!(
            "void f(int n, double *a, int *m) {{\n#pragma acc serial copy(a[0:n], m[0:n])\n{{ {body} }} }}\n"
        );
        cuda(&text)
    };
    for (body, kept) in [
        (
            "for (int i = n - 1; i >= 0; i--) { a[i] = 1; if (m[i]) a[i] = 2; }",
            true,
        ),
        (
            "for (int i = n; i > 0; ) { --i; a[i] = m[i] ? 1 : 2; }",
            true,
        ),
        (
            "int i = n; while (i > 0 && m[i - 1]) { i = i - 1; a[i] = 1; }",
            true,
        ),
        (
            "int *p = m + n; do { p -= 1; *p = p > m ? p[-1] : 0; } while (p > m);",
            true,
        ),
        (
            "for (int i = 0; i < n; i++) { a[i] = 1; if (m[i]) a[i] = 2; }",
            false,
        ),
        ("for (int i = n - 1; i >= 0; i--) a[i] = 1;", false),
        (
            "double s = 0; for (int i = 0; i < n; i++) { if (m[i]) s -= a[i]; } a[0] = s;",
            false,
        ),
    ] {
        let cuda = text(body);
        assert_eq!(cuda.contains("    ACCRS_ROLLED\n"), kept, "{cuda}");
    }
}

/// What the user unrolls isn't unrolled further by such compilers.
#[test]
fn unroll_of_a_loop_that_counts_down() {
    let text = "void f(int n, double *a, int *m) {\n#pragma acc serial loop copy(a[0:n], m[0:n])\nfor (int k = 0; k < 1; k++) {\n\
                #pragma acc loop seq unroll(4)\nfor (int i = n - 1; i >= 0; i--) { a[i] = 1; if (m[i]) a[i] = 2; } } }\n";
    let cuda = cuda(text);
    for head in ["for (; i >= 3; i -= 4) {", "for (; i >= 0; i--) {"] {
        let lines = format!("ACCRS_ROLLED\n            {head}\n");
        assert!(cuda.contains(&lines), "{cuda}");
    }
}

/// A block of more than 256 threads, or of a number that only the run knows, tells the device's compiler how many
/// registers a thread may have.
#[test]
fn kernels_say_how_large_their_blocks_are() {
    let kernel = |clauses: &str| {
        let text = format!(
            "void f(int n, int m, float *a) {{\n#pragma acc parallel loop copy(a[0:n]) {clauses}\n for (int i = 0; i < n; i++) a[i] += 1; }}\n"
        );
        cuda(&text)
    };
    for (clauses, bounds) in [
        ("vector_length(256)", 256),
        ("vector_length(512)", 512),
        ("vector_length(m)", 1024),
        ("gang worker vector num_workers(4) vector_length(32)", 128),
    ] {
        let text = kernel(clauses);
        let words = format!("__launch_bounds__({bounds}) t_f_2");
        assert!(text.contains(&words), "{clauses}: {text}");
    }
}
