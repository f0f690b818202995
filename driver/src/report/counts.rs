//! What kernels would cost on a GPU, from the file that `accrs-prof --json -o FILE` writes.

use crate::counted::{self, Memory, Process, ratio};
use crate::remarks;
use serde::Serialize;
use std::path::Path;

/// What a page shows of the figures of `accrs-prof`.
#[derive(Serialize, Debug)]
pub struct Counts {
    pub file: String,
    pub kernels: Vec<Kernel>,
}

#[derive(Serialize, Debug, PartialEq)]
pub struct Kernel {
    pub kernel: String,
    pub launches: u64,
    #[serde(flatten)]
    pub whole: Figures,
    /// The share of threads that use no memory of the device.
    pub idle: Option<f64>,
    /// Instructions of a thread.
    pub instructions: Option<f64>,
    /// Bytes that a launch reads and writes at least once.
    pub read: Option<f64>,
    pub written: Option<f64>,
    pub lines: Vec<Line>,
    /// What is worth a word about the kernel as a whole.
    pub remarks: Vec<String>,
}

#[derive(Serialize, Debug, PartialEq)]
pub struct Line {
    pub file: String,
    pub line: u32,
    /// Of the kernel's instructions, as warps issue them.
    pub share: Option<f64>,
    #[serde(flatten)]
    pub figures: Figures,
    pub remarks: Vec<String>,
}

#[derive(Serialize, Debug, PartialEq)]
pub struct Figures {
    /// The share of lanes at work.
    pub lanes: Option<f64>,
    /// Sectors that a warp's request takes, and would take at least.
    pub loads: Option<[f64; 2]>,
    pub stores: Option<[f64; 2]>,
}

/// Reads the figures.
///
/// # Errors
/// A file that can't be read, or holds something else; the message names it.
pub fn read(path: &Path) -> Result<Counts, String> {
    let shown = path.display();
    let text =
        std::fs::read(path).map_err(|e| format!("--counts: '{shown}' can't be read: {e}"))?;
    let kernels: Process = serde_json::from_slice(&text).map_err(|e| {
        format!("--counts: '{shown}' doesn't hold figures as 'accrs-prof --json -o {shown} PROGRAM' writes them: {e}")
    })?;
    Ok(Counts {
        file: shown.to_string(),
        kernels: kernels.iter().map(of).collect(),
    })
}

fn of(k: &counted::Kernel) -> Kernel {
    let total = k.total();
    let remarks = remarks::of(k);
    let said = |place: Option<(&str, u32)>| -> Vec<String> {
        let here = |r: &&remarks::Remark| r.place.as_ref().map(|(f, l)| (f.as_str(), *l)) == place;
        remarks
            .iter()
            .filter(here)
            .map(|r| r.words.clone())
            .collect()
    };
    let line = |l: &counted::Line| Line {
        file: l.file.clone(),
        line: l.line,
        share: ratio(l.issued, total.issued),
        figures: figures(l),
        remarks: said(Some((&l.file, l.line))),
    };
    Kernel {
        kernel: k.kernel.clone(),
        launches: k.launches,
        whole: figures(&total),
        idle: ratio(k.idle_threads, k.threads),
        instructions: ratio(k.instructions, k.threads),
        read: ratio(k.footprint_read, k.launches),
        written: ratio(k.footprint_written, k.launches),
        lines: k.lines.iter().filter(|l| l.line > 0).map(line).collect(),
        remarks: said(None),
    }
}

fn figures(l: &counted::Line) -> Figures {
    let sectors = |m: &Memory| Some([ratio(m.cost, m.requests)?, ratio(m.ideal, m.requests)?]);
    Figures {
        lanes: l.active(),
        loads: sectors(&l.loads),
        stores: sectors(&l.stores),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_a_kernel() {
        let line = counted::Line {
            file: "a.c".into(),
            line: 7,
            issued: 10,
            lanes: 160,
            stores: Memory {
                requests: 2,
                cost: 64,
                ideal: 8,
            },
            ..counted::Line::default()
        };
        let kernel = of(&counted::Kernel {
            kernel: "k".into(),
            launches: 2,
            threads: 64,
            footprint_read: 100,
            lines: vec![counted::Line::default(), line],
            ..counted::Kernel::default()
        });
        assert_eq!(
            (kernel.read, kernel.idle, kernel.lines.len()),
            (Some(50.0), Some(0.0), 1)
        );
        let figures = &kernel.lines[0].figures;
        assert_eq!(
            (figures.lanes, figures.loads, figures.stores),
            (Some(0.5), None, Some([32.0, 4.0]))
        );
        assert!(
            kernel.lines[0].remarks[0].contains("8.0 times the sectors"),
            "{kernel:?}"
        );
    }
}
