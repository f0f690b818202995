//! `docs/ANALYSIS.md`.

use super::plan::{Kernel, Loop, Plan, Said};
use super::{Group, Nest};
use crate::spec::Truth;
use std::fmt::Write;

const HEAD: &str = "# What the compiler finds in loops

Made by `acctest analysis --bless` from the nests of `testsuite/analysis`; `acctest all` fails when it is out of date.
The loops have no directive but `kernels`. The compiler finds which of them may run in parallel, what moves between host and device, and where each loop runs.

- **true** is what holds of the loop by C's rules, written by a person: *parallel*, *reduction* (with a copy for each thread of what is summed up), or *sequential*. *Parallel if apart* means that plain pointers could lead to the same memory, or rows overlap,
  and nothing in the text says that they don't.
- **found** is the compiler's verdict. *not found* means that it is more careful than necessary, *needless question* that it asks at run
  time what the text says. *Left sequential* are loops that it finds parallel, but has no use for. The test fails if it calls a loop parallel that isn't.
- **runs on** is the device's side: levels, and the axes of the grid and its blocks.
- **data** are the sections that it infers, **launches** the kernels (*at once*: no more blocks than the device holds). A kernel that asks whether memory overlaps also has a sequential version.

";

/// The whole page.
pub fn markdown(groups: &[Group]) -> String {
    let mut out = HEAD.to_string();
    out += &summary(groups);
    for group in groups {
        let _ = write!(out, "\n## {}\n", group.heading);
        for nest in &group.nests {
            out += &section(nest);
        }
    }
    out
}

fn summary(groups: &[Group]) -> String {
    let mut out = String::from(
        "| | nests | loops | truly parallel | of them found | of these left sequential |\n|---|---|---|---|---|---|\n",
    );
    let mut all = [0; 5];
    for group in groups {
        let parallel: Vec<Said> = group.nests.iter().flat_map(Nest::parallel).collect();
        let count = |of: fn(&Said) -> bool| parallel.iter().filter(|said| of(said)).count();
        let row = [
            group.nests.len(),
            group.nests.iter().map(|n| n.spec.truths.len()).sum(),
            parallel.len(),
            count(|said| *said != Said::InOrder),
            count(|said| *said == Said::Left),
        ];
        out += &counts(group.heading, row);
        all = std::array::from_fn(|i| all[i] + row[i]);
    }
    out + &counts("**all**", all)
}

fn counts(name: &str, row: [usize; 5]) -> String {
    let cells: Vec<String> = row.iter().map(usize::to_string).collect();
    format!("| {name} | {} |\n", cells.join(" | "))
}

fn section(nest: &Nest) -> String {
    let mut out = format!("\n### {}\n\n", nest.spec.name);
    out += &nest.spec.prose.join("\n");
    let _ = write!(out, "\n\n```c\n{}```\n\n", nest.snippet);
    match &nest.plan {
        Ok(plan) => out += &found(nest, plan),
        Err(why) => out += &refused(nest, why),
    }
    for warning in &nest.warnings {
        let _ = write!(out, "\n{}\n", code(warning));
    }
    out
}

fn found(nest: &Nest, plan: &Plan) -> String {
    let mut out = String::from("| loop | true | found | runs on |\n|---|---|---|---|\n");
    for l in &plan.loops {
        let truth = nest.truth(l.line);
        let cells = [
            place(l),
            truth.map_or("?", Truth::words).to_string(),
            verdict(truth, l),
            cell(&l.runs),
        ];
        let _ = writeln!(out, "| {} |", cells.join(" | "));
    }
    let item = |item: &String| match item.split_once(" until ") {
        Some((item, when)) => format!("{} until {when}", code(item)),
        None => code(item),
    };
    let data: Vec<String> = plan.data.iter().map(item).collect();
    if !data.is_empty() {
        let _ = write!(out, "\nData: {}\n", data.join(", "));
    }
    let kernels: Vec<String> = plan.kernels.iter().map(kernel).collect();
    let how_many = match kernels.len() {
        0 => "none",
        1 => "one kernel: ",
        n => &format!("{n} kernels: "),
    };
    let _ = write!(out, "\nLaunches: {how_many}{}\n", kernels.join("; "));
    out
}

/// Loops that don't count have no head.
fn place(l: &Loop) -> String {
    match l.head.as_str() {
        "" => l.line.to_string(),
        head => format!("{}: {}", l.line, code(head)),
    }
}

fn refused(nest: &Nest, why: &str) -> String {
    let mut out = String::from("| loop | true | found |\n|---|---|---|\n");
    for (line, truth) in &nest.spec.truths {
        let _ = writeln!(out, "| {line} | {} | not found: refused |", truth.words());
    }
    out + &format!("\n{}\n", code(why))
}

fn verdict(truth: Option<Truth>, l: &Loop) -> String {
    match l.reordered.as_deref() {
        Some("") => return "in each thread of the other order".to_string(),
        Some(order) => return format!("in another order: {}", code(order)),
        None => {}
    }
    if l.said == Said::InOrder {
        let careful = truth.is_some_and(|truth| truth != Truth::InOrder);
        let begins = if careful {
            "**not found**: "
        } else {
            "sequential: "
        };
        return format!("{begins}{}", cell(reason(&l.because)));
    }
    let mut out = String::from("parallel");
    if l.said == Said::Left {
        let why = cell(reason(&l.because));
        let _ = write!(
            out,
            ", left sequential: {}",
            why.trim_start_matches("in each thread: ")
        );
    }
    if l.said == Said::IfApart {
        let which = l.because.trim_start_matches("Loop is parallelizable");
        out = format!(
            "parallel{}",
            cell(&which.replace(", which is checked at run time", ""))
        );
    }
    if l.said == Said::IfApart && truth == Some(Truth::Parallel) {
        out += " (*needless question*)";
    }
    for r in &l.reductions {
        let _ = write!(out, ", {}", code(&format!("reduction({r})")));
    }
    for u in &l.atomics {
        let _ = write!(out, ", {}", code(&format!("atomic({u})")));
    }
    if let Some(names) = &l.private {
        let _ = write!(out, ", {}", code(&format!("private({names})")));
    }
    out
}

/// A reason without what it is an example of, and without the advice behind it.
fn reason(words: &str) -> &str {
    let ends = [
        "; run sequentially",
        " (as ",
        " (restrict",
        " (an exact",
        " (there is",
    ];
    let at = ends.iter().filter_map(|end| words.find(end)).min();
    let words = at.map_or(words, |at| &words[..at]);
    let words = words.strip_prefix("run sequentially").unwrap_or(words);
    words.trim_start_matches([':', ' '])
}

fn kernel(k: &Kernel) -> String {
    let mut out = format!("{}, {}", k.mapping, code(&k.grid));
    for around in &k.inside {
        let _ = match around.as_str() {
            "otherwise" => write!(out, ", where blocks don't wait for each other"),
            _ => write!(out, ", in the host's {}", code(around)),
        };
    }
    if let Some(pairs) = &k.apart {
        let _ = write!(out, ", sequential if these overlap: {}", code(pairs));
    }
    out
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('*', "\\*")
}

fn code(text: &str) -> String {
    format!("`{}`", text.replace('|', "\\|"))
}
