//! The files that a product is made of, each with its changes: the user's own, and headers that take their `#include`'s place.

use super::align::{Sides, align};
use super::macros::Macros;
use super::place::{Aligned, Change};
use super::text::Preprocessed;
use super::tokens::{Kind, Token, directive_name, pragma, tokens, words};
use super::{Source, api};
use accrs_frontend::diag::codes;
use accrs_frontend::{Diagnostic, Severity};
use accrs_lowering::render::Edit;
use std::collections::HashSet;
use std::path::Path;

/// The files, by inclusion; the first is the user's own.
pub struct Files<'a> {
    source: &'a Source,
    macros: Macros,
    read: &'a Preprocessed,
    edits: Vec<Vec<Edit>>,
    /// Whether the inclusion is openacc.h.
    api: Vec<bool>,
    /// Whether it is written out: the file itself, and headers with constructs or `#include <openacc.h>`.
    needed: Vec<bool>,
    /// Headers whose text takes their `#include`'s place.
    inlined: Vec<String>,
    /// Names of OpenACC's API in files that are written out.
    used: HashSet<String>,
}

type Refused = Box<Diagnostic>;

/// One file, as it stands on the disk.
struct File {
    name: String,
    text: String,
    tokens: Vec<Token>,
}

impl File {
    /// The first directive of one of these names, on the line if one is given.
    fn directive(&self, names: &[&str], line: Option<u32>) -> Option<&Token> {
        self.tokens.iter().find(|t| {
            t.kind == Kind::Directive
                && line.is_none_or(|line| line == t.line)
                && names.contains(&directive_name(t.text(&self.text)).as_ref())
        })
    }

    fn refused(&self, line: u32, why: &str) -> Refused {
        Box::new(not_put_back(&self.name, line, why))
    }
}

impl<'a> Files<'a> {
    /// `is_api`: whether a file is openacc.h.
    pub fn new(
        source: &'a Source,
        macros: Macros,
        read: &'a Preprocessed,
        is_api: &dyn Fn(&str) -> bool,
    ) -> Self {
        Self {
            source,
            macros,
            read,
            edits: vec![Vec::new(); read.inclusions.len()],
            api: read.inclusions.iter().map(|i| is_api(&i.file)).collect(),
            needed: Vec::new(),
            inlined: Vec::new(),
            used: HashSet::new(),
        }
    }

    /// Gives each inclusion its edits; those that are made, in their order. A directive in a header that only goes may as
    /// well stay: other compilers pass over it.
    pub fn share_out(&mut self, edits: &[Edit]) -> Vec<Edit> {
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

    /// The user's file with all its changes; `complete` with those that aren't checked.
    pub fn text(&mut self, complete: bool) -> Result<String, Refused> {
        self.inlined.clear();
        let text = self.changed(0, complete)?;
        Ok(match complete {
            true => api::fill(&text, &self.api_names()),
            false => text,
        })
    }

    /// An inclusion's file with its changes.
    fn changed(&mut self, inclusion: usize, complete: bool) -> Result<String, Refused> {
        let file = self.read_file(inclusion)?;
        let mut changes = self.edited(inclusion, &file)?;
        if complete {
            let names = file.tokens.iter().filter(|t| t.kind == Kind::Name);
            let names = names.map(|t| t.spelling(&file.text).into_owned());
            self.used.extend(names.filter(|n| n.starts_with("acc_")));
        }
        for child in 0..self.read.inclusions.len() {
            changes.extend(self.in_place(child, inclusion, &file, complete)?);
        }
        if inclusion > 0 {
            self.seen_from_the_source(&file, &mut changes);
            // The text stands where it stands, and may be there again.
            let once = |t: &&Token| pragma(t.text(&file.text)).as_deref() == Some("once");
            let once = file.tokens.iter().find(once);
            changes.extend(once.map(|once| Change {
                start: once.start,
                end: once.end,
                text: String::new(),
            }));
        }
        Ok(apply(&file.text, changes))
    }

    fn read_file(&self, inclusion: usize) -> Result<File, Refused> {
        let (name, text) = match inclusion {
            0 => (self.source.name.clone(), self.source.text.clone()),
            _ => {
                let name = &self.read.inclusions[inclusion].file;
                let text = std::fs::read_to_string(name).map_err(|e| {
                    let why = format!("the header can't be read: {e}");
                    Box::new(not_put_back(name, 1, &why))
                })?;
                (name.clone(), text)
            }
        };
        let tokens = tokens(&text);
        let file = File { name, text, tokens };
        // `# 12` has no name.
        let line = file.directive(&["line", ""], None);
        if let Some(line) = line.filter(|t| words(t.text(&file.text)).len() > 1) {
            return Err(file.refused(line.line, "'#line' hides the file's own lines"));
        }
        Ok(file)
    }

    /// The changes that make the inclusion's edits.
    fn edited(&self, inclusion: usize, file: &File) -> Result<Vec<Change>, Refused> {
        let text_tokens = &self.read.inclusions[inclusion].tokens;
        let items = align(&Sides {
            file: &file.text,
            file_tokens: &file.tokens,
            text: &self.read.text,
            text_tokens,
            macros: &self.macros,
        });
        let aligned = Aligned {
            file: &file.text,
            file_tokens: &file.tokens,
            text: &self.read.text,
            text_tokens,
            items: &items,
        };
        let changes = aligned.changes(&self.edits[inclusion]);
        let why = "nothing of the file is left in the preprocessed text";
        changes.ok_or_else(|| file.refused(1, why))
    }

    /// What takes the place of the `#include` of `child` in the file of `inclusion`, if something does.
    fn in_place(
        &mut self,
        child: usize,
        inclusion: usize,
        file: &File,
        complete: bool,
    ) -> Result<Option<Change>, Refused> {
        let read = self.read;
        let other = &read.inclusions[child];
        let Some((_, line)) = other.from.filter(|(from, _)| *from == inclusion) else {
            return Ok(None);
        };
        let api = self.api[child];
        if !api && !self.needed[child] {
            return Ok(None);
        }
        let Some(include) = file.directive(&["include", "include_next", "import"], Some(line))
        else {
            let why = "it has constructs, and comes in by no '#include' in the file";
            return match api {
                true => Ok(None),
                false => Err(Box::new(not_put_back(&other.file, 1, why))),
            };
        };
        let mut text = match (api, complete) {
            (true, true) => api::MARK.to_string(),
            (true, false) => return Ok(None),
            (false, _) => {
                self.inlined.push(other.file.clone());
                self.changed(child, complete)?
            }
        };
        let rest = file.text[include.end..].split_inclusive('\n').next();
        let rest = rest.unwrap_or("");
        let whole = rest.trim().is_empty();
        if whole && !text.ends_with('\n') {
            text.push('\n');
        }
        Ok(Some(Change {
            start: include.start,
            end: include.end + if whole { rest.len() } else { 0 },
            text,
        }))
    }

    /// A header's own `#include "…"`, which are looked for beside it first, as seen from the source.
    fn seen_from_the_source(&self, header: &File, changes: &mut Vec<Change>) {
        let beside = Path::new(&header.name).parent().unwrap_or(Path::new(""));
        for token in header.tokens.iter().filter(|t| t.kind == Kind::Directive) {
            let directive = token.text(&header.text);
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

    /// What must be said of the product.
    pub fn notes(&self) -> Vec<Diagnostic> {
        let note = |file: &String| {
            let text = format!("the text of '{file}' takes the place of its '#include'");
            let mut note = Diagnostic::general(codes::HEADER_IN_PLACE, text)
                .help("it has constructs or includes openacc.h; other files may include it, so it can't be changed itself");
            note.severity = Severity::Note;
            note
        };
        self.inlined.iter().map(note).collect()
    }
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

/// The error of a file that OpenMP can't be put into.
pub fn not_put_back(file: &str, line: u32, why: &str) -> Diagnostic {
    let text = format!("{file}:{line}: OpenMP can't be put in place here: {why}");
    Diagnostic::general(codes::NOT_PUT_BACK, text)
        .help("preprocess the file first: accrs -E app.c -o app.i, then accrs --emit=openmp app.i")
}
