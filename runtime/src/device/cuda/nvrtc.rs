//! NVRTC, opened at run time: CUDA text → cubin, or PTX where it doesn't know the GPU.

use super::image::is_kin;
use super::library::{Library, functions};
use crate::environment;
use std::ffi::{CString, c_char, c_int, c_void};
use std::path::{Path, PathBuf};

type Program = *mut c_void;

functions! {
    /// The functions of NVRTC that accrs calls (its manual, "Compilation").
    Functions {
        version: c"nvrtcVersion" (*mut c_int, *mut c_int);
        arch_count: c"nvrtcGetNumSupportedArchs" (*mut c_int);
        archs: c"nvrtcGetSupportedArchs" (*mut c_int);
        create: c"nvrtcCreateProgram" (*mut Program, *const c_char, *const c_char, c_int, *const *const c_char, *const *const c_char);
        destroy: c"nvrtcDestroyProgram" (*mut Program);
        compile: c"nvrtcCompileProgram" (Program, c_int, *const *const c_char);
        cubin_size: c"nvrtcGetCUBINSize" (Program, *mut usize);
        cubin: c"nvrtcGetCUBIN" (Program, *mut c_char);
        ptx_size: c"nvrtcGetPTXSize" (Program, *mut usize);
        ptx: c"nvrtcGetPTX" (Program, *mut c_char);
        log_size: c"nvrtcGetProgramLogSize" (Program, *mut usize);
        log: c"nvrtcGetProgramLog" (Program, *mut c_char);
    }
}

/// `NVRTC_ERROR_COMPILATION`: the text is wrong. All other codes say that something else is.
const COMPILATION: c_int = 6;

/// Options of every compilation, beside the architecture. With `ACCRS_LINEINFO=1` the machine code names the user's lines, which
/// changes no instruction.
pub fn options() -> &'static [&'static str] {
    match environment::var_os("ACCRS_LINEINFO").is_some_and(|v| v == "1") {
        true => &["--std=c++17", "-lineinfo"],
        false => &["--std=c++17"],
    }
}

/// What a text with 128-bit integers needs; NVRTC before 11.5 knows neither.
fn wide_integers(text: &str) -> Option<&'static str> {
    text.contains("__int128").then_some("--device-int128")
}

/// The options that a text asks for itself, in lines `// nvrtc: …` that accrs writes at its head and at the head of each
/// routine that comes from another file. One compilation has one set: `--fmad=false` holds if one of the files needs
/// it, what makes results less exact only if all of them allow it.
fn asked_for(text: &str) -> Vec<&str> {
    let heads: Vec<Vec<&str>> = text
        .lines()
        .filter_map(|line| line.strip_prefix("// nvrtc:"))
        .map(|words| words.split_whitespace().collect())
        .collect();
    let mut asked: Vec<&str> = Vec::new();
    for word in heads.iter().flatten() {
        let agreed = *word == "--fmad=false" || heads.iter().all(|head| head.contains(word));
        if agreed && !asked.contains(word) {
            asked.push(word);
        }
    }
    asked
}

/// An open NVRTC.
pub struct Nvrtc {
    functions: Functions,
    pub version: (i32, i32),
    /// Architectures it compiles for, ascending: 75, 80, …
    archs: Vec<i32>,
    pub path: PathBuf,
}

/// Why a text didn't become an image; `log` is the compiler's own text.
#[derive(Debug)]
pub struct Refused {
    pub reason: String,
    pub log: String,
}

impl Nvrtc {
    /// Opens the library at a path, or by a name that the loader looks for; an error is a sentence.
    pub fn open(place: &Path) -> Result<Self, String> {
        Self::from_library(&Library::open(place)?, place.to_path_buf())
    }

    fn from_library(library: &Library, path: PathBuf) -> Result<Self, String> {
        open_builtins(&path);
        let functions =
            Functions::load(library).map_err(|why| format!("{}: {why}", path.display()))?;
        let (mut major, mut minor, mut count) = (0, 0, 0);
        let fine = |name: &str, code: c_int| match code {
            0 => Ok(()),
            _ => Err(format!(
                "{}: {name} failed with code {code}",
                path.display()
            )),
        };
        // SAFETY: the out-pointers are valid; `archs` has `count` places.
        let archs = unsafe {
            let code = (functions.version)(&raw mut major, &raw mut minor);
            fine("nvrtcVersion", code)?;
            fine(
                "nvrtcGetNumSupportedArchs",
                (functions.arch_count)(&raw mut count),
            )?;
            let mut archs = vec![0; usize::try_from(count).unwrap_or(0)];
            fine(
                "nvrtcGetSupportedArchs",
                (functions.archs)(archs.as_mut_ptr()),
            )?;
            archs
        };
        Ok(Self {
            functions,
            version: (major, minor),
            archs,
            path,
        })
    }

    /// The `--gpu-architecture` for a GPU of this compute capability under a driver for CUDA `driver`: its own when
    /// NVRTC knows it, else the newest virtual one below, which the driver finishes. A driver that is older than this NVRTC doesn't read its PTX; but the machine
    /// code for an older GPU of the same major version.
    pub fn architecture(
        &self,
        capability: (u32, u32),
        driver: (i32, i32),
    ) -> Result<String, String> {
        let wanted = (capability.0 * 10 + capability.1) as i32;
        if self.archs.contains(&wanted) {
            return Ok(format!("sm_{wanted}"));
        }
        let below = self.archs.iter().filter(|arch| **arch < wanted).max();
        let Some(below) = below else {
            return Err(format!(
                "NVRTC {}.{} ({}) doesn't compile for this GPU (compute capability {}.{}); give it an older one with \
                 ACCRS_NVRTC",
                self.version.0,
                self.version.1,
                self.path.display(),
                capability.0,
                capability.1
            ));
        };
        let kin = self
            .archs
            .iter()
            .filter(|arch| is_kin(**arch as u32, wanted as u32))
            .max();
        Ok(match kin.filter(|_| self.version > driver) {
            Some(kin) => format!("sm_{kin}"),
            None => format!("compute_{below}"),
        })
    }

    /// Compiles CUDA text named `name` (for its messages). The image ends in a zero
    /// byte if it is PTX.
    pub fn compile(
        &self,
        text: &str,
        name: &str,
        architecture: &str,
        options: &[&str],
    ) -> Result<Vec<u8>, Refused> {
        let refused = |reason: String| Refused {
            reason,
            log: String::new(),
        };
        let source =
            CString::new(text).map_err(|_| refused("the CUDA text has a zero byte".into()))?;
        // A name that begins with a dash, as that of a source from standard input does, would be taken for an option.
        let name = match name.starts_with('-') {
            true => format!("./{name}"),
            false => name.to_string(),
        };
        let name = CString::new(name).unwrap_or_default();
        let options: Vec<CString> = std::iter::once(format!("--gpu-architecture={architecture}"))
            .chain(options.iter().map(|o| (*o).to_string()))
            .chain(wide_integers(text).map(str::to_string))
            .chain(asked_for(text).into_iter().map(str::to_string))
            .filter_map(|o| CString::new(o).ok())
            .collect();
        let pointers: Vec<_> = options.iter().map(|o| o.as_ptr()).collect();
        let f = &self.functions;
        let mut program: Program = std::ptr::null_mut();
        // SAFETY: strings and out-pointers are valid for the calls; the program is
        // destroyed on the one way out.
        unsafe {
            let made = (f.create)(
                &raw mut program,
                source.as_ptr(),
                name.as_ptr(),
                0,
                std::ptr::null(),
                std::ptr::null(),
            );
            if made != 0 {
                return Err(refused(format!(
                    "nvrtcCreateProgram failed with code {made}"
                )));
            }
            let code = (f.compile)(program, pointers.len() as c_int, pointers.as_ptr());
            let image = if code != 0 {
                let log = read(program, f.log_size, f.log).unwrap_or_default();
                let log = String::from_utf8_lossy(&log)
                    .trim_end_matches('\0')
                    .to_string();
                let (major, minor) = self.version;
                let reason = match code {
                    COMPILATION => format!("NVRTC {major}.{minor} refused it"),
                    _ => format!("NVRTC {major}.{minor} failed with code {code}"),
                };
                Err(Refused { reason, log })
            } else if architecture.starts_with("sm_") {
                read(program, f.cubin_size, f.cubin).map_err(refused)
            } else {
                read(program, f.ptx_size, f.ptx).map_err(refused)
            };
            (f.destroy)(&raw mut program);
            image
        }
    }
}

/// NVRTC opens a second library by its bare name when it compiles, and finds it only
/// in the loader's places, or if it is open already: open the one beside it.
fn open_builtins(nvrtc: &Path) {
    let Some(folder) = nvrtc.parent().filter(|f| f.is_absolute()) else {
        return;
    };
    let Ok(files) = std::fs::read_dir(folder) else {
        return;
    };
    for file in files.flatten() {
        if file
            .file_name()
            .to_string_lossy()
            .starts_with("libnvrtc-builtins.so")
        {
            // If this one isn't right, NVRTC says so itself.
            let _ = Library::open(&file.path());
        }
    }
}

type SizeOf = unsafe extern "C" fn(Program, *mut usize) -> c_int;
type Fill = unsafe extern "C" fn(Program, *mut c_char) -> c_int;

/// Reads one of a program's results.
unsafe fn read(program: Program, size_of: SizeOf, fill: Fill) -> Result<Vec<u8>, String> {
    let mut size = 0;
    // SAFETY: the caller has a valid program; the buffer has the size asked for.
    unsafe {
        let mut code = size_of(program, &raw mut size);
        let mut bytes = vec![0_u8; size];
        if code == 0 {
            code = fill(program, bytes.as_mut_ptr().cast());
        }
        if code == 0 {
            Ok(bytes)
        } else {
            Err(format!("NVRTC failed with code {code}"))
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    #![allow(clippy::unwrap_used)]
    use super::super::places::places;
    use super::*;

    /// The NVRTC of the development set-up, or of the machine; `None` where there is none.
    pub(crate) fn nvrtc() -> Option<Nvrtc> {
        let wheel = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../.accrs/py/nvidia/cu13/lib/libnvrtc.so.13"
        );
        let wheel = PathBuf::from(wheel);
        match Library::open(&wheel) {
            Ok(library) => Some(Nvrtc::from_library(&library, wheel).unwrap()),
            Err(_) => places(13).iter().find_map(|place| Nvrtc::open(place).ok()),
        }
    }

    const TEXT: &str = r#"extern "C" __global__ void twice(int n, float *a) {
        for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) a[i] *= 2;
    }"#;

    #[test]
    fn compiles_to_cubin_and_ptx_and_tells_errors() {
        let Some(nvrtc) = nvrtc() else { return };
        let cubin = nvrtc.compile(TEXT, "t.cu", "sm_90", &[]).unwrap();
        assert!(cubin.starts_with(b"\x7fELF"));
        let ptx = nvrtc.compile(TEXT, "t.cu", "compute_75", &[]).unwrap();
        assert!(String::from_utf8_lossy(&ptx).contains(".entry twice("));
        assert_eq!(ptx.last(), Some(&0));
        let refused = nvrtc
            .compile("__global__ void f() { oops; }", "t.cu", "sm_90", &[])
            .unwrap_err();
        assert!(
            refused.log.contains("t.cu(1)") && refused.log.contains("oops"),
            "{refused:?}"
        );
    }

    #[test]
    fn errors_and_line_information_name_the_users_lines() {
        let Some(nvrtc) = nvrtc() else { return };
        let text = |value: &str| {
            format!(
                "extern \"C\" __global__ void f(int *a)\n{{\n#line 41 \"t.c\"\n    *a = {value};\n}}\n"
            )
        };
        let refused = nvrtc.compile(&text("oops"), "t.c.cu", "sm_90", &[]);
        let log = refused.unwrap_err().log;
        assert!(log.starts_with("t.c(41): error"), "{log}");
        let ptx = |options: &[&str]| {
            let image = nvrtc.compile(&text("1"), "t.c.cu", "compute_75", options);
            String::from_utf8_lossy(&image.unwrap()).into_owned()
        };
        assert!(!ptx(&[]).contains(".loc"));
        assert!(ptx(&["-lineinfo"]).contains(" 41 "));
    }

    #[test]
    fn a_text_names_its_own_options() {
        assert_eq!(
            asked_for("// nvrtc: --fmad=false --ftz=true\nx\n"),
            ["--fmad=false", "--ftz=true"]
        );
        assert!(asked_for("// nvrtc:\n").is_empty());
        // Two files: the more exact one decides.
        let both =
            "// nvrtc: --ftz=true --prec-div=false\nx\n// nvrtc: --fmad=false --ftz=true\ny\n";
        assert_eq!(asked_for(both), ["--ftz=true", "--fmad=false"]);
        let Some(nvrtc) = nvrtc() else { return };
        let text = "extern \"C\" __global__ void f(double *a) { a[0] = a[1] * a[2] + a[3]; }";
        let ptx = |head: &str| {
            let image = nvrtc.compile(&format!("{head}\n{text}"), "t.cu", "compute_75", &[]);
            String::from_utf8_lossy(&image.unwrap()).into_owned()
        };
        assert!(ptx("// nvrtc:").contains("fma.rn.f64"));
        let exact = ptx("// nvrtc: --fmad=false");
        assert!(exact.contains("mul.rn.f64") && !exact.contains("fma.rn.f64"));
    }

    #[test]
    fn a_newer_gpu_gets_the_newest_virtual_architecture() {
        let Some(nvrtc) = nvrtc() else { return };
        let of = |capability| nvrtc.architecture(capability, nvrtc.version);
        assert_eq!(of((9, 0)).unwrap(), "sm_90");
        assert!(of((99, 0)).unwrap().starts_with("compute_"));
        assert_eq!(of((7, 6)).unwrap(), "compute_75");
        assert!(of((1, 0)).unwrap_err().contains("compute capability 1.0"));
        // The driver doesn't read this NVRTC's PTX.
        let older = (nvrtc.version.0 - 1, 4);
        assert_eq!(nvrtc.architecture((7, 6), older).unwrap(), "sm_75");
        assert!(
            nvrtc
                .architecture((99, 0), older)
                .unwrap()
                .starts_with("compute_")
        );
    }
}
