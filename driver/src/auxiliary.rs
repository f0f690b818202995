//! Files that the host compiler leaves beside an object: `-save-temps`, `--coverage`, `-fstack-usage`, ...
//!
//! Their names come from the source and from what the whole command makes (`app-a.gcno` in a link). It compiles
//! another file than the user named, into a place of ours, so it is asked for the names first (`-###`), and told
//! them then (`-dumpdir`, `-dumpbase`; gcc 11 and newer).

use crate::host::{self, HostCompiler, HostError};
use crate::options::{Command, Input, split_words};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Beginnings of options that leave files.
const LEAVE: &[&str] = &[
    "--coverage",
    "-coverage",
    "-ftest-coverage",
    "-fprofile",
    "-fbranch-probabilities",
    "-fauto-profile",
    "-fstack-usage",
    "-fcallgraph-info",
    "-fdump-",
    "-fsave-optimization-record",
    "-gsplit-dwarf",
    "-save-temps",
    "-da",
];

/// gcc's names for one source's files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Names {
    folder: OsString,
    base: OsString,
    extension: OsString,
    /// The host compiler's own answer.
    answer: bool,
}

impl Names {
    /// The names for `input`, where the command leaves any; `None` also when the host compiler has none to tell.
    ///
    /// # Errors
    /// When it can't be run.
    pub fn ask(
        cc: &HostCompiler,
        command: &Command,
        input: &Input,
    ) -> Result<Option<Self>, HostError> {
        let words = command.host_words.iter();
        let leaves = |w: &OsString| LEAVE.iter().any(|l| w.as_bytes().starts_with(l.as_bytes()));
        if !words.clone().any(leaves) {
            return Ok(None);
        }
        let mut ask = cc.command();
        ask.arg("-###")
            .args(words)
            .stdin(std::process::Stdio::null());
        let told = host::capture(&mut ask, true, false)?;
        Ok(Self::in_commands(
            &String::from_utf8_lossy(&told.stderr),
            input.path.as_os_str(),
        ))
    }

    /// The source's own name in a folder, where the host compiler has none to tell.
    pub fn plain(folder: Option<&Path>, source: &Path) -> Self {
        Self {
            folder: folder.unwrap_or(Path::new("")).join("").into_os_string(),
            base: source.file_stem().unwrap_or_default().to_os_string(),
            extension: OsString::new(),
            answer: false,
        }
    }

    /// The names in the compiler's own commands, of which those for one source follow on from each other.
    fn in_commands(text: &str, source: &OsStr) -> Option<Self> {
        let mut source = source.to_os_string();
        for line in text.lines().filter(|l| l.starts_with(' ')) {
            let words = split_words(line.as_bytes());
            if !words.contains(&source) {
                continue;
            }
            let value = |name: &str| {
                let at = words.iter().position(|w| w == name)?;
                words.get(at + 1).cloned()
            };
            if let Some(base) = value("-dumpbase") {
                return Some(Self {
                    folder: value("-dumpdir").unwrap_or_default(),
                    base,
                    extension: value("-dumpbase-ext").unwrap_or_default(),
                    answer: true,
                });
            }
            source = value("-o")?;
        }
        None
    }

    /// What tells them to the host compiler.
    pub fn words(&self) -> Vec<OsString> {
        if !self.answer {
            return Vec::new();
        }
        // Without a folder it would take that of the object.
        let mut words = vec!["-dumpdir".into(), self.folder.clone()];
        words.extend(["-dumpbase".into(), self.base.clone()]);
        if !self.extension.is_empty() {
            words.extend(["-dumpbase-ext".into(), self.extension.clone()]);
        }
        words
    }

    /// `app-a.i` for `.i`.
    pub fn file(&self, suffix: &str) -> PathBuf {
        let base = self.base.as_bytes();
        let stem = base.strip_suffix(self.extension.as_bytes()).unwrap_or(base);
        let mut name = self.folder.clone();
        name.push(OsStr::from_bytes(stem));
        name.push(suffix);
        PathBuf::from(name)
    }
}
