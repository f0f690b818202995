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
use accrs_frontend::diag::codes;
use accrs_frontend::{Diagnostic, Severity};
use accrs_lowering::render::{Edit, openmp};
use align::{Sides, align};
use macros::Macros;
use place::{Aligned, Change};
use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use text::Preprocessed;
use tokens::{Kind, Token, directive_name, words};

/// The user's file on its way.
pub struct Source {
    /// Its name in messages and in `__FILE__`.
    name: String,
    /// Where its own `#include "…"` are looked for first.
    folder: PathBuf,
    text: String,
    /// Where it stands while it is preprocessed.
    copy: PathBuf,
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
        cc.args(["-x", "c"]).arg(&self.copy);
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
        let mut work = Work {
            source: self,
            macros,
            edits: read.inclusions.iter().map(|_| Vec::new()).collect(),
            api: read.inclusions.iter().map(|_| false).collect(),
            needed: Vec::new(),
            read: &read,
            inlined: Vec::new(),
            notes: Vec::new(),
            used: HashSet::new(),
        };
        for (i, inclusion) in read.inclusions.iter().enumerate() {
            work.api[i] = is_api(pipeline, &inclusion.file);
        }
        let edits = work.share_out(&product.edits);
        let text = match work.file(0, false) {
            Ok(text) => format!("{}{text}", product.helpers),
            Err(d) => return Ok((String::new(), vec![*d])),
        };
        let again = Preprocessed::new(self.preprocessed(pipeline, &text, &[])?);
        let sides = [&read, &again].map(|p| check::Text {
            text: &p.text,
            tokens: &p.tokens,
        });
        let file = |i: usize| {
            let named = read.inclusions.get(i).filter(|_| i > 0);
            named.map_or(self.name.clone(), |i| i.file.clone())
        };
        if let Some(d) = check::difference(&sides[0], &edits, &product.helpers, &sides[1], file) {
            let why = format!("`{}` would become `{}`", d.expected, d.found);
            return Ok((String::new(), vec![not_put_back(&d.file, d.line, &why)]));
        }
        work.inlined.clear();
        let text = match work.file(0, true) {
            Ok(text) => format!("{}{text}", product.helpers),
            Err(d) => return Ok((String::new(), vec![*d])),
        };
        let notes = work.told();
        Ok((text, notes))
    }
}

/// The changes of each file.
struct Work<'a> {
    source: &'a Source,
    macros: Macros,
    read: &'a Preprocessed,
    /// By inclusion.
    edits: Vec<Vec<Edit>>,
    /// Whether the inclusion is openacc.h.
    api: Vec<bool>,
    /// Whether it is written out: the file itself, and headers with constructs or `#include <openacc.h>`.
    needed: Vec<bool>,
    /// Headers whose text takes their `#include`'s place.
    inlined: Vec<String>,
    notes: Vec<Diagnostic>,
    /// Names of OpenACC's API in files that are written out.
    used: HashSet<String>,
}

type Refused = Box<Diagnostic>;

impl Work<'_> {
    /// Gives each inclusion its edits; those that are made, in their order. A directive in a header that only goes may as
    /// well stay: other compilers pass over it.
    fn share_out(&mut self, edits: &[Edit]) -> Vec<Edit> {
        let mut by: Vec<(usize, &Edit)> = Vec::new();
        for edit in edits {
            let at = self
                .read
                .inclusion_at(edit.start as usize, edit.end as usize);
            by.push((at.unwrap_or(0), edit));
        }
        let mut needed = vec![false; self.edits.len()];
        needed[0] = true;
        let changed = by.iter().filter(|(_, e)| !e.text.trim().is_empty());
        let api = (1..needed.len()).filter(|i| self.api[*i]);
        let roots = api.filter_map(|i| self.read.inclusions[i].from.map(|(from, _)| from));
        for mut at in changed.map(|(i, _)| *i).chain(roots) {
            while !needed[at] {
                needed[at] = true;
                match self.read.inclusions[at].from {
                    Some((from, line)) if line > 0 => at = from,
                    _ => break,
                }
            }
        }
        let mut made = Vec::new();
        for (i, edit) in by {
            if needed[i] {
                self.edits[i].push(edit.clone());
                made.push(edit.clone());
            }
        }
        self.needed = needed;
        made
    }

    /// An inclusion's file with its changes; `complete` with those that aren't checked.
    fn file(&mut self, inclusion: usize, complete: bool) -> Result<String, Refused> {
        let read = self.read;
        let this = &read.inclusions[inclusion];
        let name = match inclusion {
            0 => &self.source.name,
            _ => &this.file,
        };
        let text = match inclusion {
            0 => self.source.text.clone(),
            _ => std::fs::read_to_string(&this.file).map_err(|e| {
                Box::new(not_put_back(
                    name,
                    1,
                    &format!("the header can't be read: {e}"),
                ))
            })?,
        };
        let file_tokens = tokens::tokens(&text);
        let directive = |name: &[&str], line: Option<u32>| {
            file_tokens.iter().copied().find(|t| {
                t.kind == Kind::Directive
                    && line.is_none_or(|l| l == t.line)
                    && name.contains(&directive_name(t.text(&text)).as_ref())
            })
        };
        if let Some(line) =
            directive(&["line", ""], None).filter(|t| words(t.text(&text)).len() > 1)
        {
            return Err(Box::new(not_put_back(
                name,
                line.line,
                "'#line' hides the file's own lines",
            )));
        }
        let items = align(&Sides {
            file: &text,
            file_tokens: &file_tokens,
            text: &read.text,
            text_tokens: &this.tokens,
            macros: &self.macros,
        });
        let aligned = Aligned {
            file: &text,
            file_tokens: &file_tokens,
            text: &read.text,
            text_tokens: &this.tokens,
            items: &items,
        };
        let mut changes = aligned.changes(&self.edits[inclusion]).ok_or_else(|| {
            Box::new(not_put_back(
                name,
                1,
                "nothing of the file is left in the preprocessed text",
            ))
        })?;
        if complete {
            let names = file_tokens.iter().filter(|t| t.kind == Kind::Name);
            let names = names.map(|t| t.spelling(&text).into_owned());
            self.used.extend(names.filter(|n| n.starts_with("acc_")));
        }
        for (child, other) in read.inclusions.iter().enumerate() {
            let Some((from, line)) = other.from.filter(|(from, _)| *from == inclusion) else {
                continue;
            };
            debug_assert_eq!(from, inclusion);
            let wanted = self.needed[child] && !self.api[child];
            if !wanted && !self.api[child] {
                continue;
            }
            let include = directive(&["include", "include_next", "import"], Some(line));
            let Some(include) = include else {
                if wanted {
                    let why = "it has constructs, and comes in by no '#include' in the file";
                    return Err(Box::new(not_put_back(&other.file, 1, why)));
                }
                continue;
            };
            let replacement = match (self.api[child], complete) {
                (true, true) => api::MARK.to_string(),
                (true, false) => continue,
                (false, _) => {
                    self.inlined.push(other.file.clone());
                    self.file(child, complete)?
                }
            };
            let rest = text[include.end..]
                .split_inclusive('\n')
                .next()
                .unwrap_or("");
            let whole = rest.trim().is_empty();
            let mut replacement = replacement;
            if whole && !replacement.ends_with('\n') {
                replacement.push('\n');
            }
            changes.push(Change {
                start: include.start,
                end: include.end + if whole { rest.len() } else { 0 },
                text: replacement,
            });
        }
        if inclusion > 0 {
            self.seen_from_the_source(&this.file, &text, &file_tokens, &mut changes);
        }
        if inclusion > 0
            && let Some(once) = file_tokens.iter().find(|t| {
                t.kind == Kind::Directive && {
                    let words = words(t.text(&text));
                    words.len() == 3 && words[2].text(t.text(&text)) == "once"
                }
            })
        {
            changes.push(Change {
                start: once.start,
                end: once.end,
                text: String::new(),
            });
        }
        let out = apply(&text, changes);
        Ok(if inclusion == 0 && complete {
            api::fill(&out, &self.api_names())
        } else {
            out
        })
    }

    /// A header's own `#include "…"`, which are looked for beside it first, as seen from the source.
    fn seen_from_the_source(
        &self,
        header: &str,
        text: &str,
        tokens: &[Token],
        changes: &mut Vec<Change>,
    ) {
        let beside = Path::new(header).parent().unwrap_or(Path::new(""));
        for token in tokens.iter().filter(|t| t.kind == Kind::Directive) {
            let directive = token.text(text);
            let replaced = changes.iter().any(|c| c.start == token.start);
            if directive_name(directive) != "include" || replaced {
                continue;
            }
            let words = words(directive);
            let Some(name) = words.get(2) else { continue };
            let quoted = name.text(directive);
            let Some(file) = quoted.strip_prefix('"').and_then(|n| n.strip_suffix('"')) else {
                continue;
            };
            let path = beside.join(file);
            let seen = path.strip_prefix(&self.source.folder).unwrap_or(&path);
            if seen != Path::new(file) && path.is_file() {
                changes.push(Change {
                    start: token.start + name.start,
                    end: token.start + name.end,
                    text: format!("\"{}\"", seen.display()),
                });
            }
        }
    }

    /// Names of the API that the product uses.
    fn api_names(&self) -> HashSet<String> {
        let mut names = self.used.clone();
        let tokens = self.read.tokens.iter().filter(|(i, _)| !self.api[*i]);
        let spelled = tokens.map(|(_, t)| t.spelling(&self.read.text));
        names.extend(
            spelled
                .filter(|n| n.starts_with("acc_"))
                .map(|n| n.into_owned()),
        );
        names
    }

    fn told(&mut self) -> Vec<Diagnostic> {
        let mut notes = std::mem::take(&mut self.notes);
        for file in &self.inlined {
            let text = format!("the text of '{file}' takes the place of its '#include'");
            let note = Diagnostic::general(codes::HEADER_IN_PLACE, text);
            notes.push(note.help("it has constructs or includes openacc.h; other files may include it, so it can't be changed itself"));
        }
        for note in &mut notes {
            note.severity = Severity::Note;
        }
        notes
    }
}

/// Whether a file is accrs's own openacc.h, or another compiler's.
fn is_api(pipeline: &Pipeline<'_>, file: &str) -> bool {
    let path = Path::new(file);
    path.starts_with(&pipeline.install.include)
        && path.file_name().is_some_and(|n| n == "openacc.h")
}

/// Makes changes that don't overlap; a line that loses what stood on it goes as a whole.
fn apply(text: &str, mut changes: Vec<Change>) -> String {
    changes.sort_by_key(|c| c.start);
    let mut out = String::with_capacity(text.len() + 1024);
    let mut at = 0;
    for change in changes {
        let start = change.start.max(at);
        out.push_str(&text[at..start]);
        // One that begins with its line brings that line's indentation along.
        let whole_line = change.text.is_empty() && text[..change.end].ends_with('\n');
        if whole_line || change.start < at {
            out.truncate(out.trim_end_matches([' ', '\t']).len());
        }
        out.push_str(&change.text);
        at = change.end.max(start);
    }
    out.push_str(&text[at..]);
    out
}

fn not_put_back(file: &str, line: u32, why: &str) -> Diagnostic {
    let text = format!("{file}:{line}: OpenMP can't be put in place here: {why}");
    Diagnostic::general(codes::NOT_PUT_BACK, text)
        .help("preprocess the file first: accrs -E app.c -o app.i, then accrs --emit=openmp app.i")
}
