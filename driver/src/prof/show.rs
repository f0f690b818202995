//! The figures as text: a table of the kernels, and for each the lines of its source with theirs beside them.

use crate::counted::{Kernel, Line, Memory, Process, ratio};
use crate::remarks;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

const HEAD: &str = "\nCounted on the stand-in for a GPU; nothing is timed. Loads and stores: sectors of 32 bytes a request of a warp takes / would take at best.\n";

/// The text of all processes.
pub fn all(processes: &[Process]) -> String {
    let mut out = String::new();
    let mut sources = Sources::default();
    for (n, kernels) in processes.iter().enumerate() {
        if n == 0 {
            out.push_str(HEAD);
        }
        if processes.len() > 1 {
            let _ = write!(out, "\nProcess {} of {}\n", n + 1, processes.len());
        }
        table(&mut out, kernels);
        for kernel in kernels {
            source(&mut out, kernel, &mut sources);
        }
    }
    out
}

const COLUMNS: [&str; 10] = [
    "launches", "blocks", "threads", "idle", "lanes", "instr.", "loads", "stores", "MB read",
    "written",
];

fn table(out: &mut String, kernels: &[Kernel]) {
    let mut rows: Vec<[String; 10]> = vec![COLUMNS.map(str::to_string)];
    rows.extend(kernels.iter().map(figures));
    let names = std::iter::once("kernel").chain(kernels.iter().map(|k| &*k.kernel));
    let name = names.clone().map(str::len).max().unwrap_or(0);
    let width = |c: usize| rows.iter().map(|r| r[c].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..COLUMNS.len()).map(width).collect();
    out.push('\n');
    for (of, row) in names.zip(&rows) {
        let _ = write!(out, "{of:name$}");
        for (cell, width) in row.iter().zip(&widths) {
            let _ = write!(out, "  {cell:>width$}");
        }
        out.push('\n');
    }
}

fn figures(k: &Kernel) -> [String; 10] {
    let total = k.total();
    let threads: u32 = k.block.iter().product();
    let megabytes = |bytes: u64| format!("{:.2}", bytes as f64 / 1e6 / k.launches.max(1) as f64);
    [
        k.launches.to_string(),
        (k.blocks / k.launches.max(1)).to_string(),
        threads.to_string(),
        percent(ratio(k.idle_threads, k.threads)),
        percent(total.active()),
        ratio(k.instructions, k.threads).map_or("-".into(), |n| format!("{n:.0}")),
        sectors(&total.loads),
        sectors(&total.stores),
        megabytes(k.footprint_read),
        megabytes(k.footprint_written),
    ]
}

fn percent(share: Option<f64>) -> String {
    share.map_or("-".into(), |s| format!("{:.0}%", 100.0 * s))
}

fn sectors(m: &Memory) -> String {
    match (ratio(m.cost, m.requests), ratio(m.ideal, m.requests)) {
        (Some(cost), Some(ideal)) => format!("{cost:.1}/{ideal:.1}"),
        _ => "-".to_string(),
    }
}

/// The lines of files, as far as they can be read.
#[derive(Default)]
struct Sources(HashMap<String, Vec<String>>);

impl Sources {
    fn lines(&mut self, file: &str) -> &[String] {
        self.0.entry(file.to_string()).or_insert_with(|| {
            let bytes = std::fs::read(file).unwrap_or_default();
            let text = String::from_utf8_lossy(&bytes);
            text.lines().map(str::to_string).collect()
        })
    }

    fn has(&mut self, file: &str) -> bool {
        !self.lines(file).is_empty()
    }

    /// Nothing for a line that the file doesn't have.
    fn line(&mut self, file: &str, number: u32) -> &str {
        let index = (number as usize).checked_sub(1);
        let line = index.and_then(|i| self.lines(file).get(i));
        line.map_or("", String::as_str)
    }
}

/// Lines without figures between two that have some are printed too, if they are no more than this.
const GAP: u32 = 3;

fn source(out: &mut String, kernel: &Kernel, sources: &mut Sources) {
    let total = kernel.total();
    let mut files: BTreeMap<&str, BTreeMap<u32, &Line>> = BTreeMap::new();
    for line in kernel.lines.iter().filter(|l| l.line > 0) {
        files.entry(&line.file).or_default().insert(line.line, line);
    }
    let _ = write!(
        out,
        "\n{}: {}\n",
        kernel.kernel,
        plural(kernel.launches, "launch", "launches")
    );
    if files.is_empty() {
        out.push_str("    its code doesn't say which lines it comes from: it was made at build time, without -g\n");
    }
    for (file, lines) in files {
        let heads = format!(
            "{:>7} {:>5} {:>11} {:>11}",
            "instr.", "lanes", "loads", "stores"
        );
        let _ = writeln!(out, "{heads}  {file}");
        if !sources.has(file) {
            let mut all = Line::default();
            lines.values().for_each(|l| all.merge(l));
            row(
                out,
                Some(&all),
                None,
                "(this file can't be read here)",
                &total,
            );
            continue;
        }
        let mut last: Option<u32> = None;
        for (number, line) in lines {
            let from = match last {
                Some(last) if number - last <= GAP + 1 => last + 1,
                Some(_) => {
                    out.push_str("    ...\n");
                    number
                }
                None => number,
            };
            for between in from..number {
                row(
                    out,
                    None,
                    Some(between),
                    sources.line(file, between),
                    &total,
                );
            }
            row(
                out,
                Some(line),
                Some(number),
                sources.line(file, number),
                &total,
            );
            last = Some(number);
        }
    }
    for remark in remarks::of(kernel) {
        match remark.place {
            Some((file, line)) => {
                let _ = writeln!(out, "    {file}:{line}: {}", remark.words);
            }
            None => {
                let _ = writeln!(out, "    {}", remark.words);
            }
        }
    }
}

fn row(out: &mut String, line: Option<&Line>, number: Option<u32>, text: &str, total: &Line) {
    let cells = line.map_or([const { String::new() }; 4], |l| {
        let filled = |m: &Memory| match m.requests {
            0 => String::new(),
            _ => sectors(m),
        };
        [
            percent(ratio(l.issued, total.issued)),
            percent(l.active()),
            filled(&l.loads),
            filled(&l.stores),
        ]
    });
    let [share, lanes, loads, stores] = cells;
    let text = text.replace('\t', "    ");
    let number = number.map_or(String::new(), |n| n.to_string());
    let also = line.map_or(String::new(), others);
    let row = format!("{share:>7} {lanes:>5} {loads:>11} {stores:>11} {number:>6}  {text}{also}");
    out.push_str(row.trim_end());
    out.push('\n');
}

/// What few lines have.
fn others(line: &Line) -> String {
    let mut all = Vec::new();
    let mut count = |n: u64, one: &str, several: &str| {
        if n > 0 {
            all.push(plural(n, one, several));
        }
    };
    count(line.parted, "branch parts lanes", "branches part lanes");
    count(
        line.shared.requests,
        "request to shared memory",
        "requests to shared memory",
    );
    count(line.atomics.requests, "atomic request", "atomic requests");
    count(
        line.shared_atomics.requests,
        "atomic request to shared memory",
        "atomic requests to shared memory",
    );
    count(line.barriers, "barrier of a warp", "barriers of warps");
    count(line.exchanges, "shuffle", "shuffles");
    count(
        line.local,
        "request to threads' own memory",
        "requests to threads' own memory",
    );
    match all.is_empty() {
        true => String::new(),
        false => format!("    [{}]", all.join(", ")),
    }
}

fn plural(n: u64, one: &str, several: &str) -> String {
    match n {
        1 => format!("1 {one}"),
        n => format!("{n} {several}"),
    }
}
