//! CUDA text, compiled when a program first needs it: the kernel cache, and behind it NVRTC.
//!
//! What is kept is found without NVRTC, which isn't opened then. Of several processes that need the same kernels, one compiles and the others wait for it.
//! Where a program of several files compiles the text of one, other threads, as far as there are cores, compile those of the others meanwhile: all would be compiled
//! one after the other otherwise, as the program's constructs come to them.

use super::cache::{Cache, Key};
use super::driver::{CudaDevice, not_for_this_driver};
use super::nvrtc::{self, Nvrtc};
use super::places;
use crate::device::{Device, DeviceError, DeviceResult, ModuleHandle};
use crate::notify;
use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The libraries that NVRTC may be, in the order in which they are asked.
struct Choice {
    /// Each opened once, when its turn comes first.
    places: Vec<(PathBuf, OnceLock<Result<Nvrtc, String>>)>,
    /// What tells the one that will be used from others, as far as files tell.
    identity: Vec<u8>,
}

impl Choice {
    /// Made once: all devices have one driver.
    fn of(driver: (i32, i32)) -> &'static Choice {
        static CHOICE: OnceLock<Choice> = OnceLock::new();
        CHOICE.get_or_init(|| {
            let places = places::places(driver.0);
            Choice {
                identity: places::identity(&places),
                places: places.into_iter().map(|p| (p, OnceLock::new())).collect(),
            }
        })
    }

    /// Whether a library is there at all, as far as files tell.
    fn is_there(&self) -> bool {
        !self.identity.is_empty()
    }
}

/// Why no library has made an image that loads.
#[derive(Default)]
struct Tried {
    /// Of places where there is a library; where nothing is, the loader's words.
    reasons: Vec<String>,
    missing: Vec<String>,
    /// The first compiler's words.
    log: String,
}

/// Compiles a text and loads it, or what is kept of it. `name`: for the compiler's messages. `others`: texts to compile beside it, for later.
pub fn load(
    device: &CudaDevice,
    text: &str,
    name: &str,
    others: &dyn Fn() -> Vec<(String, String)>,
    took: &Cell<Option<Duration>>,
) -> DeviceResult<ModuleHandle> {
    let choice = Choice::of(device.driver_version());
    let capability = device.properties().capability;
    let cache = Cache::from_environment();
    let key = key_of(device, choice, text);
    if let Some(module) = kept(device, &cache, &key, choice) {
        return Ok(module);
    }
    let first_use = || first_use(name, capability, cache.folder());
    notify::while_long(first_use, || {
        // What can't be kept is of no use to anyone later.
        let others = match cache.folder() {
            Some(_) if choice.is_there() => others(),
            _ => Vec::new(),
        };
        beside(device, choice, &cache, &others, || {
            let _alone = cache.lock(&key);
            // Another process may have compiled it meanwhile.
            if let Some(module) = kept(device, &cache, &key, choice) {
                return Ok(module);
            }
            let began = Instant::now();
            let (image, module) = compile(device, choice, text, name)?;
            took.set(Some(began.elapsed()));
            cache.put(&key, &image);
            Ok(module)
        })
    })
}

fn key_of(device: &CudaDevice, choice: &Choice, text: &str) -> Key {
    let folder = std::env::current_dir().unwrap_or_default();
    let capability = device.properties().capability;
    Key {
        of: key(text, capability, nvrtc::options(), &folder),
        by: choice.identity.clone(),
    }
}

/// Does `own` while other threads, as many as there are cores for them, compile `others`. What fails there is told when it is needed.
fn beside<R>(
    device: &CudaDevice,
    choice: &Choice,
    cache: &Cache,
    others: &[(String, String)],
    own: impl FnOnce() -> R,
) -> R {
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    let threads = others.len().min(cores - 1);
    let next = AtomicUsize::new(threads);
    let work = |first: usize| {
        let mut at = first;
        while let Some((source, text)) = others.get(at) {
            at = next.fetch_add(1, Ordering::Relaxed);
            let key = key_of(device, choice, text);
            if cache.get(&key).is_some() {
                continue;
            }
            let _alone = cache.lock(&key);
            if cache.get(&key).is_none()
                && let Some(image) = image_of(device, choice, text, &format!("{source}.cu"))
            {
                cache.put(&key, &image);
            }
        }
    };
    std::thread::scope(|scope| {
        let work = &work;
        for first in 0..threads {
            // Without a thread they are compiled when they are needed.
            let thread = std::thread::Builder::new().name("accrs-compile".to_string());
            let _ = thread.spawn_scoped(scope, move || work(first));
        }
        let result = own();
        // The program goes on: what nobody has begun is compiled beside the next text.
        next.store(others.len(), Ordering::Relaxed);
        result
    })
}

/// What the first library that compiles a text makes of it. Whether the driver takes it is seen when it is needed.
fn image_of(device: &CudaDevice, choice: &Choice, text: &str, name: &str) -> Option<Vec<u8>> {
    let capability = device.properties().capability;
    choice.places.iter().find_map(|(place, opened)| {
        let nvrtc = opened.get_or_init(|| Nvrtc::open(place)).as_ref().ok()?;
        let architecture = nvrtc.architecture(capability, device.driver_version());
        let image = nvrtc.compile(text, name, &architecture.ok()?, nvrtc::options());
        image.ok()
    })
}

/// A kept image, loaded. One that the driver refuses goes.
fn kept(device: &CudaDevice, cache: &Cache, key: &Key, choice: &Choice) -> Option<ModuleHandle> {
    let image = match choice.is_there() {
        true => cache.get(key)?,
        // Where there is no NVRTC, what any of them has compiled is as good.
        false => return device.load(&cache.get_any(&key.of)?).ok(),
    };
    match device.load(&image) {
        Ok(module) => Some(module),
        Err(_) => {
            cache.remove(key);
            None
        }
    }
}

/// The image that the first library makes which the driver takes.
fn compile(
    device: &CudaDevice,
    choice: &Choice,
    text: &str,
    name: &str,
) -> DeviceResult<(Vec<u8>, ModuleHandle)> {
    let mut tried = Tried::default();
    for (place, opened) in &choice.places {
        let nvrtc = match opened.get_or_init(|| Nvrtc::open(place)) {
            Ok(nvrtc) => nvrtc,
            Err(why) if places::file(place).is_some() => {
                tried.reasons.push(why.clone());
                continue;
            }
            Err(why) => {
                tried.missing.push(why.clone());
                continue;
            }
        };
        let capability = device.properties().capability;
        let architecture = match nvrtc.architecture(capability, device.driver_version()) {
            Ok(architecture) => architecture,
            Err(why) => {
                tried.reasons.push(why);
                continue;
            }
        };
        // A driver that takes no machine code may take PTX.
        let ptx = architecture
            .strip_prefix("sm_")
            .map(|n| format!("compute_{n}"));
        for architecture in std::iter::once(architecture).chain(ptx) {
            if let Some(made) = made(device, nvrtc, (text, name), &architecture, &mut tried)? {
                return Ok(made);
            }
            // A text that is refused is refused in any form.
            if !tried.log.is_empty() {
                break;
            }
        }
    }
    Err(tried.error(device.driver_version()))
}

/// What a library makes of a text for an architecture, loaded; `None`: it is refused, as `tried` says.
fn made(
    device: &CudaDevice,
    nvrtc: &Nvrtc,
    (text, name): (&str, &str),
    architecture: &str,
    tried: &mut Tried,
) -> DeviceResult<Option<(Vec<u8>, ModuleHandle)>> {
    let image = match nvrtc.compile(text, name, architecture, nvrtc::options()) {
        Ok(image) => image,
        Err(refused) => {
            let why = format!("{name} ({architecture}): {}", refused.reason);
            tried.reasons.push(why);
            if tried.log.is_empty() {
                tried.log = refused.log;
            }
            return Ok(None);
        }
    };
    match device.load(&image) {
        Ok(module) => Ok(Some((image, module))),
        Err((code, error)) if !not_for_this_driver(code) => Err(error),
        Err((_, error)) => {
            let (major, minor) = nvrtc.version;
            let path = nvrtc.path.display();
            tried.reasons.push(format!(
                "the driver refuses what NVRTC {major}.{minor} ({path}) makes for {architecture}: {error}"
            ));
            Ok(None)
        }
    }
}

impl Tried {
    fn error(self, driver: (i32, i32)) -> DeviceError {
        let install = places::what_to_install(driver);
        let reason = match self.reasons.is_empty() {
            true => format!(
                "NVRTC, which compiles kernels for the GPU, was not found ({}); {install}",
                self.missing.join("; ")
            ),
            // A text that is refused is no matter of what is installed.
            false if !self.log.is_empty() => self.reasons.join("; "),
            false => format!(
                "{}. The driver is for CUDA {}.{}: {install}",
                self.reasons.join("; "),
                driver.0,
                driver.1
            ),
        };
        DeviceError::Module {
            reason,
            log: self.log,
        }
    }
}

/// What is said of a compilation that takes long. `kept`: the folder of compiled kernels.
fn first_use(name: &str, capability: (u32, u32), kept: Option<&Path>) -> String {
    let next = match kept {
        Some(folder) => format!("kept in {} for the next run", folder.display()),
        None => "not kept: there is no folder for it, see ACCRS_CACHE_DIR".to_string(),
    };
    format!(
        "compiling the kernels of {} for sm_{}{} (first use; {next}; --acc-arch compiles them when the program is built)",
        name.trim_end_matches(".cu"),
        capability.0,
        capability.1
    )
}

/// All that a compiled image depends on, but for the NVRTC that makes it. `folder`: the program's; an image that names lines has the files' paths from there.
fn key(text: &str, capability: (u32, u32), options: &[&str], folder: &Path) -> Vec<u8> {
    let mut key =
        format!("{}.{}\0{}\0", capability.0, capability.1, options.join(" ")).into_bytes();
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
        let text = first_use("a.c.cu", (9, 0), Some(Path::new("/home/me/.cache/accrs")));
        assert_eq!(
            text,
            "compiling the kernels of a.c for sm_90 (first use; kept in /home/me/.cache/accrs for the next run; \
             --acc-arch compiles them when the program is built)"
        );
        assert!(first_use("a.c.cu", (9, 0), None).contains("ACCRS_CACHE_DIR"));
    }

    #[test]
    fn keys_differ_by_all_that_matters() {
        let (here, there) = (Path::new("/here"), Path::new("/there"));
        let base = key("a", (9, 0), &[], here);
        assert_ne!(base, key("b", (9, 0), &[], here));
        assert_ne!(base, key("a", (8, 0), &[], here));
        assert_eq!(base, key("a", (9, 0), &[], there));
        let lines = |folder| key("a", (9, 0), &["-lineinfo"], folder);
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
        let key = Key {
            of: key(text, (9, 0), &[], &folder),
            by: places::identity(std::slice::from_ref(&nvrtc.path)),
        };
        let cubin = nvrtc.compile(text, "f.cu", "sm_90", &[]).unwrap();
        cache.put(&key, &cubin);
        assert_eq!(cache.get(&key), Some(cubin));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn what_was_tried_stands_in_the_error_with_what_to_install() {
        let missing = Tried {
            missing: vec!["libnvrtc.so.12: no such file".into()],
            ..Tried::default()
        };
        let words = missing.error((12, 4)).to_string();
        for part in [
            "was not found (libnvrtc.so.12: no such file)",
            "nvidia-cuda-nvrtc-cu12",
        ] {
            assert!(words.contains(part), "{words}");
        }
        let refused = Tried {
            reasons: vec![
                "the driver refuses it".into(),
                "the other lacks a function".into(),
            ],
            missing: vec!["libnvrtc.so: no such file".into()],
            ..Tried::default()
        };
        let words = refused.error((13, 0)).to_string();
        for part in [
            "refuses it; the other",
            "CUDA 13.0",
            "nvidia-cuda-nvrtc==13.0.*",
        ] {
            assert!(words.contains(part), "{words}");
        }
    }
}
