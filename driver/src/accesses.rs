//! The host's accesses of a program with checks (`-acc=check`): its host file is compiled with gcc's `-fsanitize=thread`, which puts a
//! call before each access to memory, and has the functions that these call itself. They ask whether a queue may still copy what
//! is there (`runtime/src/device/sim/check/queues.rs`). No library of a sanitizer is needed.

use accrs_lowering::render::GENERATED;
use std::ffi::OsString;
use std::fmt::Write as _;

/// The compiler's words for it; none where the user's own ask for a sanitizer or the compiler isn't gcc, and then the host's accesses
/// aren't checked.
pub fn words(user: &[OsString], clang: bool) -> Option<&'static [&'static str]> {
    let sanitizes = |w: &OsString| w.to_string_lossy().starts_with("-fsanitize");
    if clang || user.iter().any(sanitizes) {
        return None;
    }
    // Without -g there would be no lines to name.
    let has_lines = |w: &OsString| w.to_string_lossy().starts_with("-g");
    Some(match user.iter().any(has_lines) {
        true => &["-fsanitize=thread", "-fno-lto"],
        false => &["-fsanitize=thread", "-fno-lto", "-g1"],
    })
}

const OWN: &str = "__attribute__((used, noinline, no_sanitize_thread, no_instrument_function))";

/// The host file's text, preprocessed, with the functions behind it. Helpers of accrs's own are no code of the program's.
pub fn with_functions(host: &str, cpp: bool) -> String {
    let mut text = host.replace(
        "no_instrument_function))",
        "no_instrument_function, no_sanitize_thread))",
    );
    match cpp {
        true => {
            let mut own = functions().replace("_Bool", "bool");
            // Objects with virtual functions get their tables' addresses.
            let unused = "(void)p; (void)v;";
            function(&mut own, "void", "vptr_update", "void **p, void *v", unused);
            function(&mut own, "void", "vptr_read", "void **p", "(void)p;");
            text.push_str(&format!("\nextern \"C\" {{{own}}}\n"));
        }
        false => text.push_str(&functions()),
    }
    text
}

fn functions() -> String {
    let mut text = format!(
        "\n# 1 \"{GENERATED}\" 3\n\
         extern unsigned char __accrs_check_waiting;\n\
         extern void __accrs_check_host(unsigned long, unsigned long, int, unsigned long);\n"
    );
    for (name, params) in [
        ("init", "void"),
        ("func_entry", "void *pc"),
        ("func_exit", "void"),
    ] {
        let body = if params == "void" { "" } else { "(void)pc;" };
        function(&mut text, "void", name, params, body);
    }
    for (kind, writes) in [("read", 0), ("write", 1)] {
        for bytes in [1, 2, 4, 8, 16] {
            let body = asks("p", &bytes.to_string(), writes);
            function(
                &mut text,
                "void",
                &format!("{kind}{bytes}"),
                "void *p",
                &body,
            );
            if bytes > 1 {
                function(
                    &mut text,
                    "void",
                    &format!("unaligned_{kind}{bytes}"),
                    "void *p",
                    &body,
                );
            }
        }
        let body = asks("p", "n", writes);
        function(
            &mut text,
            "void",
            &format!("{kind}_range"),
            "void *p, long n",
            &body,
        );
    }
    for (bits, ty) in [(8, "char"), (16, "short"), (32, "int"), (64, "long")] {
        atomics(&mut text, bits, ty);
    }
    for fence in ["thread", "signal"] {
        let name = format!("atomic_{fence}_fence");
        let body = format!("(void)order; __atomic_{fence}_fence({SEQ});");
        function(&mut text, "void", &name, "int order", &body);
    }
    text
}

fn asks(place: &str, bytes: &str, writes: u8) -> String {
    format!(
        "if (__builtin_expect(__accrs_check_waiting, 0)) __accrs_check_host((unsigned long){place}, {bytes}, {writes}, \
         (unsigned long)__builtin_return_address(0));"
    )
}

/// `__ATOMIC_SEQ_CST`, of which nothing but its number is left behind the preprocessor.
const SEQ: u8 = 5;

/// What `-fsanitize=thread` makes of atomic operations of so many bits, each in the strictest order.
fn atomics(text: &mut String, bits: u32, ty: &str) {
    let bytes = (bits / 8).to_string();
    let (reads, writes) = (asks("p", &bytes, 0), asks("p", &bytes, 1));
    let mut one = |ret: &str, name: &str, params: &str, body: String| {
        function(text, ret, &format!("atomic{bits}_{name}"), params, &body);
    };
    one(
        ty,
        "load",
        &format!("const volatile {ty} *p, int order"),
        format!("{reads} (void)order; return __atomic_load_n(p, {SEQ});"),
    );
    let value = format!("volatile {ty} *p, {ty} v, int order");
    one(
        "void",
        "store",
        &value,
        format!("{writes} (void)order; __atomic_store_n(p, v, {SEQ});"),
    );
    one(
        ty,
        "exchange",
        &value,
        format!("{writes} (void)order; return __atomic_exchange_n(p, v, {SEQ});"),
    );
    for op in ["add", "sub", "and", "or", "xor", "nand"] {
        let body = format!("{writes} (void)order; return __atomic_fetch_{op}(p, v, {SEQ});");
        one(ty, &format!("fetch_{op}"), &value, body);
    }
    for kind in ["strong", "weak"] {
        let params = format!("volatile {ty} *p, void *e, {ty} v, int order, int other");
        let body = format!(
            "{writes} (void)order; (void)other; return __atomic_compare_exchange_n(p, ({ty} *)e, v, 0, {SEQ}, {SEQ});"
        );
        one("_Bool", &format!("compare_exchange_{kind}"), &params, body);
    }
}

/// A function of the file's own under the name that the compiler calls.
fn function(text: &mut String, ret: &str, name: &str, params: &str, body: &str) {
    let _ = writeln!(
        text,
        "static {ret} __accrs_on_{name}({params}) __asm__(\"__tsan_{name}\") {OWN};\n\
         static {ret} __accrs_on_{name}({params}) {{ {body} }}"
    );
}
