//! The words of nvc, pgcc, gcc and clang that accrs does something with other than passing them on.
//!
//! Each word is a [`Row`] of a table: it becomes words of the host compiler or of accrs, it is what happens anyway, or it
//! has no effect, which a note says once (ACC0411). The guide's tables are made from the same rows, see [`page`].

mod gcc;
mod kernels;
mod nvc;
mod nvc_driver;
mod nvc_numbers;
pub mod page;
mod processor;

use std::ffi::OsString;

/// What stands behind a word, with an example of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Takes {
    Nothing,
    /// `-mp`, `-mp=multicore`
    MaybeEquals(&'static str),
    /// `-Minform=warn`
    Equals(&'static str),
    /// `-tp=zen3`, `-tp zen3`
    EqualsOrNext(&'static str),
    /// `-V23.11`, `-Wc,-x`
    Rest(&'static str),
    /// The next word.
    Next(&'static str),
    /// The next word, whatever stands behind `=`: `-Xopenmp-target=nvptx64 -march=sm_80`.
    ThenNext(&'static str),
}

/// What a word is about, which says when a note on it is of use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// Constructs: told where a file has some.
    Constructs,
    /// All that is compiled.
    Code,
}

/// What becomes of a word.
#[derive(Clone, Copy)]
pub enum Meaning {
    /// Words of the host compiler.
    Host(&'static [&'static str]),
    /// Words of accrs.
    Own(&'static [&'static str]),
    /// Nothing is to be done, because of this.
    Anyway(&'static str),
    /// It has no effect, because of this.
    Nothing(About, &'static str),
    /// A list of sub-options.
    List(&'static [Item]),
    /// Found out from the word as written and its value; the text says how.
    Computed(fn(&str, &str) -> Result<Alias, String>, &'static str),
}

/// A word of another compiler's. `[no]` in it stands for both forms.
#[derive(Clone, Copy)]
pub struct Row {
    pub word: &'static str,
    pub takes: Takes,
    pub meaning: Meaning,
}

/// A sub-option, `managed` of `-gpu=managed`; with `[no]` as above, and with a value behind `:` (or digits) where the name
/// ends so.
#[derive(Clone, Copy)]
pub struct Item {
    pub name: &'static str,
    pub meaning: Meaning,
}

const fn item(name: &'static str, meaning: Meaning) -> Item {
    Item { name, meaning }
}

const fn row(word: &'static str, takes: Takes, meaning: Meaning) -> Row {
    Row {
        word,
        takes,
        meaning,
    }
}

/// Reasons that words of several compilers have in common.
const TARGET_REGIONS: &str = "OpenMP's target regions run on the host";
const NVIDIA_ALONE: &str = "there is code for NVIDIA's GPUs and for the cores alone";
const COMPARED: &str = "ACCRS_COMPARE=1 compares results when the program runs";

/// That a word has no effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    pub word: String,
    pub why: &'static str,
    pub about: About,
}

/// A library of the CUDA toolkit that a word asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Library {
    /// `cublas`
    pub name: &'static str,
    pub word: String,
    /// The link fails without it.
    pub needed: bool,
}

/// What a word of another compiler's means here.
#[derive(Default, Debug, PartialEq)]
pub struct Alias {
    /// accrs's own words for it.
    pub own: Vec<String>,
    /// The host compiler's words for it.
    pub host: Vec<OsString>,
    pub notes: Vec<Note>,
    /// Libraries of the CUDA toolkit, each with the word that asks for it.
    pub cuda: Vec<Library>,
    /// The next word of the command line belongs to it.
    pub with_next: bool,
    /// It asks for the processor of this machine, where no other is named.
    pub native: bool,
    /// nvc and pgcc alone have it: their default of `-O` is meant.
    pub nvc: bool,
    /// It says that code is for accelerators, in nvc's way: their default of `-gpu=fma` is meant.
    pub accelerates: bool,
}

impl Alias {
    fn own(word: impl Into<String>) -> Self {
        Self {
            own: vec![word.into()],
            ..Self::default()
        }
    }

    fn host<const N: usize>(words: [&str; N]) -> Self {
        Self {
            host: words.map(OsString::from).to_vec(),
            ..Self::default()
        }
    }

    fn note(word: impl Into<String>, about: About, why: &'static str) -> Self {
        let word = word.into();
        Self {
            notes: vec![Note { word, why, about }],
            ..Self::default()
        }
    }

    /// Takes in what a sub-option means; `written`: how the user would write it by itself.
    fn add(&mut self, meaning: &Meaning, written: &str, value: &str) -> Result<(), String> {
        let more = meaning.of(written, value)?;
        self.own.extend(more.own);
        self.host.extend(more.host);
        self.notes.extend(more.notes);
        self.cuda.extend(more.cuda);
        Ok(())
    }
}

impl Meaning {
    /// `written`: the whole word as the user wrote it.
    fn of(&self, written: &str, value: &str) -> Result<Alias, String> {
        Ok(match self {
            Self::Host(words) => Alias {
                host: words.iter().map(OsString::from).collect(),
                ..Alias::default()
            },
            Self::Own(words) => Alias {
                own: words.iter().map(ToString::to_string).collect(),
                ..Alias::default()
            },
            Self::Anyway(_) => Alias::default(),
            Self::Nothing(about, why) => Alias::note(written, *about, why),
            Self::List(items) => {
                let name = written.split('=').next().unwrap_or(written);
                kernels::list(name, value, items)?
            }
            Self::Computed(compute, _) => compute(written, value)?,
        })
    }
}

/// The tables, each with its heading: the guide shows them in this order.
pub const TABLES: &[(&str, &[Row])] = &[
    ("OpenACC and the GPU", kernels::ROWS),
    ("CUDA and libraries", nvc::LIBRARIES),
    ("Optimisation", nvc::OPTIMISATION),
    ("The processor", nvc::PROCESSOR),
    ("Floating point", nvc_numbers::FLOATING_POINT),
    ("The language", nvc_numbers::LANGUAGE),
    ("OpenMP and other parallelism", nvc::PARALLEL),
    ("Checks, profiles, debuggers", nvc::CHECKS),
    ("Messages and help", nvc_driver::MESSAGES),
    ("The link, and the compiler's own parts", nvc_driver::DRIVER),
    ("Fortran", nvc_numbers::FORTRAN),
];

/// gcc's and clang's words for accelerators.
pub const GCC_TABLES: &[(&str, &[Row])] = &[("gcc", gcc::GCC), ("clang", gcc::CLANG)];

fn rows() -> impl Iterator<Item = &'static Row> {
    TABLES.iter().chain(GCC_TABLES).flat_map(|(_, rows)| *rows)
}

/// Both forms of a word with `[no]` in it; one of any other.
fn forms(word: &'static str) -> impl Iterator<Item = String> {
    let forms = match word.split_once("[no]") {
        Some((before, behind)) => {
            vec![format!("{before}{behind}"), format!("{before}no{behind}")]
        }
        None => vec![word.to_string()],
    };
    forms.into_iter()
}

/// The host compiler's words for `-Mbounds`.
pub fn bounds() -> Vec<OsString> {
    nvc::BOUNDS.iter().map(OsString::from).collect()
}

/// What to say of `ta=nvidia`, which is no file: real makefiles have such words.
pub fn without_hyphen(text: &str) -> Option<String> {
    let (name, _) = text.split_once('=')?;
    let forgotten = ["acc", "gpu", "ta", "tp", "mp", "Minfo", "cudalib"].contains(&name)
        && !std::path::Path::new(text).exists();
    forgotten.then(|| format!("there is no file '{text}'; did you mean '-{text}'?"))
}

/// What `text` means, if it is one of these compilers' words; `next`: the word behind it.
///
/// `None` for the host compiler's own and for accrs's; an error for what none of them has, and for wrong values.
pub fn read(text: &str, next: Option<&str>) -> Option<Result<Alias, String>> {
    if !text.starts_with('-') {
        return None;
    }
    for row in rows() {
        for form in forms(row.word) {
            let Some((value, with_next)) = value_of(row.takes, &form, text, next) else {
                continue;
            };
            let written = match with_next {
                true => format!("{text} {value}"),
                false => text.to_string(),
            };
            let alias = row.meaning.of(&written, &value);
            let nvc = kernels::marks_nvc(row.word, &value);
            let accelerates = kernels::is_for_accelerators(row.word, &value);
            return Some(alias.map(|alias| Alias {
                with_next,
                nvc,
                accelerates,
                ..alias
            }));
        }
    }
    is_pgi_m(text).then(|| Err(unknown(text)))
}

/// The value that stands behind `word` in `text` (or in `next`: true), if that is this word.
fn value_of(takes: Takes, word: &str, text: &str, next: Option<&str>) -> Option<(String, bool)> {
    let rest = text.strip_prefix(word)?;
    let here = |value: &str| Some((value.to_string(), false));
    match takes {
        Takes::Nothing => rest.is_empty().then(|| (String::new(), false)),
        Takes::MaybeEquals(_) if rest.is_empty() => here(""),
        Takes::MaybeEquals(_) | Takes::Equals(_) => here(rest.strip_prefix('=')?),
        Takes::EqualsOrNext(_) if rest.is_empty() => Some((next?.to_string(), true)),
        Takes::EqualsOrNext(_) => here(rest.strip_prefix('=')?),
        Takes::Rest(_) if rest.is_empty() || !nvc::fits(word, rest) => None,
        Takes::Rest(_) => here(rest),
        Takes::ThenNext(_) if !rest.is_empty() && !rest.starts_with('=') => None,
        Takes::ThenNext(_) => Some((next?.to_string(), true)),
        Takes::Next(_) if rest.is_empty() => Some((next?.to_string(), true)),
        Takes::Next(_) => None,
    }
}

/// PGI's `-Mname`: a lower-case word behind M, which gcc's `-M…` options never have.
fn is_pgi_m(text: &str) -> bool {
    text.strip_prefix("-M")
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()))
}

fn unknown(text: &str) -> String {
    let name = text.split('=').next().unwrap_or(text);
    let known = rows().filter(|r| r.word.starts_with("-M"));
    let names: Vec<String> = known.flat_map(|r| forms(r.word)).collect();
    format!(
        "unknown option '{text}'{}",
        suggestion(name, names.iter().map(String::as_str), "")
    )
}

/// "; did you mean '…'?" for the nearest of `known`, where one is near.
pub fn suggestion<'a>(word: &str, known: impl Iterator<Item = &'a str>, before: &str) -> String {
    let near = known.map(|k| (distance(k, word), k)).min();
    match near {
        Some((d, known)) if d <= 2.max(word.len() / 3) => {
            format!("; did you mean '{before}{known}'?")
        }
        _ => String::new(),
    }
}

/// How many letters must be put in, left out or changed to come from one word to the other.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut before = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let changed = before + usize::from(x != *y);
            before = row[j + 1];
            row[j + 1] = changed.min(before + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn own(text: &str) -> Vec<String> {
        read(text, None).unwrap().unwrap().own
    }

    fn host(text: &str) -> Vec<OsString> {
        read(text, None).unwrap().unwrap().host
    }

    fn noted(text: &str) -> Vec<String> {
        let alias = read(text, None).unwrap().unwrap();
        alias.notes.into_iter().map(|note| note.word).collect()
    }

    #[test]
    fn sub_options_are_applied_or_named() {
        assert_eq!(own("-ta=tesla:cc60"), ["--acc-arch-hint=sm_60"]);
        assert_eq!(
            own("-gpu=cc90,cc80,fma"),
            ["--acc-fma=true", "--acc-arch-hint=sm_90,sm_80"]
        );
        assert_eq!(own("-ta=nvidia,cc2+"), ["--acc-arch-hint=sm_20"]);
        assert_eq!(
            own("-ta=tesla:managed:cc70"),
            ["--acc-memory=managed", "--acc-arch-hint=sm_70"]
        );
        assert_eq!(own("-gpu=sm_90a"), ["--acc-arch-hint=sm_90a"]);
        assert_eq!(own("-ta=multicore"), ["--acc-target=multicore"]);
        assert_eq!(own("-ta=host"), ["--acc-target=multicore"]);
        // Both: as without the word.
        assert!(own("-acc=gpu,multicore").is_empty());
        assert_eq!(own("-ta=host,tesla:cc75"), ["--acc-arch-hint=sm_75"]);
        assert_eq!(own("-acc=gpu,strict"), ["--acc-strict"]);
        assert_eq!(own("-acc=gpu,noautopar"), ["--acc-autopar=false"]);
        assert_eq!(own("-acc=autopar"), ["--acc-autopar=true"]);
        assert_eq!(own("-Minfo"), ["--report=text"]);
        assert_eq!(own("-Msafeptr"), ["--acc-safe-pointers"]);
        assert!(own("-Msafeptr=arg").is_empty());
        assert_eq!(noted("-Msafeptr=arg"), ["-Msafeptr=arg"]);
        assert_eq!(own("-gpu=maxregcount:64"), ["--acc-registers=64"]);
        assert_eq!(own("-gpu=mem:unified"), ["--acc-memory=unified"]);
        assert_eq!(own("-gpu=nomanaged,rdc"), ["--acc-memory=separate"]);
        assert_eq!(
            noted("-ta=tesla:managed,loadcache:L1,cuda12.4,cc80"),
            ["-ta=loadcache:L1", "-ta=cuda12.4"]
        );
        assert!(noted("-gpu=ccall,nomanaged,rdc").is_empty());
        assert_eq!(noted("-fopenacc-dim=1:2:3"), ["-fopenacc-dim=1:2:3"]);
    }

    #[test]
    fn words_of_the_host_compiler() {
        assert_eq!(host("-fast"), ["-O3"]);
        assert!(read("-fast", None).unwrap().unwrap().native);
        assert_eq!(host("-mp=allcores"), ["-fopenmp"]);
        assert_eq!(host("-c99"), ["-std=gnu99"]);
        assert_eq!(host("-Minform=severe"), ["-w"]);
        assert!(host("-Minform=warn").is_empty());
        assert_eq!(host("-R/opt/lib"), ["-Wl,-rpath,/opt/lib"]);
        assert_eq!(host("-e20"), ["-fmax-errors=20"]);
        let named = read("-tp", Some("haswell")).unwrap().unwrap();
        assert!(named.with_next);
    }

    #[test]
    fn what_is_the_host_compilers_stays_its_own() {
        for word in [
            "-O2",
            "-MD",
            "-MMD",
            "-M",
            "-MF",
            "-v",
            "-V",
            "-c",
            "-e",
            "-emain",
            "-Rpass=inline",
            "-Xlinker",
            "-march=native",
            "-march=znver3",
            "-target",
            "-fopenmp",
            "-Wl,-x",
            "-Wall",
            "-Bfolder",
            "-r",
            "-isystem",
            "a.c",
            "-lpgtypes",
            "-fno-openacc",
            "--help",
            "-Y",
            "-pipe",
            "-time",
            "-static",
        ] {
            assert_eq!(read(word, Some("x")), None, "{word}");
        }
    }

    #[test]
    fn what_nobody_knows_is_an_error_with_the_nearest_word() {
        let error = |text: &str| read(text, None).unwrap().unwrap_err();
        assert_eq!(
            error("-gpu=manged"),
            "unknown 'manged' in '-gpu='; did you mean '-gpu=managed'?"
        );
        assert_eq!(
            error("-acc=stict"),
            "unknown 'stict' in '-acc='; did you mean '-acc=strict'?"
        );
        assert_eq!(
            error("-gpu=zzzzzzzzzzzz"),
            "unknown 'zzzzzzzzzzzz' in '-gpu='"
        );
        assert!(error("-Minfo=acel").contains("-Minfo=accel"));
        assert!(error("-Mbouns").contains("'-Mbounds'"));
        assert!(error("-cudalib=cublass").contains("'-cudalib=cublas'"));
        assert!(error("-gpu=maxregcount:many").contains("many"));
    }

    /// A word that stands before one that it is the beginning of would hide that one.
    #[test]
    fn each_row_is_found_by_its_own_word() {
        for line in page::for_tests().lines() {
            let mut fields = line.split('\t').skip(1);
            let mut words = fields.next().unwrap().split(' ');
            let alias = read(words.next().unwrap(), words.next());
            let alias = alias.unwrap_or_else(|| panic!("{line}")).unwrap();
            let host: Vec<_> = alias.host.iter().map(|w| w.to_string_lossy()).collect();
            for kind in fields {
                let (kind, text) = kind.split_once(' ').unwrap_or((kind, ""));
                match kind {
                    "host" => assert_eq!(host.join(" "), text, "{line}"),
                    "own" => assert_eq!(alias.own.join(" "), text, "{line}"),
                    "note" => assert!(alias.notes.iter().any(|n| n.why == text), "{line}"),
                    _ => assert!(host.is_empty() && alias.own.is_empty(), "{line}"),
                }
            }
        }
    }
}
