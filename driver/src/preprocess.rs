//! The host's preprocessor: ahead of all other stages, and for `-E`.

use crate::host;
use crate::install::Install;
use crate::options::{Command, Diagnostics, Emit, Input, Stage};
use crate::pipeline::{Goal, Pipeline, PipelineError};
use crate::{comments, expand, interrupt, stdin, tell};
use std::ffi::OsString;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

/// What makes the preprocessor one of an OpenACC compiler's: macros in directives are expanded, `_OPENACC` is
/// 3.3's (§2.2), openacc.h is found. clang has no such option, or one that does more; there [`expand`] does it all.
pub fn interface(install: &Install, clang: bool) -> Vec<OsString> {
    let mut words: Vec<OsString> = ["-U_OPENACC", "-D_OPENACC=202211", "-isystem"]
        .map(OsString::from)
        .to_vec();
    if !clang {
        words.insert(0, "-fopenacc".into());
    }
    words.push(install.include.clone().into_os_string());
    words
}

impl Pipeline<'_> {
    /// Runs the preprocessor. Dependency files are written here, under the names that the host
    /// compiler would have chosen.
    pub fn preprocess(&self, input: &Input, goal: &Goal<'_>) -> Result<String, PipelineError> {
        if self.wants_comments(goal) && !input.is_preprocessed() {
            let text = self.preprocessed(input, goal, true)?;
            if !comments::spoil_a_directive(&text) {
                return Ok(text);
            }
        }
        self.preprocessed(input, goal, false)
    }

    fn preprocessed(
        &self,
        input: &Input,
        goal: &Goal<'_>,
        keep_comments: bool,
    ) -> Result<String, PipelineError> {
        if input.is_preprocessed() {
            let bytes = stdin::read(&input.path).map_err(|e| {
                PipelineError::Usage(format!("{}: {}", input.path.display(), os_words(&e)))
            })?;
            return Ok(String::from_utf8_lossy(&bytes).into_owned());
        }
        let mut cc = self.cc.command();
        cc.args(self.command.flags(Stage::Preprocess));
        cc.arg("-E")
            .args(interface(self.install, self.options.rules.clang));
        stdin::rewind();
        if keep_comments {
            cc.arg("-C");
        }
        if self.command.depends.wanted {
            let (file, target) = depends(self.command, input, goal);
            if !self.command.depends.file {
                cc.arg("-MF").arg(file);
            }
            if !self.command.depends.target {
                // -MQ: blanks and dollars in it are quoted for make.
                cc.arg("-MQ").arg(target);
            }
        }
        // Standard output may be where dependencies go (`-MF -`).
        let file = self.temp.join("preprocessed.i");
        cc.args(["-x", input.source_language()]);
        cc.arg(&input.path).arg("-o").arg(&file);
        // An empty list of diagnostics here would stand before the compiler's own list.
        let (form, collected) = (
            self.command.diagnostics,
            self.command.diagnostics.is_collected(),
        );
        let read = collected || form == Diagnostics::GccJson;
        let output = host::capture(&mut cc, read, self.command.verbose)?;
        let told = String::from_utf8_lossy(&output.stderr);
        if collected {
            self.take(&output.stderr);
        } else if !(output.status.success() && told.trim() == "[]") {
            tell::report(&told);
        }
        let _ = tell::bytes(&output.stdout);
        host::judge(&cc.get_program().to_string_lossy(), output.status)?;
        let text = std::fs::read(&file)
            .map_err(|e| PipelineError::Write(file.display().to_string(), e))?;
        Ok(match String::from_utf8(text) {
            Ok(text) => text,
            Err(e) => String::from_utf8_lossy(e.as_bytes()).into_owned(),
        })
    }

    /// Expands macros in directives that the host's preprocessor doesn't know. `text` is that of `inputs`, one
    /// behind the other.
    pub fn expand(&self, text: String, inputs: &[Input]) -> Result<String, PipelineError> {
        let mut flags: Vec<OsString> = self.command.flags(Stage::Preprocess);
        flags.extend(interface(self.install, self.options.rules.clang));
        let preprocessor = expand::Preprocessor {
            cc: self.cc,
            all: self.options.rules.clang,
            language: match inputs.iter().any(Input::is_cpp_source) {
                true => "c++",
                false => "c",
            },
            flags: &flags,
            temp: self.temp,
            verbose: self.command.verbose,
        };
        let sources: Vec<&Path> = inputs.iter().map(|i| i.path.as_path()).collect();
        Ok(expand::expand(text, &preprocessor, &sources)?)
    }

    /// `-E`: `words` is the host compiler's command line. Its text, with all macros in directives expanded.
    pub fn preprocess_only(&self, words: &[OsString]) -> Result<(), PipelineError> {
        let to = self
            .command
            .output
            .as_deref()
            .filter(|o| o.as_os_str() != "-");
        let mut cc = self.cc.command();
        cc.args(words);
        stdin::rewind();
        let output = host::capture(&mut cc, false, self.command.verbose)?;
        let text = match to {
            Some(to) => {
                let _ = tell::bytes(&output.stdout);
                let written = to.is_file().then(|| std::fs::read(to));
                written.and_then(Result::ok).unwrap_or_default()
            }
            None => output.stdout,
        };
        // Bytes that are no text stay as they are.
        let (mut bytes, mut changed) = match String::from_utf8(text) {
            Ok(text)
                if output.status.success()
                    && expand::is_needed(&text, self.options.rules.clang) =>
            {
                (self.expand(text, &self.command.inputs)?.into_bytes(), true)
            }
            Ok(text) => (text.into_bytes(), false),
            Err(error) => (error.into_bytes(), false),
        };
        let further = self.further_inputs();
        if output.status.success() && !further.is_empty() {
            changed = true;
            bytes.extend_from_slice(further.as_bytes());
        }
        match to {
            Some(to) if changed => interrupt::write(to, &bytes)
                .map_err(|e| PipelineError::Write(to.display().to_string(), e))?,
            Some(_) => {}
            None => tell::bytes(&bytes).map_err(|e| PipelineError::Write("<stdout>".into(), e))?,
        }
        Ok(host::judge(
            &cc.get_program().to_string_lossy(),
            output.status,
        )?)
    }

    /// What the object depends on beside the text, as its last lines. Caches of compilers (ccache) hash the text, and the files that its line markers name.
    fn further_inputs(&self) -> String {
        let mut out = String::new();
        for name in self.command.own.machine_files() {
            let mut hash = std::hash::DefaultHasher::new();
            std::fs::read(name).unwrap_or_default().hash(&mut hash);
            let quoted = name.replace('\\', "\\\\").replace('"', "\\\"");
            let sum = hash.finish();
            out.push_str(&format!(
                "# 1 \"{quoted}\" 1\n/* --acc-machine: {sum:016x} */\n"
            ));
        }
        out
    }

    /// Comments triple the text, so they stay only where somebody reads it: a person, or gcc's
    /// -Wimplicit-fallthrough, which knows `/* fall through */`.
    fn wants_comments(&self, goal: &Goal<'_>) -> bool {
        let warns = |w: &OsString| {
            let w = w.to_string_lossy();
            w == "-W" || w == "-Wextra" || w.starts_with("-Wimplicit-fallthrough")
        };
        self.command.keep
            || matches!(goal, Goal::Emit(Emit::Host, _))
            || self.command.host_words.iter().any(warns)
    }
}

/// The dependency file and its target, where the user named none, as gcc chooses them: after the
/// output, else after the source with the prefix that a link's own files have.
pub fn depends(command: &Command, input: &Input, goal: &Goal<'_>) -> (PathBuf, PathBuf) {
    let stem = PathBuf::from(input.path.file_stem().unwrap_or_default());
    use crate::options::Mode::{Check, Link};
    let linking = matches!(command.mode, Link | Check);
    match (goal, &command.output) {
        (Goal::Object(path) | Goal::Assembly(path), _) if !linking => {
            (path.with_extension("d"), path.to_path_buf())
        }
        (_, Some(output)) => (output.with_extension("d"), output.clone()),
        (_, None) => {
            let mut file = std::ffi::OsString::from(if linking { "a-" } else { "" });
            file.push(&stem);
            file.push(".d");
            (PathBuf::from(file), with_suffix(stem, ".o"))
        }
    }
}

/// `a.b` → `a.b.o`: the stem of `a.b.c` keeps its own dot.
pub fn with_suffix(stem: PathBuf, suffix: &str) -> PathBuf {
    let mut name = stem.into_os_string();
    name.push(suffix);
    PathBuf::from(name)
}

/// An I/O error as the C library words it ("No such file or directory").
fn os_words(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_string()
}
