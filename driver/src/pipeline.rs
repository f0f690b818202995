//! One translation unit, from the user's C to an object.

use crate::host::{self, HostCompiler, HostError};
use crate::install::Install;
use crate::options::{Command, Diagnostics, Emit, Input, Report, Stage};
use crate::{diagnose, expand, interrupt, ptx, scan, sim, tell};
use accrs_frontend::{Severity, Unit};
use accrs_lowering as lowering;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

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

/// The fixed circumstances of one compilation.
pub struct Pipeline<'a> {
    pub command: &'a Command,
    pub cc: &'a HostCompiler,
    pub install: &'a Install,
    /// A folder of this process alone, removed at its end.
    pub temp: &'a Path,
    pub options: lowering::Options,
}

impl Pipeline<'_> {
    /// Takes one C input through all stages.
    pub fn translate(
        &self,
        input: &Input,
        number: usize,
        goal: &Goal<'_>,
    ) -> Result<Translated, PipelineError> {
        let name = input.path.display().to_string();
        let mut text = self.preprocess(input, goal)?;
        let once = input.is_stdin() || input.is_preprocessed_c();
        if !once && expand::is_needed(&text) {
            text = self.expand(text, input)?;
        }
        if let Goal::Emit(Emit::Preprocessed, to) = goal {
            return emit(&text, *to).map(|()| Translated::Yes);
        }
        // Standard input can be read only once, so it stays ours.
        let ours = input.is_stdin() || matches!(goal, Goal::Emit(..));
        if !ours && !scan::has_written_directive(text.as_bytes()) {
            return Ok(Translated::NoDirectives);
        }
        if let (true, Goal::Object(target) | Goal::Assembly(target)) = (self.command.keep, goal) {
            let stem = input.path.file_stem().unwrap_or_default();
            let kept = with_suffix(self.temp.join(stem), ".i");
            write(&kept, &text)?;
            self.keep(&[&kept], target);
        }
        let shown = if input.is_stdin() { "<stdin>" } else { &name };
        let flags: Vec<String> = self
            .command
            .flags(Stage::Compile)
            .iter()
            .map(|f| f.to_string_lossy().into_owned())
            .collect();
        let output = accrs_frontend::parse(accrs_frontend::Input {
            text,
            path: shown,
            cflags: &flags,
            strict: self.options.strict,
        });
        diagnose::print(
            &output.source,
            &output.diagnostics,
            self.command.diagnostics,
        );
        if output
            .diagnostics
            .iter()
            .any(|d| d.severity == Severity::Error)
        {
            return Err(PipelineError::Diagnosed(name));
        }
        let Some(unit) = output.unit else {
            return Err(PipelineError::Diagnosed(name));
        };
        self.lower(&unit, &name, number, goal)?;
        Ok(Translated::Yes)
    }

    fn lower(
        &self,
        unit: &Unit,
        name: &str,
        number: usize,
        goal: &Goal<'_>,
    ) -> Result<(), PipelineError> {
        match goal {
            Goal::Emit(Emit::Ir, to) => return emit(&unit.dump(), *to),
            Goal::Emit(Emit::Directives, to) => return emit(&unit.dump_directives(), *to),
            Goal::Emit(Emit::Analysis, to) => {
                return emit(&lowering::analyse::dump(unit, &self.options), *to);
            }
            _ => {}
        }
        let (plan, diagnostics) = lowering::lower(unit, &self.options);
        diagnose::print(&unit.source, &diagnostics, self.command.diagnostics);
        if diagnostics.iter().any(|d| d.severity == Severity::Error) {
            return Err(PipelineError::Diagnosed(name.to_string()));
        }
        match self.command.own.report {
            Some(Report::Text) => tell::report(&lowering::render::report::text(unit, &plan)),
            Some(Report::Json) => tell::report(&lowering::render::report::json(unit, &plan)),
            None => {}
        }
        match goal {
            Goal::Emit(Emit::Plan, to) => return emit(&plan.dump(unit), *to),
            Goal::Emit(Emit::Openmp, to) => {
                return emit(&lowering::render::openmp::render(unit, &plan)?, *to);
            }
            _ => {}
        }
        let mut rendered = lowering::render(unit, &plan, &self.options)?;
        match goal {
            Goal::Emit(Emit::Cuda, to) => return emit(rendered.cuda.as_deref().unwrap_or(""), *to),
            Goal::Emit(Emit::Host, to) => return emit(&rendered.host, *to),
            Goal::Check => return Ok(()),
            _ => {}
        }
        if let (Some(arch), Some(cuda), true) = (
            &self.command.own.arch,
            &rendered.cuda,
            self.options.nvidia && !rendered.imports,
        ) {
            let lines = self.command.debug.then_some(name);
            let ptx = ptx::compile(cuda, &format!("{name}.cu"), arch, lines)?;
            rendered.embed_ptx(&ptx);
        }
        self.compile(&rendered, name, number, goal)
    }

    /// Host file, and kernels for sim, to one object (or assembly).
    fn compile(
        &self,
        rendered: &lowering::Rendered,
        name: &str,
        number: usize,
        goal: &Goal<'_>,
    ) -> Result<(), PipelineError> {
        let stem = Path::new(name)
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let folder = self.temp.join(number.to_string());
        std::fs::create_dir(&folder)
            .map_err(|e| PipelineError::Write(folder.display().to_string(), e))?;
        let host_file = folder.join(format!("{stem}.acc.c"));
        let cuda_file = folder.join(format!("{stem}.acc.cu"));
        write(&host_file, &rendered.host)?;
        if let Some(cuda) = &rendered.cuda {
            write(&cuda_file, cuda)?;
        }
        let target = match goal {
            Goal::Object(path) | Goal::Assembly(path) => *path,
            Goal::Check | Goal::Emit(..) => return Ok(()),
        };
        if self.command.keep {
            self.keep(&[&host_file, &cuda_file], target);
        }
        let assembly = matches!(goal, Goal::Assembly(_));
        let Some((table, kernels)) = rendered.sim_table.as_ref().filter(|_| self.options.sim)
        else {
            return self.compile_host(&host_file, target, assembly);
        };
        if assembly {
            return Err(PipelineError::Usage(
                "-S can't hold the kernels of the sim target; leave sim out of --acc-target".into(),
            ));
        }
        let host_object = folder.join("host.o");
        let sim_object = folder.join("sim.o");
        let include = &self.install.include;
        std::thread::scope(|scope| {
            let kernels = scope.spawn(|| {
                sim::compile(
                    self.cc,
                    include,
                    &cuda_file,
                    table,
                    kernels,
                    &sim_object,
                    self.command.verbose,
                )
            });
            self.compile_host(&host_file, &host_object, false)?;
            match kernels.join() {
                Ok(result) => result.map_err(PipelineError::from),
                Err(_) => Err(PipelineError::Usage(
                    "internal error: the sim compilation stopped".into(),
                )),
            }
        })?;
        // One object per source, as with cc: both halves are joined.
        let mut link = self.cc.command();
        link.args(["-r", "-nostdlib"])
            .arg(&host_object)
            .arg(&sim_object)
            .arg("-o")
            .arg(target);
        Ok(self.run_into(&mut link, target)?)
    }

    /// Runs a tool that writes `target` (its last words say so). The tool removes what it leaves
    /// unfinished; when it is killed, we do.
    pub fn run_into<'t>(
        &self,
        tool: &mut std::process::Command,
        target: impl Into<Option<&'t Path>>,
    ) -> Result<(), HostError> {
        let Some(target) = target.into() else {
            return host::run(tool, self.command.verbose);
        };
        interrupt::doom(target);
        let result = host::run(tool, self.command.verbose);
        if matches!(result, Err(HostError::Killed { .. })) {
            interrupt::remove(target);
        }
        interrupt::spare(target);
        result
    }

    fn compile_host(
        &self,
        file: &Path,
        target: &Path,
        assembly: bool,
    ) -> Result<(), PipelineError> {
        let mut cc = self.cc.command();
        cc.args(self.command.flags(Stage::Compile));
        if self.options.multicore {
            cc.arg("-fopenmp");
        }
        cc.args(["-x", "cpp-output", if assembly { "-S" } else { "-c" }])
            .arg(file)
            .arg("-o")
            .arg(target);
        Ok(self.run_into(&mut cc, target)?)
    }

    /// Runs the preprocessor. Dependency files are written here, under the names that the host
    /// compiler would have chosen.
    fn preprocess(&self, input: &Input, goal: &Goal<'_>) -> Result<String, PipelineError> {
        if input.is_preprocessed_c() {
            let bytes = std::fs::read(&input.path).map_err(|e| {
                PipelineError::Usage(format!("{}: {}", input.path.display(), os_words(&e)))
            })?;
            return Ok(String::from_utf8_lossy(&bytes).into_owned());
        }
        let mut cc = self.cc.command();
        cc.args(self.command.flags(Stage::Preprocess));
        cc.args([
            "-E",
            "-fopenacc",
            "-U_OPENACC",
            "-D_OPENACC=202211",
            "-isystem",
        ])
        .arg(&self.install.include);
        if self.wants_comments(goal) {
            cc.arg("-C");
        }
        if self.command.depends {
            let (file, target) = depends(self.command, input, goal);
            if !self.command.depends_file {
                cc.arg("-MF").arg(file);
            }
            if !self.command.depends_target {
                // -MQ: blanks and dollars in it are quoted for make.
                cc.arg("-MQ").arg(target);
            }
        }
        cc.args(["-x", "c"]).arg(&input.path);
        // An empty list of diagnostics here would stand before the compiler's own list.
        let json = self.command.diagnostics == Diagnostics::GccJson;
        let output = host::capture(&mut cc, json, self.command.verbose)?;
        let told = String::from_utf8_lossy(&output.stderr);
        if !(output.status.success() && told.trim() == "[]") {
            tell::report(&told);
        }
        host::judge(&cc.get_program().to_string_lossy(), output.status)?;
        Ok(match String::from_utf8(output.stdout) {
            Ok(text) => text,
            Err(e) => String::from_utf8_lossy(e.as_bytes()).into_owned(),
        })
    }

    /// Expands macros in directives that the host's preprocessor doesn't know.
    fn expand(&self, text: String, input: &Input) -> Result<String, PipelineError> {
        let mut flags: Vec<OsString> = self.command.flags(Stage::Preprocess).into_iter().collect();
        let ours = ["-fopenacc", "-U_OPENACC", "-D_OPENACC=202211", "-isystem"];
        flags.extend(ours.map(OsString::from));
        flags.push(self.install.include.clone().into_os_string());
        let (cc, verbose) = (self.cc, self.command.verbose);
        Ok(expand::expand(
            text,
            cc,
            &flags,
            &input.path,
            self.temp,
            verbose,
        )?)
    }

    /// Comments triple the text, so they stay only where somebody reads it: a person, or gcc's
    /// -Wimplicit-fallthrough, which knows `/* fall through */`.
    fn wants_comments(&self, goal: &Goal<'_>) -> bool {
        let warns = |w: &OsString| {
            let w = w.to_string_lossy();
            w == "-W" || w == "-Wextra" || w.starts_with("-Wimplicit-fallthrough")
        };
        self.command.keep
            || matches!(goal, Goal::Emit(Emit::Openmp | Emit::Host, _))
            || self.command.host_words.iter().any(warns)
    }

    /// Copies generated files beside the output (`--keep`, `-save-temps`).
    fn keep(&self, files: &[&PathBuf], target: &Path) {
        let beside = match (&self.command.output, target.starts_with(self.temp)) {
            (Some(output), _) => output.parent().unwrap_or(Path::new("")).to_path_buf(),
            (None, true) => PathBuf::new(),
            (None, false) => target.parent().unwrap_or(Path::new("")).to_path_buf(),
        };
        for file in files.iter().filter(|f| f.is_file()) {
            let to = beside.join(file.file_name().unwrap_or_default());
            if let Err(e) = std::fs::copy(file, &to) {
                tell::warning(&format!("'{}' could not be kept: {e}", to.display()));
            }
        }
    }
}

/// The dependency file and its target, where the user named none, as gcc chooses them: after the
/// output, else after the source with the prefix that a link's own files have.
fn depends(command: &Command, input: &Input, goal: &Goal<'_>) -> (PathBuf, PathBuf) {
    let stem = PathBuf::from(input.path.file_stem().unwrap_or_default());
    let linking = command.mode == crate::options::Mode::Link;
    match (goal, &command.output) {
        (Goal::Object(path) | Goal::Assembly(path), _) if !linking => {
            (path.with_extension("d"), path.to_path_buf())
        }
        (_, Some(output)) => (output.with_extension("d"), output.clone()),
        (_, None) => {
            let mut file = std::ffi::OsString::from(if linking { "a-" } else { "" });
            file.push(&stem);
            file.push(".d");
            (PathBuf::from(file), with_suffix(stem, ".o"))
        }
    }
}

/// `a.b` → `a.b.o`: the stem of `a.b.c` keeps its own dot.
fn with_suffix(stem: PathBuf, suffix: &str) -> PathBuf {
    let mut name = stem.into_os_string();
    name.push(suffix);
    PathBuf::from(name)
}

fn write(path: &Path, text: &str) -> Result<(), PipelineError> {
    std::fs::write(path, text).map_err(|e| PipelineError::Write(path.display().to_string(), e))
}

fn emit(text: &str, to: Option<&Path>) -> Result<(), PipelineError> {
    match to {
        Some(path) if path.as_os_str() != "-" => write(path, text),
        _ => {
            tell::output(text);
            Ok(())
        }
    }
}

/// An I/O error as the C library words it ("No such file or directory").
fn os_words(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_string()
}
