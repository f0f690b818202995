//! One translation unit, from the user's C to an object.

use crate::accesses;
use crate::auxiliary::Names;
use crate::diagnose::Messages;
use crate::host::{self, HostCompiler, HostError};
use crate::install::Install;
use crate::kernels::{self, Kernels, Planned};
use crate::options::{Command, Diagnostics, Emit, Input, ReportForm, Stage};
use crate::preprocess::with_suffix;
use crate::ptx::PtxError;
use crate::{
    diagnose, expand, interrupt, places, product, ptx, report, scan, sim, tell, undefined,
};
use accrs_frontend::source::SourceMap;
use accrs_frontend::{CRules, Diagnostic, Severity, Unit};
use accrs_lowering as lowering;
use std::cell::RefCell;
use std::path::Path;

/// What ended a compilation.
#[derive(Debug, thiserror::Error)]
pub enum PipelineError {
    /// Diagnostics have been printed.
    #[error("compilation of '{0}' failed")]
    Diagnosed(String),
    #[error(transparent)]
    Host(#[from] HostError),
    #[error(transparent)]
    Sim(#[from] sim::SimError),
    #[error(transparent)]
    Ptx(#[from] ptx::PtxError),
    #[error(transparent)]
    Render(#[from] lowering::render::RenderError),
    #[error("'{0}' could not be written: {1}")]
    Write(String, std::io::Error),
    #[error("{0}")]
    Usage(String),
}

/// What to make of a unit.
pub enum Goal<'a> {
    Object(&'a Path),
    Assembly(&'a Path),
    /// Diagnostics only.
    Check,
    /// Print a stage's result.
    Emit(Emit, Option<&'a Path>),
}

/// What became of a unit.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Translated {
    Yes,
    /// There is no directive in it after all: it is the host compiler's.
    NoDirectives,
}

/// One unit on its way.
pub struct Job<'a> {
    pub name: String,
    /// The input's place on the command line.
    pub number: usize,
    pub goal: &'a Goal<'a>,
    /// Names of files beside the output.
    pub beside: Option<Names>,
    /// The user's file, where it is written out changed.
    pub source: Option<product::Source>,
    /// It is C++.
    pub cpp: bool,
}

/// What is compiled for a unit.
struct Files<'a> {
    host: &'a Path,
    kernels: Option<sim::Kernels<'a>>,
    beside: Option<&'a Names>,
    cpp: bool,
    /// Its mathematics must set `errno`.
    errno: bool,
}

/// The fixed circumstances of one compilation.
pub struct Pipeline<'a> {
    pub command: &'a Command,
    pub cc: &'a HostCompiler,
    pub install: &'a Install,
    /// A folder of this process alone, removed at its end.
    pub temp: &'a Path,
    /// The host compiler's options for loops that are shared by the cores.
    pub sharing: &'static [&'static str],
    pub options: lowering::Options,
    /// Diagnostics of the unit, where they are collected.
    pub messages: RefCell<Messages>,
    /// The page that is asked for.
    pub page: Option<RefCell<report::Collector>>,
}

impl Pipeline<'_> {
    /// Takes one input of C or C++ through all stages.
    ///
    /// # Errors
    /// When it can't be compiled, or a tool fails.
    pub fn translate(
        &self,
        input: &Input,
        number: usize,
        goal: &Goal<'_>,
    ) -> Result<Translated, PipelineError> {
        let result = self.translated(input, number, goal);
        if self.command.diagnostics.is_collected() {
            let mut messages = self.messages.borrow_mut();
            match result {
                Ok(Translated::NoDirectives) => messages.forget(),
                _ => messages.publish(&input.path),
            }
        }
        result
    }

    fn translated(
        &self,
        input: &Input,
        number: usize,
        goal: &Goal<'_>,
    ) -> Result<Translated, PipelineError> {
        let name = input.path.display().to_string();
        if input.is_cuda() {
            return self.translate_cuda(input, name, number, goal);
        }
        let openmp = matches!(goal, Goal::Emit(Emit::Openmp, _)) && !input.is_preprocessed();
        let source = match openmp {
            true => Some(product::Source::read(self, input, number)?),
            false => None,
        };
        let mut text = match &source {
            Some(source) => source.preprocess(self)?,
            None => self.preprocess(input, goal)?,
        };
        // A preprocessed file no longer has the definitions; what accrs itself preprocessed doesn't need them.
        if !openmp && !input.is_preprocessed() && expand::is_needed(&text, self.options.rules.clang)
        {
            text = self.expand(text, std::slice::from_ref(input))?;
        }
        if let Goal::Emit(Emit::Preprocessed, to) = goal {
            return emit(&text, *to).map(|()| Translated::Yes);
        }
        let ours = matches!(goal, Goal::Emit(..));
        if !ours && !scan::has_written_directive(text.as_bytes()) {
            return Ok(Translated::NoDirectives);
        }
        let beside = match goal {
            Goal::Object(target) | Goal::Assembly(target) => self.beside(input, target)?,
            Goal::Check | Goal::Emit(..) => None,
        };
        if let (true, Some(names)) = (self.command.keep, &beside) {
            let end = if input.is_cpp_source() { ".ii" } else { ".i" };
            keep(&names.file(end), |to| interrupt::write(to, &text));
        }
        let shown = if input.is_stdin() { "<stdin>" } else { &name };
        let flags: Vec<String> = self
            .command
            .flags(Stage::Compile)
            .iter()
            .map(|f| f.to_string_lossy().into_owned())
            .collect();
        let cpp = input.is_cpp_source();
        let rules = CRules {
            cpp,
            cores_alone: !self.options.nvidia && !self.options.sim,
            as_written: matches!(goal, Goal::Emit(Emit::Openmp, _)),
            ..self.options.rules.clone()
        };
        let output = accrs_frontend::parse(accrs_frontend::Input {
            text,
            path: shown,
            cflags: &flags,
            rules: &rules,
            strict: self.options.strict,
        });
        self.tell(&output.source, output.diagnostics, &name)?;
        let Some(mut unit) = output.unit else {
            return Err(PipelineError::Diagnosed(name));
        };
        let job = Job {
            name,
            number,
            goal,
            beside,
            source,
            cpp,
        };
        self.lower(&mut unit, &job)?;
        Ok(Translated::Yes)
    }

    /// Prints diagnostics; with an error among them the compilation ends.
    pub fn tell(
        &self,
        source: &SourceMap,
        mut diagnostics: Vec<Diagnostic>,
        name: &str,
    ) -> Result<(), PipelineError> {
        let warnings = self.command.warnings;
        diagnostics.retain(|d| d.severity == Severity::Error || warnings.shown());
        for d in &mut diagnostics {
            if d.severity == Severity::Warning && warnings.are_errors() {
                d.severity = Severity::Error;
                d.message.push_str(" [-Werror]");
            }
        }
        diagnose::limit(&mut diagnostics, warnings.most_errors());
        match self.command.diagnostics.is_collected() {
            true => self.messages.borrow_mut().own(source, &diagnostics),
            false => diagnose::print(source, &diagnostics, self.command.diagnostics),
        }
        if diagnostics.iter().any(|d| d.severity == Severity::Error) {
            return Err(PipelineError::Diagnosed(name.to_string()));
        }
        Ok(())
    }

    /// What the files beside the output are called, where the command leaves any.
    pub fn beside(&self, input: &Input, target: &Path) -> Result<Option<Names>, PipelineError> {
        let names = Names::ask(self.cc, self.command, input)?;
        if names.is_some() || !self.command.keep {
            return Ok(names);
        }
        let output = self.command.output.as_deref();
        let made = (!target.starts_with(self.temp)).then_some(target);
        let place = output.or(made).and_then(Path::parent);
        Ok(Some(Names::plain(place, &input.path)))
    }

    fn lower(&self, unit: &mut Unit, job: &Job<'_>) -> Result<(), PipelineError> {
        let (name, goal) = (&job.name, job.goal);
        match goal {
            Goal::Emit(Emit::Ir, to) => return emit(&lowering::print::unit(unit), *to),
            Goal::Emit(Emit::Directives, to) => {
                return emit(&lowering::print::directives(unit), *to);
            }
            Goal::Emit(Emit::Reprinted, to) => {
                return emit(&lowering::render::reprint::text(unit)?, *to);
            }
            _ => {}
        }
        lowering::prepare(unit, &self.options);
        let unit = &*unit;
        if let Goal::Emit(Emit::Analysis, to) = goal {
            let (text, diagnostics) = lowering::analysis(unit, &self.options);
            emit(&text, *to)?;
            return self.tell(&unit.source, diagnostics, name);
        }
        if let Goal::Emit(Emit::Tree, to) = goal {
            let (text, diagnostics) = lowering::trees(unit, &self.options);
            self.tell(&unit.source, diagnostics, name)?;
            return emit(&text, *to);
        }
        let mut lowered = lowering::lower(unit, &self.options);
        self.tell(&unit.source, std::mem::take(&mut lowered.diagnostics), name)?;
        let plan = &lowered.plan;
        match self.command.own.report {
            Some(ReportForm::Text) => tell::report(&lowering::render::report::brief(unit, plan)),
            Some(ReportForm::All) => tell::report(&lowering::render::report::text(unit, plan)),
            Some(ReportForm::Json) => tell::report(&lowering::render::report::json(unit, plan)),
            Some(ReportForm::Html) | None => {}
        }
        match goal {
            Goal::Emit(Emit::Plan, to) => return emit(&plan.dump(unit), *to),
            Goal::Emit(Emit::Openmp, to) => {
                let mut changed = lowering::render::openmp::render(unit, plan)?;
                self.tell(&unit.source, std::mem::take(&mut changed.errors), name)?;
                let Some(source) = &job.source else {
                    return emit(&changed.applied(unit), *to);
                };
                changed.of_unchanged(unit);
                let (text, notes) = source.finish(self, &unit.source.unchanged(), &changed)?;
                self.tell(&unit.source, notes, name)?;
                return emit(&text, *to);
            }
            _ => {}
        }
        let planned = kernels::planned(unit, plan);
        let told = match &self.page {
            Some(_) => Some(report::planned(unit, plan, name, &self.options)?),
            None => None,
        };
        let mut rendered = lowered.render(unit, &self.options)?;
        match goal {
            Goal::Emit(Emit::Cuda, to) => return emit(rendered.cuda.as_deref().unwrap_or(""), *to),
            Goal::Emit(Emit::Host, to) => return emit(&rendered.host, *to),
            _ => {}
        }
        self.tell_kernels(&planned, &rendered, name);
        let arch = self.command.own.first_arch();
        if let (Some(page), Some(told)) = (&self.page, told) {
            let kernels = Kernels {
                planned: &planned,
                text: rendered.lined.as_deref().unwrap_or(""),
                rules: rendered.nvrtc(),
                temp: self.temp,
            };
            page.borrow_mut()
                .add(told, &rendered, &kernels, arch.as_deref());
        }
        self.finish(unit, &mut rendered, job)
    }

    /// What kernels take of a GPU, if that is asked for.
    fn tell_kernels(&self, planned: &[Planned], rendered: &lowering::Rendered, name: &str) {
        let own = &self.command.own;
        let (Some(form), Some(text)) = (own.kernels, &rendered.lined) else {
            return;
        };
        let kernels = Kernels {
            planned,
            text,
            rules: rendered.nvrtc(),
            temp: self.temp,
        };
        // A program is built all the same.
        match kernels.report(form, name, own.first_arch().as_deref()) {
            Ok(report) => tell::report(&report),
            Err(PtxError::NotFound(why)) => tell::warning(&format!(
                "-Minfo=kernel needs NVRTC, and {why}; install NVIDIA's CUDA toolkit, or name the library of PyPI's package \
                 nvidia-cuda-nvrtc in ACCRS_NVRTC"
            )),
            Err(why) => tell::warning(&format!("-Minfo=kernel: {why}")),
        }
    }

    /// Host file, and kernels for sim, to one object (or assembly).
    pub fn compile(
        &self,
        rendered: &lowering::Rendered,
        job: &Job<'_>,
    ) -> Result<(), PipelineError> {
        let stem = Path::new(&job.name).file_stem().unwrap_or_default();
        let folder = self.temp.join(job.number.to_string());
        std::fs::create_dir(&folder)
            .map_err(|e| PipelineError::Write(folder.display().to_string(), e))?;
        let end = if job.cpp { ".acc.cpp" } else { ".acc.c" };
        let host = with_suffix(folder.join(stem), end);
        let cuda = with_suffix(folder.join(stem), ".acc.cu");
        let checked = accesses::words(
            &self.command.flags(Stage::Compile),
            self.options.rules.clang,
        );
        match self.command.coverage {
            true => write(&host, &places::for_coverage(&rendered.host))?,
            false if self.options.check && checked.is_some() => {
                write(&host, &accesses::with_functions(&rendered.host, job.cpp))?;
            }
            // Checks tell accesses of the program's from accrs's own by their places.
            false if self.command.debug && !self.options.check => {
                write(&host, &places::for_a_debugger(&rendered.host))?;
            }
            false => write(&host, &rendered.host)?,
        }
        if let Some(text) = &rendered.cuda {
            write(&cuda, text)?;
        }
        let kernels = rendered.sim_table.as_ref().filter(|_| self.options.sim);
        // Faults, debuggers and linkers name the user's lines.
        let lined = with_suffix(folder.join(stem), ".sim.cu");
        if let Some(text) = rendered.lined.as_ref().filter(|_| kernels.is_some()) {
            write(&lined, text)?;
        }
        let mut meaning = self.command.flags(Stage::Compile);
        meaning.retain(|word| sim::changes_meaning(word));
        let kernels = kernels.map(|(table, names)| sim::Kernels {
            meaning: &meaning,
            include: &self.install.include,
            cuda: &lined,
            table,
            names,
            verbose: self.command.verbose,
            check: self.options.check,
            as_written: self.options.as_written,
        });
        let files = Files {
            host: &host,
            kernels,
            beside: job.beside.as_ref(),
            cpp: job.cpp,
            errno: rendered.sets_errno,
        };
        let target = match job.goal {
            Goal::Object(path) | Goal::Assembly(path) => *path,
            // The host compiler's words are those that it has for an object.
            Goal::Check => return Ok(self.compile_host(&files, &["-fsyntax-only"], None)?),
            Goal::Emit(..) => return Ok(()),
        };
        let kept = job.beside.as_ref().filter(|_| self.command.keep);
        if let Some(names) = kept {
            let made = [(&host, end), (&cuda, ".acc.cu")];
            for (file, suffix) in made.into_iter().filter(|(f, _)| f.is_file()) {
                keep(&names.file(suffix), |to| std::fs::copy(file, to).map(drop));
            }
        }
        let temps = kept.filter(|_| self.command.save_temps);
        match (job.goal, temps) {
            (Goal::Assembly(_), _) => self.assembly(&files, target),
            (_, None) => self.object(&files, target),
            (_, Some(names)) => {
                let text = names.file(".s");
                self.assembly(&files, &text)?;
                let mut cc = self.cc.command();
                cc.args(self.command.flags(Stage::Compile));
                cc.args(["-x", "assembler", "-c"]).arg(&text);
                self.run_into(cc.arg("-o").arg(target), target)?;
                if target.starts_with(self.temp) {
                    keep(&names.file(".o"), |to| std::fs::copy(target, to).map(drop));
                }
                Ok(())
            }
        }
    }

    /// One object per source, as with cc: the host's and that of the kernels are joined. One for the link-time optimiser
    /// can't be joined with another.
    fn object(&self, files: &Files<'_>, target: &Path) -> Result<(), PipelineError> {
        let Some(kernels) = &files.kernels else {
            return Ok(self.compile_host(files, &["-c"], target)?);
        };
        let host = files.host.with_extension("host.o");
        let device = files.host.with_extension("sim.o");
        let mode = ["-c", "-fno-lto"];
        self.at_once(files, &mode, &host, || kernels.compile(self.cc, &device))?;
        let mut link = self.cc.command();
        link.args(["-r", "-nostdlib"]).args([&host, &device]);
        Ok(self.run_into(link.arg("-o").arg(target), target)?)
    }

    /// One assembler text per source.
    fn assembly(&self, files: &Files<'_>, target: &Path) -> Result<(), PipelineError> {
        let Some(kernels) = &files.kernels else {
            return Ok(self.compile_host(files, &["-S"], target)?);
        };
        let host = files.host.with_extension("host.s");
        // A text for the link-time optimiser can't be beside one for the assembler.
        let mode = ["-S", "-fno-lto"];
        let kernels = self.at_once(files, &mode, &host, || kernels.assemble(self.cc))?;
        let host = std::fs::read_to_string(&host)
            .map_err(|e| PipelineError::Write(host.display().to_string(), e))?;
        let text = sim::assembly::join(&host, &kernels);
        interrupt::doom(target);
        let written = emit(&text, Some(target));
        if written.is_err() {
            interrupt::remove(target);
        }
        interrupt::spare(target);
        written
    }

    /// Compiles the host's file while `kernels` does its work.
    fn at_once<T: Send>(
        &self,
        files: &Files<'_>,
        mode: &[&str],
        host: &Path,
        kernels: impl FnOnce() -> Result<T, sim::SimError> + Send,
    ) -> Result<T, PipelineError> {
        std::thread::scope(|scope| {
            let kernels = scope.spawn(kernels);
            let compiled = self.compile_host(files, mode, host);
            let made = kernels.join();
            compiled?;
            match made {
                Ok(result) => Ok(result?),
                Err(_) => Err(PipelineError::Usage(
                    "internal error: the sim compilation stopped".into(),
                )),
            }
        })
    }

    /// Runs a tool that writes `target` (its last words say so). The tool removes what it leaves
    /// unfinished; when it is killed, we do.
    pub fn run_into<'t>(
        &self,
        tool: &mut std::process::Command,
        target: impl Into<Option<&'t Path>>,
    ) -> Result<(), HostError> {
        self.doomed(tool, target.into(), |tool| self.run(tool))
    }

    /// The same for a link.
    pub fn link_into(
        &self,
        tool: &mut std::process::Command,
        target: &Path,
    ) -> Result<(), HostError> {
        let form = self.command.diagnostics;
        self.doomed(tool, Some(target), |tool| match form {
            Diagnostics::Text(_) => undefined::link(tool, self.command.verbose, form),
            _ => self.run(tool),
        })
    }

    fn doomed(
        &self,
        tool: &mut std::process::Command,
        target: Option<&Path>,
        run: impl FnOnce(&mut std::process::Command) -> Result<(), HostError>,
    ) -> Result<(), HostError> {
        let Some(target) = target else {
            return run(tool);
        };
        interrupt::doom(target);
        let result = run(tool);
        if matches!(result, Err(HostError::Killed { .. })) {
            interrupt::remove(target);
        }
        interrupt::spare(target);
        result
    }

    fn run(&self, tool: &mut std::process::Command) -> Result<(), HostError> {
        if !self.command.diagnostics.is_collected() {
            return host::run(tool, self.command.verbose);
        }
        let output = host::capture(tool, true, self.command.verbose)?;
        let _ = tell::bytes(&output.stdout);
        self.take(&output.stderr);
        host::judge(&tool.get_program().to_string_lossy(), output.status)
    }

    /// Takes what the host compiler has said, where diagnostics are collected; shows what is for people.
    pub fn take(&self, told: &[u8]) {
        let told = String::from_utf8_lossy(told);
        tell::report(&self.messages.borrow_mut().host(&told));
    }

    fn compile_host<'t>(
        &self,
        files: &Files<'_>,
        mode: &[&str],
        target: impl Into<Option<&'t Path>>,
    ) -> Result<(), HostError> {
        let target = target.into();
        let mut cc = self.cc.command();
        // Dependencies are those of the user's source.
        cc.env_remove("DEPENDENCIES_OUTPUT")
            .env_remove("SUNPRO_DEPENDENCIES");
        if self.options.rules.clang {
            // `simd` is ours: that a loop wasn't vectorised is no fault of the user's. The user's own options stand behind.
            cc.arg("-Wno-pass-failed");
            if self.options.multicore && self.options.simd.bytes == 64 {
                // clang makes two of each vector of 64 bytes otherwise, which takes tiles twice the registers that they were made for.
                cc.arg("-mprefer-vector-width=512");
            }
        }
        cc.args(self.command.flags(Stage::Compile));
        if self.options.multicore {
            cc.arg("-fopenmp").args(self.sharing);
            if !files.errno {
                // Otherwise a square root keeps a loop from being vectorised.
                cc.arg("-fno-math-errno");
            }
        }
        cc.args(files.beside.map(Names::words).unwrap_or_default());
        if self.options.check && !self.command.coverage {
            let user = self.command.flags(Stage::Compile);
            let words = accesses::words(&user, self.options.rules.clang);
            cc.args(words.unwrap_or_default());
        }
        let language = match files.cpp {
            true => "c++-cpp-output",
            false => "cpp-output",
        };
        cc.args(mode).args(["-x", language]).arg(files.host);
        if let Some(target) = target {
            cc.arg("-o").arg(target);
        }
        self.run_into(&mut cc, target)
    }
}

/// Leaves a file for the user, without which the result is as good.
fn keep(to: &Path, write: impl FnOnce(&Path) -> std::io::Result<()>) {
    if let Err(e) = write(to) {
        tell::warning(&format!("'{}' could not be kept: {e}", to.display()));
    }
}

fn write(path: &Path, text: &str) -> Result<(), PipelineError> {
    interrupt::write(path, text).map_err(|e| PipelineError::Write(path.display().to_string(), e))
}

pub fn emit(text: &str, to: Option<&Path>) -> Result<(), PipelineError> {
    match to {
        Some(path) if path.as_os_str() != "-" => write(path, text),
        _ => {
            tell::output(text);
            Ok(())
        }
    }
}
