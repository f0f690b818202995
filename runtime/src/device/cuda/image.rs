//! From what a translation unit brings to a module that the driver has loaded.
//!
//! In order: the PTX or cubin made at build time; the kernel cache; NVRTC over the
//! CUDA text. What was made at build time may be too new for the driver, and then
//! the text is the way out.

use super::cache::Cache;
use super::driver::{CudaDevice, not_for_this_driver};
use super::nvrtc::{self, Nvrtc};
use crate::device::{Device, DeviceError, DeviceResult, Image, ModuleHandle};
use crate::notify;
use std::cell::Cell;
use std::path::Path;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// NVRTC, opened once, when the first text has to be compiled.
fn nvrtc() -> Result<&'static Nvrtc, String> {
    static NVRTC: OnceLock<Result<Nvrtc, String>> = OnceLock::new();
    NVRTC
        .get_or_init(Nvrtc::open)
        .as_ref()
        .map_err(Clone::clone)
}

/// Loads a translation unit.
pub fn load(device: &CudaDevice, image: Image<'_>) -> DeviceResult<ModuleHandle> {
    let mut refused = None;
    if let Some(bytes) = image.ptx.filter(|bytes| !bytes.is_empty()) {
        match device.load(&terminated(bytes)) {
            Ok(module) => return Ok(module),
            Err((code, error)) if not_for_this_driver(code) => refused = Some(error),
            Err((_, error)) => return Err(error),
        }
    }
    let Some(text) = image.cuda_text else {
        return Err(refused.unwrap_or_else(|| {
            module_error(
                format!("{} was compiled without kernels for nvidia", image.source),
                String::new(),
            )
        }));
    };
    let name = format!("{}.cu", image.source);
    compile_and_load(device, text, &name, image.compiled).map_err(|error| match refused {
        None => error,
        Some(first) => {
            let (major, minor) = device.driver_version();
            module_error(
                format!(
                    "the driver (CUDA {major}.{minor}) doesn't take the PTX that {} was built with ({first}), and its \
                     CUDA text can't be compiled here: {error}. Update NVIDIA's driver, or set ACCRS_NVRTC to an NVRTC \
                     no newer than the driver",
                    image.source
                ),
                String::new(),
            )
        }
    })
}

fn compile_and_load(
    device: &CudaDevice,
    text: &str,
    name: &str,
    took: &Cell<Option<Duration>>,
) -> DeviceResult<ModuleHandle> {
    let plain = |why: String| module_error(why, String::new());
    let nvrtc = nvrtc().map_err(plain)?;
    let architecture = nvrtc
        .architecture(device.properties().capability)
        .map_err(plain)?;
    let cache = Cache::from_environment();
    let options = nvrtc::options();
    let folder = std::env::current_dir().unwrap_or_default();
    let key = key(text, &architecture, nvrtc.version, options, &folder);
    if let Some(kept) = cache.get(&key) {
        match device.load(&kept) {
            Ok(module) => return Ok(module),
            Err(_) => cache.remove(&key),
        }
    }
    let began = Instant::now();
    let why = || first_use(name, &architecture, cache.folder());
    let compiled = notify::while_long(why, || nvrtc.compile(text, name, &architecture, options))
        .map_err(|e| module_error(format!("{name} ({architecture}): {}", e.reason), e.log))?;
    took.set(Some(began.elapsed()));
    let module = device.load(&compiled).map_err(|(_, error)| error)?;
    cache.put(&key, &compiled);
    Ok(module)
}

/// What is said of a compilation that takes long. `kept`: the folder of compiled kernels.
fn first_use(name: &str, architecture: &str, kept: Option<&Path>) -> String {
    let next = match kept {
        Some(folder) => format!("kept in {} for the next run", folder.display()),
        None => "not kept: there is no folder for it, see ACCRS_CACHE_DIR".to_string(),
    };
    format!(
        "compiling the kernels of {} for {architecture} (first use; {next}; --acc-arch compiles them when the program is built)",
        name.trim_end_matches(".cu")
    )
}

fn module_error(reason: String, log: String) -> DeviceError {
    DeviceError::Module { reason, log }
}

/// PTX is a C string to the driver.
fn terminated(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes.push(0);
    bytes
}

/// All that a compiled image depends on. `folder`: the program's; an image that names lines has the files' paths from there.
fn key(
    text: &str,
    architecture: &str,
    version: (i32, i32),
    options: &[&str],
    folder: &Path,
) -> Vec<u8> {
    let mut key = format!(
        "{architecture}\0{}.{}\0{}\0",
        version.0,
        version.1,
        options.join(" ")
    )
    .into_bytes();
    if options.contains(&"-lineinfo") {
        key.extend_from_slice(folder.as_os_str().as_encoded_bytes());
        key.push(0);
    }
    key.extend_from_slice(text.as_bytes());
    key
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_long_compilation_says_where_its_result_is_kept() {
        let text = first_use("a.c.cu", "sm_90", Some(Path::new("/home/me/.cache/accrs")));
        assert_eq!(
            text,
            "compiling the kernels of a.c for sm_90 (first use; kept in /home/me/.cache/accrs for the next run; \
             --acc-arch compiles them when the program is built)"
        );
        assert!(first_use("a.c.cu", "sm_90", None).contains("ACCRS_CACHE_DIR"));
    }

    #[test]
    fn keys_differ_by_all_that_matters() {
        let (here, there) = (Path::new("/here"), Path::new("/there"));
        let base = key("a", "sm_90", (13, 0), &[], here);
        assert_ne!(base, key("b", "sm_90", (13, 0), &[], here));
        assert_ne!(base, key("a", "sm_80", (13, 0), &[], here));
        assert_ne!(base, key("a", "sm_90", (13, 1), &[], here));
        assert_eq!(base, key("a", "sm_90", (13, 0), &[], there));
        let lines = |folder| key("a", "sm_90", (13, 0), &["-lineinfo"], folder);
        assert_ne!(base, lines(here));
        assert_ne!(lines(there), lines(here));
    }

    #[test]
    fn a_compiled_text_comes_back_from_the_cache() {
        let Some(nvrtc) = super::super::nvrtc::tests::nvrtc() else {
            return;
        };
        let folder = std::env::temp_dir().join(format!("accrt-image-{}", std::process::id()));
        let (cache, text) = (Cache::at(&folder), "extern \"C\" __global__ void f() {}");
        let key = key(text, "sm_90", nvrtc.version, &[], &folder);
        let cubin = nvrtc.compile(text, "f.cu", "sm_90", &[]).unwrap();
        cache.put(&key, &cubin);
        assert_eq!(cache.get(&key), Some(cubin));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
