//! The command line: what is accrs's own, and what the host compiler's words mean to us.
//!
//! Every word that is not accrs's own goes to the host compiler, in its place. We only need
//! to know which words take an argument, which stage each belongs to, what the inputs are,
//! and what the output is; `table` knows that.

mod messages;
mod nvc;
mod own;
mod table;

pub use messages::{Diagnostics, Warnings};
pub use own::{Emit, HELP, Memory, Own, Report, generated};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
pub use table::Stage;

/// What the whole command does, by the last mode word on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
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

#[derive(Clone, Debug)]
pub struct Input {
    pub path: PathBuf,
    /// The `-x` in force there.
    pub language: Option<String>,
}

/// A whole command line.
#[derive(Debug)]
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
    /// `-MD`/`-MMD` given.
    pub depends: bool,
    /// `-MF` / `-MT` or `-MQ` given.
    pub depends_file: bool,
    pub depends_target: bool,
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
    pub without_effect: Vec<(String, &'static str)>,
}

impl Input {
    /// Whether it is C that may hold directives (not assembler, C++, an object).
    pub fn is_c(&self) -> bool {
        match self.language.as_deref() {
            Some("c") => true,
            Some(_) => false,
            None => self.path.extension().is_some_and(|e| e == "c"),
        }
    }

    /// Preprocessed C: `.i`, or `-x cpp-output`.
    pub fn is_preprocessed_c(&self) -> bool {
        match self.language.as_deref() {
            Some(l) => l == "cpp-output",
            None => self.path.extension().is_some_and(|e| e == "i"),
        }
    }

    /// Standard input, `-`.
    pub fn is_stdin(&self) -> bool {
        self.path.as_os_str() == "-"
    }

    pub fn is_source(&self) -> bool {
        self.is_c() || self.is_preprocessed_c()
    }

    /// A text of any language, not an object or a library: by `-x`, else by the name's end, or a
    /// name that is missing from the disk.
    pub fn is_text(&self) -> bool {
        self.language.is_some() || self.is_source() || self.is_cpp() || self.is_cuda() || {
            let end = self.path.extension().and_then(OsStr::to_str);
            matches!(
                end,
                Some(
                    "s" | "S"
                        | "sx"
                        | "h"
                        | "f"
                        | "F"
                        | "f90"
                        | "F90"
                        | "f95"
                        | "f03"
                        | "f08"
                        | "m"
                        | "go"
                        | "d"
                )
            )
        }
    }

    pub fn is_assembler(&self) -> bool {
        match self.language.as_deref() {
            Some(language) => language.starts_with("assembler"),
            None => matches!(
                self.path.extension().and_then(OsStr::to_str),
                Some("s" | "S" | "sx")
            ),
        }
    }

    /// A CUDA source, whose device functions kernels may call.
    pub fn is_cuda(&self) -> bool {
        match self.language.as_deref() {
            Some(language) => matches!(language, "cu" | "cuda"),
            None => matches!(
                self.path.extension().and_then(OsStr::to_str),
                Some("cu" | "cuh")
            ),
        }
    }

    /// C++ of any spelling.
    pub fn is_cpp(&self) -> bool {
        match self.language.as_deref() {
            Some(language) => language.starts_with("c++"),
            None => matches!(
                self.path.extension().and_then(OsStr::to_str),
                Some("cc" | "cp" | "cxx" | "cpp" | "CPP" | "c++" | "C" | "ii" | "hh" | "hpp")
            ),
        }
    }
}

impl Command {
    fn new() -> Self {
        Self {
            own: Own::default(),
            mode: Mode::Link,
            output: None,
            inputs: Vec::new(),
            words: Vec::new(),
            host_words: Vec::new(),
            include: Vec::new(),
            included: Vec::new(),
            macros: Vec::new(),
            openmp: false,
            shared: false,
            static_link: false,
            debug: false,
            narrow: None,
            relocatable: false,
            depends: false,
            depends_file: false,
            depends_target: false,
            keep: false,
            save_temps: false,
            coverage: false,
            verbose: false,
            diagnostics: Diagnostics::Text(None),
            warnings: Warnings::default(),
            without_effect: Vec::new(),
        }
    }

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
            "-MD" | "-MMD" => self.depends = true,
            "-MF" => self.depends_file = true,
            "-MT" | "-MQ" => self.depends_target = true,
            "-save-temps" => (self.keep, self.save_temps) = (true, true),
            "-m32" => self.narrow = Some("-m32"),
            "-mx32" => self.narrow = Some("-mx32"),
            "-m64" => self.narrow = None,
            "-v" => self.verbose = true,
            _ => {}
        }
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

/// Reads a command line. Response files (`@file`) are expanded where they can be read.
///
/// Errors are sentences about accrs's own options; the host compiler's are its own to judge.
pub fn parse(arguments: &[OsString]) -> Result<Command, String> {
    let arguments = expand_response_files(arguments);
    let mut own_words: Vec<OsString> = Vec::new();
    let mut command = Command::new();
    let mut language: Option<String> = None;
    let mut host_mode = false;
    let mut words = arguments.into_iter().peekable();
    while let Some(word) = words.next() {
        let word = own::joined(word, &mut words);
        if let Some(alias) = word.to_str().and_then(nvc::read) {
            let alias = alias?;
            own_words.extend(alias.words.into_iter().map(OsString::from));
            for named in alias.without_effect {
                if !command.without_effect.contains(&named) {
                    command.without_effect.push(named);
                }
            }
            continue;
        }
        if let Some(own) = own::translate(&word) {
            own_words.extend(own);
            continue;
        }
        if word.to_str().is_some_and(|w| command.warnings.note(w)) {
            continue;
        }
        command.host_words.push(word.clone());
        let bytes = word.as_bytes();
        if bytes == b"-" || !bytes.starts_with(b"-") {
            command.inputs.push(Input {
                path: PathBuf::from(&word),
                language: language.clone(),
            });
            command.words.push(Word::Input(command.inputs.len() - 1));
            continue;
        }
        if ["--coverage", "-coverage", "-ftest-coverage"]
            .iter()
            .any(|w| bytes == w.as_bytes())
        {
            command.coverage = true;
        }
        if let Some(debug) = word.to_str().and_then(debug_of) {
            command.debug = debug;
        }
        if let Some(form) = word.to_str().and_then(Diagnostics::of) {
            let colors =
                matches!(form, Diagnostics::Text(_)) && !word.to_string_lossy().ends_with("=text");
            if !colors || matches!(command.diagnostics, Diagnostics::Text(_)) {
                command.diagnostics = form;
            }
        }
        let spec = table::classify(&word);
        let mut group = vec![word.clone()];
        let mut value = spec.joined.clone();
        if spec.separate {
            if let Some(next) = words.next() {
                command.host_words.push(next.clone());
                value = Some(next.clone());
                group.push(next);
            }
        }
        host_mode |= spec.host_only || spec.name == "-###";
        if spec.name == "-save-temps" {
            let known = |v: &OsString| ["", "=obj", "=cwd"].iter().any(|k| v == k);
            host_mode |= !value.as_ref().is_none_or(known);
        }
        match spec.name {
            "-o" => {
                command.output = value.map(PathBuf::from);
                continue;
            }
            "-x" => {
                language = value
                    .and_then(|v| v.to_str().map(str::to_string))
                    .filter(|l| l != "none");
            }
            name => command.note(name, value),
        }
        if !spec.stage.is_mode() {
            command.words.push(Word::Flag {
                words: group,
                stage: spec.stage,
            });
        }
    }
    command.own = own::parse(&own_words)?;
    command.keep |= command.own.keep;
    if host_mode || (command.inputs.is_empty() && !command.own.speaks_alone()) {
        command.mode = Mode::Host;
    }
    Ok(command)
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

/// `@file`, as gcc reads it: words split at blanks, quotes and backslashes respected.
fn expand_response_files(arguments: &[OsString]) -> Vec<OsString> {
    let mut expanded = Vec::new();
    let mut open: Vec<(OsString, u32)> = arguments.iter().rev().map(|a| (a.clone(), 0)).collect();
    while let Some((word, depth)) = open.pop() {
        let text = word
            .as_bytes()
            .strip_prefix(b"@")
            .filter(|_| depth < 32)
            .and_then(|name| std::fs::read(OsStr::from_bytes(name)).ok());
        match text {
            Some(text) => open.extend(split_words(&text).into_iter().rev().map(|w| (w, depth + 1))),
            None => expanded.push(word),
        }
    }
    expanded
}

/// The words of a line, with a shell's quotes and backslashes.
pub fn split_words(text: &[u8]) -> Vec<OsString> {
    let mut words = Vec::new();
    let mut word: Option<Vec<u8>> = None;
    let mut quote = None;
    let mut bytes = text.iter().copied();
    while let Some(b) = bytes.next() {
        match (b, quote) {
            (b'\\', _) => word.get_or_insert_default().extend(bytes.next()),
            (_, Some(q)) if b == q => quote = None,
            (b'"' | b'\'', None) => {
                quote = Some(b);
                word.get_or_insert_default();
            }
            (_, None) if b.is_ascii_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(b),
        }
    }
    words.extend(word);
    use std::os::unix::ffi::OsStringExt;
    words.into_iter().map(OsString::from_vec).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn command(line: &str) -> Command {
        parse(&line.split(' ').map(OsString::from).collect::<Vec<_>>()).unwrap()
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
    }

    #[test]
    fn languages() {
        let c = command("-x c a.txt -x none b.cpp c.i");
        assert!(c.inputs[0].is_c());
        assert!(!c.inputs[1].is_source());
        assert!(c.inputs[2].is_preprocessed_c());
    }

    #[test]
    fn own_options_and_aliases() {
        let c = command("-acc -ta=tesla:cc90 -Minfo=accel -Mnovect a.c --acc-target=sim,multicore");
        assert!(c.own.report.is_some());
        assert!(c.own.targets().unwrap().sim);
        assert_eq!(c.host_words, ["a.c"]);
        assert!(parse(&["--acc-target=toaster".into(), "a.c".into()]).is_err());
        assert!(!command("-fno-openacc a.c").own.openacc);
    }

    #[test]
    fn response_words() {
        assert_eq!(
            split_words(b"-O2 'a b' \"c\\\"d\" e\\ f\n-x"),
            ["-O2", "a b", "c\"d", "e f", "-x"]
        );
    }
}
