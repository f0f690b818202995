//! CUDA sources (.cu, .cuh) among the inputs: their text with the user's own headers in it, since the program that compiles it
//! when it runs has neither headers nor folders.
//!
//! Nothing is preprocessed: what a GPU's architecture decides (`__CUDA_ARCH__`) is left to NVRTC. CUDA's and C's own headers go,
//! which NVRTC has built in, or whose few names are given instead.

use crate::options::{Command, Emit, Input, Word};
use crate::pipeline::{Goal, Job, Pipeline, PipelineError, Translated, emit};
use crate::preprocess::depends;
use crate::ptx;
use accrs_frontend::Diagnostic;
use accrs_frontend::diag::codes;
use accrs_frontend::source::SourceMap;
use accrs_lowering as lowering;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Headers inside each other.
const DEPTH: usize = 200;

/// Headers whose names NVRTC has by itself.
const BUILT_IN: &[&str] = &[
    "assert.h",
    "cassert",
    "cmath",
    "cstddef",
    "cstdio",
    "cstdlib",
    "cstring",
    "cuda.h",
    "cuda_runtime.h",
    "cuda_runtime_api.h",
    "device_functions.h",
    "device_launch_parameters.h",
    "math.h",
    "math_functions.h",
    "stdbool.h",
    "stddef.h",
    "stdio.h",
    "stdlib.h",
    "string.h",
    "vector_types.h",
];

/// What others hold, as far as device code uses it.
const GIVEN: &[(&[&str], &str)] = &[
    (
        &["stdint.h", "cstdint", "inttypes.h"],
        include_str!("../../templates/cuda/headers/stdint.h"),
    ),
    (
        &["float.h", "cfloat"],
        include_str!("../../templates/cuda/headers/float.h"),
    ),
    (
        &["limits.h", "climits"],
        include_str!("../../templates/cuda/headers/limits.h"),
    ),
];

/// The text of a CUDA source with its own headers, behind the command line's macros, with line markers.
///
/// # Errors
/// A file that can't be read, or headers that include each other without end.
fn text(path: &Path, command: &Command) -> Result<(String, Vec<PathBuf>), String> {
    let mut inliner = Inliner {
        folders: &command.include,
        once: HashSet::new(),
        text: String::new(),
        files: Vec::new(),
    };
    for word in String::from_utf8_lossy(&command.macros).lines() {
        let (name, value) = word.split_once('=').unwrap_or((word, "1"));
        if !name.is_empty() {
            inliner.text.push_str(&format!("#define {name} {value}\n"));
        }
    }
    inliner.file(path, 0)?;
    Ok((inliner.text, inliner.files))
}

/// What make is told: each target depends on the files. `phony`: each header but the source is a target too (`-MP`).
fn rules(targets: &[String], files: &[PathBuf], phony: bool) -> String {
    let quoted = |name: &str| {
        name.replace('$', "$$")
            .replace(' ', "\\ ")
            .replace('#', "\\#")
    };
    let names: Vec<String> = files
        .iter()
        .map(|f| quoted(&f.display().to_string()))
        .collect();
    let mut text = format!("{}: {}\n", targets.join(" "), names.join(" "));
    if phony {
        text.extend(names.iter().skip(1).map(|name| format!("{name}:\n")));
    }
    text
}

impl Pipeline<'_> {
    /// A CUDA source: its device functions, for the kernels of other files.
    pub fn translate_cuda(
        &self,
        input: &Input,
        name: String,
        number: usize,
        goal: &Goal<'_>,
    ) -> Result<Translated, PipelineError> {
        let (text, files) = text(&input.path, self.command).map_err(PipelineError::Usage)?;
        if let Goal::Emit(Emit::Preprocessed, to) = goal {
            return emit(&text, *to).map(|()| Translated::Yes);
        }
        let source = SourceMap::new(text, &name);
        let (functions, diagnostics) = accrs_frontend::clang::device_functions(&source);
        self.tell(&source, diagnostics, &name)?;
        let rendered = lowering::render::foreign::render(&source, &functions, &self.options)?;
        match goal {
            Goal::Emit(Emit::Cuda, to) => {
                emit(rendered.cuda.as_deref().unwrap_or(""), *to)?;
            }
            Goal::Emit(Emit::Host, to) => emit(&rendered.host, *to)?,
            Goal::Emit(..) => {
                let why =
                    format!("{name}: of a CUDA source --emit has preprocessed, cuda and host");
                return Err(PipelineError::Usage(why));
            }
            _ => {
                self.check_cuda(&rendered, &source, &name)?;
                if self.command.depends.wanted {
                    self.tell_make(input, goal, &files)?;
                }
                let beside = match goal {
                    Goal::Object(target) | Goal::Assembly(target) => self.beside(input, target)?,
                    Goal::Check | Goal::Emit(..) => None,
                };
                let job = Job {
                    name,
                    number,
                    goal,
                    beside,
                    source: None,
                    cpp: false,
                };
                self.compile(&rendered, &job)?;
            }
        }
        Ok(Translated::Yes)
    }

    /// The file of dependencies that `-MD` and its kin ask for.
    fn tell_make(
        &self,
        input: &Input,
        goal: &Goal<'_>,
        files: &[PathBuf],
    ) -> Result<(), PipelineError> {
        let (mut file, target) = depends(self.command, input, goal);
        let (mut targets, mut phony) = (Vec::new(), false);
        for word in &self.command.words {
            let Word::Flag { words, .. } = word else {
                continue;
            };
            let first = words.first().map(|w| w.to_string_lossy().into_owned());
            let first = first.unwrap_or_default();
            let value = match words.get(1) {
                Some(next) => next.to_string_lossy().into_owned(),
                None => first.get(3..).unwrap_or_default().to_string(),
            };
            match first.get(..3) {
                Some("-MF") => file = value.into(),
                Some("-MT") => targets.push(value),
                Some("-MQ") => targets.push(value.replace('$', "$$").replace(' ', "\\ ")),
                Some("-MP") => phony = true,
                _ => {}
            }
        }
        if targets.is_empty() {
            targets.push(target.display().to_string());
        }
        let text = rules(&targets, files, phony);
        emit(&text, Some(&file))
    }

    /// Where kernels are compiled at build time, what they call must be possible then too.
    fn check_cuda(
        &self,
        rendered: &lowering::Rendered,
        source: &SourceMap,
        name: &str,
    ) -> Result<(), PipelineError> {
        let (archs, _) = self.command.own.archs();
        let (false, Some(text), true) = (archs.is_empty(), &rendered.lined, self.options.nvidia)
        else {
            return Ok(());
        };
        match ptx::images(text, name, archs, false, rendered.nvrtc()) {
            Err(ptx::PtxError::Refused { arch, log }) => {
                let why = format!("NVRTC refuses it for {arch}:\n{log}");
                self.tell(
                    source,
                    vec![Diagnostic::general(codes::CUDA_SOURCE, why)],
                    name,
                )
            }
            // The program compiles it when it runs, as it does without the option.
            _ => Ok(()),
        }
    }
}

struct Inliner<'a> {
    folders: &'a [PathBuf],
    /// Files with `#pragma once` that are in the text.
    once: HashSet<PathBuf>,
    text: String,
    /// The source and its own headers, each once.
    files: Vec<PathBuf>,
}

impl Inliner<'_> {
    fn file(&mut self, path: &Path, depth: usize) -> Result<(), String> {
        if depth > DEPTH {
            return Err(format!(
                "{}: headers include each other more than {DEPTH} deep",
                path.display()
            ));
        }
        let bytes = std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
        let text = String::from_utf8_lossy(&bytes);
        let real = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        if self.once.contains(&real) {
            return Ok(());
        }
        if !self.files.iter().any(|f| f == path) {
            self.files.push(path.to_path_buf());
        }
        self.mark(1, path);
        for (number, line) in text.lines().enumerate() {
            match directive(line) {
                Some(("pragma", "once")) => {
                    self.once.insert(real.clone());
                    self.text.push('\n');
                }
                Some(("include", name)) => self.include(name, line, path, number + 1, depth)?,
                _ => {
                    self.text.push_str(line);
                    self.text.push('\n');
                }
            }
        }
        Ok(())
    }

    fn mark(&mut self, line: usize, path: &Path) {
        let name = path.display().to_string();
        let name = name.replace('\\', "\\\\").replace('"', "\\\"");
        self.text.push_str(&format!("# {line} \"{name}\"\n"));
    }

    /// What can't be found stays, for who compiles it to refuse: it may stand in a branch that isn't taken.
    fn include(
        &mut self,
        name: &str,
        line: &str,
        from: &Path,
        number: usize,
        depth: usize,
    ) -> Result<(), String> {
        let quoted = name.strip_prefix('"').and_then(|n| n.split('"').next());
        let angled = name.strip_prefix('<').and_then(|n| n.split('>').next());
        let Some(header) = quoted.or(angled) else {
            self.text.push_str(line);
            self.text.push('\n');
            return Ok(());
        };
        let here = quoted.map(|_| from.parent().unwrap_or(Path::new("")).join(header));
        let folders = self.folders.iter().map(|f| f.join(header));
        if let Some(found) = here.into_iter().chain(folders).find(|p| p.is_file()) {
            self.file(&found, depth + 1)?;
            self.mark(number + 1, from);
        } else if BUILT_IN.contains(&header) {
            self.text.push('\n');
        } else if let Some((_, given)) = GIVEN.iter().find(|(names, _)| names.contains(&header)) {
            self.text.push_str(given);
            self.mark(number + 1, from);
        } else {
            self.text.push_str(line);
            self.text.push('\n');
        }
        Ok(())
    }
}

/// The name of a preprocessor's line, and what follows.
fn directive(line: &str) -> Option<(&str, &str)> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let end = rest
        .find(|c: char| !c.is_ascii_alphabetic())
        .unwrap_or(rest.len());
    let (name, rest) = rest.split_at(end);
    Some((name, rest.trim()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn own_headers_come_in_and_known_ones_go() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("a.cuh"), "#pragma once\nint a;\n").unwrap();
        let main = "#include \"a.cuh\"\n#include <math.h>\n#  include \"a.cuh\"\n#include <stdint.h>\n#include <other.h>\nint b;";
        std::fs::write(at("main.cu"), main).unwrap();
        let mut inliner = Inliner {
            folders: &[],
            once: HashSet::new(),
            text: String::new(),
            files: Vec::new(),
        };
        inliner.file(&at("main.cu"), 0).unwrap();
        let text = inliner.text;
        assert_eq!(text.matches("int a;").count(), 1, "{text}");
        assert!(
            !text.contains("math.h") && text.contains("int64_t"),
            "{text}"
        );
        assert!(text.contains("#include <other.h>\nint b;\n"), "{text}");
        assert!(
            text.contains("# 2 \"") && text.contains("main.cu\"\n"),
            "{text}"
        );
    }

    #[test]
    fn make_is_told_of_headers() {
        let files = ["a b.cu", "c.cuh"].map(PathBuf::from);
        assert_eq!(
            rules(&["o/a.o".into()], &files, true),
            "o/a.o: a\\ b.cu c.cuh\nc.cuh:\n"
        );
    }

    #[test]
    fn headers_that_include_each_other_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("self.cuh");
        std::fs::write(&path, "#include \"self.cuh\"\n").unwrap();
        let mut inliner = Inliner {
            folders: &[],
            once: HashSet::new(),
            text: String::new(),
            files: Vec::new(),
        };
        assert!(inliner.file(&path, 0).unwrap_err().contains("200 deep"));
    }
}
