//! accrs's own options.

use super::{environment, foreign, machine, table};
use crate::generate::{self, Generate};
use crate::ptx::Arch;
use accrs_frontend::CRules;
use accrs_frontend::rules::Contract;
use accrs_lowering::machine::Machine;
use accrs_lowering::{Memory as SharedMemory, Options as LoweringOptions};
use clap::{CommandFactory, Parser, ValueEnum};
use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

/// `--acc-memory`: which memory host and GPU share.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Memory {
    Separate,
    Managed,
    Unified,
    Pinned,
}

impl Memory {
    /// Whether the runtime gives the program what it allocates.
    pub fn is_given(self) -> bool {
        matches!(self, Self::Managed | Self::Pinned)
    }
}

/// `--acc-runtime`: where a program has the runtime.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Runtime {
    /// Contains it
    Static,
    /// Loads libaccrt.so
    Shared,
}

/// A result of a stage that `--emit=` prints instead of going on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Emit {
    /// The text after the preprocessor
    Preprocessed,
    /// The directives that were found, normalised
    Directives,
    /// The typed region IR
    Ir,
    /// What the analyses found
    Analysis,
    /// What each loop became, which data moves, and why
    Plan,
    /// The loop trees of kernels, after each pass
    Tree,
    /// The CUDA kernels
    Cuda,
    /// The source with OpenMP in place of OpenACC
    Openmp,
    /// The host file that is compiled
    Host,
    /// What stands in constructs, printed again from the IR: a test of the printer
    #[value(hide = true)]
    Reprinted,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Report {
    Text,
    Json,
}

/// The forms of `--report`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ReportForm {
    Text,
    /// Text with more detail, such as the shape of tiles
    All,
    Json,
    /// An HTML page; text, all or json may be given as well
    Html,
}

/// Tables of other compilers' words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Words {
    /// nvc's and pgcc's, in Markdown
    Nvc,
    /// gcc's and clang's, in Markdown
    Gcc,
    /// The guide's index of variables and of other compilers' words, in Markdown
    Index,
    /// All, a line each
    Tests,
}

/// OpenACC for C and C++, used as cc. Every option not listed here is the host compiler's and means what
/// it means there.
#[derive(Parser, Clone, Debug)]
#[command(
    name = "accrs",
    disable_version_flag = true,
    disable_help_flag = true,
    override_usage = "accrs [OPTIONS] [HOST COMPILER OPTIONS] FILE...",
    after_help = "Words of nvc, pgcc, gcc and clang for accelerators are understood (-acc -gpu=... -ta=... -Minfo -fast -mp -tp=... \
                  -fopenacc -foffload=...); the guide has tables. -fno-openacc leaves directives out.\n\
                  -fast is -O3 -march=native: for this machine's processor, as nvc's. With -acc, -gpu=, -ta=, -target= or -Minfo, and neither \
                  -O nor -g, files are compiled with -O2.\n\
                  accrs's own warnings: -w, -Wno-openacc, -Werror, -Werror=openacc, -Wno-error=openacc.\n\
                  Environment: ACCRS_CC (host compiler), ACCRS_CXX (for sim), ACCRS_HOME; at run time ACC_DEVICE_TYPE, \
                  ACC_DEVICE_NUM, ACCRS_NOTIFY."
)]
pub struct Own {
    /// What to build for: nvidia, multicore, sim (several with commas)
    #[arg(
        long = "acc-target",
        value_name = "LIST",
        default_value = "nvidia,multicore"
    )]
    target: String,
    /// Print a stage's result on stdout (or to -o) and stop
    #[arg(long, value_enum, value_name = "STAGE")]
    pub emit: Option<Emit>,
    /// Print what was generated, and why, on stderr as -Minfo=accel does (text) or -Minfo=all (all). html, or html:FILE, writes a page that shows it at the source's lines,
    /// beside the CUDA and the OpenMP
    #[arg(long, value_enum, value_name = "FORM")]
    pub report: Option<ReportForm>,
    /// The page's file; empty: beside the output
    #[arg(long = "report-page", value_name = "FILE", hide = true, num_args = 0..=1, require_equals = true, default_missing_value = "")]
    pub page: Option<String>,
    /// With --report=html: a run of the program, as ACCRS_TRACE=FILE wrote it, for times at the source's lines, a timeline and transfers
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    /// Print what each kernel uses of a GPU on stderr, as -Minfo=kernel does: registers, memory, resident blocks, innermost loops (needs
    /// NVRTC; for the GPU of --acc-arch, else sm_90)
    #[arg(long = "acc-kernels", value_enum, value_name = "FORM")]
    pub kernels: Option<Report>,
    /// Explain a diagnostic, for example ACC0102, and exit
    #[arg(long, value_name = "CODE")]
    pub explain: Option<String>,
    /// With --report=html: what kernels would cost on a GPU, as accrs-prof --json -o FILE wrote it, for sectors and lanes at the source's lines
    #[arg(long, value_name = "FILE")]
    pub counts: Option<PathBuf>,
    /// The host compiler (default: $ACCRS_CC, then cc, gcc, clang)
    #[arg(long = "host-cc", value_name = "CMD")]
    pub host_cc: Option<OsString>,
    /// Compile kernels at build time for these GPUs, with commas, for example sm_80,sm_90 (needs NVRTC)
    #[arg(long = "acc-arch", value_name = "LIST", value_delimiter = ',')]
    arch: Vec<Arch>,
    /// The same of nvc's words, which must not stop a build where that GPU can't be compiled for
    #[arg(
        long = "acc-arch-hint",
        value_name = "LIST",
        value_delimiter = ',',
        hide = true
    )]
    arch_hint: Vec<Arch>,
    /// The machine to compile for: models with commas, each a name or a TOML file; 'help' lists those built in (default: by --acc-arch and
    /// the host)
    #[arg(long = "acc-machine", value_name = "LIST")]
    machine: Option<String>,
    /// What that says.
    #[arg(skip)]
    model: Machine,
    /// Extensions of OpenUH and PGI are errors
    #[arg(long = "acc-strict")]
    pub strict: bool,
    /// Build a program that checks its directives on sim: data races, uninitialised reads, accesses outside mapped data, missing waits, old values
    #[arg(long = "acc-check")]
    pub check: bool,
    /// Pointers of different names never overlap
    #[arg(long = "acc-safe-pointers")]
    pub safe_pointers: bool,
    /// Whether loops of a nest may be interchanged, so that memory is read and written along its rows (default: true)
    #[arg(long = "acc-interchange", value_name = "BOOL")]
    interchange: Option<bool>,
    /// Whether nests may be tiled, and loops split or fused, for the host's cores and for devices, where results stay the
    /// same; --no-transform means false (default: true)
    #[arg(long = "acc-transform", value_name = "BOOL")]
    transform: Option<bool>,
    /// Rows and columns of a device's tiles for nests with sums, such as 64x64; --sizes means the same. Nests that they don't fit
    /// keep the machine's (default: by the machine)
    #[arg(long = "acc-sizes", value_name = "RxC", value_parser = tile_sizes)]
    sizes: Option<[u64; 2]>,
    /// Whether loops of parallel constructs without a directive may get vector lanes, where they are proven to be parallel (default: true)
    #[arg(long = "acc-autopar", value_name = "BOOL")]
    automatic: Option<bool>,
    /// Whether data of kernels in a loop of the host stays on the device until the loop ends, where no clause says when it moves and the
    /// loop's own code doesn't touch it (default: true)
    #[arg(long = "acc-hold", value_name = "BOOL")]
    hold: Option<bool>,
    /// Whether parallel loops whose data doesn't fit the device's memory run there in parts (default: false)
    #[arg(long = "acc-parts", value_name = "BOOL")]
    parts: Option<bool>,
    /// Whether several devices of a process share the loop of a construct (default: false)
    #[arg(long = "acc-devices", value_name = "BOOL")]
    devices: Option<bool>,
    /// What host and GPU share: nothing, what the program allocates, or all memory; pinned: nothing, but what the program allocates is page-locked
    #[arg(
        long = "acc-memory",
        value_enum,
        value_name = "KIND",
        default_value = "separate"
    )]
    pub memory: Memory,
    /// Whether a program contains the runtime, or loads libaccrt.so from LD_LIBRARY_PATH, from beside itself, or from where accrs is installed
    #[arg(
        long = "acc-runtime",
        value_enum,
        value_name = "KIND",
        default_value = "static"
    )]
    pub runtime: Runtime,
    /// Leave the generated files beside the output
    #[arg(long)]
    pub keep: bool,
    /// Print a manual page or a shell's completions, and exit
    #[arg(long, value_enum, value_name = "WHAT", hide = true)]
    pub generate: Option<Generate>,
    /// Print other compilers' words, as the guide's tables have them or for tests, and exit
    #[arg(long, value_enum, value_name = "WHICH", hide = true)]
    pub words: Option<Words>,
    /// Ignore OpenACC directives
    #[arg(long = "no-openacc", hide = true)]
    no_openacc: bool,
    #[arg(skip = true)]
    pub openacc: bool,
    /// Whether kernels may round a * b + c once (default: on GPUs with -O3 and with -acc, -gpu=, -ta= or -target=, else as the host compiler does)
    #[arg(long = "acc-fma", value_name = "BOOL")]
    fma: Option<bool>,
    /// Whether kernels flush denormal numbers to zero
    #[arg(long = "acc-flush", value_name = "BOOL")]
    flush: Option<bool>,
    /// Whether kernels divide and take square roots quickly, and less exactly; also sets --acc-fma and --acc-flush
    #[arg(long = "acc-fast-math", value_name = "BOOL")]
    fast_math: Option<bool>,
    /// Whether NVRTC, where it is found, checks the kernels when a file is compiled (default: true)
    #[arg(long = "acc-verify", value_name = "BOOL", default_value_t = true, action = clap::ArgAction::Set, hide_default_value = true)]
    pub verify: bool,
    /// At most this many registers per thread of a kernel
    #[arg(long = "acc-registers", value_name = "N")]
    registers: Option<u32>,
    /// Print this help
    #[arg(long, short = 'h', action = clap::ArgAction::HelpLong)]
    help: Option<bool>,
}

impl Default for Own {
    fn default() -> Self {
        Self {
            target: "nvidia,multicore".to_string(),
            emit: None,
            report: None,
            page: None,
            trace: None,
            counts: None,
            kernels: None,
            explain: None,
            host_cc: None,
            arch: Vec::new(),
            arch_hint: Vec::new(),
            machine: None,
            model: Machine::default(),
            strict: false,
            check: false,
            safe_pointers: false,
            interchange: None,
            transform: None,
            sizes: None,
            automatic: None,
            hold: None,
            parts: None,
            devices: None,
            memory: Memory::Separate,
            runtime: Runtime::Static,
            keep: false,
            generate: None,
            words: None,
            no_openacc: false,
            openacc: true,
            fma: None,
            flush: None,
            fast_math: None,
            verify: true,
            registers: None,
            help: None,
        }
    }
}

impl Own {
    /// The GPUs that kernels are compiled for at build time, and whether accrs's own option says so: what that asks for must be had.
    pub fn archs(&self) -> (&[Arch], bool) {
        match self.arch.is_empty() {
            true => (&self.arch_hint, false),
            false => (&self.arch, true),
        }
    }

    /// The GPU that `--acc-arch` names first: what is told of kernels is told of it.
    pub fn first_arch(&self) -> Option<String> {
        self.arch.first().map(Arch::to_string)
    }

    /// Does something without any input file.
    pub fn speaks_alone(&self) -> bool {
        self.explain.is_some()
            || self.generate.is_some()
            || self.words.is_some()
            || self.lists_machines()
    }

    /// The files that `--acc-machine` names.
    pub fn machine_files(&self) -> impl Iterator<Item = &str> {
        machine::files(self.machine.as_deref())
    }

    /// `--acc-machine=help`
    pub fn lists_machines(&self) -> bool {
        self.machine.as_deref() == Some("help")
    }

    /// What a shared runtime doesn't go with.
    pub fn runtime_conflict(&self, static_link: bool) -> Option<&'static str> {
        match (self.runtime, static_link, self.memory) {
            (Runtime::Shared, true, _) => Some(
                "--acc-runtime=shared and -static contradict each other: a program that is linked statically has the runtime in itself",
            ),
            (Runtime::Shared, _, memory) if memory.is_given() => Some(
                "--acc-runtime=shared doesn't go with --acc-memory=managed and pinned, whose memory functions are linked into the program: leave one of the two out",
            ),
            _ => None,
        }
    }

    /// What is said of kernels' arithmetic by themselves, over the host compiler's rules.
    pub fn numbers(&self, rules: &mut CRules) {
        if let Some(fast) = self.fast_math {
            rules.reciprocal_math = fast;
            rules.unsafe_math = fast;
            rules.flush_denormals = fast;
        }
        match self.fma.or(self.fast_math.filter(|fast| *fast)) {
            Some(true) => rules.fp_contract = Contract::Fast,
            Some(false) => rules.fp_contract = Contract::Off,
            None => {}
        }
        if let Some(flush) = self.flush {
            rules.flush_denormals = flush;
        }
        rules.registers = self.registers;
    }

    /// The targets, as lowering wants them.
    pub fn targets(&self) -> Result<LoweringOptions, String> {
        let mut options = LoweringOptions {
            nvidia: false,
            // OpenMP as a product is what the cores run.
            multicore: self.emit == Some(Emit::Openmp),
            sim: false,
            machine: self.model,
            strict: self.strict,
            check: self.check,
            safe_pointers: self.safe_pointers,
            interchange: self.interchange.unwrap_or(true),
            transform: self.transform.unwrap_or(true),
            sizes: self.sizes,
            archs: self.arch.iter().map(|a| a.number).collect(),
            automatic: self.automatic.unwrap_or(true),
            hold: self.hold.unwrap_or(true),
            parts: self.parts.unwrap_or(false),
            devices: self.devices.unwrap_or(false),
            memory: match self.memory {
                Memory::Separate => SharedMemory::Separate,
                Memory::Managed => SharedMemory::Managed,
                Memory::Unified => SharedMemory::Unified,
                Memory::Pinned => SharedMemory::Pinned,
            },
            ..Default::default()
        };
        for name in self.target.split(',').map(str::trim) {
            match name {
                "nvidia" | "tesla" | "gpu" => options.nvidia = true,
                "multicore" | "host" => options.multicore = true,
                "sim" => options.sim = true,
                _ => {
                    return Err(format!(
                        "unknown target '{name}' in --acc-target: nvidia, multicore and sim are known"
                    ));
                }
            }
        }
        if self.check {
            // Only sim checks, and the cores are for constructs that ask for them.
            (options.nvidia, options.sim) = (false, true);
            options.multicore = true;
            (options.parts, options.hold) = (false, false);
        }
        Ok(options)
    }
}

/// `64x32`: rows and columns of tiles.
fn tile_sizes(text: &str) -> Result<[u64; 2], String> {
    let number = |n: &str| n.parse().ok().filter(|n| (1..=1024).contains(n));
    let both = text.split_once('x');
    both.and_then(|(rows, columns)| Some([number(rows)?, number(columns)?]))
        .ok_or_else(|| {
            "rows and columns are two numbers from 1 to 1024 with an x between them, such as 64x64"
                .to_string()
        })
}

/// accrs's own options that take a value, and so also take it as the next word.
const WITH_VALUE: &[&str] = &[
    "--acc-target",
    "--emit",
    "--report",
    "--trace",
    "--counts",
    "--explain",
    "--generate",
    "--words",
    "--host-cc",
    "--acc-arch",
    "--acc-memory",
    "--acc-runtime",
    "--acc-arch-hint",
    "--acc-machine",
    "--acc-fma",
    "--acc-flush",
    "--acc-fast-math",
    "--acc-registers",
    "--acc-verify",
    "--acc-interchange",
    "--acc-transform",
    "--acc-sizes",
    "--sizes",
    "--acc-autopar",
    "--acc-hold",
    "--acc-parts",
    "--acc-devices",
    "--acc-kernels",
];

/// Those that stand alone.
const ALONE: [&str; 3] = ["--acc-strict", "--acc-check", "--acc-safe-pointers"];

/// What to say of `--acc-taget=sim`: no host compiler has options that begin so.
pub fn misspelt(word: &OsStr) -> Option<String> {
    let text = word.to_str()?;
    let name = text.split('=').next().unwrap_or(text);
    let known = WITH_VALUE.iter().chain(&ALONE);
    let like = || foreign::suggestion(name, known.copied().filter(|k| k.starts_with("--acc-")), "");
    (text.starts_with("--acc-") && translate(word).is_none())
        .then(|| format!("unknown option '{text}'{}", like()))
}

/// `--explain ACC0102` as `--explain=ACC0102`.
pub fn joined(word: OsString, rest: &mut VecDeque<OsString>) -> OsString {
    if !WITH_VALUE.iter().any(|name| word == **name) {
        return word;
    }
    let Some(value) = rest.pop_front() else {
        return word;
    };
    let mut both = word;
    both.push("=");
    both.push(value);
    both
}

/// Own words of one word of the command line, in the long form that clap reads; `None` when the
/// word is the host compiler's. For other compilers' words see `foreign`.
pub fn translate(word: &OsStr) -> Option<Vec<OsString>> {
    let text = std::str::from_utf8(word.as_bytes()).ok()?;
    let (name, value) = text
        .split_once('=')
        .map_or((text, None), |(n, v)| (n, Some(v)));
    let own = |s: &str| Some(vec![OsString::from(s)]);
    match name {
        "--report" if value.is_some_and(|v| v == "html" || v.starts_with("html:")) => {
            let file = value.and_then(|v| v.split_once(':')).map_or("", |v| v.1);
            Some(vec![format!("--report-page={file}").into()])
        }
        "--sizes" => Some(vec![format!("--acc-sizes={}", value.unwrap_or("")).into()]),
        _ if WITH_VALUE.contains(&name) => Some(vec![word.into()]),
        "--acc-strict" | "--acc-check" | "--acc-safe-pointers" | "--keep" => own(text),
        // `--help=warnings` is the host compiler's.
        "--help" if value.is_none() => own(text),
        "-h" if value.is_none() => own("--help"),
        "-fno-openacc" | "--no-openacc" => own("--no-openacc"),
        "--no-transform" => own("--acc-transform=false"),
        _ => None,
    }
}

/// Reads the translated words. `--help` comes back as an `Ok` of clap's own display through
/// [`Own`]'s error text, which the caller prints.
pub fn parse(words: &[OsString]) -> Result<Own, String> {
    // The last of several wins, as with cc.
    let mut seen = std::collections::HashSet::new();
    let mut kept: Vec<OsString> = Vec::new();
    for word in words.iter().rev() {
        let key = word
            .to_string_lossy()
            .split('=')
            .next()
            .unwrap_or_default()
            .to_string();
        if seen.insert(key) {
            kept.push(word.clone());
        }
    }
    kept.push("accrs".into());
    kept.reverse();
    let mut own = Own::try_parse_from(kept).map_err(|e| {
        if e.kind() == clap::error::ErrorKind::DisplayHelp {
            return format!("{HELP}{}", e.render());
        }
        let text = e.render().to_string();
        let text = text.strip_prefix("error: ").unwrap_or(&text);
        text.lines().next().unwrap_or("bad option").to_string()
    })?;
    own.openacc = !own.no_openacc;
    if !own.lists_machines() {
        own.model = machine::of(own.machine.as_deref(), own.first_arch().as_deref())?;
    }
    own.targets()?;
    Ok(own)
}

/// Marks a message that is the help text, not an error.
pub const HELP: &str = "\u{1}help\u{1}";

/// The manual page or completions that `--generate` asks for.
///
/// # Errors
/// As [`generate::text`].
pub fn generated(what: Generate) -> std::io::Result<Vec<u8>> {
    let known: Vec<&str> = table::names().collect();
    let sections = [
        (
            "HOST COMPILER OPTIONS",
            format!(
                "Every other option is the host compiler's and goes to it. Of those, accrs itself knows what these mean:\n\n{}",
                known.join(" ")
            ),
        ),
        (
            "ENVIRONMENT",
            environment::paragraphs(),
        ),
        (
            "EXIT STATUS",
            "The host compiler's; 1 for errors in directives.".to_string(),
        ),
        (
            "SEE ALSO",
            "accinfo(1), accrs-prof(1), gcc(1), the OpenACC specification (https://www.openacc.org)".to_string(),
        ),
    ];
    generate::text(Own::command(), what, &sections)
}
