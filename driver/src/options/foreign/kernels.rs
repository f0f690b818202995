//! nvc's and pgcc's words about OpenACC and code for GPUs, with every sub-option that `nvc -help` and PGI 19.10's manual name.

use super::About::Constructs;
use super::Meaning::{Anyway, Computed, List, Nothing, Own};
use super::Takes::{self, Equals, MaybeEquals};
use super::{Alias, COMPARED, Item, Meaning, Row, forms, item, row, suggestion};

pub const ROWS: &[Row] = &[
    row("-acc", MaybeEquals("gpu"), List(ACC)),
    row("-noacc", Takes::Nothing, Own(&["--no-openacc"])),
    row("-gpu", Equals("cc80,fma"), List(GPU)),
    row("-ta", Equals("tesla:cc80"), List(GPU)),
    row("-target", Equals("gpu"), List(TARGET)),
    row(
        "-Minfo",
        MaybeEquals("accel"),
        Computed(
            |_, value| info("-Minfo", value),
            "the report of what became of each construct and loop",
        ),
    ),
    row(
        "-Mneginfo",
        MaybeEquals("accel"),
        Computed(
            |_, value| info("-Mneginfo", value),
            "the same report, which gives the reasons",
        ),
    ),
    row(
        "-Msafeptr",
        MaybeEquals("all"),
        Computed(
            safe_pointers,
            "`--acc-safe-pointers`; for some pointers alone (`=arg`, `=global`, …) it has no effect",
        ),
    ),
    row(
        "-Mnosafeptr",
        Takes::Nothing,
        Anyway("pointers may overlap unless they are `restrict`"),
    ),
    row(
        "-acclibs",
        Takes::Nothing,
        Anyway("accrs's runtime is linked wherever it may be needed"),
    ),
];

/// Whether a word says that the command line was written for nvc or pgcc. `-acc=check` is accrs's own.
pub fn marks_nvc(word: &str, value: &str) -> bool {
    match word {
        "-acc" => !value.split(',').any(|v| v == "check"),
        "-gpu" | "-ta" | "-target" | "-Minfo" | "-Mneginfo" => true,
        _ => false,
    }
}

/// Whether such a word says that code is for accelerators. What a report is asked for must not change it.
pub fn is_for_accelerators(word: &str, value: &str) -> bool {
    marks_nvc(word, value) && !matches!(word, "-Minfo" | "-Mneginfo")
}

const GENERATOR: Meaning = Nothing(Constructs, "nvc's own code generator alone has that");
const MANAGED: Meaning = Own(&["--acc-memory=managed"]);
const UNIFIED: Meaning = Own(&["--acc-memory=unified"]);
const PINNED: Meaning = Own(&["--acc-memory=pinned"]);
const SEPARATE: Meaning = Own(&["--acc-memory=separate"]);
const COMPARE: Meaning = Nothing(Constructs, COMPARED);
const LINES: Meaning = Nothing(
    Constructs,
    "-g with --acc-arch keeps the lines, or ACCRS_LINEINFO=1 when the program runs",
);
const TEXT: Meaning = Nothing(Constructs, "--keep leaves the CUDA text");
const LATER: Meaning = Nothing(
    Constructs,
    "kernels are compiled for the GPU that the program finds, unless a capability such as cc80 is named",
);
const RADEON: Meaning = Nothing(
    Constructs,
    "there is no code for AMD's GPUs; the kernels run on the cores there",
);
const REGISTERS: Meaning = Computed(
    registers,
    "`--acc-registers=n`: at most n registers a thread",
);
const WAIT: Meaning = Anyway("constructs without async are waited for");
const NOWAIT: Meaning = Nothing(Constructs, "async clauses make constructs asynchronous");
const CORES: Meaning = Own(&["--acc-target=multicore"]);
const BOTH: Meaning = Anyway("constructs are compiled for GPUs and for the cores");
const MANY: Meaning =
    Anyway("kernels are compiled for the GPU that the program finds when it runs");

/// `-gpu=` and `-ta=`. `ccXY` and `sm_XY` are capabilities, `cudaX.Y` any version; a name that ends in a colon has a value.
pub const GPU: &[Item] = &[
    item(
        "ccXY",
        Computed(
            |_, _| Ok(Alias::default()),
            "`--acc-arch=sm_XY`, of several with commas, but where NVRTC doesn't compile for such a GPU a warning, and the program compiles its kernels when it runs there",
        ),
    ),
    item("ccall", MANY),
    item("ccall-major", MANY),
    item("ccnative", MANY),
    item("tesla", MANY),
    item("nvidia", MANY),
    item("multicore", CORES),
    item("host", CORES),
    item("fma", Own(&["--acc-fma=true"])),
    item("nofma", Own(&["--acc-fma=false"])),
    item("flushz", Own(&["--acc-flush=true"])),
    item("noflushz", Own(&["--acc-flush=false"])),
    item("fastmath", Own(&["--acc-fast-math=true"])),
    item("nofastmath", Own(&["--acc-fast-math=false"])),
    item("maxregcount:", REGISTERS),
    item("maxreg:", REGISTERS),
    item("keep", Own(&["--keep"])),
    item("keepgpu", Own(&["--keep"])),
    item("keepptx", TEXT),
    item("keepbin", TEXT),
    item(
        "time",
        Nothing(
            Constructs,
            "Nsight Systems, or a library in ACC_PROFLIB, times kernels",
        ),
    ),
    item("managed", MANAGED),
    item("managed:", MANAGED),
    item("unified", UNIFIED),
    item("unified:", UNIFIED),
    item("mem:managed", MANAGED),
    item("mem:unified", UNIFIED),
    item("mem:unified:", UNIFIED),
    item("mem:separate", SEPARATE),
    item("mem:separate:", SEPARATE),
    item("nomanaged", SEPARATE),
    item("nounified", SEPARATE),
    item(
        "[no]interceptdeallocations",
        Anyway("memory that is shared is given back by the function that belongs to it"),
    ),
    item("pinned", PINNED),
    item("pinned:", PINNED),
    item("pin", PINNED),
    item("nopinned", SEPARATE),
    item(
        "deepcopy",
        Nothing(
            Constructs,
            "what pointers in structs point to is named in clauses: copy(s.p[0:n])",
        ),
    ),
    item("nodeepcopy", Anyway("clauses name what is copied")),
    item("[no]debug", LINES),
    item("[no]lineinfo", LINES),
    item(
        "ptxinfo",
        Nothing(Constructs, "-Minfo=kernel tells of kernels"),
    ),
    item(
        "rdc",
        Anyway("routines of other files are found when the program runs"),
    ),
    item(
        "nordc",
        Nothing(
            Constructs,
            "routines of other files are found when the program runs",
        ),
    ),
    item(
        "zeroinit",
        Nothing(Constructs, "create(zero:) clears memory"),
    ),
    item("nozeroinit", Anyway("create leaves memory as it is")),
    item("autocompare", COMPARE),
    item("redundant", COMPARE),
    item("noautocompare", Anyway(COMPARED)),
    item(
        "implicitsections",
        Anyway("sizes of arrays are inferred where they can be"),
    ),
    item(
        "noimplicitsections",
        Nothing(Constructs, "sizes of arrays are inferred where they can be"),
    ),
    item("wait", WAIT),
    item("nowait", NOWAIT),
    item(
        "sanitize",
        Nothing(Constructs, "sim checks each access: --acc-target=sim"),
    ),
    item(
        "stacklimit:",
        Nothing(
            Constructs,
            "the stack is sized for each kernel, or by ACCRS_CUDA_STACK",
        ),
    ),
    item("nostacklimit", Anyway("the stack is sized for each kernel")),
    item(
        "cudaX.Y",
        Nothing(
            Constructs,
            "any NVRTC that is found is used, first the one in ACCRS_NVRTC",
        ),
    ),
    item("fermi", LATER),
    item("fermi+", LATER),
    item("kepler", LATER),
    item("kepler+", LATER),
    item("radeon", RADEON),
    item("radeon:", RADEON),
    item("[no]unroll", GENERATOR),
    item("unroll:", GENERATOR),
    item("[no]redux", GENERATOR),
    item("[no]safecache", GENERATOR),
    item("[no]autocollapse", GENERATOR),
    item("[no]nvlamath", GENERATOR),
    item("loadcache:", GENERATOR),
    item("tripcount:", GENERATOR),
    item("beta", GENERATOR),
    item("[no]llvm", GENERATOR),
    item("llc", GENERATOR),
    item("[no]lto", GENERATOR),
    item("[no]L1", GENERATOR),
    item("mul24", GENERATOR),
    item("gvmode", GENERATOR),
    item("charstring", GENERATOR),
    item("analysis", GENERATOR),
];

/// `-acc=`.
pub const ACC: &[Item] = &[
    item("gpu", BOTH),
    item("multicore", CORES),
    item("host", CORES),
    item("check", Own(&["--acc-check"])),
    item("strict", Own(&["--acc-strict"])),
    item("verystrict", Own(&["--acc-strict"])),
    item("autopar", Own(&["--acc-autopar=true"])),
    item("noautopar", Own(&["--acc-autopar=false"])),
    item(
        "routineseq",
        Nothing(
            Constructs,
            "functions without a routine directive are seq where their body is known",
        ),
    ),
    item("noroutineseq", Anyway("routine directives say it")),
    item(
        "legacy",
        Nothing(Constructs, "PGI's directives are always known"),
    ),
    item("wait", WAIT),
    item("nowait", NOWAIT),
    item("sync", Nothing(Constructs, "async clauses are carried out")),
    item("nosync", Anyway("async clauses are carried out")),
    item(
        "[no]required",
        Anyway("a file whose constructs can't be compiled is an error"),
    ),
];

/// `-target=` of newer versions.
pub const TARGET: &[Item] = &[
    item("gpu", BOTH),
    item("multicore", CORES),
    item("host", CORES),
];

const OTHER: Meaning = Nothing(
    Constructs,
    "the host compiler's own optimiser tells of that; gcc has -fopt-info",
);

/// `-Minfo=` and `-Mneginfo=`.
pub const INFO: &[Item] = &[
    item("accel", Own(&["--report=text"])),
    item("acc", Own(&["--report=text"])),
    item("all", Own(&["--report=all"])),
    item("par", Own(&["--report=text"])),
    item("kernel", Own(&["--acc-kernels=text"])),
    item("autoinline", OTHER),
    item("ccff", OTHER),
    item("ftn", OTHER),
    item("hpf", OTHER),
    item("inline", OTHER),
    item("intensity", OTHER),
    item("ipa", OTHER),
    item("loop", OTHER),
    item("lre", OTHER),
    item("mp", OTHER),
    item("opt", OTHER),
    item("pcast", OTHER),
    item("pfo", OTHER),
    item("stat", OTHER),
    item("stdpar", OTHER),
    item("time", OTHER),
    item("unified", OTHER),
    item("unroll", OTHER),
    item("vect", OTHER),
];

fn info(name: &str, value: &str) -> Result<Alias, String> {
    match value {
        "" => Ok(Alias::own("--report=text")),
        _ => list(name, value, INFO),
    }
}

/// What nvc takes for safe of some pointers must not be taken for safe of all.
fn safe_pointers(written: &str, value: &str) -> Result<Alias, String> {
    Ok(match value {
        "" | "all" => Alias::own("--acc-safe-pointers"),
        _ => Alias::note(
            written,
            Constructs,
            "restrict says of one pointer that nothing else points to its target; --acc-safe-pointers says it of all",
        ),
    })
}

fn registers(_: &str, value: &str) -> Result<Alias, String> {
    match value.parse::<u32>() {
        Ok(0) => Ok(Alias::default()),
        Ok(number) => Ok(Alias::own(format!("--acc-registers={number}"))),
        Err(_) => Err(format!("'{value}' is not a number of registers")),
    }
}

/// What the sub-options in `value` mean, each of which must be one of `items`. `name`: the option.
pub fn list(name: &str, value: &str, items: &[Item]) -> Result<Alias, String> {
    let gpu = matches!(name, "-ta" | "-gpu");
    let mut alias = Alias::default();
    let mut archs: Vec<String> = Vec::new();
    let mut for_gpus = false;
    for given in words(value) {
        for_gpus |= matches!(given, "gpu" | "tesla" | "nvidia");
        if let (true, Some(capability)) = (gpu, capability(given)) {
            archs.push(capability);
            continue;
        }
        let Some((found, rest)) = items.iter().find_map(|i| Some((i, i.takes(given)?))) else {
            if gpu && (given.starts_with("cc") || given.starts_with("sm_")) {
                return Err(format!(
                    "unknown '{given}' in '{name}='; the GPU's compute capability is written like cc80"
                ));
            }
            let names: Vec<String> = items.iter().flat_map(|i| forms(i.name)).collect();
            let like = suggestion(given, names.iter().map(String::as_str), &format!("{name}="));
            return Err(format!("unknown '{given}' in '{name}='{like}"));
        };
        alias.add(&found.meaning, &format!("{name}={given}"), rest)?;
    }
    if for_gpus {
        alias.own.retain(|w| w != "--acc-target=multicore");
    }
    if !archs.is_empty() {
        alias
            .own
            .push(format!("--acc-arch-hint={}", archs.join(",")));
    }
    Ok(alias)
}

/// `tesla:cc60,mem:managed`, `tesla:managed:cc70`: a colon stands behind a target, between sub-options, and within a few.
fn words(value: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for mut item in value.split(',') {
        while let Some((first, rest)) = item.split_once(':') {
            let target = matches!(first, "tesla" | "nvidia" | "host" | "multicore");
            let memory = matches!(first, "managed" | "unified" | "pinned");
            if !(target || memory && !rest.trim_start_matches("no").starts_with("intercept")) {
                break;
            }
            words.push(first);
            item = rest;
        }
        words.push(item);
    }
    words.retain(|item| !item.is_empty());
    words
}

/// `cc80`, `sm_90a`, and PGI's `cc35+`, `cc3x`, `cc2+`: NVRTC's name for it.
fn capability(item: &str) -> Option<String> {
    let text = item.strip_prefix("cc").or(item.strip_prefix("sm_"))?;
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (digits, suffix) = text.split_at(end);
    let number: u32 = digits.parse().ok()?;
    match (digits.len(), suffix) {
        (1, "" | "+" | "x") => Some(format!("sm_{}", number * 10)),
        (2..=3, "" | "+") => Some(format!("sm_{number}")),
        (2..=3, "a" | "f") => Some(format!("sm_{number}{suffix}")),
        _ => None,
    }
}

impl Item {
    /// The value behind a sub-option's name ("" where it has none), if `given` is this one.
    fn takes<'a>(&self, given: &'a str) -> Option<&'a str> {
        if let Some(name) = self.name.strip_suffix("X.Y") {
            let rest = given.strip_prefix(name)?;
            return rest
                .starts_with(|c: char| c.is_ascii_digit() || c == 'X')
                .then_some(rest);
        }
        if self.name.ends_with(':') {
            let rest = given.strip_prefix(self.name)?;
            return (!rest.is_empty()).then_some(rest);
        }
        forms(self.name).any(|form| form == given).then_some("")
    }
}
