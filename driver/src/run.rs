//! One command line, carried out.

use crate::diagnose::Messages;
use crate::host::{self, HostCompiler, HostError};
use crate::install::{self, Install};
use crate::link::link_words;
use crate::options::{self, Command, Diagnostics, Emit, Input, Mode, Word};
use crate::pipeline::{Goal, Pipeline, PipelineError, Translated};
use crate::preprocess::interface;
use crate::scan::{self, Found};
use crate::{
    interrupt, languages, nearly, notes, report, stdin, tell, toolkit, undefined, version,
};
use std::cell::RefCell;
use std::ffi::{OsStr, OsString};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error("{0}")]
    Usage(String),
    #[error(transparent)]
    Host(#[from] HostError),
    #[error(transparent)]
    Pipeline(#[from] PipelineError),
    #[error("no folder for temporary files: {0}; set TMPDIR to one that can be written")]
    Temp(std::io::Error),
    #[error("'{0}' can't be read: {1}")]
    Source(String, std::io::Error),
    #[error("signals can't be watched: {0}")]
    Signals(std::io::Error),
}

impl RunError {
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Host(HostError::Failed { code, .. })
            | Self::Pipeline(PipelineError::Host(HostError::Failed { code, .. })) => *code,
            // A tool that was killed too: what gcc returns when cc1 is.
            _ => 1,
        }
    }
}

/// What an input needs of us.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Need {
    /// The host compiler alone.
    Nothing,
    /// The host compiler, with `_OPENACC` and openacc.h.
    Interface,
    /// The whole pipeline.
    Directives,
}

/// Carries out a command line; returns the exit code. `called`: the name that accrs was called by.
pub fn run(called: &OsStr, arguments: &[OsString]) -> Result<u8, RunError> {
    let mut command = match options::parse(arguments) {
        Ok(command) => command,
        Err(text) => return usage(text),
    };
    if let Some(code) = answered(&command)? {
        return Ok(code);
    }
    let cc = HostCompiler::find(command.own.host_cc.as_deref())?;
    if command.tell_version && version::tell(&command, &cc)? {
        return Ok(0);
    }
    if let Some(code) = version::with_host(&command, &cc)? {
        return Ok(code);
    }
    toolkit::add_words(&mut command, &cc).map_err(RunError::Usage)?;
    languages::add_library(&mut command, called);
    if command.mode == Mode::Host || !command.own.openacc {
        return Err(cc.exec(&command.host_words).into());
    }
    for input in &command.inputs {
        stdin::take(&input.path)
            .map_err(|e| RunError::Source(input.path.display().to_string(), e))?;
    }
    if !(languages::tell(&command) & nearly::tell(&command)) {
        return Ok(1);
    }
    let given = [
        ("--trace", &command.own.trace),
        ("--counts", &command.own.counts),
    ];
    let given = given.iter().find(|g| g.1.is_some());
    if let Some((name, _)) = given.filter(|_| command.own.page.is_none()) {
        return Err(RunError::Usage(format!("{name} goes with --report=html")));
    }
    if let Some(what) = command.own.runtime_conflict(command.static_link) {
        return Err(RunError::Usage(what.to_string()));
    }
    let needs = command.inputs.iter().map(|i| need(&command, i));
    let needs: Vec<Need> = needs.collect();
    let ours = needs.contains(&Need::Directives);
    // A static link needs files of ours, so the host compiler can't simply take our place.
    let held = command.static_link && command.links() && !is_plain(&command);
    notes::tell(&command, ours);
    if !ours && command.own.page.is_some() {
        tell::warning("--report=html: no page is written, since no source has OpenACC directives");
    }
    if (!ours && !held) || odd_output(&command) {
        return pass_on(&command, &cc, &needs);
    }
    // A host tool that failed has said why; only its exit code is passed on.
    match translated(command, cc, needs, ours) {
        Err(
            RunError::Pipeline(PipelineError::Host(HostError::Failed { code, .. }))
            | RunError::Host(HostError::Failed { code, .. }),
        ) => Ok(code),
        Err(RunError::Pipeline(PipelineError::Diagnosed(_))) => Ok(1),
        other => other,
    }
}

/// What accrs answers by itself; `None` where there is something to compile.
fn answered(command: &Command) -> Result<Option<u8>, RunError> {
    if let Some(code) = &command.own.explain {
        return explain(code).map(Some);
    }
    if let Some(what) = command.own.generate {
        let text = options::generated(what).map_err(|e| RunError::Usage(e.to_string()))?;
        tell::output(&String::from_utf8_lossy(&text));
        return Ok(Some(0));
    }
    if command.own.lists_machines() {
        tell::output(&options::machine::help());
        return Ok(Some(0));
    }
    let Some(which) = command.own.words else {
        return Ok(None);
    };
    tell::output(&match which {
        options::Words::Nvc => options::foreign::page::nvc(),
        options::Words::Gcc => options::foreign::page::gcc(),
        options::Words::Index => options::environment::index() + &options::foreign::page::index(),
        options::Words::Tests => options::foreign::page::for_tests(),
    });
    Ok(Some(0))
}

/// The command with accrs's own work in it. `ours`: some input has directives.
fn translated(
    mut command: Command,
    mut cc: HostCompiler,
    needs: Vec<Need>,
    ours: bool,
) -> Result<u8, RunError> {
    let install = install::find().map_err(RunError::Usage)?;
    let compiles = command.mode != Mode::Preprocess && ours;
    if let Some(option) = command.narrow.filter(|_| compiles) {
        return Err(RunError::Usage(format!(
            "OpenACC constructs and the runtime have 64 bits: not with '{option}'; with -fno-openacc the directives are left out"
        )));
    }
    interrupt::watch().map_err(RunError::Signals)?;
    let temp = temporary_folder()?;
    cc.temporary = Some(temp.path().to_path_buf());
    let mut options = command.own.targets().map_err(RunError::Usage)?;
    options.keep_user_openmp = command.openmp;
    options.as_written = command.is_for_a_debugger() && command.own.emit != Some(Emit::Openmp);
    if command.own.emit == Some(Emit::Openmp) {
        // For the host's cores alone: what only devices can't do is no matter.
        (options.nvidia, options.sim, options.multicore) = (false, false, true);
    }
    let host = crate::rules::of(&command, &cc);
    (options.rules, options.simd) = (host.rules, host.simd);
    if command.diagnostics.is_collected() {
        let format = host_format(&cc, command.diagnostics)?;
        command.set_host_format(format);
    }
    if ours {
        notes::tell_of_rules(&command, &options);
    }
    let page = report::Collector::of(&command, &install.lib).map_err(RunError::Usage)?;
    let pipeline = Pipeline {
        page: page.map(RefCell::new),
        command: &command,
        messages: RefCell::new(Messages::new(command.diagnostics)),
        cc: &cc,
        install: &install,
        temp: temp.path(),
        sharing: host.sharing,
        options,
    };
    let code = carry_out(&pipeline, needs)?;
    if let Some(page) = pipeline.page {
        page.into_inner().write()?;
    }
    Ok(code)
}

/// What the host compiler is asked for where its diagnostics are read: SARIF if it knows that.
fn host_format(cc: &HostCompiler, form: Diagnostics) -> Result<&'static str, HostError> {
    if form == Diagnostics::GccJsonFile {
        return Ok("json");
    }
    let mut ask = cc.command();
    ask.args([
        "-fdiagnostics-format=sarif-stderr",
        "-E",
        "-x",
        "c",
        "/dev/null",
    ]);
    let output = host::capture(&mut ask, true, false)?;
    Ok(if output.status.success() {
        "sarif-stderr"
    } else {
        "json"
    })
}

/// A new folder in the first place that can be written, in the host compilers' order.
fn temporary_folder() -> Result<tempfile::TempDir, RunError> {
    let named = ["TMPDIR", "TMP", "TEMP"]
        .into_iter()
        .filter_map(std::env::var_os);
    let known = ["/tmp", "/var/tmp", "/usr/tmp", "."].map(OsString::from);
    let mut first = None;
    for place in named.chain(known) {
        match interrupt::temporary_folder(Path::new(&place)) {
            Ok(folder) => return Ok(folder),
            Err(error) => first = first.or(Some(error)),
        }
    }
    Err(RunError::Temp(
        first.unwrap_or_else(|| ErrorKind::NotFound.into()),
    ))
}

fn usage(text: String) -> Result<u8, RunError> {
    match text.strip_prefix(options::HELP) {
        Some(help) => {
            tell::output(help);
            Ok(0)
        }
        None => Err(RunError::Usage(text)),
    }
}

fn explain(code: &str) -> Result<u8, RunError> {
    match accrs_frontend::diag::codes::explain(code) {
        Some(page) => {
            tell::output(&page);
            Ok(0)
        }
        None => Err(RunError::Usage(format!(
            "'{code}' is not a diagnostic of accrs; they look like ACC0102"
        ))),
    }
}

fn need(command: &Command, input: &Input) -> Need {
    if input.is_cuda() && command.mode != Mode::Preprocess {
        return Need::Directives;
    }
    // For the preprocessor alone standard input is C unless it is called otherwise.
    let unnamed = input.is_stdin() && input.language.is_none();
    if !(input.is_source() || unnamed && command.mode == Mode::Preprocess) {
        return Need::Nothing;
    }
    if command.own.emit.is_some() {
        return Need::Directives;
    }
    match found_in(command, input) {
        Found::Directives => Need::Directives,
        Found::Interface => Need::Interface,
        Found::Nothing => Need::Nothing,
    }
}

/// What the scan says of an input, with all that the command line and the environment bring to it.
fn found_in(command: &Command, input: &Input) -> Found {
    let mut folders = command.include.clone();
    let own = match input.is_cpp_source() {
        true => "CPLUS_INCLUDE_PATH",
        false => "C_INCLUDE_PATH",
    };
    for name in ["CPATH", own] {
        folders.extend(
            std::env::var_os(name)
                .iter()
                .flat_map(std::env::split_paths),
        );
    }
    let around = scan::Surroundings {
        folders: &folders,
        files: &command.included,
        macros: &command.macros,
    };
    scan::openacc_in(&input.path, &around)
}

/// `-o` with several outputs, or onto an input: the host compiler refuses it, in its own words.
fn odd_output(command: &Command) -> bool {
    let same = |output: &Path| {
        let file = output.canonicalize().ok().filter(|o| o.is_file());
        file.is_some_and(|o| {
            command
                .inputs
                .iter()
                .any(|i| i.path.canonicalize().ok().as_ref() == Some(&o))
        })
    };
    command.output.as_deref().is_some_and(same)
        || command.output.is_some()
            && command.inputs.len() > 1
            && matches!(
                command.mode,
                Mode::Compile | Mode::Assemble | Mode::Preprocess
            )
            && command.own.emit.is_none()
}

/// Nothing for us to compile: the host compiler takes the whole command. A link may bring
/// objects and libraries that accrs has compiled, so it gets the runtime too.
fn pass_on(command: &Command, cc: &HostCompiler, needs: &[Need]) -> Result<u8, RunError> {
    let mut words = command.host_words.clone();
    let api = needs.iter().any(|n| *n != Need::Nothing);
    if (api || (command.links() && !is_plain(command)))
        && let Ok(install) = install::find()
    {
        words.extend(interface_words(&install, needs));
        if command.links() {
            // The language that the user set last must not reach our words.
            if command.inputs.last().is_some_and(|i| i.language.is_some()) {
                words.extend(["-x", "none"].map(OsString::from));
            }
            words.extend(link_words(
                command,
                cc,
                &install,
                None,
                crate::rules::is_clang(cc),
            )?);
            if matches!(command.diagnostics, Diagnostics::Text(_)) {
                let mut tool = cc.command();
                tool.args(words);
                return match undefined::link(&mut tool, command.verbose, command.diagnostics) {
                    Err(HostError::Failed { code, .. }) => Ok(code),
                    other => Ok(other.map(|()| 0)?),
                };
            }
        }
    }
    Err(cc.exec(words).into())
}

/// What makes a compile without directives one of an OpenACC compiler's.
fn interface_words(install: &Install, needs: &[Need]) -> Vec<OsString> {
    let mut words: Vec<OsString> = Vec::new();
    if needs.contains(&Need::Interface) {
        words.extend(["-U_OPENACC", "-D_OPENACC=202211"].map(OsString::from));
    }
    if needs.iter().any(|n| *n != Need::Nothing) {
        words.extend(["-isystem".into(), install.include.clone().into_os_string()]);
    }
    words
}

/// Nothing on the command line can hold regions that were compiled before: as objects, or as assembler text.
fn is_plain(command: &Command) -> bool {
    let plain = |input: &Input| input.is_text() && !(input.is_assembler() && holds_regions(input));
    command.inputs.iter().all(plain) && !command.host_words.iter().any(is_library)
}

fn holds_regions(input: &Input) -> bool {
    let name = b"__accrs_";
    let text = std::fs::read(&input.path).unwrap_or_default();
    text.windows(name.len()).any(|w| w == name)
}

fn is_library(word: &OsString) -> bool {
    word.to_str()
        .is_some_and(|w| w.starts_with("-l") && w != "-lstdc++")
}

fn carry_out(pipeline: &Pipeline<'_>, mut needs: Vec<Need>) -> Result<u8, RunError> {
    let command = pipeline.command;
    if command.mode == Mode::Preprocess && command.own.emit.is_none() {
        let mut words = command.host_words.clone();
        words.extend(interface(pipeline.install, pipeline.options.rules.clang));
        return Ok(pipeline.preprocess_only(&words).map(|()| 0)?);
    }
    if let Some(stage) = command.own.emit {
        for (number, input) in command
            .inputs
            .iter()
            .enumerate()
            .filter(|(_, i)| i.is_source() || i.is_cuda())
        {
            pipeline.translate(input, number, &Goal::Emit(stage, command.output.as_deref()))?;
        }
        return Ok(0);
    }
    let mut objects: Vec<Option<PathBuf>> = vec![None; command.inputs.len()];
    let mut failed = None;
    for (number, input) in command.inputs.iter().enumerate() {
        if needs[number] != Need::Directives {
            continue;
        }
        let result = match command.mode {
            Mode::Check => pipeline.translate(input, number, &Goal::Check),
            Mode::Compile => pipeline.translate(
                input,
                number,
                &Goal::Object(&output_of(command, input, "o")),
            ),
            Mode::Assemble => pipeline.translate(
                input,
                number,
                &Goal::Assembly(&output_of(command, input, "s")),
            ),
            _ => {
                let object = pipeline.temp.join(format!("{number}.o"));
                let result = pipeline.translate(input, number, &Goal::Object(&object));
                if matches!(result, Ok(Translated::Yes)) {
                    objects[number] = Some(object);
                }
                result
            }
        };
        match result {
            Ok(Translated::Yes) => {}
            Ok(Translated::NoDirectives) => needs[number] = Need::Interface,
            // As cc does: every source is looked at, the worst result is returned.
            Err(error) => drop(failed.get_or_insert(error)),
        }
    }
    if let Some(error) = failed {
        return Err(error.into());
    }
    finish(pipeline, &needs, &objects)?;
    Ok(0)
}

/// The host compiler does the rest: other inputs, and the link with the objects in place of
/// the sources that became them.
fn finish(
    pipeline: &Pipeline<'_>,
    needs: &[Need],
    objects: &[Option<PathBuf>],
) -> Result<(), RunError> {
    let command = pipeline.command;
    let linking = command.mode == Mode::Link;
    if !linking && needs.iter().all(|n| *n == Need::Directives) {
        return Ok(());
    }
    let mut cc = pipeline.cc.command();
    match command.mode {
        Mode::Compile => drop(cc.arg("-c")),
        Mode::Assemble => drop(cc.arg("-S")),
        Mode::Check => drop(cc.arg("-fsyntax-only")),
        _ => {}
    }
    let temps = |w: &&OsString| w.to_string_lossy().starts_with("-save-temps");
    cc.args(command.host_words.iter().filter(temps));
    let mut language: Option<String> = None;
    for word in &command.words {
        match word {
            Word::Flag { words, .. } => drop(cc.args(words)),
            Word::Input(i) if needs[*i] == Need::Directives && !linking => {}
            Word::Input(i) => {
                let replaced = objects[*i].as_ref();
                let wanted = if replaced.is_some() {
                    None
                } else {
                    command.inputs[*i].language.clone()
                };
                if wanted != language {
                    cc.arg("-x").arg(wanted.as_deref().unwrap_or("none"));
                    language = wanted;
                }
                cc.arg(replaced.unwrap_or(&command.inputs[*i].path));
            }
        }
    }
    if let Some(output) = &command.output {
        cc.arg("-o").arg(output);
    }
    if command.links() {
        if language.is_some() {
            cc.args(["-x", "none"]);
        }
        cc.args(link_words(
            command,
            pipeline.cc,
            pipeline.install,
            Some(pipeline.temp),
            pipeline.options.rules.clang,
        )?);
    }
    cc.args(interface_words(pipeline.install, needs));
    stdin::rewind();
    let outputs = command.output.as_deref().filter(|_| linking);
    let outputs = outputs.or(Some(Path::new("a.out")).filter(|_| linking));
    let result = match outputs {
        Some(output) => pipeline.link_into(&mut cc, output),
        None => pipeline.run_into(&mut cc, None),
    };
    if command.diagnostics.is_collected() {
        let inputs = command.inputs.iter().zip(needs);
        let alone = inputs.filter(|(i, n)| i.is_source() && **n != Need::Directives);
        let sources: Vec<&Path> = alone.map(|(i, _)| i.path.as_path()).collect();
        pipeline.messages.borrow_mut().publish_each(&sources);
    }
    Ok(result?)
}

/// `dir/a.c` → `a.o`, unless -o names it.
fn output_of(command: &Command, input: &Input, extension: &str) -> PathBuf {
    match &command.output {
        Some(output) => output.clone(),
        None if input.is_stdin() => PathBuf::from(format!("-.{extension}")),
        None => PathBuf::from(input.path.file_stem().unwrap_or_default()).with_extension(extension),
    }
}
