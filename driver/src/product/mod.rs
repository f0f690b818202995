//! `--emit=openmp`: the user's own file with OpenMP in place of OpenACC.
//!
//! ```text
//! app.c ── guards ──► preprocessed, as an OpenMP compiler would ──► frontend, lowering
//!   │                            │                                        │
//!   │ tokens                     │ text: tokens by inclusion              │ edits of that text
//!   └────────► align ◄───────────┘                                        │
//!                │ which token became which                               │
//!                └──────────► place ◄─────────────────────────────────────┘
//!                               │ changes of app.c                api: openacc.h's part
//!                               ▼
//!                             check   preprocessed again, it is the edited text
//! ```
//!
//! So the file is read with `_OPENMP` and without `_OPENACC`, as the product will be. A header with constructs can't be
//! changed, since others include it: its own text, changed, takes the place of the `#include`. So does that of one that
//! includes openacc.h, which other compilers may not have.

mod align;
mod api;
mod check;
mod files;
mod guards;
mod macros;
mod place;
mod text;
mod tokens;

use crate::expand;
use crate::host;
use crate::options::{Input, Stage};
use crate::pipeline::{Pipeline, PipelineError};
use crate::{stdin, tell};
use accrs_frontend::Diagnostic;
use accrs_lowering::render::openmp;
use files::{Files, not_put_back};
use macros::Macros;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use text::Preprocessed;

/// The user's file on its way.
pub struct Source {
    /// Its name in messages and in `__FILE__`.
    name: String,
    /// Where its own `#include "…"` are looked for first.
    folder: PathBuf,
    text: String,
    /// Where it stands while it is preprocessed.
    copy: PathBuf,
    /// As `-x` names it.
    language: &'static str,
}

impl Source {
    /// Reads the input.
    ///
    /// # Errors
    /// When it can't be read, or isn't text.
    pub fn read(
        pipeline: &Pipeline<'_>,
        input: &Input,
        number: usize,
    ) -> Result<Self, PipelineError> {
        let path = &input.path;
        let shown = path.display();
        let bytes = stdin::read(path).map_err(|e| PipelineError::Usage(format!("{shown}: {e}")))?;
        let text = String::from_utf8(bytes).map_err(|_| {
            PipelineError::Usage(format!(
                "{shown}: this file is not UTF-8 text; convert it first (iconv)"
            ))
        })?;
        let folder = pipeline.temp.join(format!("openmp{number}"));
        std::fs::create_dir(&folder)
            .map_err(|e| PipelineError::Write(folder.display().to_string(), e))?;
        let name = if input.is_stdin() {
            "<stdin>".into()
        } else {
            shown.to_string()
        };
        let file = path.file_name().filter(|_| !input.is_stdin());
        let parent = path
            .parent()
            .filter(|p| !p.as_os_str().is_empty() && !input.is_stdin());
        Ok(Self {
            name,
            folder: parent.unwrap_or(Path::new(".")).to_path_buf(),
            text: guards::for_openmp(&text),
            copy: folder.join(file.unwrap_or("stdin.c".as_ref())),
            language: input.source_language(),
        })
    }

    /// The text as an OpenMP compiler sees it, but with the macros in OpenACC's directives expanded too.
    ///
    /// # Errors
    /// When the preprocessor fails.
    pub fn preprocess(&self, pipeline: &Pipeline<'_>) -> Result<String, PipelineError> {
        self.preprocessed(pipeline, &self.text, &[])
    }

    fn preprocessed(
        &self,
        pipeline: &Pipeline<'_>,
        text: &str,
        mode: &[&str],
    ) -> Result<String, PipelineError> {
        let line = format!(
            "#line 1 \"{}\"\n",
            self.name.replace('\\', "\\\\").replace('"', "\\\"")
        );
        std::fs::write(&self.copy, format!("{line}{text}"))
            .map_err(|e| PipelineError::Write(self.copy.display().to_string(), e))?;
        let clang = pipeline.options.rules.clang;
        let mut flags: Vec<OsString> = vec!["-iquote".into(), self.folder.clone().into()];
        let own = pipeline.command.flags(Stage::Preprocess);
        flags.extend(expand::plain(&own).into_iter().cloned());
        if !clang {
            flags.push("-fopenacc".into());
        }
        flags.extend(["-fopenmp", "-U_OPENACC", "-isystem"].map(OsString::from));
        flags.push(pipeline.install.include.clone().into());
        let first = mode.is_empty() && text == self.text;
        let mut cc = pipeline.cc.command();
        cc.args(&flags).arg("-E").args(mode);
        if !first {
            cc.arg("-w");
        }
        cc.args(["-x", self.language]).arg(&self.copy);
        for name in ["DEPENDENCIES_OUTPUT", "SUNPRO_DEPENDENCIES"] {
            cc.env_remove(name);
        }
        let output = host::capture(&mut cc, true, pipeline.command.verbose)?;
        if first || !output.status.success() {
            tell::report(&String::from_utf8_lossy(&output.stderr));
        }
        host::judge(&cc.get_program().to_string_lossy(), output.status)?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        // Nothing of what is printed may hang on where the copy stands.
        let text = text.replace(&self.copy.display().to_string(), &self.name);
        if mode.is_empty() && expand::is_needed(&text, clang) {
            let preprocessor = expand::Preprocessor {
                cc: pipeline.cc,
                all: clang,
                language: self.language,
                flags: &flags,
                temp: pipeline.temp,
                verbose: pipeline.command.verbose,
            };
            return Ok(expand::expand(text, &preprocessor, &[&self.copy])?);
        }
        Ok(text)
    }

    /// The product: the file with the changes that make `product` of its preprocessed text, and what must be said of it.
    ///
    /// # Errors
    /// A preprocessor that fails.
    pub fn finish(
        &self,
        pipeline: &Pipeline<'_>,
        preprocessed: &str,
        product: &openmp::Product,
    ) -> Result<(String, Vec<Diagnostic>), PipelineError> {
        let macros = Macros::new(&self.preprocessed(pipeline, &self.text, &["-dD"])?);
        let read = Preprocessed::new(preprocessed.to_string());
        let mut files = Files::new(self, macros, &read, &|file| is_api(pipeline, file));
        let edits = files.share_out(&product.edits);
        let text = match files.text(false) {
            Ok(text) => format!("{}{text}", product.helpers),
            Err(d) => return Ok((String::new(), vec![*d])),
        };
        let again = Preprocessed::new(self.preprocessed(pipeline, &text, &[])?);
        let sides = [&read, &again].map(|p| check::Text {
            text: &p.text,
            tokens: &p.tokens,
        });
        let name = |i: usize| {
            let named = read.inclusions.get(i).filter(|_| i > 0);
            named.map_or(self.name.clone(), |i| i.file.clone())
        };
        if let Some(d) = check::difference(&sides[0], &edits, &product.helpers, &sides[1], name) {
            let why = format!("`{}` would become `{}`", d.expected, d.found);
            return Ok((String::new(), vec![not_put_back(&d.file, d.line, &why)]));
        }
        Ok(match files.text(true) {
            Ok(text) => (format!("{}{text}", product.helpers), files.notes()),
            Err(d) => (String::new(), vec![*d]),
        })
    }
}

/// Whether a file is accrs's own openacc.h.
fn is_api(pipeline: &Pipeline<'_>, file: &str) -> bool {
    let path = Path::new(file);
    path.starts_with(&pipeline.install.include)
        && path.file_name().is_some_and(|n| n == "openacc.h")
}
