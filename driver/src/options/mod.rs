//! The command line: what is accrs's own, and what the host compiler's words mean to us.
//!
//! Every word that is not accrs's own goes to the host compiler, in its place. We only need
//! to know which words take an argument, which stage each belongs to, what the inputs are,
//! and what the output is; `table` knows that. Words of nvc, pgcc and other compilers' offloading
//! are put into the host's words, or into ours, by `foreign`.

pub mod environment;
pub mod foreign;
mod input;
pub mod machine;
mod messages;
mod own;
mod read;
mod response;
mod table;

pub use input::Input;
pub use messages::{Diagnostics, Warnings};
pub use own::{Emit, HELP, Memory, Own, Report, ReportForm, Runtime, Words, generated};
pub use read::parse;
pub use response::split_words;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt as _;
use std::path::PathBuf;
pub use table::Stage;

/// What the whole command does, by the last mode word on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    #[default]
    Link,
    /// `-c`
    Compile,
    /// `-S`
    Assemble,
    /// `-E`
    Preprocess,
    /// `-fsyntax-only`
    Check,
    /// `-M`, `-MM`, `--version`, `-###`, ...: the host compiler's business alone.
    Host,
}

/// What a file of dependencies is asked for with.
#[derive(Clone, Copy, Debug, Default)]
pub struct Depends {
    /// `-MD` or `-MMD`
    pub wanted: bool,
    /// `-MF`
    pub file: bool,
    /// `-MT` or `-MQ`
    pub target: bool,
}

/// One word (with its argument) of the host compiler.
#[derive(Clone, Debug)]
pub enum Word {
    Flag {
        words: Vec<OsString>,
        stage: Stage,
    },
    /// Index into [`Command::inputs`].
    Input(usize),
}

/// A whole command line.
#[derive(Debug, Default)]
pub struct Command {
    pub own: Own,
    pub mode: Mode,
    pub output: Option<PathBuf>,
    pub inputs: Vec<Input>,
    pub words: Vec<Word>,
    /// All words but accrs's own, for handing the command on as it is.
    pub host_words: Vec<OsString>,
    /// -I, -iquote, -isystem folders of the user, for the scan.
    pub include: Vec<PathBuf>,
    /// Files of -include and -imacros.
    pub included: Vec<PathBuf>,
    /// The text of all -D, one a line.
    pub macros: Vec<u8>,
    /// `-fopenmp` of the user.
    pub openmp: bool,
    pub shared: bool,
    pub static_link: bool,
    /// `-g` of any kind but `-g0`.
    pub debug: bool,
    /// `-m32` or `-mx32`: as written.
    pub narrow: Option<&'static str>,
    /// `-r`
    pub relocatable: bool,
    pub depends: Depends,
    /// `-save-temps`, or `--keep`.
    pub keep: bool,
    pub save_temps: bool,
    /// Lines are counted: `--coverage` and its parts.
    pub coverage: bool,
    /// `-v`
    pub verbose: bool,
    pub diagnostics: Diagnostics,
    pub warnings: Warnings,
    /// Words of other compilers that change nothing here, each with the reason.
    pub without_effect: Vec<foreign::Note>,
    /// Libraries of the CUDA toolkit, `-cudalib=`.
    pub cuda: Vec<foreign::Library>,
    /// `-fast`: for the processor of this machine.
    pub native: bool,
    /// nvc's words say that code is for accelerators.
    pub accelerates: bool,
    /// `-V`
    pub tell_version: bool,
}

impl Command {
    /// The command ends with a link of a program or a shared library (not `-r`, which only joins
    /// objects that a later link completes) that may need the runtime (which has 64 bits).
    pub fn links(&self) -> bool {
        self.mode == Mode::Link && !self.relocatable && self.narrow.is_none()
    }

    /// Takes in what an option of the host compiler means to us.
    fn note(&mut self, name: &str, value: Option<OsString>) {
        match name {
            "-c" => self.mode = stronger(self.mode, Mode::Compile),
            "-S" => self.mode = stronger(self.mode, Mode::Assemble),
            "-E" => self.mode = stronger(self.mode, Mode::Preprocess),
            "-fsyntax-only" => self.mode = stronger(self.mode, Mode::Check),
            "-I" | "-iquote" | "-isystem" | "-idirafter" => {
                self.include.extend(value.map(PathBuf::from))
            }
            "-include" | "-imacros" => self.included.extend(value.map(PathBuf::from)),
            "-D" => {
                self.macros
                    .extend_from_slice(value.unwrap_or_default().as_bytes());
                self.macros.push(b'\n');
            }
            "-fopenmp" => self.openmp = true,
            "-fno-openmp" => self.openmp = false,
            "-shared" => self.shared = true,
            "-static" | "-static-pie" => self.static_link = true,
            "-r" => self.relocatable = true,
            "-MD" | "-MMD" => self.depends.wanted = true,
            "-MF" => self.depends.file = true,
            "-MT" | "-MQ" => self.depends.target = true,
            "-save-temps" => (self.keep, self.save_temps) = (true, true),
            "-m32" => self.narrow = Some("-m32"),
            "-mx32" => self.narrow = Some("-mx32"),
            "-m64" => self.narrow = None,
            "-v" => self.verbose = true,
            _ => {}
        }
    }

    /// Takes in what a word of the host compiler's says as a whole.
    fn note_word(&mut self, word: &str) {
        self.coverage |= matches!(word, "--coverage" | "-coverage" | "-ftest-coverage");
        if let Some(debug) = debug_of(word) {
            self.debug = debug;
        }
        if let Some(form) = Diagnostics::of(word) {
            // A word about colours alone leaves another form as it is.
            let colors = matches!(form, Diagnostics::Text(_)) && !word.ends_with("=text");
            if !colors || matches!(self.diagnostics, Diagnostics::Text(_)) {
                self.diagnostics = form;
            }
        }
    }

    /// Takes in what a word of another compiler's asks for beside other words.
    fn take(&mut self, alias: foreign::Alias) {
        self.native |= alias.native;
        self.accelerates |= alias.accelerates;
        for note in alias.notes {
            if !self.without_effect.contains(&note) {
                self.without_effect.push(note);
            }
        }
        for library in alias.cuda {
            if !self.cuda.iter().any(|known| known.name == library.name) {
                self.cuda.push(library);
            }
        }
    }

    /// `-C` of pgcc checks subscripts; gcc's, which keeps comments, is for `-E` alone.
    fn check_bounds(&mut self) {
        let word = OsStr::new("-C");
        if self.mode == Mode::Preprocess || !self.host_words.iter().any(|w| w == word) {
            return;
        }
        self.host_words.retain(|w| w != word);
        self.words
            .retain(|w| !matches!(w, Word::Flag { words, .. } if words[0] == word));
        self.add(&foreign::bounds(), Stage::Compile);
    }

    /// What nvc does where nothing else is said. `-fast` means this machine's processor, unless another is named, wherever that
    /// stands. A command line with nvc's own words (`nvc`) and without `-O` and `-g` is one of `-O2`.
    fn settle_optimisation(&mut self, nvc: bool) {
        let has = |begin: &[&str]| {
            let mut words = self.host_words.iter().map(|w| w.to_string_lossy());
            words.any(|w| begin.iter().any(|b| w.starts_with(b)))
        };
        self.native &= !has(&["-march=", "-mcpu="]);
        let quiet = nvc && !self.debug && !has(&["-O"]);
        if self.native {
            let word = match cfg!(target_arch = "powerpc64") {
                true => "-mcpu=native",
                false => "-march=native",
            };
            self.add(&[word.into()], Stage::All);
        }
        if quiet {
            self.add(&["-O2".into()], Stage::Compile);
        }
    }

    /// Whether the command is for a debugger: with `-g`, and without optimisation.
    pub fn is_for_a_debugger(&self) -> bool {
        let mut words = self.host_words.iter().rev().map(|w| w.to_string_lossy());
        let level = words.find(|w| w.starts_with("-O"));
        self.debug && level.is_none_or(|l| matches!(&*l, "-O0" | "-Og"))
    }

    /// Puts words behind all others of the command.
    pub fn add(&mut self, words: &[OsString], stage: Stage) {
        self.host_words.extend_from_slice(words);
        self.words.extend(words.iter().map(|word| Word::Flag {
            words: vec![word.clone()],
            stage,
        }));
    }

    /// Gives the host compiler another `-fdiagnostics-format=`.
    pub fn set_host_format(&mut self, format: &str) {
        for word in &mut self.words {
            let Word::Flag { words, .. } = word else {
                continue;
            };
            for word in words {
                if word.to_string_lossy().starts_with("-fdiagnostics-format=") {
                    *word = format!("-fdiagnostics-format={format}").into();
                }
            }
        }
    }

    /// Flags that belong to `stage`, in order.
    pub fn flags(&self, stage: Stage) -> Vec<OsString> {
        self.words
            .iter()
            .filter_map(|w| match w {
                Word::Flag { words, stage: s } if s.goes_to(stage) => Some(words.clone()),
                _ => None,
            })
            .flatten()
            .collect()
    }
}

/// Whether a word asks for debug information, or forbids it.
fn debug_of(word: &str) -> Option<bool> {
    match word {
        "-g0" => Some(false),
        "-g" | "-ggdb" | "-gdwarf" | "-gline-tables-only" => Some(true),
        _ => {
            let rest = word
                .strip_prefix("-g")?
                .trim_start_matches("gdb")
                .trim_start_matches("dwarf-");
            (!rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit())).then_some(true)
        }
    }
}

/// `-E` stops earlier than `-S`, which stops earlier than `-c`, whatever their order.
fn stronger(a: Mode, b: Mode) -> Mode {
    let rank = |m| match m {
        Mode::Link => 0,
        Mode::Compile => 1,
        Mode::Assemble => 2,
        Mode::Check => 3,
        Mode::Preprocess => 4,
        Mode::Host => 5,
    };
    if rank(b) > rank(a) { b } else { a }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn command(line: &str) -> Command {
        parse(&line.split(' ').map(OsString::from).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn nvc_s_defaults() {
        let compiled = |line: &str| {
            let flags = command(line).flags(Stage::Compile).into_iter();
            let flags: Vec<String> = flags.map(|f| f.to_string_lossy().into_owned()).collect();
            flags.join(" ")
        };
        assert_eq!(compiled("-fast -c a.c"), "-O3 -march=native");
        assert_eq!(compiled("-tp=haswell -fast -c a.c"), "-march=haswell -O3");
        assert_eq!(
            compiled("-fastsse -fast -march=x86-64 a.c"),
            "-O3 -O3 -march=x86-64"
        );
        for words in [
            "-acc",
            "-acc=gpu",
            "-gpu=cc80",
            "-ta=multicore",
            "-Minfo=accel",
        ] {
            assert_eq!(compiled(&format!("{words} -c a.c")), "-O2", "{words}");
        }
        assert_eq!(compiled("-acc -O1 a.c"), "-O1");
        assert_eq!(compiled("-acc -g a.c"), "-g");
        for words in ["-fopenacc", "-acc=check", "--keep", "-mp"] {
            assert!(
                !compiled(&format!("{words} -c a.c")).contains("-O"),
                "{words}"
            );
        }
    }

    #[test]
    fn modes_and_inputs() {
        let c = command("-O2 -o app app.c util.o -lm -Iinc -I dir2 -DX=1 -D Y");
        assert_eq!(c.mode, Mode::Link);
        assert_eq!(c.output, Some(PathBuf::from("app")));
        assert_eq!(c.inputs.len(), 2);
        assert_eq!(c.include, [PathBuf::from("inc"), PathBuf::from("dir2")]);
        assert_eq!(c.flags(Stage::Compile), ["-O2"]);
        assert_eq!(
            c.flags(Stage::Preprocess),
            ["-O2", "-Iinc", "-I", "dir2", "-DX=1", "-D", "Y"]
        );
        assert_eq!(command("-S -c a.c").mode, Mode::Assemble);
        assert_eq!(command("-c -E a.c").mode, Mode::Preprocess);
        assert_eq!(command("--version").mode, Mode::Host);
        assert_eq!(command("-M a.c").mode, Mode::Host);
        for (line, debug) in [
            ("-g", true),
            ("-g3", true),
            ("-ggdb2", true),
            ("-gdwarf-5", true),
            ("-g -g0", false),
            ("-gsplit-dwarf", false),
        ] {
            assert_eq!(command(&format!("{line} a.c")).debug, debug, "{line}");
        }
        for (line, debugger) in [
            ("-g", true),
            ("-g -O0", true),
            ("-O2 -g -Og", true),
            ("-O0 -g -O1", false),
            ("-g -O", false),
            ("-g -Ofast", false),
            ("-O0", false),
        ] {
            let found = command(&format!("{line} a.c")).is_for_a_debugger();
            assert_eq!(found, debugger, "{line}");
        }
    }

    #[test]
    fn languages() {
        let c = command("-x c a.txt -x none b.cpp c.i");
        assert!(c.inputs[0].is_c());
        assert!(!c.inputs[0].is_cpp_source() && c.inputs[1].is_cpp_source());
        assert!(c.inputs[1].is_source() && !c.inputs[1].is_preprocessed());
        assert!(c.inputs[2].is_preprocessed());
    }

    #[test]
    fn own_options_and_aliases() {
        let c = command("-acc -ta=tesla:cc90 -Minfo=accel -Mnovect a.c --acc-target=sim,multicore");
        assert!(c.own.report.is_some());
        assert!(c.own.targets().unwrap().sim);
        assert_eq!(c.host_words, ["-fno-tree-vectorize", "a.c", "-O2"]);
        assert!(parse(&["--acc-target=toaster".into(), "a.c".into()]).is_err());
        assert!(!command("-fno-openacc a.c").own.openacc);
    }
}
