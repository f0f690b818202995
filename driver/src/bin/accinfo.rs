//! accinfo: the devices that a program compiled by accrs would find here, and the tools that
//! accrs itself would use, with where each was found or what to do about its absence.
//!
//! It asks the runtime (libaccrt.so) itself, so that it tells what programs see.

#[path = "../generate.rs"]
mod generate;

use accrs_frontend::beside;
use clap::{CommandFactory, Parser};
use generate::Generate;
use libloading::Library;
use serde_json::{Value, json};
use std::ffi::{CStr, c_char, c_int};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

/// Devices and tools for OpenACC on this machine
#[derive(Parser)]
#[command(name = "accinfo", version)]
struct Options {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Print a manual page or a shell's completions, and exit
    #[arg(long, value_enum, value_name = "WHAT", hide = true)]
    generate: Option<Generate>,
}

fn main() -> ExitCode {
    let options = Options::parse();
    if let Some(what) = options.generate {
        return printed(generate::text(Options::command(), what, &[]));
    }
    let tools = [
        program(
            "host compiler",
            "ACCRS_CC",
            "cc",
            "install gcc or clang, or set ACCRS_CC",
        ),
        program(
            "C++ compiler",
            "ACCRS_CXX",
            "c++",
            "install g++, or set ACCRS_CXX; the sim target needs it",
        ),
        program(
            "binutils",
            "",
            "objcopy",
            "install binutils; static links need nm and objcopy",
        ),
        openmp(),
        library("libisl", &isl_places(), |_| Some("isl".to_string())),
        // The one that accrs takes, not the first that is somewhere.
        library(
            "libclang",
            accrs_frontend::clang::library_found().as_slice(),
            clang_version,
        ),
        library("NVRTC", &nvrtc_places(), nvrtc_version),
        library("libcuda", &[PathBuf::from("libcuda.so.1")], cuda_version),
    ];
    let devices = devices();
    let text = if options.json {
        let devices = devices.clone().unwrap_or_else(|e| json!({ "error": e }));
        format!("{:#}\n", json!({ "devices": devices, "tools": tools }))
    } else {
        readable(&devices, &tools)
    };
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes());
    if devices.is_ok() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn printed(text: std::io::Result<Vec<u8>>) -> ExitCode {
    match text.and_then(|t| std::io::stdout().write_all(&t)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn readable(devices: &Result<Value, String>, tools: &[Value]) -> String {
    let mut text = String::from("Devices\n");
    match devices {
        Err(e) => text.push_str(&format!("  unknown: {e}\n")),
        Ok(list) => {
            for d in list.as_array().into_iter().flatten() {
                let number = d["number"]
                    .as_i64()
                    .map(|n| format!(":{n}"))
                    .unwrap_or_default();
                let word = |key: &str| d[key].as_str().unwrap_or("").to_string();
                let memory = match d["memory"].as_u64().unwrap_or(0) >> 20 {
                    0 => String::new(),
                    mib => format!(
                        ", {mib} MiB ({} free)",
                        d["free_memory"].as_u64().unwrap_or(0) >> 20
                    ),
                };
                text.push_str(&format!(
                    "  {}{number}  {} [{}, {}{memory}]\n",
                    word("type"),
                    word("name"),
                    word("vendor"),
                    word("driver"),
                ));
            }
        }
    }
    text.push_str("Tools\n");
    for t in tools {
        let version = t["version"].as_str().unwrap_or("version unknown");
        let state = t["found"].as_str().map_or_else(
            || format!("not found; {}", t["advice"].as_str().unwrap_or("")),
            |found| format!("{version}  ({found})"),
        );
        text.push_str(&format!(
            "  {:<14} {state}\n",
            t["name"].as_str().unwrap_or("")
        ));
    }
    text
}

/// A program that the variable names, or this one, and the first line of what it says of its version.
fn program(name: &str, variable: &str, usual: &str, advice: &str) -> Value {
    let named = std::env::var(variable).ok().filter(|n| !n.is_empty());
    let named = named.unwrap_or_else(|| usual.to_string());
    let line = said(&named, "--version");
    let found = line.as_ref().map(|_| &named);
    json!({ "name": name, "found": found, "version": line, "advice": advice })
}

/// The library of OpenMP that the host compiler links with.
fn openmp() -> Value {
    let cc = std::env::var("ACCRS_CC").ok().filter(|n| !n.is_empty());
    let cc = cc.unwrap_or_else(|| "cc".to_string());
    let path = ["libgomp.so", "libomp.so"].iter().find_map(|file| {
        let path = said(&cc, &format!("-print-file-name={file}"))?;
        // A file that isn't there comes back as it was asked for.
        path.starts_with('/').then_some(path)
    });
    let version = path.as_ref().and_then(|p| p.rsplit('/').next());
    json!({ "name": "OpenMP", "found": path, "version": version,
            "advice": "install libgomp, which comes with gcc, or libomp for clang; programs on the host's cores need it" })
}

/// The first line that a command prints.
fn said(command: &str, option: &str) -> Option<String> {
    let mut words = command.split_whitespace();
    let run = Command::new(words.next()?).args(words).arg(option).output();
    let out = run.ok().filter(|out| out.status.success())?;
    let text = String::from_utf8_lossy(&out.stdout);
    text.lines().next().map(str::to_string)
}

/// The first of `places` that loads, and what it says of its version.
fn library(name: &str, places: &[PathBuf], version: fn(&Library) -> Option<String>) -> Value {
    // SAFETY: opening these libraries runs their initialisers, as each program that uses them does.
    let loaded = places.iter().find_map(|p| {
        unsafe { Library::new(p) }
            .ok()
            .map(|l| (p.display().to_string(), l))
    });
    let (found, version) = match loaded {
        Some((path, library)) => {
            let version = version(&library);
            // They do not like to be closed.
            std::mem::forget(library);
            (Some(path), version)
        }
        None => (None, None),
    };
    let advice = match name {
        "libclang" => {
            "install it, 17 or newer (Debian 12 and 13: libclang1-19; Ubuntu 24.04: libclang1-18; elsewhere 'pip install libclang'), or set ACCRS_LIBCLANG; accrs needs it for files with directives"
        }
        "NVRTC" => {
            "install the CUDA toolkit, or name the library of PyPI's package nvidia-cuda-nvrtc in ACCRS_NVRTC; GPU programs need it unless built with --acc-arch, and so do -Minfo=kernel and accrs-prof"
        }
        "libisl" => {
            "install it (Debian: libisl23); without it fewer loops are found to be parallel"
        }
        _ => "comes with NVIDIA's driver; without it there is no nvidia device",
    };
    json!({ "name": name, "found": found, "version": version, "advice": advice })
}

/// libclang's own words: "clang version 18.1.1".
fn clang_version(library: &Library) -> Option<String> {
    #[repr(C)]
    struct Text(*const std::ffi::c_void, u32);
    // SAFETY: the types are those of clang-c/CXString.h; the string is disposed of after its copy.
    unsafe {
        let version = library
            .get::<unsafe extern "C" fn() -> Text>(b"clang_getClangVersion")
            .ok()?();
        let content = library
            .get::<unsafe extern "C" fn(Text) -> *const c_char>(b"clang_getCString")
            .ok()?;
        let dispose = library
            .get::<unsafe extern "C" fn(Text)>(b"clang_disposeString")
            .ok()?;
        let at = content(Text(version.0, version.1));
        let text = (!at.is_null()).then(|| CStr::from_ptr(at).to_string_lossy().into_owned());
        dispose(version);
        text
    }
}

fn nvrtc_version(library: &Library) -> Option<String> {
    let (mut major, mut minor) = (0, 0);
    // SAFETY: the type is nvrtc.h's; both places outlive the call.
    let status = unsafe {
        library
            .get::<unsafe extern "C" fn(*mut c_int, *mut c_int) -> c_int>(b"nvrtcVersion")
            .ok()?(&mut major, &mut minor)
    };
    (status == 0).then(|| format!("NVRTC {major}.{minor}"))
}

fn cuda_version(library: &Library) -> Option<String> {
    let mut version = 0;
    // SAFETY: the type is cuda.h's; the place outlives the call.
    let status = unsafe {
        library
            .get::<unsafe extern "C" fn(*mut c_int) -> c_int>(b"cuDriverGetVersion")
            .ok()?(&mut version)
    };
    (status == 0).then(|| format!("CUDA {}.{}", version / 1000, version % 1000 / 10))
}

/// As the compiler looks for it.
fn isl_places() -> Vec<PathBuf> {
    let named = std::env::var_os("ACCRS_LIBISL").map(PathBuf::from);
    let versions = [23, 22, 21, 19, 15].map(|v| PathBuf::from(format!("libisl.so.{v}")));
    let usual = named.is_none().then(|| versions.into_iter());
    let plain = named.is_none().then(|| PathBuf::from("libisl.so"));
    named
        .into_iter()
        .chain(usual.into_iter().flatten())
        .chain(plain)
        .collect()
}

fn nvrtc_places() -> Vec<PathBuf> {
    let mut places: Vec<PathBuf> = std::env::var_os("ACCRS_NVRTC")
        .map(PathBuf::from)
        .into_iter()
        .collect();
    places.extend(
        [
            "libnvrtc.so.13",
            "libnvrtc.so.12",
            "/usr/local/cuda/lib64/libnvrtc.so",
        ]
        .map(PathBuf::from),
    );
    places.extend(beside::nvrtc());
    places
}

type Count = unsafe extern "C" fn(c_int) -> c_int;
type Number = unsafe extern "C" fn(c_int, c_int, c_int) -> usize;
type Property = unsafe extern "C" fn(c_int, c_int, c_int) -> *const c_char;

/// `acc_device_t` and `acc_device_property_t` values of openacc.h.
const HOST: c_int = 2;
const NVIDIA: c_int = 5;
const SIM: c_int = 16;
const PROPERTY_MEMORY: c_int = 1;
const PROPERTY_FREE_MEMORY: c_int = 2;
const PROPERTY_NAME: c_int = 0x10001;
const PROPERTY_VENDOR: c_int = 0x10002;
const PROPERTY_DRIVER: c_int = 0x10003;

/// What the runtime answers to `acc_get_num_devices` and `acc_get_property_string`.
fn devices() -> Result<Value, String> {
    let path = beside::files(&["libaccrt.so", "lib/accrs/libaccrt.so"])
        .into_iter()
        .next()
        .ok_or("the runtime, libaccrt.so, was not found beside this program; install with 'make install'")?;
    // SAFETY: libaccrt.so is this project's own; the types are those of openacc.h.
    unsafe {
        let runtime =
            Library::new(&path).map_err(|e| format!("'{}' does not load: {e}", path.display()))?;
        let count = *runtime
            .get::<Count>(b"acc_get_num_devices")
            .map_err(|e| e.to_string())?;
        let property = *runtime
            .get::<Property>(b"acc_get_property_string")
            .map_err(|e| e.to_string())?;
        let size = *runtime
            .get::<Number>(b"acc_get_property")
            .map_err(|e| e.to_string())?;
        let mut list = Vec::new();
        for (kind, name) in [(NVIDIA, "nvidia"), (HOST, "multicore"), (SIM, "sim")] {
            for number in 0..count(kind).max(0) {
                let text = |what: c_int| {
                    let text = property(number, kind, what);
                    if text.is_null() {
                        String::new()
                    } else {
                        CStr::from_ptr(text).to_string_lossy().into_owned()
                    }
                };
                list.push(json!({
                    "type": name, "number": number, "name": text(PROPERTY_NAME), "vendor": text(PROPERTY_VENDOR),
                    "driver": text(PROPERTY_DRIVER), "memory": size(number, kind, PROPERTY_MEMORY),
                    "free_memory": size(number, kind, PROPERTY_FREE_MEMORY),
                }));
            }
        }
        // The library stays: its threads may still run.
        std::mem::forget(runtime);
        Ok(Value::Array(list))
    }
}
