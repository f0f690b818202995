//! Diagnostics with carets, at the user's own lines.
//!
//! Spans are places in preprocessed text. A message shows the user's file: the line is
//! exact, the column is looked for in that line, since macros move it.

use accrs_frontend::diag::{Diagnostic, Severity};
use accrs_frontend::source::{SourceMap, Span};
use codespan_reporting::diagnostic::{Diagnostic as Shown, Label, LabelStyle, Severity as Level};
use codespan_reporting::files::SimpleFiles;
use codespan_reporting::term::{self, termcolor};
use std::collections::HashMap;

/// Prints diagnostics on stderr. `color`: `None` asks the terminal.
pub fn print(source: &SourceMap, diagnostics: &[Diagnostic], color: Option<bool>) {
    let mut files = Files::default();
    let shown: Vec<Shown<usize>> = diagnostics.iter().map(|d| files.shown(source, d)).collect();
    let choice = match color {
        Some(true) => termcolor::ColorChoice::Always,
        Some(false) => termcolor::ColorChoice::Never,
        None if std::io::IsTerminal::is_terminal(&std::io::stderr()) => {
            termcolor::ColorChoice::Auto
        }
        None => termcolor::ColorChoice::Never,
    };
    let stream = termcolor::StandardStream::stderr(choice);
    let config = term::Config::default();
    for diagnostic in shown {
        let mut lock = stream.lock();
        if term::emit(&mut lock, &config, &files.files, &diagnostic).is_err() {
            crate::tell::error(&diagnostic.message);
        }
    }
}

#[derive(Default)]
struct Files {
    files: SimpleFiles<String, String>,
    ids: HashMap<String, usize>,
}

impl Files {
    fn shown(&mut self, source: &SourceMap, diagnostic: &Diagnostic) -> Shown<usize> {
        let level = match diagnostic.severity {
            Severity::Error => Level::Error,
            Severity::Warning => Level::Warning,
            Severity::Note => Level::Note,
        };
        let mut labels = Vec::new();
        if let Some(span) = diagnostic.span {
            labels.push(self.label(source, span, LabelStyle::Primary, &diagnostic.label));
        }
        for (span, text) in &diagnostic.related {
            labels.push(self.label(source, *span, LabelStyle::Secondary, text));
        }
        let notes = diagnostic
            .help
            .iter()
            .map(|h| format!("help: {h}"))
            .collect();
        Shown::new(level)
            .with_code(diagnostic.code.to_string())
            .with_message(diagnostic.message.clone())
            .with_labels(labels)
            .with_notes(notes)
    }

    fn label(
        &mut self,
        source: &SourceMap,
        span: Span,
        style: LabelStyle,
        text: &str,
    ) -> Label<usize> {
        let place = source.place(span.start);
        let id = self.file(&place.file);
        let content = self
            .files
            .get(id)
            .map(|f| f.source().as_str())
            .unwrap_or("");
        let range = locate(content, place.line, place.column, source.slice(span));
        Label::new(style, id, range).with_message(text)
    }

    fn file(&mut self, name: &str) -> usize {
        if let Some(id) = self.ids.get(name) {
            return *id;
        }
        let text = std::fs::read(name)
            .map(|b| String::from_utf8_lossy(&b).into_owned())
            .unwrap_or_default();
        let id = self.files.add(name.to_string(), text);
        self.ids.insert(name.to_string(), id);
        id
    }
}

/// Bytes of `token` near `column` of 1-based `line` in `text`; the line's own words when the
/// token isn't there (a macro made it).
fn locate(text: &str, line: u32, column: u32, token: &str) -> std::ops::Range<usize> {
    let mut start = 0;
    let mut current = "";
    for (number, l) in text.split_inclusive('\n').enumerate() {
        if number as u32 + 1 >= line {
            current = l;
            break;
        }
        start += l.len();
    }
    let current = current.trim_end();
    // A directive continued over several lines is one line after the preprocessor: look on.
    let rest = &text[start.min(text.len())..];
    let logical = logical_line(rest);
    let token = token.lines().next().unwrap_or("").trim();
    if !token.is_empty() {
        let wanted = (column as usize).saturating_sub(1);
        let best = logical
            .match_indices(token)
            .filter(|(at, _)| is_whole_word(logical, *at, token))
            .min_by_key(|(at, _)| at.abs_diff(wanted));
        if let Some((at, _)) = best {
            return start + at..start + at + token.len();
        }
    }
    let indent = current.len() - current.trim_start().len();
    start + indent..start + current.len().max(indent)
}

/// The line and those that a backslash continues it with.
fn logical_line(text: &str) -> &str {
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        end += line.len();
        if !line.trim_end().ends_with('\\') {
            break;
        }
    }
    &text[..end]
}

fn is_whole_word(text: &str, at: usize, token: &str) -> bool {
    let word = |b: Option<&u8>| b.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
    let bytes = text.as_bytes();
    let starts =
        !word(token.as_bytes().first()) || !word(at.checked_sub(1).and_then(|i| bytes.get(i)));
    let ends = !word(token.as_bytes().last()) || !word(bytes.get(at + token.len()));
    starts && ends
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_found_in_the_users_line() {
        let text = "a\n#pragma acc data copy(x) \\\n   copyin(yy, y)\nb\n";
        assert_eq!(&text[locate(text, 2, 1, "y")], "y");
        assert_eq!(
            locate(text, 2, 1, "y").start,
            text.find(", y").map_or(0, |i| i + 2)
        );
        assert_eq!(
            &text[locate(text, 2, 1, "made_by_macro")],
            "#pragma acc data copy(x) \\"
        );
        assert_eq!(locate(text, 99, 1, "q"), text.len()..text.len());
    }
}
