//! The machine code of kernels, as `nvdisasm -g -c` prints it: the innermost loops, how many instructions they are and how many loads from
//! global memory are under way in them at once.
//!
//! ```text
//! .text.sum_main_4:
//!         //## File "/tmp/sum.c", line 6
//! .L_x_2:
//!         /*0180*/                   LDG.E.64 R6, desc[UR16][R6.64] ;
//!         /*0200*/              @!P1 BRA P2, `(.L_x_2) ;
//! ```

use serde::Serialize;
use std::collections::HashMap;

/// A loop without another one inside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Loop {
    /// The first of the user's lines that it comes from.
    pub line: u32,
    pub instructions: u32,
    /// Loads from global memory.
    pub loads: u32,
    /// As many of them are issued before the first value is waited for: what hides the latency of memory.
    pub in_flight: u32,
}

/// The innermost loops of each function that come from the user's text, in the order of the code. `source`: the name of the user's file in the lines' comments.
pub fn loops(text: &str, source: &str) -> HashMap<String, Vec<Loop>> {
    let mut all = HashMap::new();
    let mut name: Option<String> = None;
    let mut code = Code::default();
    for line in text.lines() {
        let line = line.trim();
        if let Some(function) = line
            .strip_prefix(".text.")
            .and_then(|l| l.strip_suffix(':'))
        {
            let done = name.replace(function.to_string());
            let before = std::mem::take(&mut code);
            all.extend(done.map(|n| (n, before.innermost())));
        } else if name.is_some() {
            code.read(line, source);
        }
    }
    all.extend(name.map(|n| (n, code.innermost())));
    all
}

/// A function's instructions.
#[derive(Default)]
struct Code<'t> {
    /// The text of each, from the predicate on, and the user's line.
    instructions: Vec<(&'t str, Option<u32>)>,
    labels: HashMap<&'t str, usize>,
    line: Option<u32>,
}

impl<'t> Code<'t> {
    fn read(&mut self, line: &'t str, source: &str) {
        if let Some(place) = line.strip_prefix("//## File \"") {
            let found = place.split_once("\", line ");
            self.line = found.and_then(|(file, rest)| {
                let number = rest.split_whitespace().next()?.parse().ok()?;
                file.ends_with(source).then_some(number)
            });
        } else if let Some(label) = line.strip_suffix(':') {
            self.labels.insert(label, self.instructions.len());
        } else if let Some((_, text)) = line.strip_prefix("/*").and_then(|l| l.split_once("*/")) {
            let text = text.split(';').next().unwrap_or("").trim();
            if !text.is_empty() {
                self.instructions.push((text, self.line));
            }
        }
    }

    fn innermost(&self) -> Vec<Loop> {
        let mut found: Vec<(usize, usize)> = Vec::new();
        for (at, (text, _)) in self.instructions.iter().enumerate() {
            let Some(head) = self.target(text).filter(|head| *head < at) else {
                continue;
            };
            // Two ways back to one head are one loop.
            match found.iter_mut().find(|l| l.0 == head) {
                Some(same) => same.1 = at,
                None => found.push((head, at)),
            }
        }
        let holds_other = |l: &(usize, usize)| {
            let inside = |o: &(usize, usize)| o != l && l.0 <= o.0 && o.1 <= l.1;
            found.iter().any(inside)
        };
        let mut inner: Vec<(usize, usize)> = Vec::new();
        inner.extend(found.iter().filter(|l| !holds_other(l)));
        inner.sort_unstable();
        inner.into_iter().filter_map(|l| self.summary(l)).collect()
    }

    /// Where a branch leads.
    fn target(&self, text: &str) -> Option<usize> {
        let (op, _) = parts(text)?;
        let label = text.split_once("`(")?.1.split_once(')')?.0;
        let at = *self.labels.get(label)?;
        (op.split('.').next() == Some("BRA")).then_some(at)
    }

    /// `None`: none of it is the user's.
    fn summary(&self, (from, to): (usize, usize)) -> Option<Loop> {
        let body = &self.instructions[from..=to];
        let mut waiting: Vec<[u32; 2]> = Vec::new();
        let (mut loads, mut in_flight) = (0, 0);
        for (text, _) in body {
            let Some((op, operands)) = parts(text) else {
                continue;
            };
            let load = op.starts_with("LDG.") || op == "LDG";
            let given =
                load.then(|| registers(operands.split(',').next().unwrap_or(""), width(op)));
            let read = match operands.split_once(',') {
                Some((_, rest)) if gives_first(op) => rest,
                _ => operands,
            };
            let used: Vec<[u32; 2]> = read
                .split([',', '[', ']', '+'])
                .flat_map(|o| registers(o, 1))
                .collect();
            // A load that writes what another one has loaded waits as well.
            let ends = |w: &[u32; 2]| used.iter().any(|u| u[0] <= w[1] && w[0] <= u[1]);
            waiting.retain(|w| !ends(w));
            if let Some(given) = given {
                loads += 1;
                waiting.extend(given);
                in_flight = in_flight.max(waiting.len());
            }
        }
        Some(Loop {
            line: body.iter().filter_map(|(_, line)| *line).min()?,
            instructions: count(body.len()),
            loads,
            in_flight: count(in_flight),
        })
    }
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// The instruction's name and its operands, without the predicate.
fn parts(text: &str) -> Option<(&str, &str)> {
    let text = match text.strip_prefix('@') {
        Some(rest) => rest.split_once(char::is_whitespace)?.1.trim_start(),
        None => text,
    };
    Some(text.split_once(char::is_whitespace).unwrap_or((text, "")))
}

/// Whether the first operand is where the result goes.
fn gives_first(op: &str) -> bool {
    let name = op.split('.').next().unwrap_or(op);
    !matches!(
        name,
        "STG" | "STS" | "STL" | "ST" | "RED" | "BRA" | "BAR" | "EXIT"
    )
}

/// So many registers of 32 bits does a load fill.
fn width(op: &str) -> u32 {
    match op {
        _ if op.contains(".128") => 4,
        _ if op.contains(".64") => 2,
        _ => 1,
    }
}

/// The first and the last register that an operand names: `R6.64` are two.
fn registers(operand: &str, width: u32) -> Option<[u32; 2]> {
    let operand = operand.trim().trim_start_matches(['-', '|', '~', '!']);
    let digits = operand.strip_prefix('R')?;
    let end = digits.find(|c: char| !c.is_ascii_digit());
    let number: u32 = digits[..end.unwrap_or(digits.len())].parse().ok()?;
    let width = match digits.contains(".64") {
        true => width.max(2),
        false => width,
    };
    Some([number, number + width - 1])
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODE: &str = r#"
.text.f:
	//## File "/tmp/a.c", line 4
        /*0000*/                   S2R R0, SR_TID.X ;
.L_x_1:
	//## File "/tmp/a.c", line 6
        /*0010*/                   LDG.E.64 R6, desc[UR4][R2.64] ;
        /*0020*/                   LDG.E R8, desc[UR4][R4.64+0x8] ;
        /*0030*/                   IMAD.IADD R0, R13, 0x1, R0 ;
	//## File "/tmp/a.cu", line 90
        /*0040*/                   DADD R10, R6, R10 ;
        /*0050*/                   LDG.E R9, desc[UR4][R4.64] ;
        /*0060*/                   STG.E desc[UR4][R2.64], R8 ;
        /*0070*/              @!P1 BRA P2, `(.L_x_1) ;
        /*0080*/                   EXIT ;
.L_x_2:
        /*0090*/                   BRA `(.L_x_2);
.text.g:
.L_x_5:
	//## File "/tmp/a.c", line 20
        /*0000*/                   S2R R0, SR_TID.X ;
.L_x_6:
        /*0010*/                   FADD R0, R0, R1 ;
        /*0020*/               @P0 BRA `(.L_x_6) ;
        /*0030*/               @P1 BRA `(.L_x_5) ;
"#;

    #[test]
    fn innermost_loops() {
        let all = loops(CODE, "a.c");
        assert_eq!(
            all["f"],
            [Loop {
                line: 6,
                instructions: 7,
                loads: 3,
                in_flight: 2
            }]
        );
        assert_eq!(
            all["g"],
            [Loop {
                line: 20,
                instructions: 2,
                loads: 0,
                in_flight: 0
            }]
        );
    }

    #[test]
    fn nothing_of_other_texts() {
        assert!(loops("", "a.c").is_empty());
        assert!(loops("nvdisasm fatal   : no cubin", "a.c").is_empty());
    }
}
