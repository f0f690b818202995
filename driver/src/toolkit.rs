//! The CUDA toolkit of this machine, for nvc's `-cuda` and `-cudalib=`: where its include files and libraries are.
//!
//! Kernels need none of it. A toolkit is looked for in `CUDA_HOME`, `CUDA_PATH`, `CUDA_ROOT`, NVIDIA's HPC SDK (`NVHPC_ROOT`,
//! `NVHPC`), the usual folders, and where `nvcc` is. Libraries may also be where the host compiler looks anyway.

use crate::host::{self, HostCompiler};
use crate::options::foreign::{About, Library, Note};
use crate::options::{Command, Mode, Stage};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Puts the words of the host compiler that `-cuda` and `-cudalib=` stand for into the command.
///
/// # Errors
/// A sentence, where a link needs a library that isn't found.
pub fn add_words(command: &mut Command, cc: &HostCompiler) -> Result<(), String> {
    if command.cuda.is_empty() || command.mode == Mode::Host {
        return Ok(());
    }
    let roots = roots();
    let folders = |below: &[&str], holds: &dyn Fn(&Path) -> bool| -> Vec<PathBuf> {
        let all = roots
            .iter()
            .flat_map(|root| below.iter().map(move |folder| root.join(folder)));
        let mut found: Vec<PathBuf> = Vec::new();
        for folder in all.filter(|f| holds(f)) {
            if !found.contains(&folder) {
                found.push(folder);
            }
        }
        found
    };
    let headers = ["cuda_runtime.h", "cublas_v2.h", "cuda.h"];
    let include = folders(INCLUDE, &|f| headers.iter().any(|h| f.join(h).is_file()));
    for folder in include {
        command.add(
            &["-isystem".into(), folder.into_os_string()],
            Stage::Preprocess,
        );
    }
    if !command.links() {
        return Ok(());
    }
    let lib = folders(LIB, &Path::is_dir);
    let mut words: Vec<OsString> = vec!["-Wl,--push-state,--as-needed".into()];
    let mut named: Vec<PathBuf> = Vec::new();
    for library in std::mem::take(&mut command.cuda) {
        let file = format!("lib{}.so", library.name);
        if let Some(folder) = lib.iter().find(|folder| folder.join(&file).exists()) {
            if !named.contains(folder) {
                words.push(format!("-L{}", folder.display()).into());
                words.push(format!("-Wl,-rpath,{}", folder.display()).into());
                named.push(folder.clone());
            }
        } else if !is_at_hand(command, cc, &file) {
            missing(command, &library, &file)?;
            continue;
        }
        words.push(format!("-l{}", library.name).into());
    }
    words.push("-Wl,--pop-state".into());
    command.add(&words, Stage::Link);
    Ok(())
}

const INCLUDE: &[&str] = &[
    "include",
    "targets/x86_64-linux/include",
    "targets/sbsa-linux/include",
    "math_libs/include",
    "cuda/include",
];

const LIB: &[&str] = &[
    "lib64",
    "targets/x86_64-linux/lib",
    "targets/sbsa-linux/lib",
    "lib",
    "extras/CUPTI/lib64",
    "math_libs/lib64",
    "cuda/lib64",
    "comm_libs/nccl/lib",
    "comm_libs/nvshmem/lib",
];

/// Folders in which a toolkit may be.
fn roots() -> Vec<PathBuf> {
    let named = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty());
    let mut roots: Vec<PathBuf> = ["CUDA_HOME", "CUDA_PATH", "CUDA_ROOT", "NVHPC_ROOT"]
        .into_iter()
        .filter_map(named)
        .map(PathBuf::from)
        .collect();
    // $NVHPC/Linux_x86_64/23.11, the newest first.
    let folders = |folder: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut found: Vec<PathBuf> = entries.map(|e| e.path()).filter(|p| p.is_dir()).collect();
        found.sort();
        found.reverse();
        found
    };
    if let Some(sdk) = named("NVHPC") {
        let machines = folders(Path::new(&sdk)).into_iter();
        roots.extend(machines.flat_map(|machine| folders(&machine)));
    }
    roots.extend(["/usr/local/cuda", "/opt/cuda"].map(PathBuf::from));
    let compiler = host::in_path("nvcc").and_then(|p| p.canonicalize().ok());
    roots.extend(compiler.and_then(|p| Some(p.parent()?.parent()?.to_path_buf())));
    roots
}

/// Whether the link finds a library without our doing: in one of the command's own folders, or the host compiler's.
fn is_at_hand(command: &Command, cc: &HostCompiler, file: &str) -> bool {
    let folders = command.flags(Stage::Link);
    let own = folders
        .iter()
        .filter_map(|word| word.to_str()?.strip_prefix("-L"))
        .any(|folder| !folder.is_empty() && Path::new(folder).join(file).exists());
    own || {
        let mut ask = cc.command();
        ask.arg(format!("-print-file-name={file}"));
        host::capture(&mut ask, true, false).is_ok_and(|told| {
            let path = String::from_utf8_lossy(&told.stdout).trim().to_string();
            path != file && Path::new(&path).exists()
        })
    }
}

fn missing(command: &mut Command, library: &Library, file: &str) -> Result<(), String> {
    if library.needed {
        return Err(format!(
            "'{}' needs {file} of NVIDIA's CUDA toolkit, which was not found: name the toolkit's folder in CUDA_HOME, or the \
             library's with -L",
            library.word
        ));
    }
    command.without_effect.push(Note {
        word: library.word.clone(),
        why: "no CUDA toolkit was found; CUDA_HOME names its folder",
        about: About::Code,
    });
    Ok(())
}
