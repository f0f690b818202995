//! The comparison as a table on the terminal, JSON, a page, and JUnit XML.

use super::compiler::Outcome;
use super::{Comparison, Row};
use serde_json::json;
use std::fmt::Write;

const OUTCOMES: [&str; 9] = [
    "pass",
    "no kernel",
    "wrong result",
    "crash",
    "timeout",
    "no compile",
    "no such device",
    "wrong in part",
    "wrong test",
];

impl Comparison {
    /// The row of the table that a test belongs to in column `at`.
    fn class(&self, row: &Row, at: usize) -> &'static str {
        match (row.wrong(self, at), &row.cells[at].outcome) {
            (Some(wrong), _) if wrong.parts.is_empty() => "wrong test",
            (Some(_), Outcome::Pass) => "wrong in part",
            (_, outcome) => outcome.row(),
        }
    }

    /// How many tests of column `at` belong there.
    fn count(&self, at: usize, class: &str) -> usize {
        let rows = self.rows.iter();
        rows.filter(|r| self.class(r, at) == class).count()
    }
}

/// What accrs does not pass, the tests that are wrong themselves, and the table.
pub fn print(comparison: &Comparison) {
    for row in &comparison.rows {
        for at in 0..comparison.own {
            let (name, column) = (&row.test.name, &comparison.columns[at]);
            let outcome = &row.cells[at].outcome;
            match (comparison.class(row, at), row.wrong(comparison, at)) {
                ("pass", _) => {}
                ("wrong test", Some(wrong)) => println!(
                    "wrong {name} [{column}] ({}), not counted: {}",
                    wrong.section,
                    outcome.row()
                ),
                ("wrong in part", Some(wrong)) => println!(
                    "wrong {name} [{column}] ({}), not counted: parts {:?}; the rest passes",
                    wrong.section, wrong.parts
                ),
                ("no such device", _) => println!("none {name} [{column}]: {}", outcome.text()),
                _ => println!("FAIL {name} [{column}]: {}", outcome.text()),
            }
        }
    }
    print!("{}", table(comparison));
}

/// One line an outcome, one column a compiler and device.
fn table(comparison: &Comparison) -> String {
    let width = |c: &String| c.chars().count().max(6);
    let mut out = format!("\n{:<14}", "");
    // Writing to a String can't fail, hence the ignored results.
    for column in &comparison.columns {
        let _ = write!(out, "  {column:>0$}", width(column));
    }
    for outcome in OUTCOMES {
        let _ = write!(out, "\n{outcome:<14}");
        for (at, column) in comparison.columns.iter().enumerate() {
            let _ = write!(
                out,
                "  {:>1$}",
                comparison.count(at, outcome),
                width(column)
            );
        }
    }
    let _ = write!(out, "\n{:<14}", "all");
    for column in &comparison.columns {
        let _ = write!(out, "  {:>1$}", comparison.rows.len(), width(column));
    }
    out + "\n\n"
}

pub fn json(comparison: &Comparison) -> String {
    let tests: Vec<_> = comparison
        .rows
        .iter()
        .map(|row| {
            let results: serde_json::Map<_, _> = comparison
                .columns
                .iter()
                .zip(&row.cells)
                .map(|(column, cell)| {
                    let value = json!({
                        "outcome": cell.outcome.row(), "text": cell.outcome.text(), "kernels": cell.kernels,
                        "compile_ms": cell.compile_ms, "run_ms": cell.run_ms,
                    });
                    (column.clone(), value)
                })
                .collect();
            json!({
                "name": row.test.name, "parts": row.test.parts.len(), "computing_parts": row.test.parts.iter().filter(|p| p.computes).count(),
                "wrong": row.wrong.as_ref().map(|w| json!({"section": w.section, "devices": w.devices, "parts": w.parts, "proof": w.proof})),
                "results": results,
            })
        })
        .collect();
    format!(
        "{:#}\n",
        json!({"columns": comparison.columns, "tests": tests})
    )
}

fn escape(text: &str) -> String {
    let kept = |c: &char| !c.is_control() || *c == '\n' || *c == '\t';
    let text: String = text.chars().filter(kept).collect();
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

const STYLE: &str = "body{font:14px sans-serif;margin:2em}table{border-collapse:collapse}\
td,th{border:1px solid #ccc;padding:2px 8px;text-align:left}thead{position:sticky;top:0;background:#fff}\
.pass{background:#d8f0d8}.no-kernel{background:#f4e8b8}.wrong-result,.crash,.timeout{background:#f4c8c8}\
.no-compile,.no-such-device{background:#ddd}.listed{color:#888}";

pub fn html(comparison: &Comparison) -> String {
    let mut out = format!(
        "<!doctype html><meta charset=utf-8><title>OpenACC validation suite</title><style>{STYLE}</style>\n\
         <h1>OpenACC validation suite</h1>\n<pre>{}</pre>\n<table><thead><tr><th>test",
        escape(&table(comparison))
    );
    for column in &comparison.columns {
        let _ = write!(out, "<th>{}", escape(column));
    }
    out += "</thead>\n";
    for row in &comparison.rows {
        out += &html_row(row);
    }
    out + "</table>\n"
}

fn html_row(row: &Row) -> String {
    let mut out = match &row.wrong {
        Some(wrong) => format!(
            "<tr class=listed title=\"{}\"><td>{} (wrong: {})",
            escape(&wrong.proof),
            escape(&row.test.name),
            escape(&wrong.section)
        ),
        None => format!("<tr><td>{}", escape(&row.test.name)),
    };
    for cell in &row.cells {
        let kernels = cell.kernels.map_or("-".to_string(), |k| k.to_string());
        let _ = write!(
            out,
            "<td class={} title=\"{}\">{} <small>{kernels} kernels</small>",
            cell.outcome.row().replace(' ', "-"),
            escape(&cell.outcome.text()),
            cell.outcome.row()
        );
    }
    out + "\n"
}

/// One suite a column; a wrong test is skipped there.
pub fn junit(comparison: &Comparison) -> String {
    let mut out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n".to_string();
    for (at, column) in comparison.columns.iter().enumerate() {
        let apart = ["no such device", "wrong in part", "wrong test"];
        let skipped: usize = apart.iter().map(|c| comparison.count(at, c)).sum();
        let failures = comparison.rows.len() - skipped - comparison.count(at, "pass");
        let _ = writeln!(
            out,
            "<testsuite name=\"{}\" tests=\"{}\" failures=\"{failures}\" skipped=\"{skipped}\">",
            escape(column),
            comparison.rows.len()
        );
        for row in &comparison.rows {
            let cell = &row.cells[at];
            let _ = write!(
                out,
                "<testcase name=\"{}\" time=\"{:.3}\">",
                escape(&row.test.name),
                (cell.compile_ms + cell.run_ms) as f64 / 1e3
            );
            match comparison.class(row, at) {
                "pass" => {}
                class if apart.contains(&class) => {
                    let _ = write!(out, "<skipped message=\"{class}\"/>");
                }
                class => {
                    let text = escape(&cell.outcome.text());
                    let _ = write!(out, "<failure type=\"{class}\" message=\"{text}\"/>");
                }
            }
            out += "</testcase>\n";
        }
        out += "</testsuite>\n";
    }
    out + "</testsuites>\n"
}
