//! gcc's and clang's words for accelerators.

use super::About::{Code, Constructs};
use super::Meaning::{Anyway, Computed, Host, Nothing};
use super::Takes::{self, Equals, MaybeEquals, Next, ThenNext};
use super::{Alias, Meaning, NVIDIA_ALONE, Row, TARGET_REGIONS, row};

pub const GCC: &[Row] = &[
    row(
        "-fopenacc",
        Takes::Nothing,
        Anyway("directives are compiled unless `-fno-openacc` is given"),
    ),
    row(
        "-fopenacc-dim",
        Equals("1024:1:128"),
        Nothing(
            Constructs,
            "num_gangs, num_workers and vector_length say the sizes",
        ),
    ),
    row("-fopenacc-kernels", Equals("decompose"), GENERATOR),
    row("-fopenacc-kernels-annotate-loops", Takes::Nothing, ANALYSED),
    row(
        "-fno-openacc-kernels-annotate-loops",
        Takes::Nothing,
        ANALYSED,
    ),
    row(
        "-foffload",
        Equals("nvptx-none=-lm"),
        Computed(
            offload,
            "`disable` leaves the kernels for the cores alone; a target, `default`, `-lm` and `-O…` are what happens anyway; \
             `-misa=sm_80` and `-march=sm_80` are `-gpu=cc80` of nvc; other options have no effect",
        ),
    ),
    row(
        "-foffload-options",
        Equals("nvptx-none=-lm"),
        Computed(offload, "as `-foffload=`"),
    ),
    row(
        "-foffload-abi",
        Equals("lp64"),
        Anyway("host and GPU have 64 bits"),
    ),
    row("-foffload-abi-host-opts", Equals("-mabi=lp64"), GENERATOR),
];

const ANALYSED: Meaning = Anyway("loops of `kernels` are analysed");
const GENERATOR: Meaning = Nothing(Constructs, OF_GCC);
const OF_GCC: &str = "only gcc's own code generator has that";

pub const CLANG: &[Row] = &[
    row("-fopenmp=libomp", Takes::Nothing, Host(&["-fopenmp"])),
    row("-fopenmp=libgomp", Takes::Nothing, Host(&["-fopenmp"])),
    row("-fopenmp-targets", Equals("nvptx64-nvidia-cuda"), TARGETS),
    row("-Xopenmp-target", ThenNext("-march=sm_80"), ARCHITECTURE),
    row("--offload-arch", Equals("sm_80"), ARCHITECTURE),
    row("--cuda-gpu-arch", Equals("sm_80"), ARCHITECTURE),
    row(
        "--cuda-path",
        Equals("/usr/local/cuda"),
        Nothing(
            Constructs,
            "kernels need no CUDA toolkit; NVRTC compiles them",
        ),
    ),
    row("-fopenmp-cuda-mode", Takes::Nothing, TARGETS),
    row("-fno-openmp-cuda-mode", Takes::Nothing, TARGETS),
    row("-fopenmp-target-debug", MaybeEquals("1"), TARGETS),
    row("-fopenmp-offload-mandatory", Takes::Nothing, TARGETS),
    row("-foffload-lto", MaybeEquals("full"), TARGETS),
    row("-Xcuda-ptxas", Next("-v"), PTXAS),
];

const TARGETS: Meaning = Nothing(Code, TARGET_REGIONS);
const ARCHITECTURE: Meaning = Computed(
    architecture,
    "for `sm_XY`, also behind `-march=`: `-gpu=ccXY` of nvc",
);
const PTXAS: Meaning = Nothing(Constructs, "the GPU's driver assembles kernels");

/// `sm_80`, `-march=sm_80`, `gfx90a`.
fn architecture(written: &str, value: &str) -> Result<Alias, String> {
    let name = value.split_once('=').map_or(value, |(_, name)| name);
    Ok(match name.strip_prefix("sm_") {
        Some(number) if number.starts_with(|c: char| c.is_ascii_digit()) => {
            Alias::own(format!("--acc-arch-hint={name}"))
        }
        _ if name == "native" => Alias::default(),
        _ => Alias::note(written, Constructs, NVIDIA_ALONE),
    })
}

/// `-foffload=TARGETS`, `=OPTIONS`, `=TARGETS=OPTIONS`, `=disable`, `=default`.
fn offload(written: &str, value: &str) -> Result<Alias, String> {
    let (targets, options) = match value {
        _ if value.starts_with('-') => ("", value),
        _ => value.split_once('=').unwrap_or((value, "")),
    };
    let mut alias = Alias::default();
    let list: Vec<&str> = targets.split(',').filter(|t| !t.is_empty()).collect();
    if matches!(targets, "disable" | "host") {
        alias.own.push("--acc-target=multicore".into());
    } else if !list.is_empty() && list.iter().all(|t| t.starts_with("amdgcn") || *t == "hsa") {
        return Ok(Alias::note(written, Constructs, NVIDIA_ALONE));
    }
    for option in options.split_whitespace() {
        if let Some(arch) = option
            .strip_prefix("-misa=")
            .or_else(|| option.strip_prefix("-march="))
            .filter(|arch| arch.starts_with("sm_"))
        {
            alias.own.push(format!("--acc-arch-hint={arch}"));
        } else if !(option.starts_with("-l") || option.starts_with("-O")) {
            alias.notes = Alias::note(written, Constructs, OF_GCC).notes;
        }
    }
    Ok(alias)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn offload_in_all_its_forms() {
        let of = |value: &str| offload("-foffload", value).unwrap();
        for value in [
            "nvptx-none",
            "default",
            "-lm",
            "nvptx-none=-lm",
            "nvptx-none=-O3 -lm",
            "nvptx-none,amdgcn-amdhsa",
        ] {
            assert_eq!(of(value), Alias::default(), "{value}");
        }
        assert_eq!(of("disable").own, ["--acc-target=multicore"]);
        assert_eq!(of("-misa=sm_80 -lm").own, ["--acc-arch-hint=sm_80"]);
        assert_eq!(of("amdgcn-amdhsa=-march=gfx908").notes.len(), 1);
        assert_eq!(of("-fno-fast-math").notes.len(), 1);
    }
}
