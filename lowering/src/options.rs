//! What the user asked for on the command line.

use crate::machine::Machine;
use accrs_frontend::{CRules, Unit};

/// Which memory host and devices share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Memory {
    /// None: data clauses, or what is inferred, say what moves.
    #[default]
    Separate,
    /// What the program allocates.
    Managed,
    /// All.
    Unified,
    /// None, and what the program allocates is page-locked.
    Pinned,
}

impl Memory {
    /// Whether host and devices share any.
    pub fn is_shared(self) -> bool {
        matches!(self, Self::Managed | Self::Unified)
    }
}

/// The vectors of the processor that the host compiler compiles for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Simd {
    /// Bytes of one.
    pub bytes: u64,
    /// How many there are.
    pub registers: u64,
}

impl Default for Simd {
    fn default() -> Self {
        Self {
            bytes: 16,
            registers: 16,
        }
    }
}

/// What the user asked for on the command line, as far as lowering cares.
#[derive(Clone, Debug)]
pub struct Options {
    pub nvidia: bool,
    pub multicore: bool,
    pub sim: bool,
    /// `-acc=strict`.
    pub strict: bool,
    /// `-acc=check`: the program watches what its kernels do.
    pub check: bool,
    /// What code is made for.
    pub machine: Machine,
    /// `-fopenmp` was given: the user's own `#pragma omp` lines stay.
    pub keep_user_openmp: bool,
    /// `-Msafeptr`: pointers don't alias.
    pub safe_pointers: bool,
    /// Loops of a nest may change places.
    pub interchange: bool,
    /// Nests may be cut into tiles, for the host's cores and for a device's blocks, and loops become several, or one.
    pub transform: bool,
    /// The cores run loops as they are written: a debugger that steps through them shows the text's lines and variables.
    pub as_written: bool,
    /// Rows and columns of the tiles that blocks go through.
    pub sizes: Option<[u64; 2]>,
    pub simd: Simd,
    /// The GPUs that kernels become machine code for, as `__CUDA_ARCH__` / 10; none: whatever the program finds.
    pub archs: Vec<u32>,
    /// Loops of `parallel` without a directive may get lanes.
    pub automatic: bool,
    /// Data may stay on the device over the turns of a host's loop.
    pub hold: bool,
    /// Loops whose data doesn't fit the device may run in parts.
    pub parts: bool,
    /// The devices of a process may share the loop of a construct.
    pub devices: bool,
    pub memory: Memory,
    /// What the host compiler's options make of C's rules.
    pub rules: CRules,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            nvidia: true,
            multicore: true,
            sim: false,
            strict: false,
            check: false,
            machine: Machine::default(),
            keep_user_openmp: false,
            safe_pointers: false,
            interchange: true,
            transform: true,
            as_written: false,
            sizes: None,
            simd: Simd::default(),
            archs: Vec::new(),
            automatic: true,
            hold: true,
            parts: false,
            devices: false,
            memory: Memory::Separate,
            rules: CRules::default(),
        }
    }
}

impl Options {
    /// Whether device kernels are wanted at all.
    pub fn device(&self) -> bool {
        self.nvidia || self.sim
    }
    /// Whether the cores may run other loops than those of the text.
    pub fn transforms_cores(&self) -> bool {
        self.transform && self.multicore && !self.as_written
    }
    /// Whether a unit's kernels may add products that haven't been rounded.
    pub fn fuses(&self, unit: &Unit) -> bool {
        self.rules.contracts() && !forbids_contraction(&unit.source.text)
    }
}

/// Whether `#pragma STDC FP_CONTRACT OFF` (C11 6.10.6) is anywhere in the file. A text has one set of options, so the pragma
/// then holds for all kernels, which is right everywhere.
pub(crate) fn forbids_contraction(text: &str) -> bool {
    text.contains("FP_CONTRACT")
        && text.lines().any(|line| {
            let words = line.trim_start().strip_prefix('#').unwrap_or_default();
            let words: Vec<&str> = words.split_whitespace().take(4).collect();
            words == ["pragma", "STDC", "FP_CONTRACT", "OFF"]
        })
}

#[cfg(test)]
mod tests {
    use super::forbids_contraction;

    #[test]
    fn the_pragma_forbids() {
        assert!(forbids_contraction(
            "int a;\n  # pragma  STDC FP_CONTRACT OFF\n"
        ));
        assert!(!forbids_contraction("#pragma STDC FP_CONTRACT ON\n"));
        assert!(!forbids_contraction("/* pragma STDC FP_CONTRACT OFF */\n"));
    }
}
