//! What a test's text says about itself: its parts (`#ifndef T1` ... `#endif`, each with a function `test1`), and which of
//! them hold a compute construct.

use std::fs;
use std::path::{Path, PathBuf};

/// One part of a program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// As in the mask of failures: bit 0 is T1.
    pub number: u32,
    /// Whether its own text holds a compute construct.
    pub computes: bool,
}

/// One program of the suite.
#[derive(Clone, Debug)]
pub struct Test {
    pub name: String,
    pub path: PathBuf,
    pub parts: Vec<Part>,
    /// Whether it names NVIDIA's devices: without one, what it asks for is an error.
    pub names_nvidia: bool,
}

/// The language of tests: the suite has most of them in each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Language {
    C,
    #[value(name = "c++")]
    Cpp,
}

impl Language {
    fn extension(self) -> &'static str {
        match self {
            Language::C => "c",
            Language::Cpp => "cpp",
        }
    }
}

/// The tests of `suite/Tests` in a language whose name holds `filter`, in order.
pub fn find(suite: &Path, language: Language, filter: Option<&str>) -> Result<Vec<Test>, String> {
    let folder = suite.join("Tests");
    let listing = fs::read_dir(&folder)
        .map_err(|e| format!("{}: {e}: want a checkout of OpenACCV-V", folder.display()))?;
    let mut paths: Vec<PathBuf> = listing
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|p| p.extension().is_some_and(|e| e == language.extension()))
        .collect();
    paths.sort();
    let mut tests = Vec::new();
    for path in paths {
        let name = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if filter.is_some_and(|f| !name.contains(f)) {
            continue;
        }
        let bytes = fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let text = String::from_utf8_lossy(&bytes);
        let parts = parts(&text);
        tests.push(Test {
            name,
            path,
            parts,
            names_nvidia: text.contains("nvidia"),
        });
    }
    if tests.is_empty() {
        return Err(format!("{}: no test selected", folder.display()));
    }
    Ok(tests)
}

/// The parts. A construct outside every part (in a function that they call) isn't seen: what must be launched is a lower bound.
fn parts(text: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for block in text.split("#ifndef T").skip(1) {
        let digits: String = block.chars().take_while(char::is_ascii_digit).collect();
        let Ok(number) = digits.parse() else { continue };
        // `main` has an `#ifndef` for each part again, without a construct.
        if parts.iter().all(|p| p.number != number) {
            let computes = has_compute(block);
            parts.push(Part { number, computes });
        }
    }
    parts
}

fn has_compute(text: &str) -> bool {
    text.lines().any(|line| {
        let Some(directive) = line.trim_start().strip_prefix('#') else {
            return false;
        };
        let mut words = directive
            .split(|c: char| !(c.is_alphanumeric() || c == '_'))
            .filter(|w| !w.is_empty());
        words.next() == Some("pragma")
            && words.next() == Some("acc")
            && matches!(words.next(), Some("parallel" | "serial" | "kernels"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_and_constructs() {
        let text = "#ifndef T1\nint test1(){\n    #pragma acc parallel loop\n}\n#endif\n#ifndef T2\n//pragma acc serial\n\
                    #pragma acc data\n#endif\nint main(){\n#ifndef T1\n#endif\n#ifndef T2\n#endif\n}\n";
        let found: Vec<(u32, bool)> = parts(text).iter().map(|p| (p.number, p.computes)).collect();
        assert_eq!(found, [(1, true), (2, false)]);
        assert!(has_compute("  #pragma acc kernels(") && has_compute("# pragma acc serial"));
        assert!(!has_compute("#pragma acc parallels"));
    }
}
