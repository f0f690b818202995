//! What the command line says about diagnostics: their form, and what becomes of warnings.

/// The form in which diagnostics are wanted, by `-fdiagnostics-…`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Diagnostics {
    /// Text; colours as said, else when stderr is a terminal.
    Text(Option<bool>),
    /// gcc's `json`, which the host compiler prints beside ours.
    GccJson,
    /// `json-file`: both in one file.
    GccJsonFile,
    /// `sarif-stderr` of gcc, `sarif` of clang: both in one log.
    Sarif,
    /// `sarif-file`
    SarifFile,
}

impl Default for Diagnostics {
    fn default() -> Self {
        Self::Text(None)
    }
}

impl Diagnostics {
    /// What a word says about it.
    pub fn of(word: &str) -> Option<Self> {
        Some(match word {
            "-fdiagnostics-color" | "-fdiagnostics-color=always" | "-fcolor-diagnostics" => {
                Self::Text(Some(true))
            }
            "-fno-diagnostics-color" | "-fdiagnostics-color=never" | "-fno-color-diagnostics" => {
                Self::Text(Some(false))
            }
            "-fdiagnostics-color=auto" | "-fdiagnostics-format=text" => Self::Text(None),
            "-fdiagnostics-format=json" | "-fdiagnostics-format=json-stderr" => Self::GccJson,
            "-fdiagnostics-format=json-file" => Self::GccJsonFile,
            "-fdiagnostics-format=sarif-stderr" | "-fdiagnostics-format=sarif" => Self::Sarif,
            "-fdiagnostics-format=sarif-file" => Self::SarifFile,
            _ => return None,
        })
    }

    /// The host compiler's diagnostics are put together with ours.
    pub fn is_collected(self) -> bool {
        matches!(self, Self::GccJsonFile | Self::Sarif | Self::SarifFile)
    }
}

/// What becomes of accrs's own warnings: `-w`, `-Werror`, and for ours alone `-Wno-openacc`, `-Werror=openacc`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Warnings {
    none: bool,
    /// `-Werror`
    errors: bool,
    /// What was said of ours alone, which comes first.
    own_errors: Option<bool>,
    /// How many errors of a file are wanted: `-fmax-errors=`, `-ferror-limit=`; 0 is all.
    most_errors: Option<usize>,
}

/// Errors of a file that are shown if nothing is said. There may be thousands, and what is printed grows with their lines' length.
const MOST_ERRORS: usize = 100;

impl Warnings {
    /// Takes in a word; whether it is for us alone.
    pub fn note(&mut self, word: &str) -> bool {
        match word {
            "-w" => self.none = true,
            "-Werror" => self.errors = true,
            "-Wno-error" => self.errors = false,
            "-Wno-openacc" => self.none = true,
            "-Wopenacc" => {}
            "-Werror=openacc" => self.own_errors = Some(true),
            "-Wno-error=openacc" => self.own_errors = Some(false),
            _ => {
                let limits = ["-fmax-errors=", "-ferror-limit="];
                let number = limits.iter().find_map(|name| word.strip_prefix(name));
                self.most_errors = number.and_then(|n| n.parse().ok()).or(self.most_errors);
                return false;
            }
        }
        word.ends_with("openacc")
    }

    pub fn shown(self) -> bool {
        !self.none
    }

    /// How many errors of a file are shown.
    pub fn most_errors(self) -> usize {
        match self.most_errors {
            Some(0) => usize::MAX,
            Some(n) => n,
            None => MOST_ERRORS,
        }
    }

    pub fn are_errors(self) -> bool {
        self.own_errors.unwrap_or(self.errors)
    }
}
