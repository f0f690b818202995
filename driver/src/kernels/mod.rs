//! What each kernel takes of a GPU, for `-Minfo=kernel`: NVRTC makes machine code of the text, ptxas says what that needs, and nvdisasm,
//! where it is there, prints it.
//!
//! ```text
//! ptxas.rs      registers, spills, memory, from NVRTC's log
//! sass.rs       the innermost loops, from nvdisasm's text
//! occupancy.rs  how many blocks a multiprocessor holds
//! ```

mod occupancy;
mod ptxas;
mod sass;

use crate::options::Report;
use crate::ptx::{self, PtxError};
use accrs_frontend::{Unit, beside};
use accrs_lowering::plan::{Extent, Plan};
use occupancy::Occupancy;
use ptxas::Usage;
use sass::Loop;
use serde::Serialize;
use std::collections::HashMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The GPU where no option names one.
const USUAL: &str = "sm_90";

/// A kernel of the plan.
pub struct Planned {
    name: String,
    /// The user's.
    line: u32,
    /// Of a block; `None` where the program chooses them when it runs.
    threads: Option<u32>,
}

/// All kernels of a unit, in the order of its text.
pub fn planned(unit: &Unit, plan: &Plan) -> Vec<Planned> {
    let constructs = unit.constructs.iter();
    let plans = constructs.filter_map(|c| plan.constructs.get(&c.id));
    let plans = plans.flat_map(|p| p.on_devices());
    let kernels = plans.flat_map(|c| &c.kernels);
    kernels
        .map(|k| {
            let mut extents = k.block.iter().map(|e| match e {
                Extent::Fixed(n) => u32::try_from(*n).ok(),
                // The rows' lanes times the rows.
                Extent::RowLanes(ends) => u32::try_from(ends.threads).ok(),
                Extent::RowsBeside(_) => Some(1),
                _ => None,
            });
            Planned {
                name: k.name.clone(),
                line: k.site.line,
                threads: extents.try_fold(1u32, |all, n| all.checked_mul(n?)),
            }
        })
        .collect()
}

/// The kernels of a unit, as they go to NVRTC.
pub struct Kernels<'k> {
    pub planned: &'k [Planned],
    pub text: &'k str,
    /// The text's own options.
    pub rules: &'k [String],
    /// A folder for files that are not kept.
    pub temp: &'k Path,
}

/// What a kernel takes of a GPU.
#[derive(Serialize)]
struct Told {
    kernel: String,
    file: String,
    line: u32,
    /// The GPU: "sm_90".
    arch: String,
    #[serde(flatten)]
    usage: Usage,
    /// Of a block; nothing where the program chooses them when it runs.
    threads: Option<u32>,
    occupancy: Option<Occupancy>,
    /// Those in the user's text; nothing where nvdisasm is missing.
    loops: Option<Vec<Loop>>,
}

impl Kernels<'_> {
    /// A line or more for each kernel, as -Minfo writes them, or an array in JSON. `name`: the user's file; `arch`: the GPU, "sm_90" where it
    /// isn't said.
    ///
    /// # Errors
    /// Without an NVRTC that compiles for that GPU.
    pub fn report(&self, form: Report, name: &str, arch: Option<&str>) -> Result<String, PtxError> {
        let all = self.told(name, arch.unwrap_or(USUAL))?;
        if form == Report::Json {
            let text = serde_json::to_string_pretty(&all);
            return Ok(text.map(|t| t + "\n").unwrap_or_default());
        }
        let mut out = format!("{name}:\n");
        for k in &all {
            describe(&mut out, k);
        }
        if all.iter().any(|k| k.loops.is_none()) {
            out.push_str(
                "         loops aren't told: nvdisasm was not found; it comes with the CUDA toolkit and with PyPI's nvidia-cuda-nvdisasm, and ACCRS_NVDISASM names it\n",
            );
        }
        Ok(out)
    }

    /// What `--acc-kernels=json` tells of each kernel.
    ///
    /// # Errors
    /// As [`Self::report`].
    pub fn figures(
        &self,
        name: &str,
        arch: Option<&str>,
    ) -> Result<Vec<serde_json::Value>, PtxError> {
        let all = self.told(name, arch.unwrap_or(USUAL))?;
        let values = all.iter().map(serde_json::to_value);
        Ok(values.filter_map(Result::ok).collect())
    }

    fn told(&self, name: &str, arch: &str) -> Result<Vec<Told>, PtxError> {
        let code = ptx::machine_code(self.text, name, arch, self.rules)?;
        let mut usage = ptxas::read(&code.log);
        let text = self.disassembled(&code.binary);
        let mut loops = text.map(|t| sass::loops(&t, name));
        let told = self.planned.iter().filter_map(|k| {
            let usage = usage.shift_remove(&k.name)?;
            let fill = |threads| occupancy::of(arch, threads, usage.registers, usage.shared);
            let mine = |all: &mut HashMap<_, _>| all.remove(&k.name).unwrap_or_default();
            Some(Told {
                kernel: k.name.clone(),
                file: name.to_string(),
                line: k.line,
                arch: arch.to_string(),
                threads: k.threads,
                occupancy: k.threads.and_then(fill),
                loops: loops.as_mut().map(mine),
                usage,
            })
        });
        Ok(told.collect())
    }

    /// The machine code as text; `None` where nobody prints it.
    fn disassembled(&self, binary: &[u8]) -> Option<String> {
        let file = self.temp.join("kernels.cubin");
        std::fs::write(&file, binary).ok()?;
        let found = nvdisasm().into_iter().find_map(|program| {
            let done = Command::new(program).args(["-g", "-c"]).arg(&file).output();
            done.ok().filter(|d| d.status.success())
        });
        Some(String::from_utf8_lossy(&found?.stdout).into_owned())
    }
}

fn describe(out: &mut String, k: &Told) {
    let u = &k.usage;
    let mut words = vec![
        plural(u.registers, "register"),
        match (u.spill_stores, u.spill_loads) {
            (0, 0) => "no spills".to_string(),
            (stores, loads) => format!("{stores} bytes spilled and {loads} read back"),
        },
    ];
    let memory = [(u.local, "local"), (u.shared, "shared")];
    let memory = memory.iter().filter(|m| m.0 > 0);
    words.extend(memory.map(|(n, what)| format!("{n} bytes of {what} memory")));
    words.push(match u.barriers {
        0 => "no barrier".to_string(),
        n => plural(n, "barrier"),
    });
    let _ = writeln!(
        out,
        "{:7}, {} on {}: {}",
        k.line,
        k.kernel,
        k.arch,
        words.join(", ")
    );
    let filled = match (k.threads, k.occupancy) {
        (None, _) => "the program chooses the threads of a block when it runs".to_string(),
        (Some(n), None) => format!("blocks of {n} threads"),
        (Some(n), Some(o)) if o.blocks == 0 => {
            format!("a block of {n} threads doesn't fit: it can't be launched")
        }
        (Some(n), Some(o)) => format!(
            "blocks of {n} threads, {} at once on a multiprocessor: {}% of its threads",
            o.blocks, o.percent
        ),
    };
    let _ = writeln!(out, "         {filled}");
    for l in k.loops.iter().flatten() {
        let loads = match (l.loads, l.in_flight) {
            (0, _) => "no loads from global memory".to_string(),
            (n, at_once) => format!("{}, {at_once} under way at once", plural(n, "load")),
        };
        let _ = writeln!(
            out,
            "         innermost loop at line {}: {}, {loads}",
            l.line,
            plural(l.instructions, "instruction")
        );
    }
}

fn plural(n: u32, what: &str) -> String {
    match n {
        1 => format!("1 {what}"),
        _ => format!("{n} {what}s"),
    }
}

/// Where nvdisasm may be: where the variable says, in the wheel that scripts/setup.sh gets or pip has put beside accrs, in the CUDA toolkit, on the search path.
fn nvdisasm() -> Vec<PathBuf> {
    if let Some(named) = std::env::var_os("ACCRS_NVDISASM").filter(|v| !v.is_empty()) {
        return vec![named.into()];
    }
    let name = "nvidia/cu13/bin/nvdisasm";
    let mut all = beside::files(&[&format!(".accrs/nvdisasm/{name}")]);
    all.extend(beside::in_python(name));
    all.push("nvdisasm".into());
    all.push("/usr/local/cuda/bin/nvdisasm".into());
    all
}
