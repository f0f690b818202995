//! Cutting a failing piece down: statements, loops, conditions, clauses, expressions and numbers go, one after the other, as
//! long as the program stays valid C and fails on the same devices in the same way.

use super::cuts;
use super::judge::{Failure, Judge, What, for_cc};
use super::program::Program;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// How a program fails: what a smaller one must do, too.
type Signature = Vec<(String, What, String)>;

fn signature(failures: &[Failure]) -> Signature {
    failures
        .iter()
        .map(|f| (f.device.clone(), f.what, key(f)))
        .collect()
}

/// What tells one failure from another of its sort: the diagnostic's number, how a run ended.
fn key(failure: &Failure) -> String {
    let text = &failure.text;
    match failure.what {
        What::Compile => match text.find("[ACC") {
            Some(at) => text[at..].chars().take(9).collect(),
            None => text
                .split("error: ")
                .nth(1)
                .map(|t| t.chars().filter(|c| c.is_alphabetic()).take(12).collect())
                .unwrap_or_default(),
        },
        What::Ended => text.lines().next().unwrap_or_default().to_string(),
        _ => String::new(),
    }
}

struct Search<'a> {
    judge: &'a Judge,
    /// Whether each construct of the text runs for certain.
    certain: bool,
    flags: &'a [String],
    wanted: Signature,
    /// Kinds of warnings that the program has to begin with.
    warnings: BTreeSet<String>,
    until: Instant,
}

impl Search<'_> {
    fn fails_alike(&self, lines: &[String]) -> bool {
        let text = lines.join("\n") + "\n";
        let launches = if self.certain {
            cuts::constructs(lines)
        } else {
            0
        };
        let failures = self.judge.compare(&text, self.flags, launches);
        signature(&failures) == self.wanted
            && self
                .judge
                .check(&text, self.flags)
                .is_ok_and(|kinds| kinds.is_subset(&self.warnings))
    }

    fn late(&self) -> bool {
        Instant::now() >= self.until
    }

    /// Takes `next` for `lines` if it still fails.
    fn take(&self, lines: &mut Vec<String>, next: Vec<String>) -> bool {
        if self.late() || next == *lines || !self.fails_alike(&next) {
            return false;
        }
        *lines = next;
        true
    }

    /// Deletes statements with all that they hold, many at once first.
    fn statements(&self, lines: &mut Vec<String>, from: usize) -> bool {
        let mut changed = false;
        for many in [16, 4, 1] {
            let mut at = from;
            while at < lines.len() && !self.late() {
                let end = (0..many).fold(at, |end, _| cuts::statement(lines, end).unwrap_or(end));
                let mut next = lines.clone();
                next.drain(at..end);
                if end > at && self.take(lines, next) {
                    changed = true;
                } else {
                    at += 1;
                }
            }
        }
        changed
    }

    /// Replaces single lines by simpler ones, and blocks by what they hold.
    fn simpler(&self, lines: &mut Vec<String>, from: usize) -> bool {
        let mut changed = false;
        let mut at = from;
        while at < lines.len() && !self.late() {
            let mut again = false;
            if let Some(next) = cuts::unwrapped(lines, at) {
                again = self.take(lines, next);
            }
            if !again {
                for line in cuts::simpler_lines(&lines[at]) {
                    let mut next = lines.clone();
                    next[at] = line;
                    if self.take(lines, next) {
                        again = true;
                        break;
                    }
                }
            }
            changed |= again;
            at += usize::from(!again);
        }
        changed
    }
}

/// The smallest program found within `limit` that fails as this one does.
pub fn shrink(judge: &Judge, program: &Program, failures: &[Failure], limit: Duration) -> String {
    let Ok(warnings) = judge.check(&program.text, &program.flags) else {
        return program.text.clone();
    };
    let all: Vec<String> = program.text.lines().map(str::to_string).collect();
    let search = Search {
        judge,
        certain: program.launches >= cuts::constructs(&all),
        flags: &program.flags,
        wanted: signature(failures),
        warnings,
        until: Instant::now() + limit,
    };
    let mut lines = all;
    if !search.fails_alike(&lines) {
        // It doesn't fail every time.
        return program.text.clone();
    }
    // The prelude goes last, and in large parts.
    let own = lines
        .iter()
        .position(|l| l.starts_with("/* ") && l.contains(", piece "))
        .unwrap_or(0);
    while !search.late() {
        let fewer = search.statements(&mut lines, own);
        let simpler = search.simpler(&mut lines, own);
        if !fewer && !simpler {
            break;
        }
    }
    // A little longer, for what of the prelude isn't used.
    let search = Search {
        until: Instant::now() + limit / 8,
        ..search
    };
    search.statements(&mut lines, 0);
    lines.join("\n") + "\n"
}

/// The program under a head that says what is wrong and how to see it.
pub fn titled(text: &str, flags: &[String], failures: &[Failure]) -> String {
    let mut head = String::from("/*\n");
    for failure in failures {
        for line in failure.show().lines() {
            head += &format!(" * {}\n", line.replace("*/", "* /"));
        }
    }
    let cc: Vec<&str> = for_cc(flags).map(String::as_str).collect();
    let (cc, flags) = (cc.join(" "), flags.join(" "));
    head += &format!(
        " *\n * cc {cc} FILE -lm && ./a.out\n * accrs {flags} --acc-target=multicore,sim,nvidia FILE -lm && ACC_DEVICE_TYPE=... ./a.out\n */\n"
    );
    head + text
}
