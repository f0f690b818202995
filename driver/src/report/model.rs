//! What a page of `--report=html` shows: facts alone, as the passes have decided and as files of a run tell them. The page's script reads them as JSON.

use super::counts::Counts;
use super::run::Run;
use accrs_lowering::analyse::intensity::Intensity;
use accrs_lowering::render::moves::Region;
use serde::Serialize;
use serde_json::Value;

/// All that one page shows.
#[derive(Serialize, Default)]
pub struct Page {
    /// What was compiled: the names of the sources.
    pub title: String,
    pub version: &'static str,
    /// The command's words.
    pub command: Vec<String>,
    pub units: Vec<Unit>,
    pub machine: Machine,
    pub run: Option<Run>,
    pub counts: Option<Counts>,
}

/// What the machine's model says of peaks; 0: nothing.
#[derive(Serialize, Default)]
pub struct Machine {
    pub device: Peaks,
    pub cores: Peaks,
}

impl Machine {
    /// Whether a roof can be drawn.
    pub fn has_peaks(&self) -> bool {
        let both = |p: &Peaks| p.flops > 0 && p.bandwidth > 0;
        both(&self.device) || both(&self.cores)
    }
}

/// GFLOP/s and GB/s.
#[derive(Serialize, Default)]
pub struct Peaks {
    pub flops: u64,
    pub bandwidth: u64,
}

/// A source that was compiled.
#[derive(Serialize)]
pub struct Unit {
    pub name: String,
    pub targets: Vec<&'static str>,
    /// The user's files with something to tell; the source itself is the first.
    pub files: Vec<File>,
    /// The lines of `-Minfo=accel`, as `--report=json` has them.
    pub remarks: Vec<Value>,
    pub regions: Vec<Region>,
    pub kernels: Vec<Kernel>,
    pub cuda: Vec<Line>,
    pub openmp: Vec<Line>,
    /// Why the kernels' figures of a GPU are missing, if they are.
    pub figures_missing: Option<String>,
}

/// A file of the user's.
#[derive(Serialize)]
pub struct File {
    pub name: String,
    pub lines: Vec<String>,
}

/// A line of generated text.
#[derive(Serialize, Debug, PartialEq, Eq)]
pub struct Line {
    #[serde(rename = "t")]
    pub text: String,
    /// The user's file, as an index into [`Unit::files`], and the line in it.
    #[serde(rename = "f", skip_serializing_if = "Option::is_none")]
    pub file: Option<usize>,
    #[serde(rename = "l", skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The user's own line.
    #[serde(rename = "o", skip_serializing_if = "std::ops::Not::not")]
    pub own: bool,
}

/// A kernel of the plan.
#[derive(Serialize)]
pub struct Kernel {
    pub name: String,
    pub file: String,
    pub line: u32,
    pub function: String,
    pub mapping: Option<&'static str>,
    /// As the plan has them: numbers, or what the host computes.
    pub grid: Vec<String>,
    pub block: Vec<String>,
    /// One thread runs it, where memory overlaps.
    pub in_order: bool,
    /// Its first line in the CUDA text, counted from 0.
    pub begins: Option<usize>,
    /// Operations and bytes, as far as the text says.
    pub work: Intensity,
    /// Iterations that each thread has, but for those of the last block; none where threads may have any number.
    pub per_thread: Option<u64>,
    /// What it takes of a GPU, as `--acc-kernels=json` tells it.
    pub figures: Option<Value>,
}
