//! The environment: each variable that accrs, its tools or a program built by it reads. The manual page's section and the guide's index are made
//! from this table; `acctest commands` compares it with what the sources read.

use std::fmt::Write;

/// Who reads a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reader {
    /// accrs and its tools.
    Accrs,
    /// A program that accrs has built.
    Program,
    /// Both.
    Both,
    /// The package for Python.
    Python,
}
use Reader::*;

/// Names that mean the same (or that have one meaning between them), who reads them, and what they mean in a few words.
struct Variable(&'static [&'static str], Reader, &'static str);

/// In the order in which they matter.
const VARIABLES: &[Variable] = &[
    Variable(
        &["ACCRS_CC"],
        Accrs,
        "the host compiler, with a prefix if need be (ccache gcc)",
    ),
    Variable(
        &["ACCRS_CXX"],
        Accrs,
        "the host's C++ compiler, for the sim target",
    ),
    Variable(
        &["ACCRS_HOME"],
        Accrs,
        "the prefix of the installation, for a copy of accrs elsewhere",
    ),
    Variable(
        &["ACCRS_COMPILER"],
        Python,
        "the accrs that compiles Python functions",
    ),
    Variable(
        &["ACCRS_LIBCLANG", "LIBCLANG_PATH"],
        Accrs,
        "libclang, or the folder that holds it",
    ),
    Variable(
        &["ACCRS_LIBISL"],
        Accrs,
        "libisl, for an exact analysis of loops",
    ),
    Variable(
        &["ACCRS_NVRTC"],
        Both,
        "NVRTC, for --acc-arch and for programs that compile kernels at run time",
    ),
    Variable(
        &["ACCRS_NVDISASM"],
        Accrs,
        "the program that prints machine code for -Minfo=kernel",
    ),
    Variable(
        &["CUDA_HOME", "CUDA_PATH"],
        Both,
        "a CUDA toolkit, for -cuda and -cudalib=, and for a program's NVRTC",
    ),
    Variable(
        &["CUDA_ROOT", "NVHPC_ROOT", "NVHPC"],
        Accrs,
        "a CUDA toolkit, or the folder of NVIDIA's HPC SDK, for -cuda and -cudalib=",
    ),
    Variable(
        &["TMPDIR", "TMP", "TEMP"],
        Accrs,
        "the folder for temporary files",
    ),
    Variable(
        &["ACC_DEVICE_TYPE", "ACC_DEVICE"],
        Program,
        "nvidia, multicore (host), sim",
    ),
    Variable(
        &[
            "ACC_DEVICE_NUM",
            "NVCOMPILER_ACC_DEVICE_NUM",
            "NV_ACC_DEVICE_NUM",
            "PGI_ACC_DEVICE_NUM",
        ],
        Program,
        "which device of that type",
    ),
    Variable(
        &[
            "OMPI_COMM_WORLD_LOCAL_RANK",
            "MPI_LOCALRANKID",
            "MV2_COMM_WORLD_LOCAL_RANK",
            "PALS_LOCAL_RANKID",
            "PMI_LOCAL_RANK",
            "SLURM_LOCALID",
        ],
        Program,
        "which of a machine's processes this one is, where nothing else chooses a device",
    ),
    Variable(
        &[
            "OMPI_COMM_WORLD_LOCAL_SIZE",
            "MPI_LOCALNRANKS",
            "MV2_COMM_WORLD_LOCAL_SIZE",
            "PALS_LOCAL_SIZE",
            "PMI_LOCAL_SIZE",
            "SLURM_STEP_TASKS_PER_NODE",
        ],
        Program,
        "how many processes of the job run on this machine: they share the memory for stacks and heaps on its GPUs",
    ),
    Variable(
        &["ACC_PROFLIB"],
        Program,
        "profiling tools to load, separated by semicolons",
    ),
    Variable(
        &["OMP_NUM_THREADS"],
        Program,
        "threads of the multicore device",
    ),
    Variable(
        &["OMP_WAIT_POLICY", "GOMP_SPINCOUNT"],
        Program,
        "how threads of the multicore device wait for each other",
    ),
    Variable(
        &["ACCRS_CORES"],
        Program,
        "which loops on the cores get threads",
    ),
    Variable(
        &["ACCRS_LEAST_WORK"],
        Program,
        "operations from which a loop on the cores gets threads",
    ),
    Variable(
        &["ACCRS_ROWS"],
        Program,
        "when rows that loops touch move without what lies between them",
    ),
    Variable(
        &["ACCRS_TILES"],
        Program,
        "sizes of tiles in time tiling on the cores",
    ),
    Variable(
        &["ACCRS_MEMORY"],
        Program,
        "separate, managed, unified or pinned: what host and GPU share",
    ),
    Variable(
        &["ACCRS_COMPARE"],
        Program,
        "1 runs each construct on the device and on the cores, and reports differences",
    ),
    Variable(
        &["PCAST_COMPARE"],
        Program,
        "which differences acc_compare allows, and how many it reports",
    ),
    Variable(
        &[
            "ACCRS_NOTIFY",
            "NVCOMPILER_ACC_NOTIFY",
            "NV_ACC_NOTIFY",
            "PGI_ACC_NOTIFY",
        ],
        Program,
        "1 prints launches, 2 transfers, 4 regions, 8 waits, 16 memory; sums of them several",
    ),
    Variable(
        &[
            "ACCRS_TIME",
            "NVCOMPILER_ACC_TIME",
            "NV_ACC_TIME",
            "PGI_ACC_TIME",
        ],
        Program,
        "1 prints at the end where the time went, a name with .json gets it as JSON",
    ),
    Variable(
        &["ACCRS_TRACE"],
        Program,
        "a file for what happened when, for Perfetto",
    ),
    Variable(
        &["ACCRS_TRACE_EVENTS"],
        Program,
        "the most events that such a trace keeps",
    ),
    Variable(
        &["ACCRS_STATS"],
        Program,
        "a file for what was launched and moved, as JSON",
    ),
    Variable(
        &["ACCRS_CACHE_DIR", "XDG_CACHE_HOME", "HOME"],
        Program,
        "where compiled kernels are kept",
    ),
    Variable(
        &["ACCRS_LINEINFO"],
        Program,
        "1: kernels that are compiled at run time have line information",
    ),
    Variable(
        &["ACCRS_CUDA_HEAP"],
        Program,
        "bytes for malloc in a GPU's kernels",
    ),
    Variable(
        &["ACCRS_CUDA_STACK"],
        Program,
        "bytes of the stack of a GPU's thread",
    ),
    Variable(
        &["ACCRS_CHECK"],
        Program,
        "if built with -acc=check: race, bounds, uninit, wait, stale",
    ),
    Variable(
        &["ACCRS_CHECK_FILE"],
        Program,
        "a file for what -acc=check finds, as lines of JSON",
    ),
    Variable(
        &["ACCRS_DEVICES"],
        Program,
        "the devices that share loops in a program built with --acc-devices: all, a number of them, or their numbers",
    ),
    Variable(&["ACC_NUM_SIM_DEVICES"], Program, "number of sim devices"),
    Variable(
        &["ACCRS_SIM_MEMORY"],
        Program,
        "bytes of memory of a sim device",
    ),
    Variable(
        &["ACCRS_SIM_THREADS"],
        Program,
        "threads that run a sim device's blocks",
    ),
    Variable(
        &["ACCRS_SIM_DELAY"],
        Program,
        "delays queued work on sim at random, by up to so many microseconds",
    ),
    Variable(
        &["ACCRS_SIM_FAIL"],
        Program,
        "a call of sim's driver that fails",
    ),
    Variable(
        &["ACCRS_SIM_CALLS"],
        Program,
        "1 prints each call of sim's driver",
    ),
    Variable(
        &["ACCRS_SIM_SHARES"],
        Program,
        "what sim's kernels may share with the host: nothing, managed, unified",
    ),
    Variable(
        &["ACCRS_SIM_TOGETHER"],
        Program,
        "how many blocks of a launch can wait for each other on sim; 0: none",
    ),
    Variable(
        &["ACCRS_SIM_AS"],
        Program,
        "nvidia: sim stands in for GPUs that a program asks for by name",
    ),
];

/// As the manual page has them.
pub fn paragraphs() -> String {
    let paragraph = |Variable(names, reader, meaning): &Variable| {
        let whose = match reader {
            Program => "of a program: ",
            Python => "of accrs for Python: ",
            Accrs | Both => "",
        };
        format!("{}\n    {whose}{meaning}", names.join(", "))
    };
    VARIABLES
        .iter()
        .map(paragraph)
        .collect::<Vec<_>>()
        .join("\n\n")
}

/// As the guide's index has them: a line for each name, in the alphabet's order.
pub fn index() -> String {
    let mut out = "\n## Variables of the environment\n\n[Environment variables](environment.md) has more on each.\n\n| variable | read by | meaning |\n|---|---|---|\n".to_string();
    let mut lines: Vec<(&str, String)> = Vec::new();
    for Variable(names, reader, meaning) in VARIABLES {
        let whose = match reader {
            Accrs => "accrs",
            Program => "programs",
            Both => "accrs, programs",
            Python => "Python",
        };
        let said = meaning.replace('|', "\\|");
        lines.extend(
            names
                .iter()
                .map(|name| (*name, format!("| `{name}` | {whose} | {said} |"))),
        );
    }
    lines.sort_unstable();
    for (_, line) in lines {
        let _ = writeln!(out, "{line}");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_stands_twice() {
        let mut names: Vec<&str> = VARIABLES.iter().flat_map(|v| v.0).copied().collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
