//! C's rules as the command line sets them; what the words don't say is asked of the host compiler.

use crate::host::{self, HostCompiler};
use crate::options::{Command, Stage};
use accrs_frontend::CRules;
use std::ffi::OsString;

/// The rules of this command.
pub fn of(command: &Command, cc: &HostCompiler) -> CRules {
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
    command.own.numbers(&mut rules);
    rules
}

/// Whether the host compiler is clang, whose OpenMP is another library.
pub fn is_clang(cc: &HostCompiler) -> bool {
    defines(&machine(cc, &[]), "__clang__")
}

fn defines(macros: &str, name: &str) -> bool {
    let mut lines = macros.lines();
    lines.any(|l| l.split_whitespace().nth(1) == Some(name))
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
