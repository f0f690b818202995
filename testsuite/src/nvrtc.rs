//! `acctest nvrtc`: every kernel that accrs renders for run/, shapes/ and bench/, compiled by
//! NVRTC for each architecture, or for one of them, in turn. A warning counts as a failure. What has compiled without a word isn't compiled again
//! as long as the text is the same: that NVRTC has said nothing is kept in `target/nvrtc-clean`.

use crate::Common;
use crate::golden::{BENCHMARKS, emit};
use crate::process;
use crate::random;
use crate::spec::Spec;
use crate::suite::{self, Outcome, Tally};
use libloading::Library;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

const ARCHITECTURES: [&str; 3] = ["sm_75", "sm_90", "sm_100"];

/// Which architectures a text is compiled for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Which {
    All,
    /// One: another one for each text, and each day. Of the programs that `acctest run` has compiled by NVRTC, warnings as errors, a few.
    InTurn,
}

/// Each so manieth program of `run/` in turn is compiled again for another architecture than the stand-in's.
const AGAIN: u64 = 8;

impl Which {
    fn of(self, name: &str) -> Vec<&'static str> {
        match self {
            Which::All => ARCHITECTURES.to_vec(),
            Which::InTurn => {
                let number = random::turn(name, ARCHITECTURES.len() as u64);
                vec![ARCHITECTURES[number as usize]]
            }
        }
    }

    fn takes(self, folder: &str, spec: &Spec) -> bool {
        let compiled = folder == "run" && spec.runs_on("nvidia");
        self == Which::All || !compiled || random::turn(&spec.name, AGAIN) == 0
    }
}

/// The source of the library in between.
const BETWEEN: &str = "nvrtc.c";
const BETWEEN_TEXT: &str = include_str!("nvrtc_between.c");

type Program = *mut c_void;
type Create = unsafe extern "C" fn(
    *mut Program,
    *const c_char,
    *const c_char,
    c_int,
    *const *const c_char,
    *const *const c_char,
) -> c_int;
type Compile = unsafe extern "C" fn(Program, c_int, *const *const c_char) -> c_int;
type LogSize = unsafe extern "C" fn(Program, *mut usize) -> c_int;
type Log = unsafe extern "C" fn(Program, *mut c_char) -> c_int;
type Destroy = unsafe extern "C" fn(*mut Program) -> c_int;

/// One text to compile: where it comes from and how to get it.
struct Case {
    name: String,
    folder: PathBuf,
    file: String,
    flags: Vec<String>,
    /// Other sources of the program: the runtime puts their routines behind the kernels.
    with: Vec<PathBuf>,
}

pub fn all(common: &Common, library: Option<PathBuf>, which: Which) -> Result<Tally, String> {
    let accrs = common
        .accrs
        .canonicalize()
        .map_err(|e| format!("{}: {e}", common.accrs.display()))?;
    let (library, path) = open(library)?;
    let nvrtc = Nvrtc {
        library,
        clean: Some(Clean::new(&path)?),
        which,
    };
    let cases = cases(common, which)?;
    let tally = suite::each(
        "nvrtc",
        &cases,
        common.jobs,
        |case| case.name.clone(),
        |case| check(&accrs, &nvrtc, case),
    );
    if let Some(clean) = nvrtc.clean {
        let known = clean.known.into_inner();
        println!("nvrtc: {known} texts were compiled before, without a word");
    }
    Ok(tally)
}

/// The library, and how it is asked.
pub struct Nvrtc {
    library: Library,
    clean: Option<Clean>,
    which: Which,
}

impl Nvrtc {
    /// For texts that change each time.
    pub fn new(library: Library) -> Nvrtc {
        Nvrtc {
            library,
            clean: None,
            which: Which::All,
        }
    }
}

/// The texts that have compiled without a word: an empty file for each, named by what the result hangs on.
struct Clean {
    folder: PathBuf,
    /// NVRTC's file, its size and its time: another version has another answer.
    version: String,
    known: AtomicUsize,
}

impl Clean {
    fn new(nvrtc: &Path) -> Result<Clean, String> {
        let folder = PathBuf::from("target/nvrtc-clean");
        fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let about = fs::metadata(nvrtc).map_err(|e| format!("{}: {e}", nvrtc.display()))?;
        Ok(Clean {
            folder,
            version: format!("{} {} {:?}", nvrtc.display(), about.len(), about.modified()),
            known: AtomicUsize::new(0),
        })
    }

    fn file(&self, text: &str, arch: &str) -> PathBuf {
        let half = |salt: u8| {
            let mut hasher = DefaultHasher::new();
            (salt, &self.version, arch, text).hash(&mut hasher);
            hasher.finish()
        };
        let name = format!("{:016x}{:016x}", half(0), half(1));
        self.folder.join(name)
    }
}

fn cases(common: &Common, which: Which) -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for (name, variants) in BENCHMARKS {
        for variant in variants {
            cases.push(Case {
                name: format!("{name}.{variant}"),
                folder: common.suite.join("bench"),
                file: format!("{name}.c"),
                flags: vec![format!("-DVARIANT={variant}")],
                with: vec![],
            });
        }
        let by_hand = format!("{name}_cuda.cu");
        cases.push(Case {
            name: by_hand.clone(),
            folder: common.suite.join("bench"),
            file: by_hand,
            flags: vec![],
            with: vec![],
        });
    }
    cases.retain(|c| {
        common
            .filter
            .as_ref()
            .is_none_or(|f| c.name.contains(f.as_str()))
    });
    let run = suite::that_run(common).unwrap_or_default();
    let shapes = suite::programs(common, "shapes").unwrap_or_default();
    let folders = [("run", run), ("shapes", shapes)];
    let programs = folders
        .into_iter()
        .flat_map(|(folder, specs)| specs.into_iter().map(move |s| (folder, s)));
    for (folder, spec) in programs {
        let cores_only = spec.devices.iter().any(|d| d == "multicore") && spec.devices.len() == 1;
        // What watches kernels is there on the simulator alone.
        let watched = spec.flags.iter().any(|f| f.starts_with("-acc=check"));
        if cores_only || watched || !which.takes(folder, &spec) {
            continue;
        }
        cases.push(Case {
            file: spec
                .path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
            name: spec.name,
            folder: spec.path.parent().map(PathBuf::from).unwrap_or_default(),
            flags: spec.flags,
            with: spec.with,
        });
    }
    if cases.is_empty() {
        Err("no program selected".to_string())
    } else {
        Ok(cases)
    }
}

fn check(accrs: &Path, nvrtc: &Nvrtc, case: &Case) -> Vec<Outcome> {
    if case.file.ends_with(".cu") {
        let text = std::fs::read_to_string(case.folder.join(&case.file));
        check_text(nvrtc, &case.name, text.map_err(|e| e.to_string()))
    } else {
        check_text(nvrtc, &case.name, program(accrs, case))
    }
}

/// The text that the runtime would compile: a source's kernels, and the routines of the others if they are called.
fn program(accrs: &Path, case: &Case) -> Result<String, String> {
    const ROUTINES: &str = "// Routines for other files.\n";
    let mut text = emit(accrs, "cuda", &case.folder, &case.file, &case.flags)?;
    if !text.contains("ACCRS_ELSEWHERE") {
        return Ok(text);
    }
    for other in &case.with {
        let other = other.canonicalize().map_err(|e| e.to_string())?;
        let file = other.to_string_lossy().into_owned();
        let all = emit(accrs, "cuda", &case.folder, &file, &case.flags)?;
        if let Some(at) = all.find(ROUTINES) {
            text.push_str(&all[at..]);
        }
    }
    Ok(text)
}

/// The kernels that accrs renders for the source `file` in `folder`: one outcome an architecture, none if there is no kernel.
pub fn check_source(
    accrs: &Path,
    nvrtc: &Nvrtc,
    name: &str,
    folder: &Path,
    file: &str,
    flags: &[String],
) -> Vec<Outcome> {
    check_text(nvrtc, name, emit(accrs, "cuda", folder, file, flags))
}

fn check_text(nvrtc: &Nvrtc, name: &str, text: Result<String, String>) -> Vec<Outcome> {
    match text {
        Err(why) => vec![Outcome::of(name, Err(why))],
        // A program all of whose regions stay on the host has no kernel to compile.
        Ok(text) if !text.contains("__global__") => vec![],
        Ok(text) => {
            let each = nvrtc.which.of(name).into_iter().map(|arch| {
                let done = nvrtc.compile(&text, name, arch);
                Outcome::of(format!("{name} {arch}"), done)
            });
            each.collect()
        }
    }
}

impl Nvrtc {
    /// Compiles a text, unless it has compiled without a word before.
    fn compile(&self, text: &str, name: &str, arch: &str) -> Result<(), String> {
        let Some(clean) = &self.clean else {
            return compile(&self.library, text, name, arch, c"");
        };
        let file = clean.file(text, arch);
        if file.exists() {
            clean.known.fetch_add(1, Ordering::Relaxed);
            return Ok(());
        }
        compile(&self.library, text, name, arch, c"")?;
        fs::write(&file, "").map_err(|e| format!("{}: {e}", file.display()))
    }
}

/// The kernels of a random source, for one architecture. What its own expressions are warned of (signs that change,
/// comparisons that are always true, divisions and shifts of constants) is none of accrs's doing.
pub fn check_random(
    accrs: &Path,
    nvrtc: &Library,
    folder: &Path,
    file: &str,
) -> Result<(), String> {
    let text = emit(accrs, "cuda", folder, file, &["-w".to_string()])?;
    if !text.contains("__global__") {
        return Ok(());
    }
    compile(
        nvrtc,
        &text,
        file,
        "sm_90",
        c"--diag-suppress=39,61,62,63,68,69,186,190,177,550",
    )
}

/// Loads NVRTC: the one given, `ACCRS_NVRTC`'s, the project's own, the system's.
pub fn find(library: Option<PathBuf>) -> Result<Library, String> {
    open(library).map(|(library, _)| library)
}

/// Where the NVRTC is that [`find`] would load.
pub fn path(library: Option<PathBuf>) -> Result<PathBuf, String> {
    open(library).map(|(_, path)| path)
}

fn open(library: Option<PathBuf>) -> Result<(Library, PathBuf), String> {
    let given = library.or_else(|| std::env::var_os("ACCRS_NVRTC").map(PathBuf::from));
    let candidates = match given {
        Some(path) => vec![path],
        None => vec![
            PathBuf::from(".accrs/py/nvidia/cu13/lib/libnvrtc.so.13"),
            PathBuf::from("libnvrtc.so.13"),
            PathBuf::from("libnvrtc.so"),
        ],
    };
    for path in &candidates {
        // Resolves a link in the way to the library that NVRTC finds its builtins beside.
        let path = path.canonicalize().unwrap_or_else(|_| path.clone());
        preload_builtins(&path);
        // SAFETY: loading NVRTC runs its initialisers, which have no preconditions.
        if let Ok(library) = unsafe { Library::new(&path) } {
            return Ok((library, path));
        }
    }
    Err(format!(
        "no NVRTC among {candidates:?}: pip install nvidia-cuda-nvrtc, or set ACCRS_NVRTC"
    ))
}

/// NVRTC opens its builtins by bare name, which the loader finds only if it is
/// loaded already or on the search path; a wheel's folder isn't.
fn preload_builtins(nvrtc: &Path) {
    let Some(Ok(entries)) = nvrtc.parent().map(std::fs::read_dir) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with("libnvrtc-builtins.so") {
            // SAFETY: the library only holds data. It stays loaded: NVRTC uses it.
            if let Ok(library) = unsafe { Library::new(entry.path()) } {
                std::mem::forget(library);
            }
        }
    }
}

/// Builds a library in `folder` that passes everything on to `nvrtc`, which `NVRTC_REAL` must name at run time, but fails, or refuses what has a warning, as
/// further variables say (`nvrtc_between.c`).
pub fn between(folder: &Path, nvrtc: &Path) -> Result<PathBuf, String> {
    let failed = |e: std::io::Error| format!("{}: {e}", folder.display());
    let (source, library) = (folder.join(BETWEEN), folder.join("libnvrtc.so"));
    fs::write(&source, BETWEEN_TEXT).map_err(failed)?;
    let mut command = Command::new("cc");
    command.args(["-shared", "-fPIC", "-O1", "-o"]);
    command.arg(&library).arg(&source).arg("-ldl");
    let ended = process::run(&mut command, Duration::from_secs(60))?;
    if !ended.ok() {
        return Err(format!(
            "the NVRTC in between: {}\n{}",
            ended.how(),
            ended.tail(8)
        ));
    }
    let beside = nvrtc.parent().ok_or("NVRTC is in no folder")?;
    for file in fs::read_dir(beside).map_err(failed)?.flatten() {
        let name = file.file_name();
        if name.to_string_lossy().starts_with("libnvrtc-builtins") {
            std::os::unix::fs::symlink(file.path(), folder.join(name)).map_err(failed)?;
        }
    }
    Ok(library)
}

/// Whether the folder's library in between was made of today's text.
pub fn is_between(folder: &Path) -> bool {
    fs::read_to_string(folder.join(BETWEEN)).is_ok_and(|text| text == BETWEEN_TEXT)
}

/// Compiles `text`; an error or a non-empty log is the failure.
fn compile(
    nvrtc: &Library,
    text: &str,
    name: &str,
    arch: &str,
    further: &CStr,
) -> Result<(), String> {
    let wide = text.contains("__int128");
    let text = CString::new(text).map_err(|_| "the text holds a NUL byte")?;
    let name = CString::new(format!("{name}.cu")).map_err(|_| "the name holds a NUL byte")?;
    let arch = CString::new(format!("--gpu-architecture={arch}")).map_err(|e| e.to_string())?;
    let mut options = vec![arch.as_ptr()];
    if !further.is_empty() {
        options.push(further.as_ptr());
    }
    if wide {
        options.push(c"--device-int128".as_ptr());
    }
    // SAFETY: the signatures are nvrtc.h's; strings outlive the calls; the log buffer
    // has the size that NVRTC asks for, its terminator included.
    unsafe {
        let create = nvrtc
            .get::<Create>(b"nvrtcCreateProgram\0")
            .map_err(|e| e.to_string())?;
        let compile = nvrtc
            .get::<Compile>(b"nvrtcCompileProgram\0")
            .map_err(|e| e.to_string())?;
        let log_size = nvrtc
            .get::<LogSize>(b"nvrtcGetProgramLogSize\0")
            .map_err(|e| e.to_string())?;
        let log = nvrtc
            .get::<Log>(b"nvrtcGetProgramLog\0")
            .map_err(|e| e.to_string())?;
        let destroy = nvrtc
            .get::<Destroy>(b"nvrtcDestroyProgram\0")
            .map_err(|e| e.to_string())?;
        let mut program: Program = std::ptr::null_mut();
        let code = create(
            &mut program,
            text.as_ptr(),
            name.as_ptr(),
            0,
            std::ptr::null(),
            std::ptr::null(),
        );
        if code != 0 {
            return Err(format!("nvrtcCreateProgram: error {code}"));
        }
        let code = compile(program, options.len() as c_int, options.as_ptr());
        let mut size = 0usize;
        log_size(program, &mut size);
        let mut buffer = vec![0u8; size.max(1)];
        log(program, buffer.as_mut_ptr().cast());
        destroy(&mut program);
        let said = String::from_utf8_lossy(&buffer);
        let said = said.trim_end_matches('\0').trim();
        if code == 0 && said.is_empty() {
            return Ok(());
        }
        let lines: String = said
            .lines()
            .take(12)
            .map(|l| format!("    {l}\n"))
            .collect();
        Err(format!("NVRTC {code}\n{lines}"))
    }
}
