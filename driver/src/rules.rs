//! C's rules as the command line sets them; what the words don't say is asked of the host compiler.

use crate::host::{self, HostCompiler};
use crate::options::{Command, Stage};
use accrs_frontend::CRules;
use accrs_lowering::Simd;
use std::ffi::OsString;

/// What the host compiler is asked for.
pub struct Host {
    pub rules: CRules,
    /// Its options for loops that are shared by the cores: see [`sharing`].
    pub sharing: &'static [&'static str],
    pub simd: Simd,
}

/// The rules of this command, and what the host compiler has for it.
pub fn of(command: &Command, cc: &HostCompiler) -> Host {
    let flags = command.flags(Stage::Compile);
    let macros = machine(cc, &flags);
    let words: Vec<String> = flags
        .iter()
        .map(|w| w.to_string_lossy().into_owned())
        .collect();
    let defines = |name: &str| defines(&macros, name);
    let fma = ["__FMA__", "__FMA4__", "__ARM_FEATURE_FMA", "__FP_FAST_FMA"]
        .into_iter()
        .any(defines);
    let mut rules = CRules::of(words.iter().map(String::as_str), defines("__clang__"), fma);
    rules.nvc = command.accelerates;
    command.own.numbers(&mut rules);
    Host {
        rules,
        sharing: sharing(&macros),
        simd: simd(&macros),
    }
}

/// What keeps the host compiler from making something else of shared loops. With `-Ofast` gcc takes a store out of a condition and
/// writes the old value back where the condition doesn't hold, in each thread, over what another thread has stored
/// (`if (x[i] == key) found = i;`). clang never does that. gcc has an option against it from 10 on, before that a parameter.
///
/// With `-O3` gcc jams iterations of a loop around one with `simd`, whose lanes then read what the first of these iterations stores
/// too early (seen in 12: `for (j …) simd for (i …) c[i][j] += c[i][j - 1];`). That pass came with 8.
fn sharing(macros: &str) -> &'static [&'static str] {
    const NAMESAKES: &[&str] = &["__clang__", "__INTEL_COMPILER", "__NVCOMPILER", "__PGI"];
    let gcc = value(macros, "__GNUC__").and_then(|v| v.parse::<u32>().ok());
    match gcc {
        Some(_) if NAMESAKES.iter().any(|n| defines(macros, n)) => &[],
        Some(10..) => &["-fno-allow-store-data-races", "-fno-loop-unroll-and-jam"],
        Some(8..) => &[
            "--param",
            "allow-store-data-races=0",
            "-fno-loop-unroll-and-jam",
        ],
        Some(5..) => &["--param", "allow-store-data-races=0"],
        _ => &[],
    }
}

/// Whether the host compiler is clang, whose OpenMP is another library.
pub fn is_clang(cc: &HostCompiler) -> bool {
    defines(&machine(cc, &[]), "__clang__")
}

/// The vectors that it has instructions for.
fn simd(macros: &str) -> Simd {
    let (bytes, registers) = match () {
        () if defines(macros, "__AVX512F__") => (64, 32),
        () if defines(macros, "__AVX__") => (32, 16),
        () if defines(macros, "__aarch64__") => (16, 32),
        () => return Simd::default(),
    };
    Simd { bytes, registers }
}

fn defines(macros: &str, name: &str) -> bool {
    value(macros, name).is_some()
}

/// What a macro without parameters is defined as, in the text of [`machine`].
fn value<'m>(macros: &'m str, name: &str) -> Option<&'m str> {
    macros.lines().find_map(|line| {
        let (defined, value) = line.strip_prefix("#define ")?.split_once(' ')?;
        (defined == name).then_some(value)
    })
}

/// The macros that the host compiler defines by itself with these flags: which compiler it is, and what its machine has.
/// Empty where it can't be asked; it will then say why itself.
fn machine(cc: &HostCompiler, flags: &[OsString]) -> String {
    // Flags that name files or plugins have no part in it, and might write something.
    let matters = |w: &&OsString| {
        let word = w.to_string_lossy();
        word.starts_with("-m") || word.starts_with("--target") || word.starts_with("-std=")
    };
    let mut ask = cc.command();
    ask.args(flags.iter().filter(matters))
        .args(["-dM", "-E", "-x", "c", "/dev/null"])
        .env_remove("DEPENDENCIES_OUTPUT")
        .env_remove("SUNPRO_DEPENDENCIES");
    host::capture(&mut ask, true, false)
        .map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::sharing;

    #[test]
    fn only_gcc_needs_to_be_told_that_stores_are_shared() {
        let of = |macros: &str| sharing(macros).join(" ");
        let now = "-fno-allow-store-data-races -fno-loop-unroll-and-jam";
        assert_eq!(of("#define __GNUC__ 12\n"), now);
        let before = "#define __GNUC__ 7\n#define __GNUC_MINOR__ 3\n";
        assert_eq!(of(before), "--param allow-store-data-races=0");
        assert_eq!(of("#define __clang__ 1\n#define __GNUC__ 4\n"), "");
        assert_eq!(of(""), "");
    }
}
