//! Diagnostics for programs to read: gcc's JSON (`-fdiagnostics-format=json`) and SARIF 2.1.0
//! (`-fdiagnostics-format=sarif-stderr`). Columns of the former are bytes, of the latter code points.

use super::Files;
use accrs_frontend::diag::{Diagnostic, Severity};
use accrs_frontend::source::{SourceMap, Span};
use serde_json::{Value, json};

/// A place in the user's file; lines and columns from 1, columns in bytes, `end` inclusive.
struct Range {
    file: String,
    line: usize,
    start: usize,
    end: usize,
}

fn range(files: &mut Files, source: &SourceMap, span: Span) -> Range {
    let file = source.place(span.start).file.to_string();
    let id = files.file(&file);
    let content = files
        .files
        .get(id)
        .map(|f| f.source().as_str())
        .unwrap_or("");
    let (place, length) = source.locate(span, content);
    let (line, start) = (place.line.max(1) as usize, place.column.max(1) as usize);
    let rest = content
        .lines()
        .nth(line - 1)
        .map_or(1, |l| l.len().saturating_sub(start - 1).max(1));
    Range {
        file,
        line,
        start,
        end: start + length.clamp(1, rest) - 1,
    }
}

fn message(diagnostic: &Diagnostic) -> String {
    format!("{} [{}]", diagnostic.message, diagnostic.code)
}

/// gcc's form.
pub(super) fn gcc(files: &mut Files, source: &SourceMap, diagnostics: &[Diagnostic]) -> Vec<Value> {
    let mut location = |span: Span, label: &str| {
        let r = range(files, source, span);
        let point = |column: usize| {
            json!({ "file": r.file, "line": r.line, "column": column, "byte-column": column,
                    "display-column": column })
        };
        let mut location = json!({ "caret": point(r.start), "finish": point(r.end) });
        if !label.is_empty() {
            location["label"] = json!(label);
        }
        location
    };
    diagnostics
        .iter()
        .map(|d| {
            let mut locations: Vec<Value> = d.span.iter().map(|s| location(*s, &d.label)).collect();
            locations.extend(d.related.iter().map(|(s, text)| location(*s, text)));
            let children: Vec<Value> = d
                .help
                .iter()
                .map(|h| json!({ "kind": "note", "message": h, "locations": [], "children": [] }))
                .collect();
            json!({
                "kind": kind(d.severity), "message": message(d), "locations": locations,
                "children": children, "column-origin": 1, "escape-source": false,
            })
        })
        .collect()
}

/// SARIF's results, one a diagnostic.
pub(super) fn results(
    files: &mut Files,
    source: &SourceMap,
    diagnostics: &[Diagnostic],
) -> Vec<Value> {
    let mut location = |span: Span, text: &str| {
        let r = range(files, source, span);
        let (start, end) = (
            files.code_points(&r.file, r.line, r.start),
            files.code_points(&r.file, r.line, r.end + 1),
        );
        place(&r.file, r.line, start, Some(end), text)
    };
    diagnostics
        .iter()
        .map(|d| {
            let here: Vec<Value> = d.span.iter().map(|s| location(*s, &d.label)).collect();
            let related: Vec<Value> = d.related.iter().map(|(s, t)| location(*s, t)).collect();
            let help: String = d.help.iter().map(|h| format!("\nhelp: {h}")).collect();
            json!({
                "ruleId": d.code.to_string(), "level": kind(d.severity),
                "message": { "text": format!("{}{help}", d.message) },
                "locations": here, "relatedLocations": related,
            })
        })
        .collect()
}

/// A location of SARIF; lines and columns from 1, columns in code points, `end` behind the last.
pub(super) fn place(
    file: &str,
    line: usize,
    start: usize,
    end: Option<usize>,
    text: &str,
) -> Value {
    let mut location = json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri(file) },
        "region": { "startLine": line.max(1), "startColumn": start.max(1) },
    }});
    if let Some(end) = end {
        location["physicalLocation"]["region"]["endColumn"] = json!(end.max(start.max(1) + 1));
    }
    if !text.is_empty() {
        location["message"] = json!({ "text": text });
    }
    location
}

/// A path as a reference of RFC 3986: relative ones stay so.
fn uri(path: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-._~/+,@!$&'()*=".contains(&b);
    let scheme = if path.starts_with('/') { "file://" } else { "" };
    let mut out = String::from(scheme);
    for b in path.bytes() {
        if plain(b) {
            out.push(char::from(b));
        } else {
            out.push_str(&format!("%{b:02X}"));
        }
    }
    out
}

fn kind(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}
