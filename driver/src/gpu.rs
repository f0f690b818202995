//! What NVRTC does for a file while it is compiled: kernels for the GPUs that `--acc-arch` names, and else a look at the kernels' text, so that text that
//! it refuses is found here and not when the program runs.

use crate::interrupt;
use crate::pipeline::{Goal, Job, Pipeline, PipelineError};
use crate::ptx::{self, Arch, Images, PtxError};
use crate::tell;
use accrs_frontend::diag::codes;
use accrs_frontend::{Diagnostic, Severity, Unit};
use accrs_lowering::Rendered;
use std::ffi::OsStr;
use std::path::Path;
use std::time::Instant;

/// Lines of NVRTC's log that are shown.
const LINES: usize = 12;

impl Pipeline<'_> {
    /// Compiles what is rendered, for the GPUs that the command names.
    ///
    /// # Errors
    /// When a compiler refuses its text, or can't be run.
    pub fn finish(
        &self,
        unit: &Unit,
        rendered: &mut Rendered,
        job: &Job<'_>,
    ) -> Result<(), PipelineError> {
        let own = &self.command.own;
        // Routines of other files are put behind the text when the program runs: it isn't whole yet.
        let whole = self.options.nvidia && !rendered.imports;
        let text = rendered.lined.clone().filter(|_| whole);
        let Some(text) = text else {
            return self.compile(rendered, job);
        };
        let name = format!("{}.cu", job.name);
        let (archs, asked) = own.archs();
        if !archs.is_empty() {
            match ptx::images(&text, &name, archs, self.command.debug, rendered.nvrtc()) {
                Ok(Images { made, mut without }) => {
                    if let Some(at) = without.iter().position(|(_, w)| !w.is_passed_over(asked)) {
                        return Err(without.swap_remove(at).1.into());
                    }
                    rendered.embed(&made)?;
                    self.tell(&unit.source, later(&without), &job.name)?;
                }
                Err(why) if why.is_passed_over(asked) => {
                    let all: Vec<&Arch> = archs.iter().collect();
                    self.tell(&unit.source, vec![not_now(&all, &why)], &job.name)?;
                }
                Err(PtxError::Refused { log, .. }) => {
                    return self.refused(unit, &text, &log, job);
                }
                Err(why) => return Err(why.into()),
            }
            return self.compile(rendered, job);
        }
        let refused = match own.verify && matches!(job.goal, Goal::Object(_) | Goal::Assembly(_)) {
            true => self.compile_beside_look(&text, &name, rendered, job)?,
            false => return self.compile(rendered, job),
        };
        match refused {
            Some(log) => self.refused(unit, &text, &log, job),
            None => Ok(()),
        }
    }

    /// Compiles while NVRTC looks at the kernels; what it says where it refuses them.
    fn compile_beside_look(
        &self,
        text: &str,
        name: &str,
        rendered: &Rendered,
        job: &Job<'_>,
    ) -> Result<Option<String>, PipelineError> {
        let rules = rendered.nvrtc();
        let (compiled, looked) = std::thread::scope(|scope| {
            let look = scope.spawn(|| {
                let begun = Instant::now();
                (ptx::look(text, name, rules), begun.elapsed())
            });
            (self.compile(rendered, job), look.join())
        });
        let Ok((looked, took)) = looked else {
            return compiled.map(|()| None);
        };
        if self.command.verbose {
            tell::report(&format!(
                " NVRTC has looked at the kernels of {} in {:.3} s, beside the host compiler\n",
                job.name,
                took.as_secs_f64()
            ));
        }
        match looked {
            Err(PtxError::Refused { log, .. }) => Ok(Some(log)),
            // Without a NVRTC, or with one that can't stop behind its look, the text is compiled when the program runs, as ever.
            _ => compiled.map(|()| None),
        }
    }

    /// NVRTC refuses the text: a defect of accrs. No object stays, the text does.
    fn refused(
        &self,
        unit: &Unit,
        text: &str,
        log: &str,
        job: &Job<'_>,
    ) -> Result<(), PipelineError> {
        if let Goal::Object(target) | Goal::Assembly(target) = job.goal {
            interrupt::remove(target);
        }
        let kept = match &job.beside {
            Some(names) => names.file(".acc.cu"),
            None => {
                let stem = Path::new(&job.name)
                    .file_stem()
                    .unwrap_or(OsStr::new("kernels"));
                Path::new(stem).with_extension("acc.cu")
            }
        };
        let kept = match interrupt::write(&kept, text) {
            Ok(()) => format!("the report wants the file '{}'", kept.display()),
            Err(e) => format!("'{}' could not be written: {e}", kept.display()),
        };
        let lines: Vec<&str> = log.lines().take(LINES).collect();
        let message = format!(
            "accrs has made CUDA kernels that NVRTC refuses:\n{}",
            lines.join("\n")
        );
        let error = Diagnostic::general(codes::DEVICE_COMPILER_FAILED, message).help(format!(
            "this is a defect of accrs, not of the program: please report it; {kept}. With --acc-target=multicore the program \
             runs on the host's cores"
        ));
        self.tell(&unit.source, vec![error], &job.name)
    }
}

/// Says for which GPUs there are no kernels yet, though they were asked for now.
fn later(without: &[(Arch, PtxError)]) -> Vec<Diagnostic> {
    let mut told: Vec<(String, Vec<&Arch>, &PtxError)> = Vec::new();
    for (arch, why) in without {
        let words = why.to_string();
        match told.iter_mut().find(|(known, ..)| *known == words) {
            Some((_, archs, _)) => archs.push(arch),
            None => told.push((words, vec![arch], why)),
        }
    }
    let told = told.into_iter();
    told.map(|(_, archs, why)| not_now(&archs, why)).collect()
}

fn not_now(archs: &[&Arch], why: &PtxError) -> Diagnostic {
    let names: Vec<String> = archs.iter().map(ToString::to_string).collect();
    let names = names.join(", ");
    let message = format!("no kernels are compiled for {names} now: {why}");
    let help = match why {
        PtxError::TooOld { .. } => {
            "the program compiles its kernels when it runs; a GPU so old needs an older NVRTC then (CUDA 12's from sm_50, \
             CUDA 11's from sm_35), named in ACCRS_NVRTC"
        }
        _ => "the CUDA text is in the program, which compiles it for the GPU that it runs on",
    };
    let mut d = Diagnostic::general(codes::ARCHITECTURE_LATER, message).help(help);
    d.severity = Severity::Warning;
    d
}
