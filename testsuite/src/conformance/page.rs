//! `docs/CONFORMANCE.md`.

use super::checklist::{Kind, Row, Table};
use super::{Coverage, Program};
use std::fmt::Write;

const HEAD: &str = "# Conformance: OpenACC 3.3 for C, and what 3.4 adds

Made by `acctest conformance --bless` from `testsuite/conformance.txt` and the programs; `acctest all` fails when it is out of date.

- \"yes\": a program of `testsuite/run` has it, runs there with result and shape asserted, and passes.
- \"compiles\", for nvidia: NVRTC takes the kernels for sm_75, sm_90 and sm_100 without a warning.
- \"run\", for nvidia: the program was seen to pass on a GPU.

To add a program: directives, clauses and API calls are found in its text. A line `// covers: id, id` in its leading comment claims other rows,
and restrictions in `testsuite/reject` and `testsuite/fault`.

The sections and rows are those of OpenACC 3.3. Version 3.4 clarifies most of them and adds little for C, which has a table of its own. That table is made from what is published about 3.4
(the announcement, lists of its directives, clauses and restrictions), not from its whole text.

";

/// The whole page.
pub fn markdown(coverage: &Coverage) -> String {
    let mut out = HEAD.to_string();
    out += &summary(coverage);
    for table in &coverage.tables {
        out += &one(coverage, table);
    }
    out
}

fn features(coverage: &Coverage) -> impl Iterator<Item = &Row> {
    let rows = coverage.tables.iter().flat_map(|t| &t.rows);
    rows.filter(|r| matches!(r.kind, Kind::Text | Kind::Claimed))
}

fn summary(coverage: &Coverage) -> String {
    let all = features(coverage).count();
    let mut out = String::from("| | rows | yes |\n|---|---|---|\n");
    for (name, shows) in columns() {
        let yes = features(coverage).filter(|r| shows(coverage, r)).count();
        // Writing to a String can't fail, hence the ignored results.
        let _ = writeln!(out, "| {name} | {all} | {yes} |");
    }
    let forbidden: Vec<&Row> = coverage
        .tables
        .iter()
        .flat_map(|t| &t.rows)
        .filter(|r| matches!(r.kind, Kind::Forbidden | Kind::Open))
        .collect();
    let shown = forbidden
        .iter()
        .filter(|r| coverage.programs(&r.id).next().is_some());
    let _ = writeln!(
        out,
        "| restrictions diagnosed | {} | {} |",
        forbidden.len(),
        shown.count()
    );
    out
}

type Shows = fn(&Coverage, &Row) -> bool;

fn columns() -> [(&'static str, Shows); 4] {
    fn any(coverage: &Coverage, row: &Row, shows: impl Fn(&Program) -> bool) -> bool {
        coverage.programs(&row.id).any(shows)
    }
    [
        ("multicore", |c, r| any(c, r, |p| p.shows("multicore"))),
        ("sim", |c, r| any(c, r, |p| p.shows("sim"))),
        ("nvidia compiles", |c, r| any(c, r, Program::compiles)),
        ("nvidia run", |c, r| {
            any(c, r, |p| c.on_gpu.contains(&p.spec.name))
        }),
    ]
}

fn one(coverage: &Coverage, table: &Table) -> String {
    let mut out = format!("\n## {}\n", table.heading);
    let (allowed, forbidden): (Vec<&Row>, Vec<&Row>) = table
        .rows
        .iter()
        .partition(|r| matches!(r.kind, Kind::Text | Kind::Claimed));
    if !allowed.is_empty() {
        out += "\n| | multicore | sim | nvidia compiles | nvidia run | programs |\n|---|---|---|---|---|---|\n";
        for row in allowed {
            out += &feature(coverage, row);
        }
    }
    if !forbidden.is_empty() {
        out += "\n| restriction | diagnostic | program |\n|---|---|---|\n";
        for row in forbidden {
            out += &restriction(coverage, row);
        }
    }
    out
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn feature(coverage: &Coverage, row: &Row) -> String {
    let text = match row.kind {
        Kind::Claimed => format!("{} (`{}`)", row.text, row.id),
        _ => row.text.clone(),
    };
    let mut out = format!("| {} |", cell(&text));
    for (column, shows) in columns() {
        out += match (shows(coverage, row), column) {
            (true, _) => " yes |",
            (false, "nvidia run") => " not seen |",
            (false, _) => " no |",
        };
    }
    // Few names: a new program shouldn't change every line.
    let mut names: Vec<&str> = coverage
        .programs(&row.id)
        .map(|p| p.spec.name.as_str())
        .collect();
    let more = names.len() > 2;
    names.truncate(2);
    let _ = writeln!(
        out,
        " {}{} |",
        names.join(", "),
        if more { ", ..." } else { "" }
    );
    out
}

fn restriction(coverage: &Coverage, row: &Row) -> String {
    let programs: Vec<&Program> = coverage.programs(&row.id).collect();
    let mut codes: Vec<&str> = Vec::new();
    for program in &programs {
        match program.folder {
            "fault" => codes.push("at run time"),
            _ => codes.extend(program.spec.errors.iter().map(|e| e.code.as_str())),
        }
    }
    codes.sort_unstable();
    codes.dedup();
    let diagnostic = match &row.kind {
        Kind::Undiagnosed(why) => format!("none: {why}"),
        _ if codes.is_empty() => "no".to_string(),
        _ => codes.join(", "),
    };
    let names: Vec<String> = programs
        .iter()
        .map(|p| format!("{}/{}", p.folder, p.spec.name))
        .collect();
    format!(
        "| {} (`{}`) | {} | {} |\n",
        cell(&row.text),
        row.id,
        cell(&diagnostic),
        names.join(", ")
    )
}
