//! The comparison as a table on the terminal, JSON, a page, and JUnit XML.

use super::compiler::Outcome;
use super::{Comparison, Row};
use serde_json::json;
use std::fmt::Write;

const OUTCOMES: [&str; 7] = [
    "pass",
    "no kernel",
    "wrong result",
    "crash",
    "timeout",
    "no compile",
    "no such device",
];

impl Comparison {
    /// How many tests of column `at` ended so; wrong tests are not among them.
    fn count(&self, at: usize, outcome: &str) -> usize {
        let counted = |r: &&Row| r.wrong(self, at).is_none();
        let rows = self.rows.iter().filter(counted);
        rows.filter(|r| r.cells[at].outcome.row() == outcome)
            .count()
    }

    /// How many tests the list has as wrong in column `at`.
    fn listed(&self, at: usize) -> usize {
        let rows = self.rows.iter();
        rows.filter(|r| r.wrong(self, at).is_some()).count()
    }
}

/// What accrs does not pass, the tests that are wrong themselves, and the table.
pub fn print(comparison: &Comparison) {
    for row in &comparison.rows {
        for at in 0..comparison.own {
            let (name, column) = (&row.test.name, &comparison.columns[at]);
            let outcome = &row.cells[at].outcome;
            match (outcome, row.wrong(comparison, at)) {
                (_, Some(wrong)) => println!(
                    "wrong {name} [{column}] ({}), not counted: {}",
                    wrong.section,
                    outcome.row()
                ),
                (Outcome::Pass, _) => {}
                (Outcome::NoDevice, _) => println!("none {name} [{column}]: {}", outcome.text()),
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
    for name in ["listed wrong", "all"] {
        let _ = write!(out, "\n{name:<14}");
        for (at, column) in comparison.columns.iter().enumerate() {
            let count = match name {
                "all" => comparison.rows.len(),
                _ => comparison.listed(at),
            };
            let _ = write!(out, "  {count:>0$}", width(column));
        }
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
                "name": row.test.name, "parts": row.test.parts.len(), "computing_parts": row.test.computing,
                "wrong": row.wrong.as_ref().map(|w| json!({"section": w.section, "devices": w.devices, "proof": w.proof})),
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
        let skipped = comparison.listed(at) + comparison.count(at, "no such device");
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
            if cell.outcome == Outcome::NoDevice {
                let _ = write!(out, "<skipped message=\"{}\"/>", cell.outcome.text());
            } else if let Some(wrong) = row.wrong(comparison, at) {
                let _ = write!(out, "<skipped message=\"{}\"/>", escape(&wrong.section));
            } else if cell.outcome != Outcome::Pass {
                let _ = write!(
                    out,
                    "<failure type=\"{}\" message=\"{}\"/>",
                    cell.outcome.row(),
                    escape(&cell.outcome.text())
                );
            }
            out += "</testcase>\n";
        }
        out += "</testsuite>\n";
    }
    out + "</testsuites>\n"
}
