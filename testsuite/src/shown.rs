//! `acctest shown`: the loops of `docs/TRANSFORMATIONS.md`. Each block of C that an example's comment stands before is a program, once the comment's data is
//! around it; what accrs makes of it must do what it says, and look as the page shows.
//!
//! ```text
//! <!-- example
//! data: int n = 40; double a[64][64];     what the loops use: numbers, arrays, functions
//! says: interchanged with                 what the report must hold
//! shows cuda: blockIdx.x                  what the page's next block, and what accrs emits, must hold
//! shows host -mavx2: j_tile += 8          likewise with an option
//! same                                    the block's columns are one program in two forms
//! -->
//! ```
//!
//! Loops that stand beside each other are examples of their own. Each runs on the cores and on sim, and leaves what plain C leaves.

use crate::Common;
use crate::process;
use crate::sentences;
use crate::suite::{self, Outcome, Tally};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Spaces between two columns of a block, at least.
const GAP: &str = "    for (";

#[derive(Default)]
struct Example {
    line: usize,
    data: String,
    says: Vec<String>,
    /// The word of `--emit` with options, and the text.
    shows: Vec<(String, String)>,
    same: bool,
    /// The loops, and what the page shows of what becomes of them.
    columns: Vec<String>,
    begins: Vec<usize>,
    after: String,
}

pub fn all(common: &Common, page: &Path) -> Result<Tally, String> {
    let text = fs::read_to_string(page).map_err(|e| format!("{}: {e}", page.display()))?;
    let full = common.accrs.canonicalize();
    let accrs = full.map_err(|e| format!("{}: {e}", common.accrs.display()))?;
    let mut examples = read(&text)?;
    suite::thin(common, &mut examples);
    Ok(suite::each(
        "shown",
        &examples,
        common.jobs,
        |example| format!("line {}", example.line),
        |example| {
            let name = format!("{}:{}", page.display(), example.line);
            vec![Outcome::of(name, one(&accrs, example))]
        },
    ))
}

/// The page's examples. A page without any is an error.
fn read(text: &str) -> Result<Vec<Example>, String> {
    let mut all: Vec<Example> = Vec::new();
    let (mut comment, mut block): (bool, Option<usize>) = (false, None);
    for (number, line) in text.lines().enumerate() {
        if line == "<!-- example" {
            comment = true;
            let line = number + 1;
            all.push(Example {
                line,
                ..Example::default()
            });
        }
        let Some(example) = all.last_mut() else {
            continue;
        };
        match (comment, line) {
            (true, "-->") => (comment, block) = (false, Some(0)),
            (true, _) => example.read(line, number)?,
            // Blocks behind the comment, by turns outside and inside.
            (false, _) if line.starts_with("```") => block = block.map(|n| n + 1),
            (false, _) if line.starts_with("## ") => block = None,
            (false, _) => match block {
                Some(1) => example.column(line),
                Some(3) => example.after += &format!("{line}\n"),
                _ => {}
            },
        }
    }
    match all.is_empty() || all.iter().any(|e| e.columns.is_empty()) {
        true => Err("no examples, or one without loops".into()),
        false => Ok(all),
    }
}

impl Example {
    fn read(&mut self, line: &str, number: usize) -> Result<(), String> {
        let (key, value) = line.split_once(": ").unwrap_or((line, ""));
        match key.split_once(' ').unwrap_or((key, "")) {
            ("<!--", _) => {}
            ("data", _) => self.data += &format!("{value}\n"),
            ("says", _) => self.says.push(value.into()),
            ("shows", how) => self.shows.push((how.into(), value.into())),
            ("same", _) => self.same = true,
            _ => return Err(format!("line {}: what is '{key}'?", number + 1)),
        }
        Ok(())
    }

    /// A line of the loops: where the first one's begin, columns begin.
    fn column(&mut self, line: &str) {
        if self.columns.is_empty() {
            let gaps = line
                .match_indices(GAP)
                .map(|(at, gap)| at + gap.len() - "for (".len());
            self.begins = std::iter::once(0).chain(gaps).collect();
            self.columns = vec![String::new(); self.begins.len()];
        }
        for (n, column) in self.columns.iter_mut().enumerate() {
            let next = self.begins.get(n + 1).copied().unwrap_or(usize::MAX);
            let (begin, end) = (self.begins[n].min(line.len()), next.min(line.len()));
            let part = line.get(begin..end).unwrap_or("");
            column.push('\n');
            column.push_str(part.trim_end());
        }
    }

    /// The arrays of the data, with the types of their elements.
    fn arrays(&self) -> Vec<(&str, &str)> {
        let mut all = Vec::new();
        for declaration in self.data.split([';', '\n']).filter(|d| !d.contains('(')) {
            let Some((ty, names)) = declaration.trim().split_once(' ') else {
                continue;
            };
            let names = names.split(',').filter_map(|n| n.split_once('['));
            all.extend(names.map(|(name, _)| (ty, name.trim())));
        }
        all
    }

    fn program(&self, column: &str) -> String {
        let mut text = format!(
            "#include <stdio.h>\n{}static void nest(void)\n{{\n    int i, j, k, t;\n    (void)i, (void)j, (void)k, (void)t;\n#pragma acc kernels\n    {{{column}\n    }}\n}}\nint main(void)\n{{\n",
            self.data
        );
        let mut after = String::new();
        for (ty, name) in self.arrays() {
            let each = format!(
                "    for (unsigned long at = 0; at < sizeof {name} / sizeof({ty}); at++)\n        "
            );
            text += &format!(
                "{each}(({ty} *){name})[at] = (at * 7 + {}) % 31 * 0.125;\n",
                name.len()
            );
            after += &format!(
                "    for (unsigned long at = 0; at < sizeof {name} / sizeof({ty}); at++)\n        sum = sum * 0.75 + (({ty} *){name})[at];\n    printf(\"{name} %.17g\\n\", sum);\n"
            );
        }
        text + "    nest();\n    double sum = 0;\n" + &after + "}\n"
    }
}

fn one(accrs: &Path, example: &Example) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    let mut before: Option<String> = None;
    for (n, column) in example.columns.iter().enumerate() {
        let source = folder.path().join(format!("example{n}.c"));
        fs::write(&source, example.program(column)).map_err(|e| e.to_string())?;
        let exact = ["-O1", "-w", "-fwrapv", "-ffp-contract=off"];
        let plain = built(Command::new("cc").args(exact), &source, "plain")?;
        let wanted = run(&plain.0, &[])?;
        if let Some(other) = before.filter(|other| example.same && *other != wanted) {
            return Err(format!("the columns are no one program:\n{other}{wanted}"));
        }
        before = Some(wanted.clone());
        // What is shown beside the loops need not be made of again.
        if example.same && n > 0 {
            continue;
        }
        let mut command = Command::new(accrs);
        command
            .args(exact)
            .args(["-Minfo=all", "--acc-target=multicore,sim"]);
        let (program, said) = built(&mut command, &source, "accrs")?;
        for words in &example.says {
            if !said.contains(words.as_str()) {
                return Err(format!("the report doesn't say '{words}':\n{said}"));
            }
        }
        sentences::long_in_report(&said).map_or(Ok(()), Err)?;
        for device in ["multicore", "sim"] {
            let found = run(
                &program,
                &[("ACC_DEVICE_TYPE", device), ("OMP_NUM_THREADS", "3")],
            )?;
            if found != wanted {
                return Err(format!("{device}:\n{found}instead of\n{wanted}"));
            }
        }
        if n == 0 {
            shown(accrs, example, &source)?;
        }
    }
    Ok(())
}

/// The program, and what its compiler says.
fn built(command: &mut Command, source: &Path, name: &str) -> Result<(PathBuf, String), String> {
    let program = source.with_extension(name);
    command.arg(source).arg("-o").arg(&program).arg("-lm");
    let ended = process::run(command, Duration::from_secs(120))?;
    match ended.ok() {
        true => Ok((program, ended.stderr)),
        false => Err(format!("{name}: {}\n{}", ended.how(), ended.tail(12))),
    }
}

fn run(program: &Path, env: &[(&str, &str)]) -> Result<String, String> {
    let mut command = Command::new(program);
    command.envs(env.iter().copied());
    let ended = process::run(&mut command, Duration::from_secs(60))?;
    match ended.ok() {
        true => Ok(ended.stdout),
        false => Err(format!("{}\n{}", ended.how(), ended.tail(12))),
    }
}

/// Whether the page, and what accrs emits, have the same text.
fn shown(accrs: &Path, example: &Example, source: &Path) -> Result<(), String> {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let page = words(&example.after);
    for (how, text) in &example.shows {
        let (emit, options) = how.split_once(' ').unwrap_or((how, ""));
        if !cfg!(target_arch = "x86_64") && options.contains("-m") {
            continue;
        }
        let mut command = Command::new(accrs);
        command
            .args(["-w", "--acc-target=multicore,sim"])
            .args(options.split_whitespace());
        command.arg(format!("--emit={emit}")).arg(source);
        let ended = process::run(&mut command, Duration::from_secs(60))?;
        if !page.contains(&words(text)) {
            return Err(format!("the page doesn't show '{text}'"));
        }
        if !ended.ok() || !words(&ended.stdout).contains(&words(text)) {
            return Err(format!("--emit={how} has no '{text}'"));
        }
    }
    Ok(())
}
