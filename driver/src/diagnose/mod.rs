//! Diagnostics with carets, at the user's own lines.
//!
//! Spans are places in preprocessed text. A message shows the user's file: the line is
//! exact, the column is looked for in that line, since macros move it.

mod collect;
mod machine;

pub use collect::Messages;

use crate::options::Diagnostics;
use accrs_frontend::diag::{Diagnostic, Severity, codes};
use accrs_frontend::source::{Position, SourceMap, Span};
use codespan_reporting::diagnostic::{Diagnostic as Shown, Label, LabelStyle, Severity as Level};
use codespan_reporting::files::SimpleFiles;
use codespan_reporting::term::{self, termcolor};
use std::collections::HashMap;

/// Leaves out what comes behind so many errors, and says how many there are.
pub fn limit(diagnostics: &mut Vec<Diagnostic>, most: usize) {
    let is_error = |d: &Diagnostic| d.severity == Severity::Error;
    let errors = diagnostics.iter().filter(|d| is_error(d)).count();
    if errors <= most {
        return;
    }
    let places = diagnostics.iter().enumerate();
    let last = places.filter(|(_, d)| is_error(d)).nth(most - 1);
    diagnostics.truncate(last.map_or(0, |(at, _)| at + 1));
    let more = match errors - most {
        1 => "1 more error is not shown".to_string(),
        n => format!("{n} more errors are not shown"),
    };
    let mut note = Diagnostic::general(codes::MORE_ERRORS, more);
    note.severity = Severity::Note;
    diagnostics.push(note.help("`-fmax-errors=0` shows all"));
}

/// Prints diagnostics on stderr, in the form that the command line asked for.
pub fn print(source: &SourceMap, diagnostics: &[Diagnostic], form: Diagnostics) {
    let mut files = Files::default();
    let color = match form {
        Diagnostics::Text(color) => color,
        // The host compiler prints its own list, empty or not.
        _ if diagnostics.is_empty() => return,
        Diagnostics::GccJson => {
            let list = serde_json::Value::Array(machine::gcc(&mut files, source, diagnostics));
            return crate::tell::report(&format!("{list}\n"));
        }
        // Collected by the caller.
        Diagnostics::GccJsonFile | Diagnostics::Sarif | Diagnostics::SarifFile => return,
    };
    let shown: Vec<Shown<usize>> = diagnostics.iter().map(|d| files.shown(source, d)).collect();
    let choice = match color {
        Some(true) => termcolor::ColorChoice::Always,
        Some(false) => termcolor::ColorChoice::Never,
        None if std::io::IsTerminal::is_terminal(&std::io::stderr()) => {
            termcolor::ColorChoice::Auto
        }
        None => termcolor::ColorChoice::Never,
    };
    let mut stream = termcolor::BufferedStandardStream::stderr(choice);
    let config = term::Config::default();
    // Without a place or help it is a line, with no empty one behind it.
    let line = term::Config {
        display_style: term::DisplayStyle::Short,
        ..term::Config::default()
    };
    for diagnostic in shown {
        let alone = diagnostic.labels.is_empty() && diagnostic.notes.is_empty();
        let config = if alone { &line } else { &config };
        if term::emit(&mut stream, config, &files.files, &diagnostic).is_err() {
            crate::tell::error(&diagnostic.message);
        }
    }
    // Nothing is left to tell it to if stderr is closed.
    let _ = std::io::Write::flush(&mut stream);
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
        let id = self.file(&source.place(span.start).file);
        let content = self
            .files
            .get(id)
            .map(|f| f.source().as_str())
            .unwrap_or("");
        let (place, length) = source.locate(span, content);
        let start = offset(content, &place);
        let end = content[start..]
            .find('\n')
            .map_or(content.len(), |e| start + e);
        let range = start..(start + length).min(end).max(start);
        Label::new(style, id, range).with_message(text)
    }

    /// A column in bytes as one in code points.
    fn code_points(&mut self, file: &str, line: usize, column: usize) -> usize {
        let id = self.file(file);
        let text = self.files.get(id).map_or("", |f| f.source().as_str());
        let line = text.lines().nth(line.saturating_sub(1)).unwrap_or("");
        let bytes = column.saturating_sub(1).min(line.len());
        let beyond = column.saturating_sub(1) - bytes;
        let before = line.as_bytes().get(..bytes).unwrap_or_default();
        String::from_utf8_lossy(before).chars().count() + beyond + 1
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

/// Offset of a place's byte in the file's text; lines and columns beyond it are its end.
fn offset(text: &str, place: &Position) -> usize {
    let mut lines = text.split_inclusive('\n');
    let before: usize = lines
        .by_ref()
        .take((place.line as usize).saturating_sub(1))
        .map(str::len)
        .sum();
    let column = (place.column as usize).saturating_sub(1);
    before + column.min(lines.next().map_or(0, |l| l.trim_end().len()))
}
