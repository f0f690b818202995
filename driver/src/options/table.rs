//! The host compilers' options, as far as a driver in front of them must know: which take
//! an argument, how, and which stage of the compilation each one belongs to.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

/// Where an option counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Every stage.
    All,
    /// Only the preprocessor.
    Preprocess,
    /// Not the preprocessor: the compiler proper, and the link (`-O2`, `-flto`).
    Compile,
    /// Only the linker.
    Link,
    /// A word of the driver itself (`-c`, `-o`).
    Mode,
}

impl Stage {
    /// Whether an option of this stage is passed to a command for `other`.
    pub fn goes_to(self, other: Stage) -> bool {
        match self {
            Stage::All => true,
            Stage::Mode => false,
            _ => self == other || (self == Stage::Compile && other != Stage::All),
        }
    }
    pub fn is_mode(self) -> bool {
        self == Stage::Mode
    }
}

/// What a word of the command line is.
#[derive(Debug)]
pub struct Spec {
    /// The option's name without its argument; "" when it is not in the table.
    pub name: &'static str,
    pub stage: Stage,
    /// The next word is its argument.
    pub separate: bool,
    /// The argument within the word.
    pub joined: Option<OsString>,
    /// With it the whole command is the host compiler's business.
    pub host_only: bool,
}

#[derive(Clone, Copy)]
enum Takes {
    Nothing,
    /// The rest of the word, or the next word when there is no rest.
    Either,
    /// Always the next word.
    Next,
    /// Always the rest of the word (may be empty).
    Rest,
}
use Takes::*;

/// name, what it takes, stage, host-only. Longer names stand before their prefixes.
const OPTIONS: &[(&str, Takes, Stage, bool)] = &[
    ("-o", Either, Stage::Mode, false),
    ("-x", Either, Stage::Mode, false),
    ("-c", Nothing, Stage::Mode, false),
    ("-S", Nothing, Stage::Mode, false),
    ("-E", Nothing, Stage::Mode, false),
    ("-fsyntax-only", Nothing, Stage::Mode, false),
    ("-MMD", Nothing, Stage::Preprocess, false),
    ("-MD", Nothing, Stage::Preprocess, false),
    ("-MF", Either, Stage::Preprocess, false),
    ("-MT", Either, Stage::Preprocess, false),
    ("-MQ", Either, Stage::Preprocess, false),
    ("-MG", Nothing, Stage::Preprocess, false),
    ("-MP", Nothing, Stage::Preprocess, false),
    ("-MM", Nothing, Stage::Mode, true),
    ("-M", Nothing, Stage::Mode, true),
    ("--version", Nothing, Stage::Mode, true),
    ("-dump", Rest, Stage::Mode, true),
    ("-print-", Rest, Stage::Mode, true),
    ("--print-", Rest, Stage::Mode, true),
    ("--target-help", Nothing, Stage::Mode, true),
    ("--help=", Rest, Stage::Mode, true),
    ("-###", Nothing, Stage::Mode, false),
    ("-m32", Nothing, Stage::All, false),
    ("-mx32", Nothing, Stage::All, false),
    ("-m64", Nothing, Stage::All, false),
    ("-v", Nothing, Stage::All, false),
    ("-save-temps", Rest, Stage::Mode, false),
    ("-pipe", Nothing, Stage::Compile, false),
    ("-pthread", Nothing, Stage::All, false),
    ("-include", Next, Stage::Preprocess, false),
    ("-imacros", Next, Stage::Preprocess, false),
    ("-isystem", Either, Stage::Preprocess, false),
    ("-isysroot", Either, Stage::All, false),
    ("-iquote", Either, Stage::Preprocess, false),
    ("-idirafter", Either, Stage::Preprocess, false),
    ("-iprefix", Either, Stage::Preprocess, false),
    ("-iwithprefixbefore", Either, Stage::Preprocess, false),
    ("-iwithprefix", Either, Stage::Preprocess, false),
    ("-imultilib", Either, Stage::Preprocess, false),
    ("-nostdinc", Nothing, Stage::Preprocess, false),
    ("-undef", Nothing, Stage::Preprocess, false),
    ("-I", Either, Stage::Preprocess, false),
    ("-D", Either, Stage::Preprocess, false),
    ("-U", Either, Stage::Preprocess, false),
    ("-Wp,", Rest, Stage::Preprocess, false),
    ("-Xpreprocessor", Next, Stage::Preprocess, false),
    ("-Wl,", Rest, Stage::Link, false),
    ("-Xlinker", Next, Stage::Link, false),
    ("-L", Either, Stage::Link, false),
    ("-l", Either, Stage::Link, false),
    ("-T", Either, Stage::Link, false),
    ("-u", Either, Stage::Link, false),
    ("-z", Either, Stage::Link, false),
    ("-e", Next, Stage::Link, false),
    ("-s", Nothing, Stage::Link, false),
    ("-shared", Nothing, Stage::Link, false),
    ("-static", Nothing, Stage::Link, false),
    ("-static-pie", Nothing, Stage::Link, false),
    ("-rdynamic", Nothing, Stage::Link, false),
    ("-pie", Nothing, Stage::Link, false),
    ("-no-pie", Nothing, Stage::Link, false),
    ("-nostdlib", Nothing, Stage::Link, false),
    ("-nodefaultlibs", Nothing, Stage::Link, false),
    ("-nostartfiles", Nothing, Stage::Link, false),
    ("-r", Nothing, Stage::Link, false),
    ("-Wa,", Rest, Stage::Compile, false),
    ("-Xassembler", Next, Stage::Compile, false),
    ("-fopenmp", Nothing, Stage::All, false),
    ("-fno-openmp", Nothing, Stage::All, false),
    ("--param", Either, Stage::Compile, false),
    ("-aux-info", Next, Stage::Compile, false),
    ("-A", Either, Stage::Preprocess, false),
    ("-B", Either, Stage::All, false),
    ("-dumpbase", Next, Stage::Compile, false),
    ("-dumpdir", Next, Stage::Compile, false),
    ("-target", Next, Stage::All, false),
    ("-arch", Next, Stage::All, false),
    ("-wrapper", Next, Stage::All, false),
    ("-specs", Rest, Stage::All, false),
    ("-Xclang", Next, Stage::Compile, false),
    ("-mllvm", Next, Stage::Compile, false),
];

/// All names in the table, in its order.
pub fn names() -> impl Iterator<Item = &'static str> {
    OPTIONS.iter().map(|(name, ..)| *name)
}

/// Looks a word up. What is not in the table takes no argument and goes to every stage.
pub fn classify(word: &OsStr) -> Spec {
    let bytes = word.as_bytes();
    for (name, takes, stage, host_only) in OPTIONS {
        let Some(rest) = bytes.strip_prefix(name.as_bytes()) else {
            continue;
        };
        let exact = rest.is_empty();
        let fits = match takes {
            Nothing | Next => exact,
            Either => exact || single_letter_or_equals(name, rest),
            Rest => true,
        };
        if !fits {
            continue;
        }
        let separate = exact && matches!(takes, Either | Next);
        let joined = (!exact && matches!(takes, Either | Rest))
            .then(|| OsStr::from_bytes(rest).to_os_string());
        return Spec {
            name,
            stage: *stage,
            separate,
            joined,
            host_only: *host_only,
        };
    }
    Spec {
        name: "",
        stage: Stage::All,
        separate: false,
        joined: None,
        host_only: false,
    }
}

/// `-Idir` and `-isystemdir` join directly; `--param=x` with an equals sign.
fn single_letter_or_equals(name: &str, rest: &[u8]) -> bool {
    if name.starts_with("--") {
        rest.starts_with(b"=")
    } else {
        !rest.is_empty()
    }
}
