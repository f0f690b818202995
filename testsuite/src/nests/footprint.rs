//! How much of its arrays a nest moves. Where they are passed as plain pointers, the compiler works out the sections; they are compared
//! with the rows that the enumeration touches. The programs run on sim, so a section that is too small is a fault there, and their
//! results are compared as well.

use super::family::Family;
use super::judge::{self, Case};
use super::nest::{Home, Length, Nest};
use super::print;
use super::run;
use super::trace::{self, Event};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Bytes of an `int`.
const SIZE: u64 = 4;

/// Around each array, since sections may be larger than what is touched, and then than the array.
const MARGIN: u64 = 1 << 16;

#[derive(Default)]
struct Counts {
    nests: usize,
    /// Some array of theirs has no section: the program must have put it there.
    unknown: usize,
    /// An array in a call of a nest.
    sections: usize,
    exact: usize,
    moved: u64,
    needed: u64,
    /// The section that is too large by most bytes, and how many.
    worst: (u64, String),
}

#[derive(Default)]
pub struct Footprints(BTreeMap<Family, Counts>);

/// Bytes by the names of arrays, for each call.
type Moved = Vec<HashMap<String, u64>>;

impl Footprints {
    /// Compiles and runs those of the nests whose arrays are pointers.
    pub fn add(&mut self, accrs: &Path, cases: &[Case]) -> Result<(), String> {
        let pointers = |o: &Home| matches!(o, Home::Pointer | Home::Variable);
        let mut cases: Vec<&Case> = cases.iter().collect();
        cases.retain(|c| c.nest.objects.iter().any(|o| pointers(&o.home)));
        let (plan, _) = judge::ask(accrs, &print::file(cases.iter().map(|c| &c.nest)).text)?;
        let unknown = unknown(&plan);
        for (number, case) in cases.iter().enumerate() {
            let counts = self.0.entry(case.family).or_default();
            counts.nests += 1;
            counts.unknown += usize::from(unknown.contains(&number));
        }
        let mut number = 0;
        cases.retain(|_| {
            number += 1;
            !unknown.contains(&(number - 1))
        });
        let mut calls = moved(accrs, &cases)?.into_iter();
        for case in cases {
            let counts = self.0.entry(case.family).or_default();
            for values in &case.nest.values {
                let name = format!("--family {} --seed {}", case.family.name(), case.seed);
                counts.call(&name, &case.nest, values, &calls.next().unwrap_or_default())?;
            }
        }
        Ok(())
    }

    pub fn print(&self) {
        println!("family        nests unknown | sections  exact  moved/needed");
        for (family, c) in &self.0 {
            println!(
                "{:<12} {:>6} {:>7} | {:>8} {:>5.1}% {:>13.2}",
                family.name(),
                c.nests,
                c.unknown,
                c.sections,
                100.0 * c.exact as f64 / c.sections.max(1) as f64,
                c.moved as f64 / c.needed.max(1) as f64
            );
        }
        for c in self.0.values().filter(|c| c.worst.0 > 0) {
            println!("larger: {}", c.worst.1);
        }
    }
}

impl Counts {
    /// Notes what was moved in one call.
    fn call(
        &mut self,
        name: &str,
        nest: &Nest,
        values: &[i64],
        moved: &HashMap<String, u64>,
    ) -> Result<(), String> {
        let needed = needed(nest, values);
        for (o, object) in nest
            .objects
            .iter()
            .enumerate()
            .filter(|(_, o)| !o.home.is_local())
        {
            let moved = moved.get(&object.name).copied().unwrap_or(0);
            let (rows, elements) = needed[o];
            if moved < elements {
                return Err(format!(
                    "{name} with {values:?}: {moved} bytes of {} are moved, {elements} are touched",
                    object.name
                ));
            }
            // Parts of rows may move alone.
            let needed = rows.min(moved);
            if moved > 0 {
                self.sections += 1;
                self.exact += usize::from(moved == needed);
                self.moved += moved;
                self.needed += needed;
                if moved - needed > self.worst.0 {
                    self.worst = (
                        moved - needed,
                        format!(
                            "{name} with {values:?}: {moved} bytes of {} are moved, {needed} are touched",
                            object.name
                        ),
                    );
                }
            }
        }
        Ok(())
    }
}

/// The bytes of the rows that are touched, from the first to the last, of each object; and those of the elements that are.
fn needed(nest: &Nest, values: &[i64]) -> Vec<(u64, u64)> {
    let mut one = nest.clone();
    one.values = vec![values.to_vec()];
    let events = trace::trace(&one).unwrap_or_default();
    let mut touched = vec![HashSet::new(); nest.objects.len()];
    for event in &events {
        if let Event::Touch(t) = event {
            touched[t.object].insert(t.at);
        }
    }
    let extents = trace::extents(nest, &events);
    let all = nest.objects.iter().zip(extents).zip(touched);
    all.map(|((object, ranges), touched)| {
        let length = |l: &Length| match l {
            Length::Known(n) => *n,
            Length::Param(p, extra) => values[*p] + extra,
        };
        let row: i64 = object.lengths.iter().skip(1).map(length).product();
        let rows = ranges[0].1 - ranges[0].0 + 1;
        match touched.len() as u64 {
            0 => (0, 0),
            elements => ((rows * row) as u64 * SIZE, elements * SIZE),
        }
    })
    .collect()
}

/// The numbers of the nests with an array that must be present.
fn unknown(plan: &str) -> Vec<usize> {
    let mut nest: Option<usize> = None;
    let mut all = Vec::new();
    for line in plan.lines() {
        if let Some((_, rest)) = line.split_once(" in nest_") {
            nest = rest.split_once(':').and_then(|(n, _)| n.parse().ok());
        } else if line.trim().starts_with("data ") && line.contains(": present(") {
            all.extend(nest);
        }
    }
    all
}

/// Runs the nests on sim, and reads what was moved from the runtime's lines.
fn moved(accrs: &Path, cases: &[&Case]) -> Result<Moved, String> {
    let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    fs::write(folder.path().join("nests.c"), run::program(cases, MARGIN))
        .map_err(|e| e.to_string())?;
    let mut compiler = Command::new(accrs);
    compiler.args([
        "-w",
        "-fwrapv",
        "--acc-target=sim",
        "nests.c",
        "-o",
        "nests",
    ]);
    run::command_in(folder.path(), &mut compiler)?;
    let mut program = Command::new("./nests");
    program
        .env("ACC_DEVICE_TYPE", "sim")
        .env("ACCRS_NOTIFY", "2");
    let ended = run::command_in(folder.path(), &mut program)?;
    run::agrees(cases, &ended.stdout)?;
    let mut calls: Moved = Vec::new();
    for line in ended.stderr.lines() {
        if line == run::CALL {
            calls.push(HashMap::new());
        } else if let (Some(call), Some((name, bytes))) = (calls.last_mut(), transfer(line)) {
            // In and out is the same section.
            let known = call.entry(name.to_string()).or_insert(0);
            *known = bytes.max(*known);
        }
    }
    Ok(calls)
}

/// `accrs: upload A[0:n] bytes=40 file=...`: the array, and how much of it.
fn transfer(line: &str) -> Option<(&str, u64)> {
    let rest = line
        .strip_prefix("accrs: upload ")
        .or_else(|| line.strip_prefix("accrs: download "))?;
    let name = rest.split(['[', ' ']).next()?;
    let bytes = rest.split_once("bytes=")?.1.split(' ').next()?;
    Some((name, bytes.parse().ok()?))
}
