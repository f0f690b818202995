//! CUDA text as machine code and PTX at build time, by NVRTC, for `--acc-arch=`; and as machine code, for what is told of it.

mod language;

use accrs_frontend::beside;
use accrs_lowering::Embedded;
use libloading::{Library, Symbol};
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

#[derive(Debug, thiserror::Error)]
pub enum PtxError {
    #[error(
        "--acc-arch needs NVRTC, and {0}; install NVIDIA's CUDA toolkit, or name the library of PyPI's package \
         nvidia-cuda-nvrtc in ACCRS_NVRTC, or leave --acc-arch out (kernels are then compiled when the program first runs)"
    )]
    NotFound(String),
    #[error("the NVRTC here compiles for {oldest} and newer")]
    TooOld { oldest: String },
    #[error("the NVRTC here doesn't know that GPU: {known}")]
    Unknown { known: String },
    #[error("NVRTC refused the kernels for {arch}:\n{log}")]
    Refused { arch: String, log: String },
    #[error("NVRTC failed in {0} with code {1}")]
    Call(&'static str, i32),
    #[error("{0}")]
    NoArch(String),
}

impl PtxError {
    /// Whether the build goes on with the text alone. What accrs's own option asks for must be had, unless no NVRTC of today
    /// has it; nvc's words stand in many Makefiles.
    pub fn is_passed_over(&self, asked_for: bool) -> bool {
        matches!(self, Self::TooOld { .. })
            || matches!(self, Self::NotFound(_) | Self::Unknown { .. }) && !asked_for
    }
}

/// A GPU to compile for: sm_90, sm_90a.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Arch {
    /// 90
    pub number: u32,
    /// `a`: what is compiled runs on no other GPU; `f`: on those of its family.
    pub feature: Option<char>,
}

impl FromStr for Arch {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let read = || {
            let text = name.strip_prefix("sm_")?;
            let feature = text.chars().last().filter(|c| ['a', 'f'].contains(c));
            let digits = text.trim_end_matches(['a', 'f']);
            let is_plain = digits.len() + usize::from(feature.is_some()) == text.len();
            let number = digits.parse().ok()?;
            (is_plain && (10..1000).contains(&number)).then_some(Self { number, feature })
        };
        read().ok_or_else(|| format!("'{name}' is no name of a GPU for kernels, such as sm_90"))
    }
}

impl fmt::Display for Arch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sm_{}", self.number)?;
        self.feature.map_or(Ok(()), |c| write!(f, "{c}"))
    }
}

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
type Size = unsafe extern "C" fn(Program, *mut usize) -> c_int;
type Text = unsafe extern "C" fn(Program, *mut c_char) -> c_int;
type Destroy = unsafe extern "C" fn(*mut Program) -> c_int;

/// What a text has become: images, and the GPUs for which there is none, with the reason.
pub struct Images {
    pub made: Vec<Embedded>,
    pub without: Vec<(Arch, PtxError)>,
}

/// Compiles `text` (named `name` in messages) for each of `archs`: machine code, and PTX of the oldest and of the newest of them, for the GPUs between and
/// behind them and for drivers that don't take the machine code. `lines`: debuggers and profilers are to show the user's lines, which the text's `#line` name.
/// `rules`: the text's own options ([`accrs_lowering::Rendered::nvrtc`]).
///
/// # Errors
/// Without an NVRTC, or where it refuses the text.
pub fn images(
    text: &str,
    name: &str,
    archs: &[Arch],
    lines: bool,
    rules: &[String],
) -> Result<Images, PtxError> {
    let library = open()?;
    let nvrtc = Nvrtc::of(&library)?;
    let (size, code) = cubin(&library)?;
    let (mut known, mut without): (Vec<Arch>, _) = (archs.to_vec(), Vec::new());
    known.sort();
    known.dedup();
    known.retain(|arch| match check_known(&library, arch) {
        Ok(()) => true,
        Err(why) => {
            without.push((*arch, why));
            false
        }
    });
    let (oldest, newest) = (known.first().copied(), known.last().copied());
    let one = |arch: Arch| -> Result<Vec<Embedded>, PtxError> {
        let named = arch.to_string();
        let program = nvrtc.built(text, name, &named, lines, rules)?;
        let image = |is_ptx, bytes| Embedded {
            capability: arch.number,
            feature: arch.feature,
            is_ptx,
            bytes,
        };
        let mut made = vec![image(false, program.read(size, code)?)];
        if [oldest, newest].contains(&Some(arch)) {
            let ptx = language::lowered(program.read(nvrtc.ptx_size, nvrtc.ptx)?);
            made.push(image(true, ptx));
        }
        Ok(made)
    };
    let made: Vec<_> = std::thread::scope(|scope| {
        let one = &one;
        let begun: Vec<_> = known
            .iter()
            .map(|arch| scope.spawn(move || one(*arch)))
            .collect();
        let ended = begun.into_iter().map(|thread| thread.join());
        ended
            .map(|result| result.unwrap_or(Err(PtxError::Call("nvrtcCompileProgram", 11))))
            .collect()
    });
    let made: Result<Vec<_>, _> = made.into_iter().collect();
    Ok(Images {
        made: made?.concat(),
        without,
    })
}

/// Lets NVRTC read a text and check it as a compiler's front end does, which takes a tenth of what compiling takes; nothing comes of it.
///
/// # Errors
/// [`PtxError::Refused`] with what it says; anything else where there is no NVRTC, or one that can't stop there.
pub fn look(text: &str, name: &str, rules: &[String]) -> Result<(), PtxError> {
    /// NVRTC_ERROR_COMPILATION
    const COMPILATION: c_int = 6;
    let library = open()?;
    let nvrtc = Nvrtc::of(&library)?;
    // For the oldest GPU that today's NVRTC knows: what is checked is the language.
    let mut options = vec!["--gpu-architecture=compute_75".to_string()];
    options.extend(["-fdevice-syntax-only", "--minimal"].map(str::to_string));
    options.extend(wide_integers(text));
    options.extend_from_slice(rules);
    let program = nvrtc.program(text, name)?;
    match program.compile(&options) {
        0 => Ok(()),
        COMPILATION => Err(PtxError::Refused {
            arch: "any GPU".to_string(),
            log: program.log()?,
        }),
        code => Err(PtxError::Call("nvrtcCompileProgram", code)),
    }
}

/// NVRTC before 11.5 doesn't know the option.
fn wide_integers(text: &str) -> Option<String> {
    text.contains("__int128")
        .then(|| "--device-int128".to_string())
}

/// Machine code, and what NVRTC says while it makes it.
pub struct MachineCode {
    /// A cubin.
    pub binary: Vec<u8>,
    pub log: String,
}

/// Compiles the text of the user's file `source` to machine code for `arch` ("sm_90"), with lines; the log has what ptxas says of
/// each kernel.
pub fn machine_code(
    text: &str,
    source: &str,
    arch: &str,
    rules: &[String],
) -> Result<MachineCode, PtxError> {
    let library = open()?;
    let nvrtc = Nvrtc::of(&library)?;
    let arch: Arch = arch.parse().map_err(PtxError::NoArch)?;
    check_known(&library, &arch)?;
    let (size, code) = cubin(&library)?;
    let rules = [rules, &["--ptxas-options=-v".to_string()]].concat();
    let name = format!("{source}.cu");
    let program = nvrtc.built(text, &name, &arch.to_string(), true, &rules)?;
    Ok(MachineCode {
        binary: program.read(size, code)?,
        log: program.log()?,
    })
}

/// The functions that give machine code.
fn cubin(library: &Library) -> Result<(Size, Text), PtxError> {
    let missing = |_| PtxError::NotFound("this one is older than CUDA 11.1".to_string());
    // SAFETY: the types are those of nvrtc.h, unchanged since CUDA 11.1.
    let size = unsafe { library.get::<Size>(b"nvrtcGetCUBINSize") };
    // SAFETY: likewise.
    let code = unsafe { library.get::<Text>(b"nvrtcGetCUBIN") };
    Ok((*size.map_err(missing)?, *code.map_err(missing)?))
}

/// # Errors
/// Where the NVRTC here doesn't compile for that GPU.
fn check_known(library: &Library, arch: &Arch) -> Result<(), PtxError> {
    let known = known(library).unwrap_or_default();
    let named = |number: &u32| format!("sm_{number}");
    match known.iter().min() {
        Some(oldest) if arch.number < *oldest => Err(PtxError::TooOld {
            oldest: named(oldest),
        }),
        Some(_) if !known.contains(&arch.number) => {
            let known: Vec<String> = known.iter().map(named).collect();
            let known = format!("it knows {}", known.join(", "));
            Err(PtxError::Unknown { known })
        }
        _ => Ok(()),
    }
}

/// The functions of NVRTC that are called here, as long as it is open.
struct Nvrtc<'l> {
    create: Symbol<'l, Create>,
    compile: Symbol<'l, Compile>,
    ptx_size: Size,
    ptx: Text,
    log_size: Size,
    log: Text,
    destroy: Symbol<'l, Destroy>,
}

impl<'l> Nvrtc<'l> {
    fn of(library: &'l Library) -> Result<Self, PtxError> {
        fn get<'l, T>(library: &'l Library, name: &str) -> Result<Symbol<'l, T>, PtxError> {
            // SAFETY: the types are those of nvrtc.h, unchanged since CUDA 7.
            let found = unsafe { library.get(name.as_bytes()) };
            found.map_err(|_| PtxError::NotFound(format!("'{name}' is missing in the library")))
        }
        Ok(Self {
            create: get(library, "nvrtcCreateProgram")?,
            compile: get(library, "nvrtcCompileProgram")?,
            ptx_size: *get(library, "nvrtcGetPTXSize")?,
            ptx: *get(library, "nvrtcGetPTX")?,
            log_size: *get(library, "nvrtcGetProgramLogSize")?,
            log: *get(library, "nvrtcGetProgramLog")?,
            destroy: get(library, "nvrtcDestroyProgram")?,
        })
    }

    /// The program, compiled for an architecture.
    fn built(
        &self,
        text: &str,
        name: &str,
        arch: &str,
        lines: bool,
        rules: &[String],
    ) -> Result<Made<'_>, PtxError> {
        let mut options = vec![format!("--gpu-architecture={arch}")];
        options.extend(lines.then(|| "-lineinfo".to_string()));
        options.extend(wide_integers(text));
        options.extend_from_slice(rules);
        let program = self.program(text, name)?;
        match program.compile(&options) {
            0 => Ok(program),
            _ => Err(PtxError::Refused {
                arch: arch.to_string(),
                log: program.log()?,
            }),
        }
    }

    fn program(&self, text: &str, name: &str) -> Result<Made<'_>, PtxError> {
        // A name that begins with a dash, as that of a source from standard input does, would be taken for an option.
        let name = match name.starts_with('-') {
            true => format!("./{name}"),
            false => name.to_string(),
        };
        let (text, name) = (c_string(text), c_string(&name));
        let mut program: Program = std::ptr::null_mut();
        let nothing = std::ptr::null();
        // SAFETY: C strings, a valid out-pointer, and no headers.
        let status = unsafe {
            (self.create)(
                &mut program,
                text.as_ptr(),
                name.as_ptr(),
                0,
                nothing,
                nothing,
            )
        };
        check("nvrtcCreateProgram", status)?;
        Ok(Made {
            nvrtc: self,
            program,
        })
    }
}

/// A program of NVRTC's.
struct Made<'n> {
    nvrtc: &'n Nvrtc<'n>,
    program: Program,
}

impl Made<'_> {
    /// NVRTC's answer, 0 where all is well.
    fn compile(&self, options: &[String]) -> c_int {
        let options: Vec<CString> = options.iter().map(|o| c_string(o)).collect();
        let options: Vec<*const c_char> = options.iter().map(|o| o.as_ptr()).collect();
        // SAFETY: the program is alive, the options are C strings.
        unsafe { (self.nvrtc.compile)(self.program, options.len() as c_int, options.as_ptr()) }
    }

    fn log(&self) -> Result<String, PtxError> {
        let log = self.read(self.nvrtc.log_size, self.nvrtc.log)?;
        let text = CStr::from_bytes_until_nul(&log).map(|t| t.to_string_lossy().into_owned());
        Ok(text.unwrap_or_default())
    }

    /// A text of the program.
    fn read(&self, size: Size, get: Text) -> Result<Vec<u8>, PtxError> {
        let mut n = 0;
        // SAFETY: the program is alive; the text has as many bytes as NVRTC says.
        unsafe {
            check("nvrtcGet...Size", size(self.program, &mut n))?;
            let mut bytes = vec![0u8; n.max(1)];
            check("nvrtcGet...", get(self.program, bytes.as_mut_ptr().cast()))?;
            Ok(bytes)
        }
    }
}

impl Drop for Made<'_> {
    fn drop(&mut self) {
        // SAFETY: the program was made, and is used no more.
        unsafe { (self.nvrtc.destroy)(&mut self.program) };
    }
}

/// The architectures that an NVRTC compiles for; `None` before 11.2, which can't be asked.
fn known(library: &Library) -> Option<Vec<u32>> {
    type Count = unsafe extern "C" fn(*mut c_int) -> c_int;
    // SAFETY: the types are those of nvrtc.h; the list has as many places as NVRTC says.
    unsafe {
        let count = *library.get::<Count>(b"nvrtcGetNumSupportedArchs").ok()?;
        let list = *library.get::<Count>(b"nvrtcGetSupportedArchs").ok()?;
        let mut n = 0;
        if count(&mut n) != 0 {
            return None;
        }
        let mut archs = vec![0; usize::try_from(n).ok()?];
        if list(archs.as_mut_ptr()) != 0 {
            return None;
        }
        Some(
            archs
                .into_iter()
                .filter_map(|n| n.try_into().ok())
                .collect(),
        )
    }
}

fn c_string(text: &str) -> CString {
    CString::new(text.replace('\0', "")).unwrap_or_default()
}

fn check(call: &'static str, status: c_int) -> Result<(), PtxError> {
    if status == 0 {
        Ok(())
    } else {
        Err(PtxError::Call(call, status))
    }
}

/// `ACCRS_NVRTC`, the system's search path, the usual folders, a checkout's or an installation's own.
fn open() -> Result<Library, PtxError> {
    const NAMES: [&str; 3] = ["libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"];
    let given = std::env::var_os("ACCRS_NVRTC").filter(|v| !v.is_empty());
    let mut names: Vec<PathBuf> = match given.map(PathBuf::from) {
        Some(folder) if folder.is_dir() => NAMES.map(|name| folder.join(name)).to_vec(),
        file => file.into_iter().collect(),
    };
    names.extend(NAMES.map(PathBuf::from));
    names.extend(
        [
            "/usr/local/cuda/lib64/libnvrtc.so",
            "/opt/cuda/lib64/libnvrtc.so",
        ]
        .map(PathBuf::from),
    );
    if let Some(home) = std::env::var_os("ACCRS_HOME").filter(|v| !v.is_empty()) {
        names.push(PathBuf::from(home).join("lib/accrs/libnvrtc.so.13"));
    }
    names.extend(beside::nvrtc());
    let mut last = String::from("no libnvrtc was found");
    for name in names {
        // SAFETY: opening NVRTC runs its initialisers, as any CUDA program does.
        match unsafe { Library::new(&name) } {
            Ok(library) => {
                open_builtins(&name);
                return Ok(library);
            }
            Err(e) if name.is_file() => last = format!("'{}' does not load: {e}", name.display()),
            Err(_) => {}
        }
    }
    Err(PtxError::NotFound(last))
}

/// NVRTC opens its builtins by their bare name, which the loader finds only where that library is
/// loaded already or in its search path; in a wheel it lies beside NVRTC.
fn open_builtins(nvrtc: &Path) {
    let folder = nvrtc
        .canonicalize()
        .ok()
        .and_then(|p| p.parent().map(Path::to_path_buf));
    let entries = folder.and_then(|f| std::fs::read_dir(f).ok());
    for entry in entries.into_iter().flatten().flatten() {
        if entry
            .file_name()
            .to_string_lossy()
            .starts_with("libnvrtc-builtins.so")
        {
            // SAFETY: as for NVRTC itself.
            if let Ok(library) = unsafe { Library::new(entry.path()) } {
                std::mem::forget(library);
            }
        }
    }
}
