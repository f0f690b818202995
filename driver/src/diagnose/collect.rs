//! Our diagnostics and the host compiler's as one log: SARIF 2.1.0, or gcc's JSON in a file.
//!
//! Host compilers before gcc 13 don't know SARIF: they are asked for JSON, which becomes SARIF here.

use super::{Files, machine};
use crate::options::Diagnostics;
use accrs_frontend::diag::{Code, Diagnostic, codes};
use accrs_frontend::source::SourceMap;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What one text of the host compiler's was.
enum Theirs {
    /// gcc's JSON.
    List(Vec<Value>),
    /// A SARIF log's runs.
    Runs(Vec<Value>),
}

/// What has been said of one source so far.
pub struct Messages {
    form: Diagnostics,
    files: Files,
    ours: Vec<Value>,
    rules: BTreeSet<Code>,
    theirs: Vec<Theirs>,
}

impl Messages {
    pub fn new(form: Diagnostics) -> Self {
        Self {
            form,
            files: Files::default(),
            ours: Vec::new(),
            rules: BTreeSet::new(),
            theirs: Vec::new(),
        }
    }

    pub fn own(&mut self, source: &SourceMap, diagnostics: &[Diagnostic]) {
        self.rules.extend(diagnostics.iter().map(|d| d.code));
        let files = &mut self.files;
        self.ours.extend(match self.form {
            Diagnostics::GccJsonFile => machine::gcc(files, source, diagnostics),
            _ => machine::results(files, source, diagnostics),
        });
    }

    /// Takes what the host compiler has said; returns what of it was meant for people.
    pub fn host(&mut self, text: &str) -> String {
        let mut rest = String::new();
        for line in text.split_inclusive('\n') {
            match serde_json::from_str(line) {
                Ok(Value::Array(list)) => self.theirs.push(Theirs::List(list)),
                Ok(Value::Object(log)) if log.contains_key("runs") => {
                    let runs = log.get("runs").and_then(Value::as_array).cloned();
                    self.theirs.push(Theirs::Runs(runs.unwrap_or_default()));
                }
                _ => rest.push_str(line),
            }
        }
        rest
    }

    /// All of it, as the log of `source`: on stderr, or in a file beside what the user calls the compiler in.
    pub fn publish(&mut self, source: &Path) {
        let theirs = std::mem::take(&mut self.theirs);
        let log = self.log(theirs, true);
        self.put(source, &log);
    }

    /// What the host compiler alone has compiled: a log for each of `sources`, in their order.
    pub fn publish_each(&mut self, sources: &[&Path]) {
        for (at, text) in std::mem::take(&mut self.theirs).into_iter().enumerate() {
            let log = self.log(vec![text], false);
            self.put(sources.get(at).unwrap_or(&Path::new("a.out")), &log);
        }
    }

    pub fn forget(&mut self) {
        *self = Self::new(self.form);
    }

    fn log(&mut self, theirs: Vec<Theirs>, with_ours: bool) -> Value {
        let ours = std::mem::take(&mut self.ours);
        if self.form == Diagnostics::GccJsonFile {
            let lists = theirs.into_iter().flat_map(|t| match t {
                Theirs::List(list) => list,
                Theirs::Runs(_) => Vec::new(),
            });
            return Value::Array(ours.into_iter().chain(lists).collect());
        }
        let mut runs = Vec::new();
        if with_ours {
            let rules: Vec<Value> = std::mem::take(&mut self.rules)
                .into_iter()
                .map(rule)
                .collect();
            runs.push(run("accrs", env!("CARGO_PKG_VERSION"), rules, ours));
        }
        let mut results = Vec::new();
        for text in theirs {
            match text {
                Theirs::List(list) => results.extend(list.iter().map(|m| self.translated(m))),
                Theirs::Runs(native) => runs.extend(native),
            }
        }
        if !results.is_empty() {
            let ids: BTreeSet<&str> = results
                .iter()
                .filter_map(|r| r["ruleId"].as_str())
                .collect();
            let rules = ids.into_iter().map(|id| json!({ "id": id })).collect();
            runs.push(run("cc", "", rules, results));
        }
        json!({
            "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
            "version": "2.1.0",
            "runs": runs,
        })
    }

    /// A message of gcc's JSON as a result of SARIF.
    fn translated(&mut self, message: &Value) -> Value {
        let kind = message["kind"].as_str().unwrap_or("error");
        let level = match kind {
            "warning" | "note" => kind,
            _ => "error",
        };
        let related: Vec<Value> = message["children"]
            .as_array()
            .iter()
            .flat_map(|c| c.iter())
            .flat_map(|c| self.places(c, c["message"].as_str().unwrap_or("")))
            .collect();
        json!({
            "ruleId": message["option"].as_str().unwrap_or(kind), "level": level,
            "message": { "text": message["message"].as_str().unwrap_or("") },
            "locations": self.places(message, ""), "relatedLocations": related,
        })
    }

    fn places(&mut self, message: &Value, text: &str) -> Vec<Value> {
        let list = message["locations"].as_array().cloned().unwrap_or_default();
        list.iter()
            .map(|location| {
                let figure = |point: &Value, name: &str| {
                    usize::try_from(point[name].as_i64().unwrap_or(1)).unwrap_or(1)
                };
                let caret = &location["caret"];
                let start = if location["start"].is_object() {
                    &location["start"]
                } else {
                    caret
                };
                let file = caret["file"].as_str().unwrap_or("");
                let line = figure(start, "line");
                let mut column = |point: &Value, more| {
                    self.files
                        .code_points(file, line, figure(point, "byte-column") + more)
                };
                let finish = &location["finish"];
                let one_line = finish.is_object() && figure(finish, "line") == line;
                let end = one_line.then(|| column(finish, 1));
                let label = location["label"].as_str().unwrap_or(text);
                machine::place(file, line, column(start, 0), end, label)
            })
            .collect()
    }

    fn put(&self, source: &Path, log: &Value) {
        let suffix = match self.form {
            Diagnostics::SarifFile => ".sarif",
            Diagnostics::GccJsonFile => ".gcc.json",
            _ => return crate::tell::report(&format!("{log}\n")),
        };
        let mut name = source.file_name().unwrap_or_default().to_os_string();
        name.push(suffix);
        let path = PathBuf::from(name);
        if let Err(e) = crate::interrupt::write(&path, format!("{log}\n")) {
            crate::tell::error(&format!("'{}' could not be written: {e}", path.display()));
        }
    }
}

fn run(name: &str, version: &str, rules: Vec<Value>, results: Vec<Value>) -> Value {
    let mut driver = json!({ "name": name, "rules": rules });
    if !version.is_empty() {
        driver["version"] = json!(version);
    }
    json!({ "tool": { "driver": driver }, "columnKind": "unicodeCodePoints", "results": results })
}

/// What `--explain` says, for programs that show results.
fn rule(code: Code) -> Value {
    let mut rule = json!({ "id": code.to_string() });
    if let Some(page) = codes::page(code) {
        rule["name"] = json!(page.name);
        rule["shortDescription"] = json!({ "text": page.title });
        rule["fullDescription"] = json!({ "text": page.text });
        rule["help"] = json!({ "text": codes::explain(&code.to_string()).unwrap_or_default() });
    }
    rule
}
