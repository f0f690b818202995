//! CUDA text as PTX at build time, by NVRTC, for `--acc-arch=`; and as machine code, for what is told of it.

use accrs_frontend::beside;
use libloading::{Library, Symbol};
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::path::{Path, PathBuf};

#[derive(Debug, thiserror::Error)]
pub enum PtxError {
    #[error(
        "--acc-arch needs NVRTC, and {0}; install NVIDIA's CUDA toolkit, or name the library of PyPI's package \
         nvidia-cuda-nvrtc in ACCRS_NVRTC, or leave --acc-arch out (kernels are then compiled when the program first runs)"
    )]
    NotFound(String),
    #[error("the NVRTC here compiles for {oldest} and newer")]
    TooOld { oldest: String },
    #[error("NVRTC refused the kernels for {arch}:\n{log}")]
    Refused { arch: String, log: String },
    #[error("NVRTC failed in {0} with code {1}")]
    Call(&'static str, i32),
}

impl PtxError {
    /// Whether the build goes on with the text alone. What accrs's own option asks for must be had, unless no NVRTC of today
    /// has it; nvc's words stand in many Makefiles.
    pub fn is_passed_over(&self, asked_for: bool) -> bool {
        matches!(self, Self::TooOld { .. }) || matches!(self, Self::NotFound(_)) && !asked_for
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

/// Compiles `text` (named `name` in messages) for `arch` ("sm_90"); returns PTX with its final zero.
/// `lines`: debuggers and profilers are to show the user's lines, which the text's `#line` name. `rules`: the text's own options
/// ([`accrs_lowering::Rendered::nvrtc`]).
pub fn compile(
    text: &str,
    name: &str,
    arch: &str,
    lines: bool,
    rules: &[String],
) -> Result<Vec<u8>, PtxError> {
    let library = open()?;
    let nvrtc = Nvrtc::of(&library)?;
    check_age(&library, arch)?;
    let virtual_ = arch.replace("sm_", "compute_");
    let program = nvrtc.built(text, name, (arch, &virtual_), lines, rules)?;
    program.read(nvrtc.ptx_size, nvrtc.ptx)
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
    check_age(&library, arch)?;
    // SAFETY: the types are those of nvrtc.h, unchanged since CUDA 11.1.
    let get = |name: &str| unsafe { library.get::<Size>(name.as_bytes()) };
    let size = *get("nvrtcGetCUBINSize").map_err(|_| no_cubin())?;
    // SAFETY: likewise.
    let code = unsafe { library.get::<Text>(b"nvrtcGetCUBIN") };
    let code = *code.map_err(|_| no_cubin())?;
    let rules = [rules, &["--ptxas-options=-v".to_string()]].concat();
    let name = format!("{source}.cu");
    let program = nvrtc.built(text, &name, (arch, arch), true, &rules)?;
    Ok(MachineCode {
        binary: program.read(size, code)?,
        log: program.log()?,
    })
}

fn no_cubin() -> PtxError {
    PtxError::NotFound("this one is older than CUDA 11.1".to_string())
}

/// # Errors
/// Where the NVRTC here compiles for newer GPUs alone.
fn check_age(library: &Library, arch: &str) -> Result<(), PtxError> {
    let oldest = oldest(library);
    match oldest.filter(|oldest| number(arch).is_some_and(|n| n < *oldest)) {
        Some(oldest) => Err(PtxError::TooOld {
            oldest: format!("sm_{oldest}"),
        }),
        None => Ok(()),
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

    /// The program, compiled for an architecture as the user knows it and as NVRTC's option wants it.
    fn built(
        &self,
        text: &str,
        name: &str,
        (arch, architecture): (&str, &str),
        lines: bool,
        rules: &[String],
    ) -> Result<Made<'_>, PtxError> {
        let mut options = vec![format!("--gpu-architecture={architecture}")];
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

/// 60 of "sm_60".
fn number(arch: &str) -> Option<i32> {
    let digits = arch
        .trim_start_matches("sm_")
        .trim_start_matches("compute_");
    digits.trim_end_matches(['a', 'f']).parse().ok()
}

/// The oldest architecture that an NVRTC compiles for; `None` before 11.2, which can't be asked.
fn oldest(library: &Library) -> Option<i32> {
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
        archs.into_iter().min()
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
    let mut names: Vec<PathBuf> = std::env::var_os("ACCRS_NVRTC")
        .filter(|v| !v.is_empty())
        .map(PathBuf::from)
        .into_iter()
        .collect();
    names.extend(["libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"].map(PathBuf::from));
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
