//! `--report=html`: one page that shows what became of a program, and of a run of it.
//!
//! ```text
//! model    what the page shows
//! lines    generated text, line by line, with the user's lines that it comes from
//! counts   the figures of accrs-prof
//! run      a trace of a run      sums  what lines, kernels and transfers took in it
//! write    the page: template, libraries, model
//! ```
//!
//! All facts are those of the passes (`accrs_lowering::plan`, `render`) and of the files that are named; nothing is decided here.

mod counts;
mod lines;
mod model;
mod run;
mod sums;
mod write;

use crate::kernels::Kernels;
use crate::options::{Command, Mode};
use crate::pipeline::PipelineError;
use crate::{interrupt, tell};
use accrs_frontend::Unit;
use accrs_frontend::region::{For, StmtKind, VarId};
use accrs_lowering as lowering;
use lowering::analyse::intensity;
use lowering::machine::Machine;
use lowering::plan::{ComputePlan, Extent, LoopPlan, Plan, Turns, show};
use lowering::render::{moves, openmp, report};
use model::{File, Kernel, Page};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use write::Libraries;

/// A page that is being put together: a command's units, one after the other.
pub struct Collector {
    page: Page,
    libraries: Libraries,
    to: PathBuf,
}

/// What the plan tells of a unit.
pub struct Planned {
    unit: model::Unit,
    files: HashMap<String, usize>,
}

impl Collector {
    /// The page that a command asks for, if it does. `lib`: where accrs's own files are.
    ///
    /// # Errors
    /// Words that don't go together, a trace that can't be read, libraries that are missing.
    pub fn of(command: &Command, lib: &Path) -> Result<Option<Self>, String> {
        let own = &command.own;
        let Some(name) = &own.page else {
            return Ok(None);
        };
        if own.emit.is_some() || command.mode == Mode::Preprocess {
            return Err("--report=html goes with compiling, not with --emit or -E".into());
        }
        let run = own.trace.as_deref().map(run::read).transpose()?;
        let counts = own.counts.as_deref().map(counts::read).transpose()?;
        Ok(Some(Self {
            libraries: Libraries::read(&lib.join("report"))?,
            to: match name.is_empty() {
                true => usual_name(command),
                false => PathBuf::from(name),
            },
            page: Page {
                version: env!("CARGO_PKG_VERSION"),
                command: command
                    .host_words
                    .iter()
                    .map(|w| w.to_string_lossy().into_owned())
                    .collect(),
                machine: peaks(&own.targets()?.machine),
                run,
                counts,
                ..Page::default()
            },
        }))
    }

    /// Adds a unit with its kernels' text.
    pub fn add(
        &mut self,
        planned: Planned,
        rendered: &lowering::Rendered,
        kernels: &Kernels<'_>,
        arch: Option<&str>,
    ) {
        let Planned { mut unit, files } = planned;
        if let Some(text) = &rendered.lined {
            let own = format!("{}.cu", unit.name);
            unit.cuda = lines::cuda(lines::of_cuda(text, &own), &files);
            match kernels.figures(&unit.name, arch) {
                Ok(all) => {
                    for k in &mut unit.kernels {
                        let mine = all.iter().find(|f| f["kernel"] == k.name.as_str());
                        k.figures = mine.cloned();
                    }
                }
                Err(why) => unit.figures_missing = Some(why.to_string()),
            }
        }
        for k in &mut unit.kernels {
            let call = format!(" {}(", k.name);
            let head = |l: &model::Line| l.text.contains("__global__") && l.text.contains(&call);
            k.begins = unit.cuda.iter().position(head);
        }
        self.page.units.push(unit);
    }

    /// Writes the page.
    ///
    /// # Errors
    /// When it can't be written, or accrs's template fails.
    pub fn write(mut self) -> Result<(), PipelineError> {
        if self.page.units.is_empty() {
            tell::warning(
                "--report=html: no page is written, since no source has OpenACC directives",
            );
            return Ok(());
        }
        let names = self.page.units.iter().map(|u| u.name.as_str());
        self.page.title = names.collect::<Vec<_>>().join(", ");
        let text = write::page(&self.page, &self.libraries).map_err(PipelineError::Usage)?;
        interrupt::write(&self.to, text)
            .map_err(|e| PipelineError::Write(self.to.display().to_string(), e))
    }
}

/// Beside the output, or in this folder with the first source's name.
fn usual_name(command: &Command) -> PathBuf {
    const ENDING: &str = "report.html";
    if let Some(output) = command
        .output
        .as_deref()
        .filter(|o| o.as_os_str() != "-" && !o.starts_with("/dev"))
    {
        let object = output.extension().is_some_and(|e| e == "o" || e == "s");
        if object {
            return output.with_extension(ENDING);
        }
        let mut name = output.as_os_str().to_os_string();
        name.push(".");
        name.push(ENDING);
        return PathBuf::from(name);
    }
    let first = command
        .inputs
        .iter()
        .find(|i| i.is_source() && !i.is_stdin());
    let stem = first.and_then(|i| i.path.file_stem());
    PathBuf::from(stem.unwrap_or("stdin".as_ref())).with_extension(ENDING)
}

/// What the plan tells of a unit. `name`: the source, as it was named.
///
/// # Errors
/// A plan that can't be printed: a defect of accrs.
pub fn planned(
    unit: &Unit,
    plan: &Plan,
    name: &str,
    options: &lowering::Options,
) -> Result<Planned, PipelineError> {
    let remarks = report::values(unit, plan);
    let regions = moves::regions(unit, plan);
    let mut names: Vec<String> = vec![unit.source.main.clone()];
    let told = remarks.iter().filter_map(|r| r["file"].as_str());
    for file in told.chain(regions.iter().map(|r| r.file.as_str())) {
        if !names.iter().any(|n| n == file) {
            names.push(file.to_string());
        }
    }
    let texts: Vec<Vec<String>> = names.iter().map(|n| read(n)).collect();
    let files: HashMap<String, usize> = names.iter().cloned().zip(0..).collect();
    let openmp = match options.multicore {
        true => lines::openmp(openmp::render(unit, plan)?.lines(unit), &files, &texts),
        false => Vec::new(),
    };
    let targets = [
        ("nvidia", options.nvidia),
        ("multicore", options.multicore),
        ("sim", options.sim),
    ];
    let files_shown = names.into_iter().zip(texts);
    Ok(Planned {
        unit: model::Unit {
            name: name.to_string(),
            targets: targets.iter().filter(|t| t.1).map(|t| t.0).collect(),
            files: files_shown
                .map(|(name, lines)| File { name, lines })
                .collect(),
            remarks,
            regions,
            kernels: kernels(unit, plan),
            cuda: Vec::new(),
            openmp,
            figures_missing: None,
        },
        files,
    })
}

/// The lines of a user's file; none where it is gone by now, or was never there (standard input).
fn read(name: &str) -> Vec<String> {
    let path = if name == "<stdin>" { "-" } else { name };
    let bytes = crate::stdin::read(Path::new(path)).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    text.lines().map(str::to_string).collect()
}

fn kernels(unit: &Unit, plan: &Plan) -> Vec<Kernel> {
    let computes = plan.constructs.values().flat_map(|c| c.on_devices());
    let work = |compute: &ComputePlan, kernel: &lowering::plan::Kernel| {
        // Collapsed loops have the plan of the first of them.
        let spread = |l: &For| {
            let var = l.canonical.as_ref().map(|h| h.var);
            let is = |p: &LoopPlan| p.id == l.id || p.heads.iter().any(|h| Some(h.var) == var);
            compute.loops.values().any(|p| !p.axes.is_empty() && is(p))
        };
        let own = compute.private.iter().chain(&compute.firstprivate);
        let own = own.chain(compute.loops.values().flat_map(|l| &l.private));
        intensity::of(unit, &kernel.body, &spread, &own.copied().collect())
    };
    let sizes = |e: &[Extent; 3]| e.iter().map(|e| show::extent(unit, e)).collect();
    let pairs = computes.flat_map(|c| c.kernels.iter().map(move |k| (c, k)));
    let all = pairs.map(|(c, k)| Kernel {
        name: k.name.clone(),
        file: k.site.file.clone(),
        line: k.site.line,
        function: k.site.function.clone(),
        mapping: k.mapping.map(|m| m.name()),
        grid: sizes(&k.grid),
        block: sizes(&k.block),
        in_order: k.in_order,
        begins: None,
        work: work(c, k),
        per_thread: per_thread(c, k),
        figures: None,
    });
    all.collect()
}

fn peaks(machine: &Machine) -> model::Machine {
    let of = |flops, bandwidth| model::Peaks { flops, bandwidth };
    model::Machine {
        device: of(machine.device.flops, machine.device.bandwidth),
        cores: of(machine.cores.flops, machine.cores.bandwidth),
    }
}

/// Iterations of a thread, where the grid covers the loops: one, or so many as each thread does at once.
fn per_thread(compute: &ComputePlan, kernel: &lowering::plan::Kernel) -> Option<u64> {
    let covers = |e: &Extent| match e {
        Extent::Fixed(1) => true,
        Extent::Cover { tile, most, .. } => most.is_some() && tile.is_empty(),
        _ => false,
    };
    if !kernel.grid.iter().all(covers) || kernel.tiles.is_some() || kernel.in_order {
        return None;
    }
    let covered: Vec<VarId> = kernel
        .grid
        .iter()
        .flat_map(|e| match e {
            Extent::Cover { heads, .. } => heads.iter().map(|h| h.var).collect(),
            _ => Vec::new(),
        })
        .collect();
    let mut each = Some(1u64);
    for s in &kernel.body {
        s.each_stmt(|s| {
            let StmtKind::For(l) = &s.kind else { return };
            let Some(plan) = compute.loops.get(&l.id).filter(|l| !l.axes.is_empty()) else {
                return;
            };
            each = match plan.turns {
                _ if plan.tile.is_some()
                    || !plan.heads.iter().all(|h| covered.contains(&h.var)) =>
                {
                    None
                }
                Turns::One | Turns::Few { .. } => each,
                Turns::AtOnce { each: more, .. } => each.map(|n| n.saturating_mul(more)),
                Turns::Several { .. } => None,
            };
        });
    }
    each
}
