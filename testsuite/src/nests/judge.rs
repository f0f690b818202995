//! The compiler's verdicts beside those of brute force.

use super::family::Family;
use super::make;
use super::nest::Nest;
use super::oracle::{self, Finding, Verdict};
use super::print::{self, Lines};
use super::trace::{self, Event};
use super::verdict::{self, Certain, Said};
use crate::process;
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// A nest, where it comes from, and what brute force says of its loops.
pub struct Case {
    pub family: Family,
    pub seed: u64,
    pub nest: Nest,
    pub findings: Vec<Finding>,
}

impl Case {
    pub fn new(family: Family, seed: u64) -> Case {
        let (nest, events) = make::nest(family, seed);
        Case::of(family, seed, nest, &events)
    }

    pub fn of(family: Family, seed: u64, nest: Nest, events: &[Event]) -> Case {
        let findings = oracle::judge(&nest, events);
        Case {
            family,
            seed,
            nest,
            findings,
        }
    }

    /// The nest alone, as a file.
    pub fn text(&self) -> String {
        print::file([&self.nest]).text
    }
}

/// What is wrong with a verdict.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Defect {
    /// Called parallel, and it isn't.
    Wrong,
    /// A dependence is called certain that isn't there.
    FalseCertain,
    /// It is parallel, and the compiler doesn't see it.
    Missed,
}

/// A loop, as both see it.
pub struct Judged {
    pub id: usize,
    pub verdict: Verdict,
    pub said: Said,
    pub defect: Option<Defect>,
}

impl Judged {
    /// The compiler's words.
    pub fn words(&self) -> &str {
        match &self.said {
            Said::Parallel => "parallel",
            Said::Carries(c) => &c.words,
            Said::Doubts(words) => words,
        }
    }
}

/// What the compiler says of a file.
pub type Verdicts = HashMap<usize, Said>;

impl Case {
    /// Looks at many more values of the parameters, and at those that the compiler's example names: a dependence may show with none of
    /// those that were tried first.
    fn look_again(&mut self, claims: &[&Certain]) {
        let named = claims.iter().map(|c| {
            let value = |name: &&str| c.given.iter().find(|(n, _)| n == name).map_or(1, |g| g.1);
            print::PARAMS.iter().map(value).collect()
        });
        let some = [-3, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 17, 20];
        let mut nest = self.nest.clone();
        let further = some.iter().flat_map(|n| some.iter().map(|m| vec![*n, *m]));
        for values in named.chain(further) {
            nest.values = vec![values];
            let Some(events) = trace::trace(&nest) else {
                continue;
            };
            if trace::fits(&nest, &events, &nest.values[0]) {
                let found = oracle::judge(&nest, &events);
                self.findings
                    .iter_mut()
                    .zip(found)
                    .for_each(|(all, f)| all.merge(f));
            }
        }
    }
}

/// The nests of a file judged, and how long the compiler took.
pub fn judge(accrs: &Path, cases: &mut [Case]) -> Result<(Vec<Vec<Judged>>, Duration), String> {
    let file = print::file(cases.iter().map(|c| &c.nest));
    let (plan, took) = ask(accrs, &file.text)?;
    let said = verdict::read(&plan)?;
    let mut all = Vec::new();
    for (case, lines) in cases.iter_mut().zip(&file.nests) {
        let mut judged = compare(case, lines, &said)?;
        let doubted = judged
            .iter()
            .any(|l| matches!(l.defect, Some(Defect::FalseCertain | Defect::Missed)));
        if doubted && case.nest.params > 0 {
            let claims = judged.iter().filter_map(|l| match &l.said {
                Said::Carries(c) => Some(c),
                _ => None,
            });
            case.look_again(&claims.collect::<Vec<_>>());
            judged = compare(case, lines, &said)?;
        }
        all.push(judged);
    }
    Ok((all, took))
}

/// The plan of a file, and how long it took.
pub fn ask(accrs: &Path, text: &str) -> Result<(String, Duration), String> {
    let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    fs::write(folder.path().join("nests.c"), text).map_err(|e| e.to_string())?;
    let start = Instant::now();
    let mut command = Command::new(accrs);
    command
        // Loops that devices run as several would have several verdicts.
        .args(["-w", "--acc-transform=false", "--emit=plan", "nests.c"])
        .current_dir(folder.path());
    let ended = process::run(&mut command, Duration::from_secs(120))?;
    if !ended.ok() {
        return Err(format!("accrs: {}\n{}", ended.how(), ended.tail(20)));
    }
    Ok((ended.stdout, start.elapsed()))
}

/// The loops of a nest, outer ones first.
pub fn compare(case: &Case, lines: &Lines, said: &Verdicts) -> Result<Vec<Judged>, String> {
    let loops = lines.loops.iter().zip(&case.findings).enumerate();
    loops
        .map(|(id, (line, finding))| {
            let said = said
                .get(line)
                .ok_or_else(|| format!("nothing is said of the loop of line {line}"))?;
            Ok(Judged {
                id,
                verdict: finding.verdict,
                said: said.clone(),
                defect: defect(case, lines, finding, said),
            })
        })
        .collect()
}

fn defect(case: &Case, lines: &Lines, finding: &Finding, said: &Said) -> Option<Defect> {
    let parallel = finding.verdict < Verdict::Open;
    match said {
        Said::Parallel => (finding.verdict == Verdict::Sequential).then_some(Defect::Wrong),
        Said::Carries(c) if !is_true(case, lines, finding, c) => Some(Defect::FalseCertain),
        Said::Carries(_) | Said::Doubts(_) => parallel.then_some(Defect::Missed),
    }
}

/// Whether such accesses do meet in different iterations. Of a scalar, which is one cell, any two will do.
fn is_true(case: &Case, lines: &Lines, finding: &Finding, claim: &Certain) -> bool {
    finding.conflicts.iter().any(|c| {
        let scalar = case.nest.objects[c.object].rank == 0;
        let same = lines.of(c.first) == claim.first
            && lines.of(c.second) == claim.second
            && claim.second_writes.is_none_or(|w| w == c.second_writes);
        lines.names[c.object] == claim.object && (scalar || same)
    })
}
