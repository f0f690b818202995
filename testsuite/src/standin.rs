//! Where runs on `nvidia` find their GPU: the project's own stand-in (`testsuite/gpu`), which needs no GPU and is the default, or
//! a real one. The stand-in is put as `gpu/libcuda.so.1` beside `acctest`; programs find it by `LD_LIBRARY_PATH`.

use crate::nvrtc;
use crate::spec::Spec;
use clap::Args;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The options of every command that can run on `nvidia`.
#[derive(Args, Clone)]
pub struct Options {
    /// `nvidia` is the machine's own GPU, not the stand-in.
    #[arg(long)]
    pub real_gpu: bool,
    /// A folder with another libcuda.so.1 to stand in.
    #[arg(long, conflicts_with = "real_gpu")]
    pub libcuda: Option<PathBuf>,
    /// The stand-in's first seed.
    #[arg(long, default_value_t = 1)]
    pub gpu_seed: u64,
    /// How many seeds each program runs with on the stand-in.
    #[arg(long, default_value_t = 1)]
    pub seeds: u64,
    /// A second run with each seed on a lazy stand-in: streams do nothing until something waits for them.
    #[arg(long)]
    pub lazy: bool,
    /// The second run only of programs with queues or host threads: without either, all waits for what it has begun.
    #[arg(skip)]
    pub queued: bool,
    /// Kernels of which NVRTC has something to say aren't compiled.
    #[arg(skip)]
    pub strict: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            real_gpu: false,
            libcuda: None,
            gpu_seed: 1,
            seeds: 1,
            lazy: false,
            queued: false,
            strict: false,
        }
    }
}

/// One way to run a program: the kind of device, and what its environment holds for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// As the outcomes name it: "sim", "nvidia", "nvidia seed 2 lazy".
    pub label: String,
    /// `ACC_DEVICE_TYPE`
    pub device: String,
    pub lazy: bool,
    /// For programs with queues or host threads alone.
    pub queued: bool,
    pub env: Vec<(String, OsString)>,
}

impl Target {
    /// Whether a program is meant to run here.
    pub fn takes(&self, spec: &Spec) -> bool {
        spec.runs_on(&self.device)
            && !(self.lazy && spec.eager)
            && (!self.queued || spec.has_queues())
    }

    fn plain(device: &str) -> Target {
        Target {
            label: device.to_string(),
            device: device.to_string(),
            lazy: false,
            queued: false,
            env: vec![],
        }
    }
}

/// The runs that a list of devices means: one for each, and several for the stand-in if there are more seeds.
pub fn targets(devices: &[String], options: &Options) -> Result<Vec<Target>, String> {
    let mut targets = Vec::new();
    for device in devices {
        if device != "nvidia" || options.real_gpu {
            targets.push(Target::plain(device));
            continue;
        }
        let env = environment(options)?;
        for seed in options.gpu_seed..options.gpu_seed.saturating_add(options.seeds.max(1)) {
            targets.push(stand_in(seed, false, &env));
            if options.lazy {
                targets.push(Target {
                    queued: options.queued,
                    ..stand_in(seed, true, &env)
                });
            }
        }
    }
    Ok(targets)
}

fn stand_in(seed: u64, lazy: bool, env: &[(String, OsString)]) -> Target {
    let mut target = Target::plain("nvidia");
    target.env = env.to_vec();
    target.lazy = lazy;
    // A variable that whoever runs the tests has set himself stays.
    let mut set = |name: &str, value: String| {
        if std::env::var_os(name).is_none() {
            target.env.push((name.to_string(), value.into()));
        }
    };
    set("ACCRS_GPU_SEED", seed.to_string());
    if lazy {
        set("ACCRS_GPU_LAZY", "3".to_string());
    }
    if seed != 1 {
        target.label += &format!(" seed {seed}");
    }
    if lazy {
        target.label += " lazy";
    }
    target
}

/// What programs need in their environment to run on a stand-in; an error if there is none, or no NVRTC to compile for it.
fn environment(options: &Options) -> Result<Vec<(String, OsString)>, String> {
    let here = std::env::current_exe().map_err(|e| format!("acctest's own path: {e}"))?;
    let bin = here.parent().ok_or("acctest's own path has no folder")?;
    let folder = match &options.libcuda {
        Some(folder) => absolute(folder)?,
        None => install(bin)?,
    };
    let mut search = folder.into_os_string();
    if let Some(more) = std::env::var_os("LD_LIBRARY_PATH").filter(|v| !v.is_empty()) {
        search.push(":");
        search.push(more);
    }
    let nvrtc = nvrtc::path(None)?;
    let mut variables = vec![("LD_LIBRARY_PATH".to_string(), search)];
    let mut set = |name: &str, value: PathBuf| variables.push((name.to_string(), value.into()));
    set("ACCRS_NVRTC", between(bin, &nvrtc)?);
    set("NVRTC_REAL", nvrtc);
    set("NVRTC_QUICK", "1".into());
    // What has compiled without a word has a folder of its own: who is strict takes nothing else.
    match options.strict {
        true => {
            set("NVRTC_STRICT", "1".into());
            set("ACCRS_CACHE_DIR", bin.with_file_name("nvrtc-strict"));
        }
        false => set("ACCRS_CACHE_DIR", bin.with_file_name("nvrtc-cache")),
    }
    Ok(variables)
}

/// The NVRTC in between, built unless it is there.
fn between(bin: &Path, nvrtc: &Path) -> Result<PathBuf, String> {
    static BUILT: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    let built = BUILT.get_or_init(|| {
        let folder = bin.join("nvrtc");
        let library = folder.join("libnvrtc.so");
        if library.exists() && nvrtc::is_between(&folder) {
            return Ok(library);
        }
        let failed = |e: std::io::Error| format!("{}: {e}", bin.display());
        let own = tempfile::Builder::new().prefix("nvrtc-").tempdir_in(bin);
        let own = own.map_err(failed)?;
        nvrtc::between(own.path(), nvrtc)?;
        let _ = fs::remove_dir_all(&folder);
        fs::rename(own.path(), &folder).map_err(failed)?;
        Ok(library)
    });
    built.clone()
}

fn absolute(path: &Path) -> Result<PathBuf, String> {
    path.canonicalize()
        .map_err(|e| format!("{}: {e}", path.display()))
}

/// Puts the library that cargo has built under the name by which it is opened.
fn install(bin: &Path) -> Result<PathBuf, String> {
    let built = bin.join("libaccrs_gpu.so");
    if !built.exists() {
        return Err(format!(
            "the stand-in GPU was not built ({}): cargo build --release",
            built.display()
        ));
    }
    let folder = bin.join("gpu");
    let link = folder.join("libcuda.so.1");
    let failed = |e: std::io::Error| format!("{}: {e}", link.display());
    if fs::read_link(&link).is_ok_and(|to| to == built) {
        return Ok(folder);
    }
    fs::create_dir_all(&folder).map_err(failed)?;
    // Several runs at once may do this: a link of one's own, renamed, is there or isn't.
    let own = folder.join(format!(".{}", std::process::id()));
    std::os::unix::fs::symlink(&built, &own).map_err(failed)?;
    fs::rename(&own, &link).map_err(failed)?;
    Ok(folder)
}

/// `devices`, with nvidia behind them. Where it can't run (no NVRTC) it is left out, and the output says so.
pub fn with_nvidia(devices: &[&str], options: &Options) -> Vec<String> {
    let mut all: Vec<String> = devices.iter().map(|d| d.to_string()).collect();
    match targets(&["nvidia".to_string()], options) {
        Ok(_) => all.push("nvidia".to_string()),
        Err(why) => println!("nvidia: left out: {why}"),
    }
    all
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed test may panic")]
    use super::*;

    #[test]
    fn labels_name_what_is_unusual() {
        assert_eq!(stand_in(1, false, &[]).label, "nvidia");
        assert_eq!(stand_in(2, true, &[]).label, "nvidia seed 2 lazy");
    }

    #[test]
    fn a_real_gpu_is_left_alone() {
        let real = Options {
            real_gpu: true,
            seeds: 3,
            ..Options::default()
        };
        let devices = ["sim".to_string(), "nvidia".to_string()];
        let made = targets(&devices, &real).unwrap();
        assert_eq!(made, [Target::plain("sim"), Target::plain("nvidia")]);
    }
}
