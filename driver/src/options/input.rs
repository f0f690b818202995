//! An input file of the command, and what kind it is.

use std::ffi::OsStr;
use std::path::PathBuf;

#[derive(Clone, Debug)]
pub struct Input {
    pub path: PathBuf,
    /// The `-x` in force there.
    pub language: Option<String>,
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

    /// Preprocessed C or C++: `.i`, `.ii`, or `-x cpp-output`, `-x c++-cpp-output`.
    pub fn is_preprocessed(&self) -> bool {
        match self.language.as_deref() {
            Some(l) => matches!(l, "cpp-output" | "c++-cpp-output"),
            None => self.path.extension().is_some_and(|e| e == "i" || e == "ii"),
        }
    }

    /// Whether it is C++ that may hold directives, and no header.
    pub fn is_cpp_source(&self) -> bool {
        match self.language.as_deref() {
            Some(l) => matches!(l, "c++" | "c++-cpp-output"),
            None => {
                self.is_cpp()
                    && !self
                        .path
                        .extension()
                        .is_some_and(|e| e == "hh" || e == "hpp")
            }
        }
    }

    /// The source's language, as `-x` names it.
    pub fn source_language(&self) -> &'static str {
        match self.is_cpp_source() {
            true => "c++",
            false => "c",
        }
    }

    /// Standard input, `-`.
    pub fn is_stdin(&self) -> bool {
        self.path.as_os_str() == "-"
    }

    /// C or C++ that may hold directives.
    pub fn is_source(&self) -> bool {
        self.is_c() || self.is_cpp_source() || self.is_preprocessed()
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

    /// Fortran, of free or fixed form.
    pub fn is_fortran(&self) -> bool {
        match self.language.as_deref() {
            Some(language) => language.starts_with("f77") || language.starts_with("f95"),
            None => self
                .path
                .extension()
                .and_then(OsStr::to_str)
                .is_some_and(|end| {
                    let end = end.to_ascii_lowercase();
                    matches!(
                        end.as_str(),
                        "f" | "for" | "ftn" | "fpp" | "f90" | "f95" | "f03" | "f08"
                    )
                }),
        }
    }
}
